"""The screen by hand: touch one corner after the other, so that a touch panel that is off, or turned, shows."""

from __future__ import annotations

from tablekeeper.display.care_pages import CornersPage
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.intents import Back, Continue, CornerTouched
from tablekeeper.display.widgets.side_page import main_button, now_line

SIDE = 80
"""Of a corner's square, in units."""


def draw(pen: Pen, page: CornersPage, ui: Ui) -> None:
    """Four corners of the whole screen; only the one that is asked for can be touched."""
    width, height = (size / pen.k for size in pen.frame.size)
    for i in range(4):
        draw_corner(pen, page, i, (width - SIDE) * (i % 2), (height - SIDE) * (i // 2))
    voice = pen.page()
    words = voice.moved(0, -40 if pen.frame.portrait else 36)  # clear of the corners
    if page.corner:
        now_line(words, pen.say(f"corners.touch_{page.corner}"), pen.say("corners.how"))
        voice.button(MARGIN, voice.frame.rail_y - 76, voice.frame.column, 54, pen.say("rail.back"), Back(), "back",
                     "quiet", "back", first=True)  # fmt: skip
        return
    y = now_line(words, pen.say(f"corners.{page.state}"))
    if page.state != "ok":
        words.para(MARGIN, y + 6, pen.texts.translate(page.says), voice.frame.column, "body", voice.c.text_soft, most=2)
    main_button(voice, pen.say("calibration.go_on"), Continue(), "go_on", rows_up=2)


def draw_corner(pen: Pen, page: CornersPage, i: int, x: float, y: float) -> None:
    """One corner: touched, asked for, silent, or still to come."""
    middle = (x + SIDE / 2, y + SIDE / 2)
    if page.answered[i]:
        pen.circ(*middle, SIDE / 2 - 8, pen.c.ok)
        pen.icon("check", *middle, 20, INK if pen.c.dark else pen.c.ivory)
        return
    asked = page.corner == i + 1
    silent = page.corner == 0 or i + 1 < page.corner
    pen.circ(*middle, SIDE / 2 - 8, pen.c.raised if asked else None,
             pen.c.accent if asked else pen.c.bad if silent else pen.c.line, 5 if asked else 3)  # fmt: skip
    if asked:
        pen.target(x, y, SIDE, SIDE, CornerTouched(page.corner), "corner", says=pen.say("target.corner", number=i + 1))
