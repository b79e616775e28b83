"""What was entered is asked once more, with the pictures and keys that it was entered with."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.games import look_of
from tablekeeper.display.intents import Answered, Back, FixReading, LookBack
from tablekeeper.display.pages import FixPage
from tablekeeper.display.screens import table
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail
from tablekeeper.display.words.speech import Speech, speech_of
from tablekeeper.engines.core import Question


def draw(pen: Pen, page: FixPage, ui: Mapping[str, object]) -> None:
    """The table as it was then; whatever would answer its question puts the answer right."""
    shown = page.table
    table.draw_stage(pen.stage(), shown, ui)
    voice = pen.page()
    header(voice, pen.say("fixing.title"), shown.health, icon="fix")
    assert shown.question is not None
    speech = speech_of(pen.texts, shown)
    was = pen.say("fixing.was", answer=answer_words(speech, shown.question, page.was))
    y = now_line(voice, speech.ask(shown.question), was)
    look_of(shown.game).screen.draw_content(voice, shown, ui, y, voice.frame.rail_y - 8)
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back")])
    pen.scene.targets[:] = [
        target._replace(act=LookBack(FixReading(page.at, target.act.text)))
        if isinstance(target.act, Answered) else target
        for target in pen.scene.targets
    ]  # fmt: skip


def answer_words(speech: Speech, question: Question, text: str) -> str:
    """What was answered, in words; as it is spelled where the question does not list it."""
    found = next((option for option in question.options if option.spell() == text), None)
    return speech.option(found) if found is not None else text
