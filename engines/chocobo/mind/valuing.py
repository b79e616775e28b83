"""How likely the team wins from a state, with the best choices in the rest of the round: as log-odds."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.engines.chocobo.gentle import DOING
from tablekeeper.engines.chocobo.mind.imagined import position_now
from tablekeeper.engines.chocobo.mind.rounds_ahead import RoundAhead, Slot
from tablekeeper.engines.chocobo.mind.standing import Copy, ending_of, ground_of, team_now
from tablekeeper.engines.chocobo.outlook import DUE, strength_of
from tablekeeper.engines.chocobo.state import State

WHOLE_ROUND = frozenset(DUE)


def value_of(copy: Copy, state: State) -> float:
    """Before cards are laid the forecast itself; afterwards the end of the round, as far as its cards tell."""
    names = {step[0] for step in state.agenda}
    begins = "assign" in names
    due = frozenset() if begins else frozenset(what for what, steps in DUE.items() if not steps.isdisjoint(names))
    slots = [] if begins else list(_slots_left(copy, state))
    team = team_now(state, _sizes(state))
    ground = ground_of(copy, team, state.floor, state.dial)
    ending = ending_of(copy, team, state.floor, state.dial, due)
    ahead = RoundAhead(ground, ending, position_now(state), [icons for icons, _ in slots])
    return ahead.worth(tuple(strength for _, strength in slots))


def _sizes(state: State) -> list[int]:
    """How many cards each player has: with what is being drawn and what lies face down, without what must go."""
    sizes = [len(hand) for hand in state.hands]
    for _, seat in state.laid:
        sizes[seat] += 1
    for step in state.agenda:
        if step[0] in ("draw", "draw_up"):
            sizes[step[1]] += 1
        elif step[0] == "throw":
            sizes[step[1]] -= 1
    return sizes


def _slots_left(copy: Copy, state: State) -> Iterator[Slot]:
    """What is being done, and what the rest of the row will do."""
    steps = {step[0]: step for step in state.agenda[:2]}
    if "choose" in steps:
        yield steps["choose"][1:], strength_of(state, state.row[state.acting][0])
    for name, step in steps.items():
        if name in DOING:
            yield (DOING[name],), step[1]
    dial = copy.dial_at(state.dial)
    for step in state.agenda:
        if step[0] == "act":
            yield dial[step[1]], strength_of(state, state.row[step[1]][0])
