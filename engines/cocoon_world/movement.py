"""How a pawn moves, where it stops, and what happens on an occupied space or in a loop."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.bets import settle_bets
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.placing import obey
from tablekeeper.engines.cocoon_world.points import flip, gain
from tablekeeper.engines.cocoon_world.state import Table, bets_now
from tablekeeper.engines.cocoon_world.tiles import EMPTY, FACE_DOWN, TILE_EP
from tablekeeper.engines.core import put


@FLOW.step("move")
def move(table: Table, spaces: int, landing: str, clause: str) -> None:
    """Move the active pawn, forward or (negative) backward, then land in the way named."""
    seat = table.seat
    size = table.setup.board.size
    here = table.at[seat]
    there = (here + spaces) % size
    table.at = put(table.at, seat, there)
    table.say("pawn_moved", clause, seat, start=here, spaces=spaces, to=there)
    if spaces > 0 and here + spaces > size and _pass_start(table, seat):
        return
    if landing == "land":
        land(table)
    else:
        land_for_ep(table)


def _pass_start(table: Table, seat: int) -> bool:
    """Passing Start settles bets. Whether the move ends there: a bettor whose own spare passes is called back."""
    there = table.at[seat]
    called_back = bets_now(table, seat)
    table.say("start_passed", "start.pass", seat)
    if called_back:
        table.say("spare_called_back", "bet.called_back", seat, start=there, to=0)
    settle_bets(table, seat)
    return called_back


@FLOW.step("advance")
def advance(table: Table, event: str) -> None:
    """Go forward to the next event space of a kind."""
    move(table, table.setup.board.ahead[event][table.at[table.seat]], "land", "tile.advance")


def land(table: Table) -> None:
    """The pawn stops: follow what the space says, or step back from another pawn."""
    seat = table.seat
    here = table.at[seat]
    if here == 0:
        _stop_on_start(table)
    elif here in table.trail:
        table.say("loop_left", "loop.to_start", seat, space=here)
        table.at = put(table.at, seat, 0)
        _stop_on_start(table)
    else:
        table.trail = (*table.trail, here)
        if table.at.count(here) > 1:
            table.say("space_occupied", "occupied.retreat", seat, space=here)
            table.then(("land_for_ep",), ("move", -1, "land", "occupied.retreat"))
        else:
            _follow_space(table, here)


def _stop_on_start(table: Table) -> None:
    seat = table.seat
    gain(table, seat, 1, "start.stop")
    if bets_now(table, seat):
        table.say("spare_called_back", "bet.called_back", seat, start=0, to=0)
    settle_bets(table, seat)


def _follow_space(table: Table, here: int) -> None:
    event = table.setup.board.event_at[here]
    tile = table.tiles[here]
    if event:
        table.then(("stop_on_" + event,))
    elif tile == FACE_DOWN:
        table.then(("reveal", here), ("obey", here))
    elif tile != EMPTY:
        obey(table, here)
    elif table.to_place and table.hands[table.seat]:
        table.then(("place_here",))


@FLOW.step("land_for_ep")
def land_for_ep(table: Table) -> None:
    """On a doublet, or beside another pawn, only what concerns EP counts."""
    seat = table.seat
    here = table.at[seat]
    event = table.setup.board.event_at[here]
    if event == "start":
        _stop_on_start(table)
    elif event == "experience":
        gain(table, seat, 1, "experience.stop")
    elif table.tiles[here] == FACE_DOWN:
        table.then(("reveal", here), ("land_for_ep",))
    elif table.tiles[here] in TILE_EP:
        table.then(("tile_ep", TILE_EP[table.tiles[here]]))


@FLOW.step("stop_on_experience")
def stop_on_experience(table: Table) -> None:
    """An Experience space gives 1 EP."""
    gain(table, table.seat, 1, "experience.stop")


@FLOW.step("stop_on_initiation")
def stop_on_initiation(table: Table) -> None:
    """The Initiation space turns the pawn over."""
    flip(table, table.seat, "initiation.flip")
