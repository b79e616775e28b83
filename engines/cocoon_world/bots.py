"""A bot that looks through its own turn, with rolls by their odds, and asks the forecast what each end is worth."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.dungeon import EP
from tablekeeper.engines.cocoon_world.forecast import chance_to_win
from tablekeeper.engines.cocoon_world.state import POSITIONS, State
from tablekeeper.engines.core import Answer, Question, Roll
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules

HAND_ODDS = {"zombie": 288, "kobold": 720, "goblin": 90, "golem": 120, "dragon_rider": 72, "nightmare": 6}
"""Of 1296 rolls of four dice."""
ROLLS = 1296
TWO_DICE = tuple((Roll((a, b)), 1 if a == b else 2) for a in range(1, 7) for b in range(a, 7))
"""What two dice may show, and how often of 36."""
LOOKS = 24
"""Options looked at more closely; more would only cost time."""
LOOKS_AHEAD = 2
"""How many own rolls and choices after an answer are thought through."""
BRANCHES = 6
"""Decisions with more options than this are not looked through in the middle of a thought."""


def play_well(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The option with the best chance to win, as far as this turn shows."""
    return _choose(rules, state, question, luck, LOOKS_AHEAD)


def play_quickly(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The same with one roll or choice ahead: nearly as good, in a fraction of the time."""
    return _choose(rules, state, question, luck, 1)


def _choose(rules: AnyRules, state: State, question: Question, luck: Luck, ahead: int) -> Answer:
    if question.kind == "go_on":
        return _stop_or_go(state, question)
    if question.final or _all_alike(question):  # to think through what shows a hidden hand would be to peep
        return choose_randomly(rules, state, question, luck)
    options, seat = question.options, question.asked
    count = len(options)
    picks = range(count) if count <= LOOKS else {int(luck.random() * count) for _ in range(LOOKS)}

    def value(i: int) -> float:
        return value_of(rules, rules.follow(state, options[i]), seat, ahead) + luck.random() * 1e-6

    return options[max(picks, key=value)]


def _all_alike(question: Question) -> bool:
    """Whether the forecast is the same for all options: tiles that nobody obeys in this turn, or that stay in hand."""
    return question.kind in ("keep", "return") or question.about.get("why") == "nearest"


def value_of(rules: AnyRules, state: State, seat: int, depth: int) -> float:
    """What a state is worth to a seat: through its own rolls and choices, else by the forecast."""
    if depth and state.agenda and state.seat == seat:
        question = rules.question(state)
        if question.kind == "roll" and question.about["why"] in ("tile", "doublet"):
            return sum(n * value_of(rules, rules.follow(state, roll), seat, depth - 1) for roll, n in TWO_DICE) / 36
        if question.kind == "go_on":
            return max(_stop_value(state, question), _go_value(state, question))
        if question.kind == "roll" and question.about["why"] == "dungeon":
            return _go_value(state, question)
        if (
            question.asked == seat
            and question.kind != "wish"
            and not question.final
            and len(question.options) <= BRANCHES
        ):
            return max(value_of(rules, rules.follow(state, option), seat, depth - 1) for option in question.options)
    return chance_to_win(state, seat)


def _stop_or_go(state: State, question: Question) -> Answer:
    return question.options[0 if _stop_value(state, question) >= _go_value(state, question) else 1]


def _stop_value(state: State, question: Question) -> float:
    return chance_to_win(state, state.seat, question.about["ep"])


def _go_value(state: State, question: Question) -> float:
    """What one more roll is worth, if the challenge then stops."""
    made, ep, seat = question.about["made"], question.about["ep"], state.seat
    value = 0.0
    for hand, ways in HAND_ODDS.items():
        if hand in made:
            reached = chance_to_win(state, seat)
        elif hand == "nightmare":
            reached = max(chance_to_win(state, seat, n) for n in range(POSITIONS))
        else:
            reached = chance_to_win(state, seat, ep + EP[hand])
        value += ways / ROLLS * reached
    return value
