"""What the options of a question promise, as every game says it: for hints, whatever found it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tablekeeper.engines.core.bots.search import Finding
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.question import Question
from tablekeeper.engines.core.rules import AnyRules

WINS = "wins"
"""The unit of a chance to win, from 0 to 1."""


class Weighed(NamedTuple):
    """The options that were weighed."""

    findings: tuple[Finding, ...]
    """The best first, and none that expects more than it."""
    unit: str = WINS
    """What they expect: a chance to win, or a final score by the name that the game's texts know."""


Weigh = Callable[[AnyRules, Any, Question, Luck], Weighed | None]
"""weigh(rules, state, question, luck) -> what its options promise the seat that speaks, as far as that seat knows.

None where the game has no number for this question.
"""


def rank_findings(findings: Iterable[Finding], unit: str = WINS) -> Weighed:
    """Those that were tried most, as the others were dropped for promising less, and of these the best first."""
    found = tuple(findings)
    most = max(finding.tried for finding in found)
    return Weighed(tuple(sorted((each for each in found if each.tried == most), key=lambda each: -each.expects)), unit)
