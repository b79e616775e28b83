"""Hands at a real table of Cocoons."""

from __future__ import annotations

from typing import Any, ClassVar

from tablekeeper.display.words.speech import Speech
from tests.hands.reading import Hands

NONE = -1
HIDDEN, NOTHING, START, TOKEN = "?", "", "start", "token"
EN = {
    r"You are the youngest: you begin\.|I am the youngest: I begin\.": "",
    r"The Action trapdoor is in it: .+|It stays .+|The start token is in sight\.": "",
    r"Nothing lies there\.|Below lies: .+|Open the cocoons, one by one\.|The last token is paid: .+": "",
    r"The start token lies on place (?P<gap>\d): no cocoon there\. Tokens in the reserve: (?P<tokens>\d+)\.": "fill",
    r"Put one token (for me )?into the cocoon that slides\. In the reserve: (?P<tokens>\d+)\.": "pay",
    r"Pay for the correction\. In the reserve: (?P<tokens>\d+)\.": "pay",
    r"Nothing there: lay one token on place (?P<place>\d)\. In the reserve: (?P<tokens>\d+)\.": "pay_there",
    r"Slide the cocoon from place (?P<origin>\d) to place (?P<to>\d)\.": "slide",
    r"Turn over the trapdoor on place (?P<place>\d): (?P<trapdoor>.+)\.": "turn_over",
    r"Take the trapdoor from place (?P<place>\d) into the lid: (?P<trapdoor>.+)\.": "take_out",
    r"Take the Action trapdoor from place (?P<place>\d)\. It goes into a cocoon\.": "lift",
    r"Lay the Action trapdoor into the cocoon on place (?P<place>\d)\.": "lay_action",
    r"Turn the box a quarter turn clockwise\.": "turn_box",
    r"On place (?P<place>\d) lies: (?P<guardian>.+)\.": "find",
    r"Put it into the cocoon on place (?P<place>\d): (?P<guardian>.+)\.": "house",
    r"So on place (?P<place>\d) lies another trapdoor, not: .+": "doubt_trapdoor",
    r"So on place (?P<place>\d) lies another guardian, not: .+": "doubt_guardian",
}
FR = {
    r"C’est au plus jeune : .+|Je suis le plus jeune : .+|La trappe Action est dedans : .+|(Elle|Il) reste .+": "",
    r"Le jeton de départ est visible\.": "",
    r"Il n’y a rien ici\.|Dessous, il y a : .+|Ouvrez les cocons, un par un\.|Le dernier jeton est payé : .+": "",
    r"Le jeton de départ est en place (?P<gap>\d) : pas de cocon là\. Jetons en réserve : (?P<tokens>\d+)\.": "fill",
    r"Mettez (pour moi )?un jeton dans le cocon qui glisse\. En réserve : (?P<tokens>\d+)\.": "pay",
    r"Payez la correction\. En réserve : (?P<tokens>\d+)\.": "pay",
    r"Rien ici : posez un jeton en place (?P<place>\d)\. En réserve : (?P<tokens>\d+)\.": "pay_there",
    r"Glissez le cocon de la place (?P<origin>\d) à la place (?P<to>\d)\.": "slide",
    r"Retournez la trappe de la place (?P<place>\d) : (?P<trapdoor>.+)\.": "turn_over",
    r"Mettez la trappe de la place (?P<place>\d) dans le couvercle : (?P<trapdoor>.+)\.": "take_out",
    r"Prenez la trappe Action de la place (?P<place>\d)\. Elle va dans un cocon\.": "lift",
    r"Posez la trappe Action dans le cocon de la place (?P<place>\d)\.": "lay_action",
    r"Tournez la boîte d’un quart de tour, sens horaire\.": "turn_box",
    r"En place (?P<place>\d), il y a : (?P<guardian>.+)\.": "find",
    r"Mettez-le dans le cocon de la place (?P<place>\d) : (?P<guardian>.+)\.": "house",
    r"Alors, en place (?P<place>\d), c’est une autre trappe, .+": "doubt_trapdoor",
    r"Alors, en place (?P<place>\d), c’est un autre gardien, .+": "doubt_guardian",
}


def index(place: str) -> int:
    """A place as it is counted in a list."""
    return int(place) - 1


class CocoonsHands(Hands):
    """The box: cocoons with who is in them, trapdoors and what lies below, the lid, the reserve."""

    SENTENCES: ClassVar = {"en": EN, "fr": FR}

    def __init__(self, language: str, names: tuple[str, ...], tokens: int) -> None:
        super().__init__(language, names)
        self.cocoons = [NONE] * 9
        self.traps, self.below = [HIDDEN] * 9, [HIDDEN] * 9
        self.inside: list[list[str]] = [[] for _ in range(8)]
        self.lid: list[str] = []
        self.reserve, self.quarters, self.free = tokens, 0, NONE

    def fill(self, seat: int, gap: str, tokens: str) -> None:
        left = iter(range(8))
        self.cocoons = [NONE if place == index(gap) else next(left) for place in range(9)]
        self.traps[index(gap)], self.below[index(gap)] = NOTHING, START
        assert self.reserve == int(tokens)

    def pay(self, seat: int, tokens: str) -> None:
        self.reserve = int(tokens)

    def pay_there(self, seat: int, place: str, tokens: str) -> None:
        self.below[index(place)] = TOKEN
        self.pay(seat, tokens)

    def slide(self, seat: int, origin: str, to: str) -> None:
        a, b = index(origin), index(to)
        assert self.cocoons[b] == NONE
        self.cocoons[b], self.cocoons[a] = self.cocoons[a], NONE

    def turn_over(self, seat: int, place: str, trapdoor: str) -> None:
        assert self.cocoons[index(place)] == NONE
        self.traps[index(place)] = trapdoor

    def take_out(self, seat: int, place: str, trapdoor: str) -> None:
        assert self.traps[index(place)] == trapdoor
        self.traps[index(place)] = NOTHING
        self.lid.append(trapdoor)

    def lift(self, seat: int, place: str) -> None:
        self.traps[index(place)] = NOTHING

    def lay_action(self, seat: int, place: str) -> None:
        self.free = self.cocoons[index(place)]

    def turn_box(self, seat: int) -> None:
        self.quarters += 1

    def find(self, seat: int, place: str, guardian: str) -> None:
        self.below[index(place)] = guardian

    def house(self, seat: int, place: str, guardian: str) -> None:
        self.below = [NOTHING if found == guardian else found for found in self.below]
        for home in self.inside:
            if guardian in home:
                home.remove(guardian)
        self.inside[self.cocoons[index(place)]].append(guardian)

    def doubt_trapdoor(self, seat: int, place: str) -> None:
        self.traps[index(place)] = HIDDEN

    def doubt_guardian(self, seat: int, place: str) -> None:
        self.below[index(place)] = HIDDEN

    def table(self) -> Any:
        return {
            "cocoons": self.cocoons, "traps": self.traps, "below": self.below, "inside": self.inside, "lid": self.lid,
            "reserve": self.reserve, "quarters": self.quarters, "free": self.free,
        }  # fmt: skip


def sit_down(language: str, setup: Any, start: Any) -> CocoonsHands:
    """The box as it stands ready, the tokens beside it."""
    return CocoonsHands(language, setup.players, setup.edition.tokens)


def see(state: Any, speech: Speech) -> Any:
    """What lies on the engine's table."""
    bare = (HIDDEN, NOTHING, START, TOKEN)
    return {
        "cocoons": list(state.cocoons),
        "traps": [trap if trap in bare else speech.word("trapdoor", trap) for trap in state.traps],
        "below": [token if token in bare else speech.word("guardian", token) for token in state.tokens],
        "inside": [[speech.word("guardian", guardian) for guardian in home] for home in state.homes],
        "lid": [speech.word("trapdoor", trapdoor) for trapdoor in state.out],
        "reserve": state.reserve, "quarters": state.quarters, "free": state.free,
    }  # fmt: skip
