"""What of a box of Cocoons cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.engines.cocoons.state import COCOONS, EMPTY, NONE, START, UNNAMED, State, housed
from tablekeeper.engines.cocoons.trapdoors import ACTION, FACE_DOWN
from tablekeeper.engines.core.consistency import count_faults, range_faults

PLACES = COCOONS + 1


def find_fault(state: State) -> str | None:
    """The first thing that is wrong."""
    return next(_find_faults(state), None)


def _find_faults(state: State) -> Iterator[str]:
    sizes = {"cocoons": PLACES, "traps": PLACES, "tokens": PLACES}
    sizes |= {"faces": COCOONS, "owners": COCOONS, "homes": COCOONS}
    for name, size in sizes.items():
        if len(getattr(state, name)) != size:
            yield f"found {name} with {len(getattr(state, name))} values; expected {size}"
    yield from range_faults("seat", (state.seat,), 0, len(state.setup.players) - 1)
    yield from range_faults("reserve", (state.reserve,), 0, state.setup.edition.tokens)
    if state.gap != NONE:
        yield from _place_faults(state)
        yield from _trapdoor_faults(state)
        yield from _guardian_faults(state)


def _place_faults(state: State) -> Iterator[str]:
    yield from range_faults("gap and start", (state.gap, state.start), 0, PLACES - 1)
    if state.cocoons[state.gap] != NONE:
        yield f"found cocoon {state.cocoons[state.gap]} in the gap, place {state.gap}; expected none"
    standing = [cocoon for place, cocoon in enumerate(state.cocoons) if place != state.gap]
    yield from count_faults("the cocoon", standing, range(COCOONS))
    if state.tokens[state.start] != START:
        yield f"found {state.tokens[state.start]!r} in place {state.start}; expected the start token"


def _trapdoor_faults(state: State) -> Iterator[str]:
    lying = [trapdoor for trapdoor in state.traps if trapdoor not in (EMPTY, FACE_DOWN)]
    in_hand = [ACTION for step in state.agenda if step[0] == "lay"]
    in_cocoon = [ACTION] if state.free != NONE else []
    everything = (*state.unseen, *lying, *state.out, *in_hand, *in_cocoon)
    yield from count_faults("the trapdoor", everything, state.setup.trapdoors)
    down = state.traps.count(FACE_DOWN)
    if down != len(state.unseen):
        yield f"found {down} trapdoors face down and {len(state.unseen)} unseen; expected as many"


def _guardian_faults(state: State) -> Iterator[str]:
    guardians = state.setup.edition.guardians
    found = [token for token in state.tokens if token in guardians]
    yield from count_faults("the guardian", (*housed(state), *found, *state.hidden), guardians)
    down = state.tokens.count(FACE_DOWN)
    if down != len(state.hidden):
        yield f"found {down} tokens face down and {len(state.hidden)} guardians hidden; expected as many"
    named = [owner for owner in state.owners if owner != UNNAMED]
    if len(named) != len(set(named)):
        yield f"found owners = {state.owners}; expected each guardian once"
