"""How a bot plays at a real table with a piece of its own that the rules do not hold there, such as a mat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.question import Facts, Question
from tablekeeper.engines.core.rules import AnyRules


class Noted(NamedTuple):
    """An answer of the bot that stands, with what it noted beside it."""

    answer: Answer
    about: Facts
    note: str


class Choice(NamedTuple):
    """What the bot answers at the table, and what it notes of its own piece."""

    answer: Answer
    note: str = ""


class AtTable(NamedTuple):
    """What a game needs for that. The notes are all that the bot remembers; they are kept beside its answers."""

    fits: Callable[[Any], bool]
    """fits(setup) -> whether the bot can answer everything that such a table asks of it."""
    known: Callable[[Any, int, Sequence[Noted]], Any]
    """known(state, seat, notes) -> the state with the seat's own piece in it, and nothing of anybody else's."""
    choose: Callable[[Bot, AnyRules, Any, Question, Luck], Choice]
    """choose(bot, rules, known state, question of the table, luck) -> what the bot's answer is at the table."""
    spell: Callable[[Noted], Answer]
    """spell(noted) -> the whole answer, as it would be given where everything is on the screen."""
    show: Callable[[Any, Any, int], Any]
    """show(view, known state, seat) -> the view of the table with the seat's own piece, which lies open."""
