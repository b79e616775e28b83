"""Everything that lies on the table in Cocoon World."""

from __future__ import annotations

from tablekeeper.engines import core
from tablekeeper.engines.cocoon_world.board import TRACK
from tablekeeper.engines.cocoon_world.setup import Setup
from tablekeeper.engines.cocoon_world.tiles import EMPTY, FACE_DOWN, KINDS

WHITE, BLACK = 0, 1
NOBODY = -1
HAND_SIZE = 3
POSITIONS = 11
"""The EP circle counts 0 to 10 and wraps both ways."""


class Table(core.Table):
    """The table while something happens."""

    setup: Setup
    turn: int
    seat: int
    first: int
    at: tuple[int, ...]
    """Where each seat's pawn is on the loop, or its spare pawn while it bets; TRACK while it only bets."""
    sides: tuple[int, ...]
    """Which side that pawn shows."""
    ep: tuple[int, ...]
    stack: tuple[int, ...]
    """Seats in the order in which their EP markers last moved: on one position the later lies on top."""
    hands: tuple[tuple[str, ...], ...]
    """Known tiles by kind, hidden ones face down."""
    tiles: tuple[str, ...]
    """What lies on each space: a kind, FACE_DOWN, or EMPTY."""
    pile: int
    top: tuple[str, ...]
    """Tiles on top of the pile that somebody has looked at, the topmost first."""
    pool: tuple[str, ...]
    """Every tile that the companion has not been told the place of, by kind, sorted; a guess where counts are."""
    bets: tuple[int, ...]
    """The seat that each seat has bet on, or NOBODY."""
    bet_sides: tuple[int, ...]
    """The side of the pawn that waits on the track."""
    promised: tuple[tuple[str, ...], ...]
    """What tiles promise each seat for its next turn or supply."""
    to_place: int
    """How many tiles the seat may still place in this turn."""
    trail: tuple[int, ...]
    """Where the pawn has stopped since the last roll or new tile, to notice a loop."""


class State(core.State, Table):
    """The table between two answers."""


def lay_out(setup: Setup) -> Table:
    """The table at the start: pawns white on Start, markers on 0, eighteen tiles face down."""
    seats = len(setup.players)
    board = setup.board
    table = Table()
    table.setup = setup
    table.turn, table.seat, table.first = 1, 0, 0
    table.at = (0,) * seats
    table.sides = (WHITE,) * seats
    table.ep = (0,) * seats
    table.stack = tuple(range(seats))
    table.tiles = tuple(FACE_DOWN if i in board.covered else EMPTY for i in range(board.size))
    table.pool = tuple(sorted(kind for kind, count in setup.edition.tiles for _ in range(count)))
    dealt = () if setup.known_hands else (FACE_DOWN,) * HAND_SIZE
    table.hands = (dealt,) * seats
    table.pile = len(table.pool) - len(board.covered) - seats * len(dealt)
    table.top = ()
    table.bets = (NOBODY,) * seats
    table.bet_sides = (WHITE,) * seats
    table.promised = ((),) * seats
    table.to_place = 0
    table.trail = ()
    deals = tuple(("draw_up", seat) for seat in range(seats)) if setup.known_hands else ()
    table.agenda = (*deals, ("first",))
    return table


def unseen(table: Table) -> tuple[str, ...]:
    """The kinds that may turn up, each as often as it is likely; a guessed pool leaves no kind out."""
    pool = table.pool
    return (*pool, *sorted(KINDS.difference(pool))) if table.setup.tiles_guessed else pool


def meet(table: Table, tile: str) -> None:
    """A tile that nobody had told of comes to light. A guessed pool may not have held it."""
    if tile in table.pool:
        table.pool = core.without(table.pool, tile)


def bets_now(table: Table, seat: int) -> bool:
    """Whether a seat's pawn waits on the Gods' Bet track."""
    return table.bets[seat] != NOBODY


def waits_on_track(table: Table, seat: int) -> bool:
    """Whether a seat has no pawn on the loop: it bets, and its spare pawn has not been placed."""
    return table.at[seat] == TRACK
