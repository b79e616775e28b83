"""How likely the team wins, seen from the beginning of a round: measured weights, added up as log-odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tablekeeper.engines.chocobo.mind.imagined import Foe, Position
from tablekeeper.engines.chocobo.places import BOOKS
from tablekeeper.engines.chocobo.state import TOP_HP
from tablekeeper.engines.chocobo.worth import NEED

HAND = (0, 1, 2, 3, 5, 10)
"""Rounds that the smallest hand lasts; between two of these numbers its worth grows evenly."""
VEGETABLES = (0, 5, 10, 15)
WINDOWS = 3
"""How many rounds of the dial are looked at."""
STRENGTH = 4
"""Where the strength of the hands stands among the facts of the table."""
SOLO_LIMIT, BOOK_LIMIT = 12, 3
PILE = sum(BOOKS.values())

Dial = tuple[tuple[str, ...], ...]
"""The icons of each position, from the one at number 1 on."""
Facts = Callable[[Position, Sequence[float]], list[float]]
"""What counts of the pieces and the boss, with so many Books of each kind."""


class Team(NamedTuple):
    """What a round leaves as it is while it is imagined."""

    players: int
    shortest: float
    """The smallest hand, in cards, before anything is eaten."""
    cards: int
    books: tuple[str, ...]
    """The Books that lie open, sorted."""
    power: int = 0
    """By how much the strengths of the hands, as far as they are known, exceed the middle one in all."""

    def without(self, used: Sequence[str]) -> Team:
        """The team once it has used these Books."""
        books = list(self.books)
        for book in used:
            books.remove(book)
        return self._replace(books=tuple(books))


class Weights(NamedTuple):
    """What each fact adds to the log-odds of winning, by what it depends on."""

    table: tuple[float, ...]
    """A base; two, three, four players; strength; Reapers and Moves on the dial in this and the next two rounds."""
    hp: tuple[float, ...]
    """For each Health Point from the second on."""
    vegetables: tuple[float, ...]
    hand: tuple[float, ...]
    """The rounds that it lasts, and all cards."""
    foes: tuple[float, ...]
    """For each point of the Monsters' attack and Health."""
    ground: tuple[float, ...]
    """For each Book, then for the facts of the floor or of the rings."""


class Forecast:
    """The log-odds of winning for any position at the beginning of a round, with one team and one turn of the dial."""

    def __init__(self, weights: Weights, team: Team, dial: Dial, facts: Facts) -> None:
        self._weights, self._team, self._dial, self._facts = weights, team, dial, facts
        self._table = _weigh(_of_table(team, dial), weights.table)
        self._hp = [_weigh(_of_hp(hp), weights.hp) for hp in range(TOP_HP + 1)]
        self._vegetables: dict[int, float] = {}
        self._hand: dict[int, float] = {}
        self._foes: dict[tuple[Foe, ...], float] = {}
        self._ground: dict[tuple[int, ...], float] = {}

    @property
    def by_strength(self) -> float:
        """What a point of strength in any hand adds."""
        return self._weights.table[STRENGTH] / self._team.players

    def __call__(self, at: Position) -> float:
        """The log-odds of winning."""
        key = at.here, at.reaper, at.hp, at.found, at.boss, at.blind
        ground = self._ground.get(key)
        if ground is None:
            ground = self._ground[key] = _weigh(self._of_ground(at), self._weights.ground)
        return self._table + self._hp[at.hp] + ground + self._of_rest(at)

    def _of_rest(self, at: Position) -> float:
        hand, foes = self._hand.get(at.eaten), self._foes.get(at.foes)
        vegetables = self._vegetables.get(at.vegetables)
        if vegetables is None:
            vegetables = self._vegetables[at.vegetables] = _weigh(
                between(VEGETABLES, at.vegetables), self._weights.vegetables
            )
        if hand is None:
            hand = self._hand[at.eaten] = _weigh(_of_hand(self._team, at.eaten), self._weights.hand)
        if foes is None:
            foes = self._foes[at.foes] = _weigh(_of_foes(at.foes), self._weights.foes)
        return hand + foes + vegetables

    def facts(self, at: Position) -> Weights:
        """What the weights are for: their shape, filled with what the position shows."""
        return Weights(
            tuple(_of_table(self._team, self._dial)),
            tuple(_of_hp(at.hp)),
            tuple(between(VEGETABLES, at.vegetables)),
            tuple(_of_hand(self._team, at.eaten)),
            tuple(_of_foes(at.foes)),
            tuple(self._of_ground(at)),
        )

    def _of_ground(self, at: Position) -> list[float]:
        books = _books(self._team.books, at.found)
        return [*books, *self._facts(at, books)]


def _weigh(facts: Sequence[float], weights: Sequence[float]) -> float:
    return sum([fact * weight for fact, weight in zip(facts, weights, strict=True)])


def between(knots: Sequence[int], value: float) -> list[float]:
    """How much of a value lies between each knot and the next."""
    return [min(max(value - low, 0.0), high - low) for low, high in pairwise(knots)]


def _of_table(team: Team, dial: Dial) -> list[float]:
    windows = [[dial[(i - turned) % len(dial)] for i in range(5)] for turned in range(WINDOWS)]
    return [
        1.0, *(float(team.players == n) for n in (2, 3, 4)), team.power / team.players,
        *(float(sum("reaper" in icons for icons in window)) for window in windows),
        *(float(sum("move" in icons for icons in window)) for window in windows),
    ]  # fmt: skip


def _of_hp(hp: int) -> list[float]:
    return [float(hp >= point) for point in range(2, TOP_HP + 1)]


def _of_hand(team: Team, eaten: int) -> list[float]:
    """Cards that lightning takes count as eaten less."""
    cards, shortest = team.cards + eaten, team.shortest + eaten / team.players
    if team.players == 1 and cards > SOLO_LIMIT:
        cards, shortest = SOLO_LIMIT, SOLO_LIMIT
    return [*between(HAND, max(0.0, shortest / NEED[team.players - 1])), cards / team.players]


def _of_foes(foes: tuple[Foe, ...]) -> list[float]:
    return [float(sum([foe.attack for foe in foes])), float(sum([foe.left for foe in foes]))]


def _books(books: tuple[str, ...], found: int) -> list[float]:
    """How many of each kind; what nobody has turned up yet may be any, and three are kept."""
    new = max(0, min(found, BOOK_LIMIT - len(books)))
    return [books.count(book) + new * count / PILE for book, count in BOOKS.items()]


def damage_of(books: Sequence[str]) -> int:
    """What these Books can take from the boss."""
    return sum([int(book[-1]) for book in books if book.startswith(("attack", "blast"))])
