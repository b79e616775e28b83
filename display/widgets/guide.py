"""Laying out a real game, step by step: the pieces as a picture, and one or two sentences."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.games import look_of
from tablekeeper.display.rulebook import GuideStep, Layout, steps_for
from tablekeeper.display.widgets.scroll import draw_scroll

PICTURE_AT = (240.0, 168.0)
"""The middle of the pieces on the square."""
WORDS_TOP = 286.0


def guide_of(game: str, layout: Layout) -> list[GuideStep]:
    """The steps for this table."""
    return steps_for(look_of(game).guide, layout)


def draw_guide(pen: Pen, game: str, layout: Layout, ui: Ui) -> None:
    """The step that somebody turned to, on the square."""
    steps = guide_of(game, layout)
    where, at = ui.get("scroll", ("guide", 0))
    number = min(at, len(steps) - 1) if where == "guide" else 0
    step = steps[number]
    pen.rect(12, 10, 456, 392, 18, pen.c.page)
    place = pen.say("table.of", part=number + 1, whole=len(steps))
    wide = pen.text(450, 40, place, 18, "strong", pen.c.text_soft, "end")
    pen.text(30, 40, pen.say(f"{game}.guide.{step.name}.title"), 26, "strong", room=404 - wide)
    step.draw(pen.moved(*PICTURE_AT), layout)
    says = pen.say(f"{game}.guide.{step.name}.says", **step.facts(pen.texts, layout))
    pen.para(30, WORDS_TOP, says, 420, "body", floor=398)
    draw_scroll(pen, 12, 412, 456, 58, number, len(steps), here="guide")
