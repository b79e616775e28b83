"""What of a table of Kokoro cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tablekeeper.engines.core.consistency import count_faults, range_faults, seat_faults
from tablekeeper.engines.kokoro.edition import ROUNDS
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.paths import BLANK
from tablekeeper.engines.kokoro.state import State

GOLDEN_ENDS = 4
"""Golden cards after which a round is over."""


def find_fault(state: State) -> str | None:
    """The first thing that is wrong."""
    return next(_find_faults(state), None)


def _find_faults(state: State) -> Iterator[str]:
    fields = ("acts", "mats", "pieces", "peeks", "all_peeks", "counts", "boxes", "favours", "bonus")
    yield from seat_faults(state, *fields)
    seats = len(state.setup.players)
    yield from range_faults("round", (state.round,), 0, ROUNDS)
    yield from range_faults("golden", (state.golden,), 0, GOLDEN_ENDS)
    yield from range_faults("waiting", state.waiting, 0, seats - 1)
    yield from range_faults("seers", state.seers, 0, seats - 1)
    yield from count_faults("the sanctuary", (*state.letters, *state.left), LETTERS)
    if state.top and state.top not in state.left:
        yield f"found the sanctuary {state.top!r} on top; expected one of {', '.join(state.left)}"
    yield from _card_faults(state)
    for seat in range(seats):
        yield from _mat_faults(state, seat)
        yield from _box_faults(state, seat)


def _card_faults(state: State) -> Iterator[str]:
    edition = state.setup.edition
    counts = [count for pair in zip(edition.plain, edition.golden, strict=True) for count in pair]
    for code, count in enumerate(counts):
        yield from range_faults(f"the path cards {code} of the pool", (state.pool.count(code),), 0, count)
    yield from range_faults("pool", state.pool, 0, len(counts) - 1)
    called = sum(counts) - len(state.pool)
    if called != state.turn:
        yield f"found turn = {state.turn} with {called} cards called; expected as many"


def _mat_faults(state: State, seat: int) -> Iterator[str]:
    mat, size = state.mats[seat], state.setup.mat.columns * state.setup.mat.rows
    if len(mat) != size:
        yield f"found a mat of seat {seat} with {len(mat)} spaces; expected {size}"
    drawn = len(mat) - mat.count(BLANK)
    if drawn > state.pieces[seat] or (state.setup.virtual_mats and drawn != state.pieces[seat]):
        yield f"found {drawn} paths on the mat of seat {seat}; expected {state.pieces[seat]}, as many as it drew"
    due = state.turn - (("end_turn",) in state.agenda and seat in state.waiting)
    done = state.pieces[seat] + state.all_peeks[seat]
    if done != due:
        yield f"found {done} paths and looks of seat {seat}; expected {due}, one for each card called"


def _box_faults(state: State, seat: int) -> Iterator[str]:
    boxes, called = state.boxes[seat], len(state.letters)
    if len(boxes) not in (0, called - 1, called):
        yield f"found {len(boxes)} boxes of seat {seat} with {called} sanctuaries called; expected one for each"
    if any(after != 0 and after <= before for before, after in pairwise(boxes)):
        yield f"found the boxes {boxes} of seat {seat}; expected each to be 0 or more than the one before"
