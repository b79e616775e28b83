"""A bot that remembers what was said, plans some slides ahead, and guesses only when it must."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablekeeper.engines.cocoons.answers import Correct, End, Lay, Leave, Put, Slide
from tablekeeper.engines.cocoons.ordering import Walker
from tablekeeper.engines.cocoons.planning import DEPTH, UNDONE_WORTH, Planner
from tablekeeper.engines.cocoons.solver import count_corrections, mark_places, solve, visits_of
from tablekeeper.engines.cocoons.state import NONE, UNNAMED, State
from tablekeeper.engines.cocoons.tours import tours_to
from tablekeeper.engines.cocoons.trapdoors import NUMBERS
from tablekeeper.engines.cocoons.turn import CORRECTION
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules

MARGIN = 3
"""Tokens to spare below which a guardian is guessed home rather than left for later."""
FEW = 3
"""So many slides ahead win about as many games as all of them, in a tenth of the time."""
CURIOUS = 6
"""Tokens for which a finished box is still worth checking, rather than opened on a guess."""


Values = Callable[[State, int, bool], dict[int, float]]
"""values(state, barred, paid) -> by place whose cocoon may slide, how good that is."""


def play_well(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The answer of somebody who forgets nothing that was revealed, and knows nothing else."""
    return _play(state, question, luck, _value_well)


def play_quickly(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The same in a fraction of the time, with fewer slides ahead."""
    return _play(state, question, luck, _value_quickly)


def play_gently(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The same, by somebody who may put off for ever what could be done now, and gives numbers no order."""
    return _play(state, question, luck, lambda state, barred, paid: Planner(state).value_slides(barred, paid))


def _value_well(state: State, barred: int, paid: bool, depth: int = DEPTH) -> dict[int, float]:
    if set(state.setup.trapdoors) <= set(NUMBERS):
        return Walker(state, depth).value_slides(barred)
    return Planner(state, UNDONE_WORTH, depth).value_slides(barred, paid)


def _value_quickly(state: State, barred: int, paid: bool) -> dict[int, float]:
    return _value_well(state, barred, paid, FEW)


def _play(state: State, question: Question, luck: Luck, values: Values) -> Answer:
    if question.kind == "turn":
        return _take_turn(state, question, luck, values)
    if question.kind == "slide_on":
        return _slide(question, luck, values(state, state.agenda[0][1], False))
    if question.kind == "place":
        return _place(state, question, luck)
    if question.kind == "rehome":
        put = Put(question.about["guardian"], _home(state, question.about["guardian"], luck))
        if put in question.options:
            return put
    if question.kind == "lay":
        return _lay(state, question)
    return _any(question, luck)


def _any(question: Question, luck: Luck) -> Answer:
    return question.options[int(luck.random() * len(question.options))]


def _take_turn(state: State, question: Question, luck: Luck, values: Values) -> Answer:
    wrong = _find_wrong(state)
    if wrong and Correct(wrong) in question.options and solve(state).tokens <= state.reserve:
        return Correct(wrong)
    if End() in question.options and not count_corrections(state):
        unsure = state.owners.count(UNNAMED) > 1
        if not (unsure and state.reserve >= CURIOUS):
            return End()
    return _slide(question, luck, values(state, NONE, True))


def _slide(question: Question, luck: Luck, values: Mapping[int, float]) -> Answer:
    slides = [option for option in question.options if isinstance(option, Slide)]
    return max(slides, key=lambda slide: values[slide.place] + 0.01 * luck.random())


def find_known_home(state: State, guardian: str) -> int:
    """The cocoon that is known to be the guardian's, or NONE."""
    if guardian in state.owners:
        return state.owners.index(guardian)
    return state.owners.index(UNNAMED) if state.owners.count(UNNAMED) == 1 else NONE


def _home(state: State, guardian: str, luck: Luck) -> int:
    """The place of its cocoon, else of one that may be it, best an empty one."""
    cocoon = find_known_home(state, guardian)
    if cocoon == NONE:
        here = next((c for c, home in enumerate(state.homes) if guardian in home), NONE)
        free = [c for c, owner in enumerate(state.owners) if owner == UNNAMED and c != here]
        free = [c for c in free if not state.homes[c]] or free
        cocoon = free[int(luck.random() * len(free))]
    return state.cocoons.index(cocoon)


def _find_wrong(state: State) -> str:
    """A guardian that is known to be in the wrong cocoon and may now be put right, or empty."""
    for cocoon, home in enumerate(state.homes):
        owner = state.owners[cocoon]
        for guardian in home:
            right = find_known_home(state, guardian)
            if right not in (NONE, cocoon):
                return guardian
            if right == NONE and owner != UNNAMED and all(state.homes) and state.gap == state.start:
                return guardian
    return ""


def _place(state: State, question: Question, luck: Luck) -> Answer:
    guardian = state.tokens[state.gap]
    if find_known_home(state, guardian) == NONE:
        left = state.reserve - _tokens_if_left(state)
        if left >= MARGIN:
            return Leave()
    return Put(guardian, _home(state, guardian, luck))


def _tokens_if_left(state: State) -> int:
    """What the way takes at least when the guardian in the gap is left for later."""
    marks = mark_places(state, ".")
    return tours_to(state.start).fewest(state.gap, _free_place(state), visits_of(marks)) + CORRECTION * (
        count_corrections(state)
    )


def _free_place(state: State) -> int:
    return state.cocoons.index(state.free) if state.free != NONE else 9


def _lay(state: State, question: Question) -> Answer:
    """Into the cocoon with which the tour is shortest."""
    visits, tours = visits_of(mark_places(state, ".")), tours_to(state.start)

    def tokens(option: Answer) -> int:
        assert isinstance(option, Lay)
        return tours.fewest(state.gap, option.place, visits)

    return min(question.options, key=tokens)
