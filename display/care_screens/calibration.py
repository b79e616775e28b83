"""Setting up the camera: the live picture with what is found in it, plain checks, and one thing to do at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tablekeeper.display.care_pages import MOST_CORNERS, CalibrationPage, FoundDie
from tablekeeper.display.drawing.layout import MARGIN, STAGE
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.intents import AddCorner, Back, Calibrated, MoveCorner, SkipStep
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail

FOUND, UNSURE = (116, 211, 155), (255, 184, 77)
NUDGES = (("rew", -1, 0), ("fwd", 1, 0), ("up", 0, -1), ("down", 0, 1))
"""Which way each button moves a corner."""
TAG_H = 36.0
INSET = 22.0
"""How far inside the picture its corners are marked."""
Box = tuple[float, float, float, float]
LONG_SIDE = 120
"""Of an outline, in units: beside both of its corners there is room to touch its middle."""
NUDGE = 0.01
"""Of the picture's width and height."""


def draw(pen: Pen, page: CalibrationPage, ui: Ui) -> None:
    """The picture in the square, the checks on the page."""
    corner = ui.get("corner") if page.phase == "empty" and page.outline else None
    draw_picture(pen.stage(), page, corner)
    voice = pen.page()
    header(voice, pen.say("calibration.step", part=page.step, whole=page.steps), page.health, icon="camera")
    second = pen.say("calibration.no_picture") if page.picture is None else ""
    y = now_line(voice, what_to_do(pen, page), second, most=2 if pen.frame.portrait else 3)
    if corner is None:
        draw_checks(voice, page, y + 10)
    else:
        draw_nudges(voice, corner)
    label = "calibration.go_on" if page.phase == "light" else "calibration.right"
    main_button(voice, pen.say(label), Calibrated(True) if page.ready else None, "right")
    rail(voice, ways_on(pen, page))


def what_to_do(pen: Pen, page: CalibrationPage) -> str:
    """The one line: what to put under the camera, or what I see there."""
    seen = len(page.dice)
    if page.picture is None:
        return pen.say("calibration.waiting")
    if page.phase == "light":
        key = f"calibration.advice_{page.says.replace('-', '_')}" if page.says else "calibration.light"
        return pen.texts.first(key) or pen.say("calibration.light")
    if page.phase == "empty":
        return pen.say("calibration.empty" if page.ready else "calibration.look")
    if seen:
        return pen.say("calibration.see_one") if seen == 1 else pen.say("calibration.see", count=seen)
    if page.says:
        return pen.say("calibration.too_few")
    if page.phase == "colour":
        return pen.say("calibration.colour", dice=pen.say(f"colours.{page.body}"))
    return pen.say("calibration.none")


def ways_on(pen: Pen, page: CalibrationPage) -> list[Tool]:
    """Leave, say that something is wrong, or leave this colour out."""
    tools = [Tool(pen.say("rail.back"), "back", Back(), "back")]
    if page.phase == "empty":
        tools.append(Tool(pen.say("calibration.again"), None, Calibrated(False), "wrong"))
    elif page.dice:
        tools.append(Tool(pen.say("calibration.wrong"), None, Calibrated(False), "wrong"))
    elif page.phase == "colour":
        tools.append(Tool(pen.say("calibration.have_none"), None, SkipStep(), "skip"))
    return tools


def draw_picture(pen: Pen, page: CalibrationPage, corner: int | None = None) -> None:
    """The live picture, as large as the square allows, with the tray's outline and a frame round each die."""
    if page.picture is None:
        pen.icon("camera", 240, 220, 60, pen.c.line)
        pen.text(240, 330, pen.say("calibration.none_yet"), 26, "strong", pen.c.text_soft, "middle", room=440)
        return
    high, wide = page.picture.pixels.shape[:2]
    share = STAGE / max(high, wide)
    w, h = wide * share, high * share
    left, top = (STAGE - w) / 2, (STAGE - h) / 2
    pen.photo(page.picture, left, top, w, h, live=True)
    outline = [(left + x * share, top + y * share) for x, y in page.outline]
    if page.phase == "empty" and outline:
        draw_outline(pen, outline, corner)
    frames = [frame_of_die(die, left, top, share) for die in page.dice]
    for die in page.dice:
        draw_found(pen, die, left, top, share, frames)
    if page.phase == "dice" and outline:
        draw_sides(pen, outline)
    elif page.phase != "empty":
        pen.stamp(draw_corners, 240, 240, (-w / 2, -h / 2, w / 2, h / 2), w / 2 - INSET, h / 2 - INSET)


def draw_outline(pen: Pen, corners: list[tuple[float, float]], chosen: int | None) -> None:
    """The tray's floor as it was found; a touched corner can be moved."""
    draw_sides(pen, corners)
    draw_new_corners(pen, corners)
    for i, (x, y) in enumerate(corners):
        x, y = min(max(x, 28), STAGE - 28), min(max(y, 28), STAGE - 28)  # noqa: PLW2901
        pen.circ(x, y, 16, FOUND if i == chosen else INK, FOUND, 4)
        pen.target(x - 27, y - 27, 54, 54, Local("corner", None if i == chosen else i), f"corner.{i}", ring=27,
                   says=pen.say("target.corner", number=i + 1))  # fmt: skip


def draw_sides(pen: Pen, corners: list[tuple[float, float]]) -> None:
    """An area's border."""
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        pen.line(ax, ay, bx, by, FOUND, 3)


def draw_new_corners(pen: Pen, corners: list[tuple[float, float]]) -> None:
    """In the middle of each long side: a touch makes it a corner."""
    if len(corners) >= MOST_CORNERS:
        return
    for i, ((ax, ay), (bx, by)) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        if math.hypot(bx - ax, by - ay) < LONG_SIDE:
            continue
        x, y = (min(max(middle, 28), STAGE - 28) for middle in ((ax + bx) / 2, (ay + by) / 2))
        pen.circ(x, y, 9, INK, FOUND, 3)
        pen.target(x - 27, y - 27, 54, 54, AddCorner(i), f"new_corner.{i}", ring=27,
                   says=pen.say("target.new_corner", number=i + 1))  # fmt: skip


def draw_nudges(pen: Pen, corner: int) -> None:
    """Four buttons that move the chosen corner."""
    wide = (pen.frame.column - 30) / 4
    y = pen.frame.rail_y - 128
    for i, (icon, right, down) in enumerate(NUDGES):
        act = MoveCorner(corner, right * NUDGE, down * NUDGE)
        pen.button(MARGIN + i * (wide + 10), y, wide, 54, "", act, f"nudge.{icon}", "quiet", icon)


def frame_of_die(die: FoundDie, left: float, top: float, share: float) -> Box:
    """The frame round a die: left, top, width, height."""
    x, y, w, h = die.box
    return left + x * share - 6, top + y * share - 6, w * share + 12, h * share + 12


def tag_place(frame: Box, wide: float, others: Sequence[Box]) -> tuple[float, float]:
    """Where a value stands beside its die and covers none: above, below, right, left; else above all the same."""
    x, y, w, h = frame
    middle, across = x + (w - wide) / 2, y + (h - TAG_H) / 2
    places = ((middle, y - TAG_H - 2), (middle, y + h + 2), (x + w + 2, across), (x - wide - 2, across))
    inside = [(tx, ty) for tx, ty in places if 2 <= tx <= STAGE - wide - 2 and 2 <= ty <= STAGE - TAG_H - 2]
    free = [place for place in inside if not any(overlap((*place, wide, TAG_H), other) for other in others)]
    tx, ty = (free or inside or places)[0]
    return min(max(tx, 2), STAGE - wide - 2), min(max(ty, 2), STAGE - TAG_H - 2)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share any area."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    return ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah


def draw_found(pen: Pen, die: FoundDie, left: float, top: float, share: float, frames: Sequence[Box]) -> None:
    """One die: framed, with its value; an uncertain one dashed with a question mark."""
    frame = bx, by, bw, bh = frame_of_die(die, left, top, share)
    colour = FOUND if die.sure else UNSURE
    pen.rect(bx, by, bw, bh, 14, None, colour, 3.5, None if die.sure else (9, 7))
    label = str(die.value) if die.sure else f"{die.value or ''}?"
    wide = 38 if die.sure else 46
    tx, ty = tag_place(frame, wide, frames)
    pen.rect(tx, ty, wide, TAG_H, 11, colour)
    pen.text(tx + wide / 2, ty + 18, label, 27, "number", INK, "middle")


def draw_corners(canvas: Shapes, right: float, down: float) -> None:
    """The corners of the picture, in the colour of a tray that is seen."""
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * right, sy * down
            canvas.poly([(x, y - sy * 34), (x, y), (x - sx * 34, y)], stroke=FOUND, sw=4, close=False)


def draw_checks(pen: Pen, page: CalibrationPage, top: float) -> None:
    """Light, focus, tray: one word each."""
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
