"""Hands at a real table of Cocoon World."""

from __future__ import annotations

from typing import Any, ClassVar

from tablekeeper.display.words.speech import Speech
from tests.hands.reading import Hands

TRACK, NOWHERE = "track", "box"
HIDDEN, NOTHING = "?", ""
EN = {
    r"(You are|I am) the start player\.": "begin",
    r"(Your|My) turn\. The turn marker stands on (?P<turn>\d+)\.": "take_turn",
    r"(You|I) rolled [\d, ]+\.|A double: .*|(Your|My) earlier tile says: .*|Somebody stands there already\.": "",
    r"The tile says: .*": "",
    r"(Your|My) dice make: .*|.* again: the dungeon gives (you|me) nothing\.": "",
    r"Look at the t.*|I take one of the tiles of .*|Draw the top .*|Keep in mind: .*": "",
    r"On the Gods’ Bet track (you|I) do not roll again\.|Turn the die .*|Take the black die .*": "",
    r"Move (your|my) pawn (?P<count>\d+) spaces? (?P<way>forward|back) to (?P<where>.+)\.": "move",
    r"(You|I) would go round and round: put (your|my) pawn on Start\.": "go_to_start",
    r"(Your|My) spare pawn goes to Start and stops there\.": "go_to_start",
    r"Turn (your|my) pawn to (?P<side>black|white)\.": "turn",
    r"(Your|My) marker: \d+ steps? (forward|back),?( past 0,)? to (?P<now>\d+)\.": "mark",
    r"(Your|My) marker stays on \d+\.": "",
    r"Turn over the tile on (?P<where>.+): “(?P<tile>.+)”\.": "lay",
    r"Lay “(?P<tile>.+)” face up on (?P<where>.+?)(?P<from_hand>; nobody obeys it)?\.": "lay_from_hand",
    r"Take the tile off (?P<where>.+) and out of the game\. Lay “(?P<tile>.+)” there\.": "lay",
    r"Take “(?P<tile>.+)” from (?P<whom>.+?)( for me)?\.": "rob",
    r"Swap the two tiles: (?P<here>.+) and (?P<there>.+)\.": "swap",
    r"(Take|Draw) (?P<count>\d+) tiles? (into your hand|for me, face down)\. In the pile: (?P<pile>\d+)\.": "draw",
    r"Put (your|my) pawn on the Gods’ Bet track, on the colour of (?P<on>.+)\.": "bet",
    r"Right about .+! Put (your|my) pawn from the track on Start, the same side up\. "
    r"(Your|My) spare pawn leaves the board\.": "win",
    r"Not .+ colour: wrong\. Put (your|my) pawn from the track on Start, turned to (?P<side>black|white)\. "
    r"(Your|My) spare pawn leaves the board\.": "lose",
    r"Put (your|my) spare pawn on Start, the same side up as (your|my) pawn on the track\.": "stand_in",
}
FR = {
    r"(Vous commencez|Je commence) la partie\.": "begin",
    r"C’est (votre|mon) tour\. Le marqueur de tour est sur (?P<turn>\d+)\.": "take_turn",
    r"(Vous avez|J’ai) fait [\d, ]+\.|Un double : .*": "",
    r"(Votre|Ma) tuile le disait : .*|Il y a déjà .*|La tuile dit : .*": "",
    r"(Vos|Mes) dés font : .*|Encore .* : le donjon ne (vous|me) donne rien\.": "",
    r"Regardez l.*|Je prends une tuile à .*|Piochez pour moi l.*|À retenir : .*": "",
    r"Sur la piste du Pari, (vous ne relancez|je ne relance) pas\.|Tournez le dé .*|Retirez le dé noir .*": "",
    r"(?P<way>Avancez|Reculez) (votre|mon) pion de (?P<count>\d+) cases? : (?P<where>.+)\.": "move",
    r"(Vous tourneriez|Je tournerais) en rond : posez (votre|mon) pion sur Départ\.": "go_to_start",
    r"(Votre|Mon) pion d’appoint va sur Départ et s’y arrête\.": "go_to_start",
    r"Tournez (votre|mon) pion : face (?P<side>noire|blanche)\.": "turn",
    r"(Votre|Mon) marqueur : \d+ pas en (avant|arrière),( en passant 0,)? sur (?P<now>\d+)\.": "mark",
    r"(Votre|Mon) marqueur reste sur \d+\.": "",
    r"Retournez la tuile, (?P<where>.+) : « (?P<tile>.+) »\.": "lay",
    r"Posez « (?P<tile>.+) », face visible : (?P<where>.+?)(?P<from_hand> ; personne ne lui obéit)?\.": "lay_from_hand",
    r"Retirez la tuile du jeu, (?P<where>.+)\. Posez-y « (?P<tile>.+) »\.": "lay",
    r"Prenez (pour moi )?« (?P<tile>.+) » à (?P<whom>.+)\.": "rob",
    r"Échangez les deux tuiles : (?P<here>.+) et (?P<there>.+)\.": "swap",
    r"(Prenez|Piochez pour moi) (?P<count>\d+) tuiles?( en main|, face cachée)\. Dans la pioche : "
    r"(?P<pile>\d+)\.": "draw",
    r"Posez (votre|mon) pion sur la piste du Pari des Dieux, à la couleur de (?P<on>.+)\.": "bet",
    r"Juste pour .+ ! Posez (votre|mon) pion de la piste sur Départ, sans le tourner\. "
    r"(Votre|Mon) pion d’appoint quitte le plateau\.": "win",
    r"La couleur de .+ : raté\. Posez (votre|mon) pion de la piste sur Départ, face (?P<side>noire|blanche)\. "
    r"(Votre|Mon) pion d’appoint quitte le plateau\.": "lose",
    r"Posez (votre|mon) pion d’appoint sur Départ, du même côté que (votre|mon) pion de la piste\.": "stand_in",
}
BLACK = ("black", "noire")
HAND = 3


class Pawn:
    """A pawn: where it stands and whether its black side is up."""

    def __init__(self, place: Any) -> None:
        self.place, self.black = place, False


class CocoonWorldHands(Hands):
    """Two pawns and a marker for each player, the tiles on the board, how many are in hands and in the pile."""

    SENTENCES: ClassVar = {"en": EN, "fr": FR}

    def __init__(self, language: str, names: tuple[str, ...], covered: frozenset[int], spaces: int, tiles: int) -> None:
        super().__init__(language, names)
        self.turn_marker, self.seat, self.first = 1, 0, 0
        self.pawns = [Pawn(0) for _ in names]
        self.spares = [Pawn(NOWHERE) for _ in names]
        self.markers: list[list[int]] = [list(range(len(names))), *([] for _ in range(10))]
        """On each position of the circle the markers, the topmost last."""
        self.board = [HIDDEN if i in covered else NOTHING for i in range(spaces)]
        self.hands = [HAND] * len(names)
        self.pile = tiles - len(covered) - HAND * len(names)
        self.bets: list[int | None] = [None] * len(names)

    def begin(self, seat: int) -> None:
        self.first = seat

    def take_turn(self, seat: int, turn: str) -> None:
        self.seat, self.turn_marker = seat, int(turn)

    def on_the_loop(self, seat: int) -> Pawn:
        return self.spares[seat] if self.spares[seat].place != NOWHERE else self.pawns[seat]

    @staticmethod
    def space(where: str) -> int:
        number = "".join(letter if letter.isdigit() else " " for letter in where).split()
        return int(number[0]) if number else 0

    def move(self, seat: int, count: str, way: str, where: str) -> None:
        pawn = self.on_the_loop(seat)
        steps = int(count) if way in ("forward", "Avancez") else -int(count)
        pawn.place = (pawn.place + steps) % len(self.board)
        assert pawn.place == self.space(where), "counted the spaces and came to another one"

    def go_to_start(self, seat: int) -> None:
        self.on_the_loop(seat).place = 0

    def turn(self, seat: int, side: str) -> None:
        self.on_the_loop(seat).black = side in BLACK

    def mark(self, seat: int, now: str) -> None:
        for stack in self.markers:
            if seat in stack:
                stack.remove(seat)
        self.markers[int(now)].append(seat)

    def lay(self, seat: int, where: str, tile: str) -> None:
        self.board[self.space(where)] = tile

    def lay_from_hand(self, seat: int, where: str, tile: str, from_hand: str | None) -> None:
        self.lay(seat, where, tile)
        if from_hand is None:
            self.hands[seat] -= 1

    def rob(self, seat: int, tile: str, whom: str) -> None:
        self.hands[self.names.index(whom)] -= 1

    def swap(self, seat: int, here: str, there: str) -> None:
        a, b = self.space(here), self.space(there)
        self.board[a], self.board[b] = self.board[b], self.board[a]

    def draw(self, seat: int, count: str, pile: str) -> None:
        self.hands[seat] += int(count)
        self.pile -= int(count)
        assert self.pile == int(pile)

    def bet(self, seat: int, on: str) -> None:
        self.bets[seat] = self.names.index(on)
        self.pawns[seat].place = TRACK

    def stand_in(self, seat: int) -> None:
        self.spares[seat].place, self.spares[seat].black = 0, self.pawns[seat].black

    def win(self, seat: int) -> None:
        self.bets[seat] = None
        self.pawns[seat].place, self.spares[seat].place = 0, NOWHERE

    def lose(self, seat: int, side: str) -> None:
        self.win(seat)
        self.pawns[seat].black = side in BLACK

    def table(self) -> Any:
        seats = range(len(self.names))
        at = [pawn.place for pawn in map(self.on_the_loop, seats)]
        return {
            "turn": self.turn_marker, "seat": self.seat, "first": self.first, "at": at,
            "black": [pawn.black for pawn in map(self.on_the_loop, seats)],
            "on the track": [self.pawns[s].black if self.pawns[s].place == TRACK else None for s in seats],
            "bets": self.bets, "markers": self.markers, "board": self.board, "hands": self.hands, "pile": self.pile,
        }  # fmt: skip


def sit_down(language: str, setup: Any, start: Any) -> CocoonWorldHands:
    """The table as the rulebook has it laid out."""
    tiles = sum(count for _, count in setup.edition.tiles)
    return CocoonWorldHands(language, setup.players, setup.board.covered, setup.board.size, tiles)


def see(state: Any, speech: Speech) -> Any:
    """What lies on the engine's table."""
    seats = range(len(state.at))
    markers = [[seat for seat in state.stack if state.ep[seat] == position] for position in range(11)]
    return {
        "turn": state.turn, "seat": state.seat, "first": state.first,
        "at": [TRACK if place < 0 else place for place in state.at],
        "black": [side == 1 for side in state.sides],
        "on the track": [state.bet_sides[s] == 1 if state.bets[s] >= 0 else None for s in seats],
        "bets": [bet if bet >= 0 else None for bet in state.bets],
        "markers": markers,
        "board": [speech.word("tile", tile) if tile not in (HIDDEN, NOTHING) else tile for tile in state.tiles],
        "hands": [len(hand) for hand in state.hands], "pile": state.pile,
    }  # fmt: skip
