"""Everything that lies on the table in Chocobo's Dungeon."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablekeeper.engines import core
from tablekeeper.engines.chocobo.places import BOOKS, CARDS, MONSTERS, VEGETABLE_TOKENS
from tablekeeper.engines.chocobo.setup import Setup

HIDDEN = 0
"""A card in a hand that the companion cannot see, and a token whose value no edition tells."""
BONUS = -1
"""The seat of a Bonus card."""
TOP_HP, TOP_VEGETABLES = 9, 15
FIRST_VEGETABLES = 5
BOTTOM = 4
"""The floor of the boss."""
UNKNOWN = -1
"""Where the Chocobo is on a board that has no map."""


class Monster(NamedTuple):
    """A Monster card in the row, with the damage on it."""

    deck: str
    number: int
    damage: int

    @property
    def word(self) -> str:
        """Its name in answers and events."""
        return f"{self.deck}_{self.number}"


class Table(core.Table):
    """The table while something happens."""

    setup: Setup
    round: int
    phase: int
    """The printed number of the phase, 1 to 7; 0 before the first round."""
    floor: int
    here: int
    """The Chocobo's space: on a floor by its number, on 4F clockwise from its start."""
    reaper: int
    """The Reaper's steps from the left end; on 4F its space clockwise from its start."""
    hp: int
    vegetables: int
    dial: int
    """The position of the dial that shows the number 1."""
    hands: tuple[tuple[int, ...], ...]
    """The cards in each hand, HIDDEN where they stay hidden."""
    deck: int
    pool: tuple[int, ...]
    """Every card that the companion has not been told the place of, sorted."""
    discard: tuple[int, ...]
    bonus: tuple[int, ...]
    laid: tuple[tuple[int, int], ...]
    """Cards face down on the table: (card, seat)."""
    row: tuple[tuple[int, int], ...]
    """Cards beside the dial in ascending order: (card, seat), BONUS for a Bonus card."""
    acting: int
    """The index in the row of the card that acts, or -1."""
    monsters: tuple[Monster, ...]
    packs: tuple[tuple[int, ...], ...]
    """The numbers of the Monsters in the Basic and the Elite deck."""
    beaten: tuple[tuple[int, ...], ...]
    """The numbers of the discarded Monsters of each deck."""
    books: tuple[str, ...]
    """Unused Book tokens, the newest last."""
    book_pile: tuple[str, ...]
    vegetable_pile: tuple[int, ...]
    boss_damage: int
    hidden_bonus: bool
    """Whether the (first) Bonus card of the next round will stay face down until all have chosen."""
    face_down: tuple[int, ...]
    """The Bonus card that lies face down: HIDDEN, or its number once nothing else is left that it may be."""
    learned: tuple[tuple[str, Any], ...]
    """What the table told about this copy: places with values."""
    cause: str
    """How the game ended, or empty."""


class State(core.State, Table):
    """The table between two answers."""


def lay_out(setup: Setup) -> Table:
    """The table before the first round: nothing dealt, nothing revealed."""
    seats = range(len(setup.players))
    table = Table()
    table.setup = setup
    table.round = table.phase = table.floor = table.reaper = table.dial = table.boss_damage = 0
    table.here = UNKNOWN
    table.hp, table.vegetables = TOP_HP, FIRST_VEGETABLES
    dealt = 0 if setup.known_hands else setup.hand_size
    table.hands = ((HIDDEN,) * dealt,) * len(seats)
    table.pool = tuple(CARDS)
    table.deck = len(CARDS) - dealt * len(seats)
    table.discard = table.bonus = table.books = table.monsters = table.laid = table.row = table.learned = ()
    table.acting = -1
    table.packs = (tuple(MONSTERS), tuple(MONSTERS))
    table.beaten = ((), ())
    counts = setup.edition.section("tokens.books") or BOOKS
    table.book_pile = tuple(book for book in BOOKS for _ in range(counts.get(book, 0)))
    vegetables = setup.edition.section("tokens.vegetables")
    pile = tuple(int(kind) for kind, count in vegetables.items() for _ in range(count))
    table.vegetable_pile = pile or (HIDDEN,) * VEGETABLE_TOKENS
    table.hidden_bonus = False
    table.face_down = ()
    table.cause = ""
    deals = tuple(("draw", seat) for seat in seats for _ in range(setup.hand_size)) if setup.known_hands else ()
    table.agenda = (("lay_out",), *deals, *((("find_book",),) * setup.books), ("set_dial",), ("enter", 1))
    return table
