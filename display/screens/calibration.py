"""Setting up the camera: the live picture with the dice found in it, and four plain checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.canvas import Canvas
from display.layout import MARGIN, STAGE
from display.pages import CalibrationPage, FoundDie
from display.pen import Pen
from display.screens.doubt import crop_surface
from display.theme import INK
from display.voice import Tool, header, main_button, now_line, rail
from display.wishes import AskWhy, Calibrated, OpenMenu


def draw(pen: Pen, page: CalibrationPage, ui: Mapping[str, Any]) -> None:
    """The picture in the square, the checks on the page."""
    draw_picture(pen.stage(), page)
    voice = pen.page()
    header(voice, pen.say("calibration.step", part=page.step, whole=page.steps), page.health, icon="camera")
    seen = sum(1 for die in page.dice if die.value)
    ask = pen.say("calibration.none") if not page.dice else pen.say("calibration.see", count=seen)
    y = now_line(voice, ask, most=2)
    draw_checks(voice, page, y + 10)
    main_button(voice, pen.say("calibration.right"), Calibrated(True) if page.dice else None, "right")
    rail(
        voice,
        [
            Tool(pen.say("rail.why"), "why", AskWhy(), "why", hot="?"),
            Tool(pen.say("calibration.wrong"), None, Calibrated(False), "wrong"),
            Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m"),
        ],
    )


def draw_picture(pen: Pen, page: CalibrationPage) -> None:
    """The live picture, as large as the square allows, and a frame round each die."""
    if page.picture is None:
        pen.icon("camera", 240, 220, 60, pen.c.line)
        pen.text(240, 330, pen.say("camera.lost"), 26, "strong", pen.c.text_soft, "middle", room=440)
        return
    high, wide = page.picture.pixels.shape[:2]
    share = STAGE / max(high, wide)
    w, h = wide * share, high * share
    left, top = (STAGE - w) / 2, (STAGE - h) / 2
    area = pen.rect_px(left, top, w, h)
    pen.picture(crop_surface(page.picture, area.size, pen), left, top)
    for die in page.dice:
        draw_found(pen, die, left, top, share)
    pen.stamp(draw_corners, 240, 240, (-STAGE / 2, -STAGE / 2, STAGE / 2, STAGE / 2))


def draw_found(pen: Pen, die: FoundDie, left: float, top: float, share: float) -> None:
    """One die: framed, with its value; an uncertain one dashed with a question mark."""
    x, y, w, h = die.box
    bx, by = left + x * share - 6, top + y * share - 6
    bw, bh = w * share + 12, h * share + 12
    colour = (116, 211, 155) if die.sure else (255, 184, 77)
    pen.rect(bx, by, bw, bh, 14, None, colour, 3.5, None if die.sure else (9, 7))
    label = str(die.value) if die.sure else f"{die.value or ''}?"
    wide = 38 if die.sure else 46
    tx, ty = min(max(bx + bw - wide + 10, 2), STAGE - wide - 2), max(by - 18, 2)
    pen.rect(tx, ty, wide, 36, 11, colour)
    pen.text(tx + wide / 2, ty + 18, label, 27, "number", INK, "middle")


def draw_corners(canvas: Canvas) -> None:
    """The corners of the picture, in the colour of a tray that is seen."""
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * 212, sy * 212
            canvas.poly([(x, y - sy * 34), (x, y), (x - sx * 34, y)], stroke=(116, 211, 155), sw=4, close=False)


def draw_checks(pen: Pen, page: CalibrationPage, top: float) -> None:
    """Light, focus, colours: one word each."""
    w = pen.frame.column
    columns = 2 if pen.frame.portrait else 1
    wide = (w - 10 * (columns - 1)) / columns
    for i, check in enumerate(page.checks):
        x, y = MARGIN + (i % columns) * (wide + 10), top + (i // columns) * 44
        if y + 38 > pen.frame.rail_y - 70:
            break
        pen.rect(x, y, wide, 38, 12, pen.c.raised)
        draw_mark(pen, check.state, x + 22, y + 19, 10)
        name = pen.say(f"check.{check.name}")
        word = pen.texts.first(f"check.{check.name}_{check.state}") or pen.say(f"device.{check.state}")
        said = pen.measure.width(word, 18, "strong")
        pen.text(x + 42, y + 19, name, 20, "text", room=wide - said - 62)
        pen.text(x + wide - 12, y + 19, word, 18, "strong", pen.c.text, "end")


def draw_mark(pen: Pen, state: str, x: float, y: float, r: float) -> None:
    """A tick, a triangle, a crossed ring, or a hollow one."""
    if state == "ok":
        pen.icon("check", x, y, r * 0.9, pen.c.ok)
    elif state == "doubt":
        pen.poly([(x, y - r), (x + r, y + r * 0.9), (x - r, y + r * 0.9)], pen.c.doubt)
    elif state == "bad":
        pen.circ(x, y, r, None, pen.c.bad, 3)
        pen.icon("cross", x, y, r * 0.6, pen.c.bad)
    else:
        pen.circ(x, y, r * 0.7, None, pen.c.line, 2)
