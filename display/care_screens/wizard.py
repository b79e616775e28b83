"""The first evening: one question, a few large answers."""

from __future__ import annotations

from tablekeeper.display.care_pages import WizardPage
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import Back, Chose, SkipStep
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail


def draw(pen: Pen, page: WizardPage, ui: Ui) -> None:
    """The answers on the stage, each with what it means; the question on the page."""
    stage = pen.stage()
    high = min(148.0, 468 / len(page.choices) - 8)
    top = (480 - len(page.choices) * (high + 8) + 8) / 2
    for i, choice in enumerate(page.choices):
        draw_choice(stage, page, choice, top + i * (high + 8), high)
    voice = pen.page()
    header(voice, pen.say("wizard.step", part=page.step, whole=page.steps), page.health, icon="sun")
    now_line(voice, pen.say(f"wizard.{page.name}"), pen.say(f"wizard.{page.name}_why"))
    rail(
        voice,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back"),
            Tool(pen.say("wizard.skip"), None, SkipStep(), "skip"),
        ],
    )


def draw_choice(pen: Pen, page: WizardPage, choice: str, y: float, high: float) -> None:
    """One answer; the one that stands is framed."""
    stands = choice == page.chosen
    pen.rect(12, y, 456, high, 20, pen.c.raised if stands else pen.c.page, pen.c.accent if stands else None, 4)
    key = f"wizard.{page.name}_{choice}"
    pen.text(36, y + 36, pen.say(key), 26, "strong", room=408)
    pen.para(36, y + 58, pen.texts.first(f"{key}_says") or "", 400, "body", pen.c.text_soft, floor=y + high - 6)
    pen.target(12, y, 456, high, Chose(page.name, choice), choice, first=stands, ring=20)
