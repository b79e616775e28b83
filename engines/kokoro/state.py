"""Everything that lies on the table in Kokoro."""

from __future__ import annotations

from tablekeeper.engines import core
from tablekeeper.engines.kokoro.edition import ROUNDS
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.paths import BLANK
from tablekeeper.engines.kokoro.setup import Setup

NOT_YET = -1000
"""Stands for a count that has not been told; no mat and no decree comes to so little."""


class Table(core.Table):
    """The table while something happens."""

    setup: Setup
    round: int
    letters: tuple[str, ...]
    """The sanctuaries called so far, one a round."""
    left: tuple[str, ...]
    """The sanctuary cards that have not been revealed."""
    top: str
    """The next sanctuary, where the companion dealt it to a peeking player; else empty."""
    seers: tuple[int, ...]
    """The seats that have seen the next sanctuary."""
    pool: tuple[int, ...]
    """The path cards still in the deck, as `code_of` numbers them, sorted."""
    card: int
    """The path card of this turn."""
    turn: int
    """Path cards called in the whole game."""
    golden: int
    """Golden ones in this round."""
    waiting: tuple[int, ...]
    """The seats that have not answered the question that is put to all."""
    acts: tuple[str, ...]
    """What each seat did in this turn: `drew`, `peeked`, or empty."""
    mats: tuple[str, ...]
    """What is drawn on each mat, as far as the companion knows."""
    pieces: tuple[int, ...]
    """How many paths each seat has drawn."""
    peeks: tuple[int, ...]
    """Looks of each seat in this round, and in the whole game."""
    all_peeks: tuple[int, ...]
    guardians: tuple[int, ...]
    """The spaces of the caterpillar and the flower guardian, as far as they are known."""
    counts: tuple[int, ...]
    """What each seat counts in the running scoring, or NOT_YET."""
    boxes: tuple[tuple[int, ...], ...]
    """The numbers that each seat has written for sanctuaries."""
    favours: tuple[tuple[int, ...], ...]
    """The numbers written for the caterpillar and the flower guardian."""
    decree: str
    bonus: tuple[int, ...]
    """What each seat has written in the decree box."""


class State(core.State, Table):
    """The table between two answers."""


def code_of(shape: int, golden: bool) -> int:
    """A path card as one number."""
    return 2 * shape - 2 + golden


def shape_of(code: int) -> int:
    """The path on a card."""
    return code // 2 + 1


def lay_out(setup: Setup) -> Table:
    """The table at the start: empty mats, both decks full."""
    seats = len(setup.players)
    table = Table()
    table.setup = setup
    table.round, table.turn, table.golden, table.card = 0, 0, 0, -1
    table.letters, table.left, table.top, table.seers = (), LETTERS, "", ()
    edition = setup.edition
    counts = [count for pair in zip(edition.plain, edition.golden, strict=True) for count in pair]
    table.pool = tuple(code for code, count in enumerate(counts) for _ in range(count))
    table.waiting, table.acts = (), ("",) * seats
    table.mats = (BLANK * (setup.mat.columns * setup.mat.rows),) * seats
    table.pieces = table.peeks = table.all_peeks = (0,) * seats
    table.guardians = setup.mat.guardians
    table.counts = (NOT_YET,) * seats
    table.boxes = table.favours = ((),) * seats
    table.decree, table.bonus = "", (0,) * seats
    before = (("begin",), *((("guardian", 0), ("guardian", 1)) if setup.side == "pink" else ()))
    table.agenda = (*before, *((("decree",),) if setup.decree else ()), *(("round",),) * ROUNDS, ("last_scoring",))
    return table
