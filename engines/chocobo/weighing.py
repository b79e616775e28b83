"""What the good bot's forecast says of the options of a question: how likely the team wins after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp

from tablekeeper.engines.chocobo.answers import Play
from tablekeeper.engines.chocobo.bots import options_of, value_after
from tablekeeper.engines.chocobo.mind.laying import Way, weigh_ways
from tablekeeper.engines.chocobo.mind.standing import copy_of
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.core import Question
from tablekeeper.engines.core.bots.search import Finding
from tablekeeper.engines.core.bots.weighing import Weighed, rank_findings
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules

UNKNOWN = ("discard", "put_away")
"""Kinds of questions for which no chance is worked out: the good bot lets the weakest card go."""
HIGHEST = 50.0
"""Log-odds that are as good as certain."""


def weigh(rules: AnyRules, state: State, question: Question, luck: Luck) -> Weighed | None:
    """The chances to win; None on a copy of which too little is known."""
    copy = copy_of(state)
    if copy is None or question.kind in UNKNOWN:
        return None
    if question.kind == "play":
        if not state.setup.known_hands:
            return None
        return rank_findings(_of_cards(weigh_ways(copy, state, question.asked, luck)))
    options = options_of(state, question)
    if len(options) < 2:
        return None
    return rank_findings(Finding(option, _chance(value_after(rules, copy, state, option)), 1) for option in options)


def _chance(odds: float) -> float:
    return 1.0 / (1.0 + exp(-max(-HIGHEST, min(HIGHEST, odds))))


def _of_cards(ways: Iterable[Way]) -> Iterator[Finding]:
    """A card by its best way; one that lies in a better way beside another card is no other choice."""
    seen: set[int] = set()
    for way in sorted(ways, key=lambda way: -way.chance):
        new = [card for card in way.cards if card not in seen]
        if new:
            yield Finding(Play(new[0]), way.chance, 1)
        seen.update(way.cards)
