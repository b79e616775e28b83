"""What cannot be undone is asked once more: an answer that shows its giver something hidden."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Local, Scene
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.side_page import main_button, now_line
from tablekeeper.display.words.speech import speech_of
from tablekeeper.engines.core import CHANCE, Question

SURE = "sure"
"""What the screen keeps: the answer that was picked and is asked once more."""


def is_for_good(question: Question | None) -> bool:
    """Whether the choice among these options cannot be undone."""
    if question is None or not question.final or question.asked == CHANCE or not question.options:
        return False
    return any(option != question.options[0] for option in question.options)


def hold_back(scene: Scene) -> None:
    """A touch only picks; keys that confirm what was picked before count at once."""
    scene.targets[:] = [
        target._replace(act=Local(SURE, target.act.text))
        if isinstance(target.act, Answered) and target.key != "confirm" else target
        for target in scene.targets
    ]  # fmt: skip


def draw_once_more(pen: Pen, page: TablePage, question: Question, text: str) -> None:
    """The answer that was picked, and the two ways on."""
    speech = speech_of(pen.texts, page)
    picked = next((option for option in question.options if option.spell() == text), None)
    now_line(pen, speech.option(picked) if picked is not None else text, pen.say("sure.why"))
    main_button(pen, pen.say("sure.yes"), Answered(text), "confirm", "check", 2)
    main_button(pen, pen.say("sure.no"), Local(SURE, None), "sure.no", "back", kind="quiet")
