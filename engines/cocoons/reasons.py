"""What speaks for an answer in Cocoons: what a slide uncovers or shows, where a guardian is known to live."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.engines.cocoons.answers import Correct, Put, Slide
from tablekeeper.engines.cocoons.bots import find_known_home
from tablekeeper.engines.cocoons.box import LOOKS_IN, PLACES
from tablekeeper.engines.cocoons.solver import DOWN, GUARD, QUIET, SPENT, mark_places, solve
from tablekeeper.engines.cocoons.state import NONE, UNNAMED, State
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.rules import AnyRules

UNCOVERS = {DOWN: "uncovers_trapdoor", GUARD: "uncovers_guardian"}


def reason_for(rules: AnyRules, state: State, question: Question, answer: Answer) -> Reason | None:
    """By what is answered."""
    own = SPOKEN.get(answer.verb)
    found = own(state, answer) if own is not None else None
    if found is None and isinstance(answer, Slide):
        after, _ = rules.answer(state, answer)
        return (
            None if rules.is_over(after) else Reason("bound", {"count": solve(after).tokens, "tokens": after.reserve})
        )
    return found


def _slide(state: State, answer: Answer) -> Reason | None:
    assert isinstance(answer, Slide)
    place, marks = answer.place, mark_places(state, ".")
    if marks[place] in UNCOVERS:
        return Reason(UNCOVERS[marks[place]], {})
    if marks[place] not in (SPENT, QUIET):
        return Reason("uncovers_held", {})
    if _shows_a_side(state, place):
        return Reason("shows_side", {})
    nearest = _nearest(place, state.gap, marks)
    if nearest != NONE:
        return Reason("towards", {"place": nearest})
    return Reason("home_way", {}) if _distance(place, state.start) < _distance(state.gap, state.start) else None


def _shows_a_side(state: State, place: int) -> bool:
    """Whether a cocoon looks into the new gap whose guardian nobody has said."""
    moved = {**dict(enumerate(state.cocoons)), state.gap: state.cocoons[place]}
    return any(
        state.faces[moved[at]] == side and state.owners[moved[at]] == UNNAMED
        for at, side in LOOKS_IN[place] if moved[at] != NONE
    )  # fmt: skip


def _nearest(place: int, gap: int, marks: str) -> int:
    """The nearest place where something is still to be done that the gap comes closer to, or NONE."""
    due = [at for at in PLACES if marks[at] not in (SPENT, QUIET) and _distance(place, at) < _distance(gap, at)]
    return min(due, key=lambda at: _distance(place, at), default=NONE)


def _distance(one: int, other: int) -> int:
    """How many slides bring the gap from one place to the other."""
    return abs(one // 3 - other // 3) + abs(one % 3 - other % 3)


def _put(state: State, answer: Answer) -> Reason | None:
    assert isinstance(answer, Put)
    home = find_known_home(state, answer.guardian)
    cocoon = state.cocoons[answer.place]
    if home == cocoon and answer.guardian in state.owners:
        return Reason("home_seen", {})
    if home == cocoon:
        return Reason("home_last", {})
    if home != NONE:
        return None
    return Reason("home_guess", {"count": state.owners.count(UNNAMED), "tokens": state.reserve})


def _correct(state: State, answer: Answer) -> Reason | None:
    assert isinstance(answer, Correct)
    here = next(cocoon for cocoon, home in enumerate(state.homes) if answer.guardian in home)
    if find_known_home(state, answer.guardian) not in (NONE, here):
        return Reason("moves_home", {})
    return Reason("not_there", {}) if state.owners[here] not in (UNNAMED, answer.guardian) else None


SPOKEN: dict[str, Callable[[State, Answer], Reason | None]] = {
    "slide": _slide, "put": _put, "correct": _correct,
    "leave": lambda state, answer: Reason("leave", {"tokens": state.reserve}),
    "lay": lambda state, answer: Reason("lay", {}), "end": lambda state, answer: Reason("end", {}),
}  # fmt: skip
"""By what is answered."""
