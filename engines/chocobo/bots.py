"""The good bot: of each answer it imagines the rest of the round, and takes the one that wins likeliest."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.chocobo.answers import Discard, Share
from tablekeeper.engines.chocobo.gentle import most_even, play_gently
from tablekeeper.engines.chocobo.mind.laying import choose_card
from tablekeeper.engines.chocobo.mind.standing import Copy, copy_of
from tablekeeper.engines.chocobo.mind.valuing import value_of
from tablekeeper.engines.chocobo.outlook import strength_of
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules

OVER = 1000.0
"""What the end of the game is worth, either way: more than any forecast."""


def play_well(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The answer after which the team wins likeliest, as far as the asked may know."""
    copy = copy_of(state)
    if copy is None:
        return play_gently(rules, state, question, luck)
    kind = question.kind
    if kind in ("play", "discard", "put_away") and not state.setup.known_hands:
        return choose_randomly(rules, state, question, luck)
    if kind == "play":
        return choose_card(copy, state, question.asked, luck)
    if kind == "discard":
        return Discard(min(state.hands[question.asked], key=lambda card: strength_of(state, card)))
    options = options_of(state, question)
    if len(options) == 1:
        return options[0]
    values = [value_after(rules, copy, state, option) for option in options]
    return options[values.index(max(values))]


def options_of(state: State, question: Question) -> Sequence[Answer]:
    """What is weighed: of many ways to share the most even one, and anything else."""
    options = question.options
    if question.kind in ("share", "give_up"):
        return [most_even(state, question), *(option for option in options if not isinstance(option, Share))]
    return options


def value_after(rules: AnyRules, copy: Copy, state: State, answer: Answer) -> float:
    """The log-odds of winning after an answer."""
    after = rules.follow(state, answer)
    if rules.is_over(after):
        return OVER if rules.outcome(after).winners else -OVER  # type: ignore[union-attr]
    return value_of(copy, after)
