"""How much of the processor's time the answers of a bot take."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules


class Timed:
    """A bot, and how much of the processor's time its answers took."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def __call__(self, rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
        began = time.process_time()
        answer = self.bot(rules, state, question, luck)
        if len(question.options) > 1:
            self.seconds.append(time.process_time() - began)
        return answer


def count_ms(counts: dict[str, int], seconds: list[float]) -> None:
    """Count them by whole milliseconds, so that the counts of many games can be added up."""
    for each in seconds:
        ms = str(round(1000 * each))
        counts[ms] = counts.get(ms, 0) + 1


def spell_ms(counts: Mapping[str, int]) -> str:
    """The median and the longest."""
    ordered = sorted((int(ms), count) for ms, count in counts.items())
    middle = sum(counts.values()) / 2
    for ms, count in ordered:
        middle -= count
        if middle <= 0:
            return f"median {ms} ms, at most {ordered[-1][0]} ms, of {sum(counts.values())} answers"
    return "no answers"
