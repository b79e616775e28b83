"""What of a table of Cocoon World cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablekeeper.engines.cocoon_world.board import TRACK
from tablekeeper.engines.cocoon_world.state import BLACK, HAND_SIZE, NOBODY, POSITIONS, WHITE, State
from tablekeeper.engines.cocoon_world.tiles import EMPTY, FACE_DOWN
from tablekeeper.engines.core.consistency import count_faults, range_faults, seat_faults

LOOKING = ("look", "look_next", "keep", "return")
"""Steps that hold tiles which somebody looks at."""
SPENT = "rob"
"""The one kind of tile that leaves the game."""


def find_fault(state: State) -> str | None:
    """The first thing that is wrong."""
    return next(_find_faults(state), None)


def _find_faults(state: State) -> Iterator[str]:
    yield from seat_faults(state, "at", "sides", "ep", "stack", "hands", "bets", "bet_sides", "promised")
    seats, board = len(state.at), state.setup.board
    yield from range_faults("seat", (state.seat, state.first), 0, seats - 1)
    yield from range_faults("sides", (*state.sides, *state.bet_sides), WHITE, BLACK)
    yield from range_faults("ep", state.ep, 0, POSITIONS - 1)
    yield from range_faults("at", state.at, TRACK, board.size - 1)
    yield from count_faults("the marker of seat", state.stack, range(seats))
    yield from range_faults("the sizes of hands", map(len, state.hands), 0, HAND_SIZE)
    yield from range_faults("bets", state.bets, NOBODY, seats - 1)
    yield from _bet_faults(state)
    yield from _tile_faults(state)


def _bet_faults(state: State) -> Iterator[str]:
    bets = [bet for bet in state.bets if bet != NOBODY]
    if len(bets) != len(set(bets)):
        yield f"found bets = {state.bets}; expected no two on one seat"
    for seat, at in enumerate(state.at):
        if state.bets[seat] == seat:
            yield f"found a bet of seat {seat} on itself; expected one on another"
        if at == TRACK and state.bets[seat] == NOBODY:
            yield f"found the pawn of seat {seat} on the track without a bet; expected it on the loop"


def _tile_faults(state: State) -> Iterator[str]:
    events = state.setup.board.event_at
    if len(state.tiles) != len(events):
        yield f"found {len(state.tiles)} places for tiles; expected {len(events)}"
        return
    for space, tile in enumerate(state.tiles):
        if tile != EMPTY and events[space]:
            yield f"found the tile {tile!r} on space {space}; expected none on an event space"
    looked_at = [tile for step in state.agenda if step[0] in LOOKING for tile in step[2]]
    hidden = sum(hand.count(FACE_DOWN) for hand in state.hands) + state.tiles.count(FACE_DOWN)
    yield from range_faults("pile", (state.pile,), 0, sum(count for _, count in state.setup.edition.tiles))
    if not state.setup.tiles_guessed:
        unseen = hidden + state.pile - len(state.top) - len(looked_at)
        if len(state.pool) != unseen:
            yield f"found {len(state.pool)} tiles in the pool, {unseen} face down and in the pile; expected as many"
        yield from _kind_faults(state, looked_at)


def _kind_faults(state: State, looked_at: list[str]) -> Iterator[str]:
    open_tiles = [tile for tiles in (*state.hands, state.tiles) for tile in tiles if tile not in (EMPTY, FACE_DOWN)]
    robbed = [step[1] for step in state.agenda if step[0] == "use_taken"]
    everything = Counter((*state.pool, *open_tiles, *state.top, *looked_at, *robbed))
    right = dict(state.setup.edition.tiles)
    everything[SPENT] += max(0, right.get(SPENT, 0) - everything[SPENT])
    yield from count_faults("the tile", everything.elements(), Counter(right).elements())
