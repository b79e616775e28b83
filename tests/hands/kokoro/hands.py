"""Hands at a real table of Kokoro."""

from __future__ import annotations

from typing import Any, ClassVar

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.kokoro.scoring import final_score
from tests.hands.reading import Hands

EN = {
    r"Everybody takes a mat and a pen: .+|A guardian stands on .+|Round \d+ is over: now all count\.": "",
    r"Your path joins \d+\.|You counted .+|Counted again: .+|For each 0 you lose points: .+": "",
    r"Shuffle (?P<paths>\d+) path cards and (?P<sanctuaries>\d+) sanctuary cards: two decks, face down\.": "shuffle",
    r"I shuffle (?P<paths>\d+) path cards and (?P<sanctuaries>\d+) sanctuary cards\.": "shuffle",
    r"I draw the decree “(?P<decree>.+)”\.": "proclaim",
    r"I turn up the next sanctuary card: (?P<letter>.)\.": "call",
    r"I turn up the next path card: path (?P<shape>\d+)(?P<golden>, golden, number \d+ of this round)?\.": "turn_up",
    r"Look at the next sanctuary card on the screen\. You draw no path\.": "peek",
    r"Draw the (?P<guardian>.+) guardian on spot (?P<number>\d+) of every mat\.": "place",
    r"Lay the decree “(?P<decree>.+)” open\.": "proclaim",
    r"Turn up the next sanctuary card: (?P<letter>.)\.": "call",
    r"Turn up the next path card: path (?P<shape>\d+)(?P<golden>, golden, number \d+ of this round)?\.": "turn_up",
    r"Draw path (?P<shape>\d+) on your mat\.": "draw",
    r"Look at the next sanctuary card and put it back\. You draw no path\.": "peek",
    r"Write (?P<points>\d+) in your next box: sanctuary (?P<letter>.)(, \d+ needed)?\.": "write",
    r"Write (?P<points>[−\d]+) for the (?P<guardian>.+) guardian\.": "write_favour",
    r"Write (?P<points>[−\d]+) for the decree\.": "write_decree",
    r"Write your final score: (?P<final>[−\d]+)\.": "finish",
    r"My path joins \d+\.|I counted .+|My count is now .+|For each 0 I lose points: .+": "",
    r"I draw path (?P<shape>\d+) on my mat on the screen\.": "draw",
    r"I look at the next sanctuary card and draw no path\.": "peek",
    r"I write (?P<points>\d+) in my next box: sanctuary (?P<letter>.)(, \d+ needed)?\.": "write",
    r"I write (?P<points>[−\d]+) for the (?P<guardian>.+) guardian\.": "write_favour",
    r"I write (?P<points>[−\d]+) for the decree\.": "write_decree",
    r"I write my final score: (?P<final>[−\d]+)\.": "finish",
}
FR = {
    r"Chacun prend un plan .+|Il y a déjà un gardien .+|La manche \d+ est finie : tout le monde compte\.": "",
    r"Votre chemin relie \d+\.|Vous avez compté .+|Recompté : .+|Chaque 0 coûte des points : .+": "",
    r"Mélangez (?P<paths>\d+) cartes de chemin et (?P<sanctuaries>\d+) cartes de sanctuaire : .+": "shuffle",
    r"Je mélange (?P<paths>\d+) cartes de chemin et (?P<sanctuaries>\d+) cartes de sanctuaire\.": "shuffle",
    r"Je tire le décret « (?P<decree>.+) »\.": "proclaim",
    r"Je retourne la carte de sanctuaire suivante : (?P<letter>.)\.": "call",
    r"Je retourne la carte de chemin suivante : chemin (?P<shape>\d+)(?P<golden>, dorée, la n° .+)?\.": "turn_up",
    r"Regardez la prochaine carte de sanctuaire à l’écran\. Vous ne dessinez pas de chemin\.": "peek",
    r"Dessinez le (?P<guardian>gardien .+) au point (?P<number>\d+) de chaque plan\.": "place",
    r"Posez le décret « (?P<decree>.+) » face visible\.": "proclaim",
    r"Retournez la carte de sanctuaire suivante : (?P<letter>.)\.": "call",
    r"Retournez la carte de chemin suivante : chemin (?P<shape>\d+)(?P<golden>, dorée, la n° \d+ de .+)?\.": "turn_up",
    r"Dessinez le chemin (?P<shape>\d+) sur votre plan\.": "draw",
    r"Regardez la prochaine carte de sanctuaire et remettez-la\. Vous ne dessinez pas de chemin\.": "peek",
    r"Écrivez (?P<points>\d+) dans votre case suivante : sanctuaire (?P<letter>.)(, il fallait \d+)?\.": "write",
    r"Écrivez (?P<points>[−\d]+) pour le (?P<guardian>gardien .+)\.": "write_favour",
    r"Écrivez (?P<points>[−\d]+) pour le décret\.": "write_decree",
    r"Écrivez votre score final : (?P<final>[−\d]+)\.": "finish",
    r"Mon chemin relie \d+\.|J’ai compté .+|Je compte maintenant .+|Chaque 0 me coûte des points : .+": "",
    r"Je dessine le chemin (?P<shape>\d+) sur mon plan à l’écran\.": "draw",
    r"Je regarde la carte de sanctuaire suivante, sans dessiner de chemin\.": "peek",
    r"J’écris (?P<points>\d+) dans ma case suivante : sanctuaire (?P<letter>.)(, il fallait \d+)?\.": "write",
    r"J’écris (?P<points>[−\d]+) pour le (?P<guardian>gardien .+)\.": "write_favour",
    r"J’écris (?P<points>[−\d]+) pour le décret\.": "write_decree",
    r"J’écris mon score final : (?P<final>[−\d]+)\.": "finish",
}


def number(written: str) -> int:
    """A number as the screen writes it."""
    return int(written.replace("−", "-"))


class KokoroHands(Hands):
    """Two decks, the cards turned up, and on each mat the paths and the numbers written."""

    SENTENCES: ClassVar = {"en": EN, "fr": FR}

    def __init__(self, language: str, names: tuple[str, ...]) -> None:
        super().__init__(language, names)
        self.paths = self.sanctuaries = self.golden = 0
        self.card = -1
        self.letters: list[str] = []
        self.decree = ""
        self.spots: list[int] = []
        self.drawn, self.peeks, self.bonus = ([0] * len(names) for _ in range(3))
        self.boxes: list[list[int]] = [[] for _ in names]
        self.favours: list[list[int]] = [[] for _ in names]
        self.final: list[int | None] = [None] * len(names)

    def shuffle(self, seat: int, paths: str, sanctuaries: str) -> None:
        self.paths, self.sanctuaries = int(paths), int(sanctuaries)

    def place(self, seat: int, guardian: str, number: str) -> None:
        self.spots.append(int(number))

    def proclaim(self, seat: int, decree: str) -> None:
        self.decree = decree

    def call(self, seat: int, letter: str) -> None:
        self.letters.append(letter)
        self.sanctuaries -= 1
        self.golden = 0

    def turn_up(self, seat: int, shape: str, golden: str | None) -> None:
        self.card, self.paths = int(shape), self.paths - 1
        self.golden += golden is not None

    def draw(self, seat: int, shape: str) -> None:
        assert int(shape) == self.card
        self.drawn[seat] += 1

    def peek(self, seat: int) -> None:
        self.peeks[seat] += 1

    def write(self, seat: int, points: str, letter: str) -> None:
        assert letter == self.letters[-1]
        self.boxes[seat].append(int(points))

    def write_favour(self, seat: int, points: str, guardian: str) -> None:
        self.favours[seat].append(number(points))

    def write_decree(self, seat: int, points: str) -> None:
        self.bonus[seat] = number(points)

    def finish(self, seat: int, final: str) -> None:
        self.final[seat] = number(final)

    def table(self) -> Any:
        return {
            "paths": self.paths, "sanctuaries": self.sanctuaries, "golden": self.golden % 4, "card": self.card,
            "letters": self.letters, "decree": self.decree, "drawn": self.drawn, "peeks": self.peeks,
            "boxes": self.boxes, "favours": self.favours, "bonus": self.bonus, "final": self.final,
            "guardians": len(self.spots),
        }  # fmt: skip


def sit_down(language: str, setup: Any, start: Any) -> KokoroHands:
    """Before the decks are shuffled."""
    return KokoroHands(language, setup.players)


def see(state: Any, speech: Speech) -> Any:
    """What lies on the engine's table."""
    seats = range(len(state.mats))
    rolled = len(state.guardians) if state.setup.side == "pink" else 0
    return {
        "paths": len(state.pool), "sanctuaries": len(state.left), "golden": state.golden % 4,
        "card": state.card // 2 + 1 if state.card >= 0 else -1, "letters": list(state.letters),
        "decree": speech.word("decree", state.decree) if state.decree else "", "drawn": list(state.pieces),
        "peeks": list(state.all_peeks), "boxes": [list(boxes) for boxes in state.boxes],
        "favours": [list(favours) for favours in state.favours], "bonus": list(state.bonus),
        "final": [final_score(state, seat) if not state.agenda else None for seat in seats], "guardians": rolled,
    }  # fmt: skip
