"""What a button means: `next` closes what is read, and answers where there is only one answer; `back` closes."""

from __future__ import annotations

from tablekeeper.display.any_page import Page
from tablekeeper.display.intents import Back, Continue
from tablekeeper.display.pages import DoubtPage
from tablekeeper.firmware.senses.button.watch import Pushed
from tablekeeper.firmware.senses.effects import Answers, Effect, Refuses, Situation, Wants

NEXT, BACK = "next", "back"
KNOWN = (NEXT, BACK)
SOURCE = "button"


class ButtonJudge:
    """The buttons' part in one game."""

    def judge(self, situation: Situation, message: Pushed) -> Effect | None:
        """A press never chooses: where people have a choice, the screen asks them."""
        if message.name == BACK:
            return Wants(Back()) if situation.page is not None else None
        if message.name != NEXT:
            return None
        return _close(situation.page) if situation.page is not None else _go_on(situation)

    def went_on(self, situation: Situation) -> Effect | None:
        """A press counts for what was open when it came."""

    def went_back(self, situation: Situation) -> None:
        """Nothing is remembered."""


def _close(page: Page) -> Effect | None:
    """Dice in doubt want eyes: nobody confirms them without looking."""
    return None if isinstance(page, DoubtPage) else Wants(Continue())


def _go_on(situation: Situation) -> Effect:
    question = situation.question
    if question is None:
        return Wants(Continue())
    only = next(iter(question.options)) if len(question.options) == 1 else None
    return Answers(only, SOURCE) if only is not None else Refuses("choose")
