"""What speaks for an answer in Cocoon World: the risk of a roll, what a bet waits for, and the chance to win."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.engines.cocoon_world.bots import HAND_ODDS, LOOKS_AHEAD, ROLLS, value_of
from tablekeeper.engines.cocoon_world.forecast import bet_chance
from tablekeeper.engines.cocoon_world.state import POSITIONS, State
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.rules import AnyRules


def reason_for(rules: AnyRules, state: State, question: Question, answer: Answer) -> Reason | None:
    """Of a challenge the risk, of a bet its odds; else what changes at once, and the chance to win afterwards."""
    own = SPOKEN.get(question.kind)
    if own is not None:
        return own(state, question, answer)
    if question.final:  # its answer shows a hidden hand: to think it through would be to peep
        return None
    return _chances(rules, state, question, answer)


def _go_on(state: State, question: Question, answer: Answer) -> Reason:
    made, ep = question.about["made"], question.about["ep"]
    eighths = round(8 * sum(HAND_ODDS[hand] for hand in made) / ROLLS)
    return Reason(f"{answer.verb}_{'risk' if eighths else 'safe'}", {"count": eighths, "ep": ep})


def _bet(state: State, question: Question, answer: Answer) -> Reason:
    on = state.setup.colours.index(answer.parts()["colour"])
    return Reason("bet", {"percent": _percent(bet_chance(state, question.asked, on))})


def _rob(state: State, question: Question, answer: Answer) -> Reason:
    victim = state.setup.colours.index(answer.parts()["colour"])
    return Reason("rob", {"player": victim, "count": len(state.hands[victim])})


SPOKEN: dict[str, Callable[[State, Question, Answer], Reason]] = {"go_on": _go_on, "bet": _bet, "rob": _rob}
"""By kind of question, what can be said without a look at what comes after."""


def _chances(rules: AnyRules, state: State, question: Question, answer: Answer) -> Reason:
    seat = question.asked
    after, _ = rules.answer(state, answer)
    worth = value_of(rules, after, seat, LOOKS_AHEAD)
    if len(state.ep) == 1:
        return Reason("hope", {"count": round(worth * (POSITIONS - 1))})
    percent = {"percent": _percent(worth)}
    gained = _steps(state.ep[seat], after.ep[seat])
    if gained:
        return Reason("gain" if gained > 0 else "loss", {"count": abs(gained), **percent})
    for other, ep in enumerate(state.ep):
        if _steps(ep, after.ep[other]) < 0:
            return Reason("setback", {"player": other, "count": -_steps(ep, after.ep[other]), **percent})
    return Reason("chances", percent)


def _steps(before: int, after: int) -> int:
    """How far a marker went, the shorter way round."""
    forward = (after - before) % POSITIONS
    return forward if forward <= POSITIONS // 2 else forward - POSITIONS


def _percent(chance: float) -> int:
    return min(99, max(1, round(100 * chance)))
