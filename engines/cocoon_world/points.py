"""Experience points on their circle, and the side of a pawn that decides which way they are gained."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.state import BLACK, POSITIONS, WHITE, Table
from tablekeeper.engines.core import put, without


def gain(table: Table, seat: int, ep: int, clause: str) -> None:
    """Gain EP the way the pawn's side says: white clockwise (up), black anticlockwise (down)."""
    _walk(table, seat, -ep if table.sides[seat] == BLACK else ep, "ep_gained", clause, ep)


def _walk(table: Table, seat: int, steps: int, kind: str, clause: str, ep: int) -> None:
    before = table.ep[seat]
    after = (before + steps) % POSITIONS
    table.ep = put(table.ep, seat, after)
    if steps:
        table.stack = (*without(table.stack, seat), seat)
    table.say(kind, clause, seat, ep=ep, was=before, now=after)


def flip(table: Table, seat: int, clause: str) -> None:
    """Turn the pawn over."""
    side = BLACK if table.sides[seat] == WHITE else WHITE
    table.sides = put(table.sides, seat, side)
    table.say("pawn_flipped", clause, seat, side="black" if side == BLACK else "white")


@FLOW.step("flip")
def flip_active(table: Table, clause: str) -> None:
    """The active player turns the pawn over."""
    flip(table, table.seat, clause)


@FLOW.step("tile_ep")
def obey_tile_ep(table: Table, ep: int) -> None:
    """A tile says gain or lose: clockwise or anticlockwise whatever the side shows (ruling 1)."""
    seat = table.seat
    kind, clause = ("ep_gained", "tile.gain") if ep > 0 else ("ep_lost", "tile.lose")
    absolute = table.setup.absolute_ep_tiles or table.sides[seat] == WHITE
    _walk(table, seat, ep if absolute else -ep, kind, clause, abs(ep))
