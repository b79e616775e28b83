"""One thing tried by hand: the live picture or a sign on the stage; on the page what to do and what is seen of it."""

from __future__ import annotations

from tablekeeper.display.care_pages import Gauge, HandsPage
from tablekeeper.display.care_screens.doctor import device_name, draw_lines
from tablekeeper.display.drawing.layout import MARGIN, STAGE
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.intents import Back, Chose, Continue, SkipStep
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail

SIGNS = {
    "sight": "camera", "light": "sun", "focus": "eye", "sound": "sound", "knob": "reroll", "buttons": "fwd",
    "lamp": "sun", "buzzer": "sound",
}  # fmt: skip
OTHER = "gear"
GAUGE_H = 28.0
ANSWER = "hands"
"""The name of the question that only a person can answer."""


def draw(pen: Pen, page: HandsPage, ui: Ui) -> None:
    """What is seen on the stage; the words, and a way on, on the page."""
    sign = SIGNS.get(page.name, OTHER)
    if page.ask:
        draw_view(pen.stage(), page, sign)
    else:
        draw_result(pen.stage(), page.state)
    voice = pen.page()
    header(voice, device_name(pen, page.name), page.health, icon=sign)
    if page.ask:
        draw_asking(voice, page)
    else:
        draw_found(voice, page)


def draw_asking(pen: Pen, page: HandsPage) -> None:
    """What to do, what is seen of it just now, and yes and no where only a person knows."""
    tools = [Tool(pen.say("rail.back"), "back", Back(), "back")]
    floor = pen.frame.rail_y - 6.0
    if page.confirm:
        floor -= 64
        main_button(pen, pen.say("hands.yes"), Chose(ANSWER, "yes"), "yes")
        tools.append(Tool(pen.say("hands.no"), "cross", Chose(ANSWER, "no"), "no"))
    else:
        tools.append(Tool(pen.say("hands.skip"), "fwd", SkipStep(), "skip"))
    live = pen.texts.translate(page.live) or ("" if page.confirm else pen.say("hands.how"))
    wide = pen.frame.column
    keep = pen.least_high(live, wide) + 6 if live else 0.0
    y = now_line(pen, pen.texts.translate(page.ask), most=4, floor=floor, keep=keep)
    if live:
        pen.para(MARGIN, y + 6, live, wide, "body", pen.c.text if page.live else pen.c.text_soft, floor=floor,
                 steady=True)  # fmt: skip
    rail(pen, tools)


def draw_found(pen: Pen, page: HandsPage) -> None:
    """Well or not, what was found, what mends it."""
    y = now_line(pen, pen.say(f"hands.{page.state}"))
    floor = pen.frame.rail_y - 72
    y = draw_lines(pen, pen.texts.translate(page.says), y + 6, floor, "body") + 4
    if page.mend:
        draw_lines(pen, pen.say("doctor.to_do", words=page.mend), y, floor)
    main_button(pen, pen.say("calibration.go_on"), Continue(), "go_on")
    rail(pen, [Tool(pen.say("rail.back"), "back", Back(), "back")])


def draw_view(pen: Pen, page: HandsPage, sign: str) -> None:
    """The live picture with its gauge, or a sign of what is tried."""
    if page.picture is None:
        pen.circ(STAGE / 2, STAGE / 2, 130, pen.c.raised, pen.c.accent, 4)
        pen.icon(sign, STAGE / 2, STAGE / 2, 62, pen.c.text)
        return
    high, wide = page.picture.pixels.shape[:2]
    share = min(STAGE / wide, (STAGE - 3 * GAUGE_H) / high)
    pen.photo(page.picture, (STAGE - wide * share) / 2, 0, wide * share, high * share, live=True)
    if page.gauge is not None:
        draw_gauge(pen, page.gauge, high * share + GAUGE_H)


def draw_gauge(pen: Pen, gauge: Gauge, y: float) -> None:
    """A bar as long as the value; a mark where it is good, and one at the best so far."""
    left, long = MARGIN * 1.0, STAGE - 2 * MARGIN
    well = gauge.value >= gauge.good_from
    pen.rect(left, y, long, GAUGE_H, GAUGE_H / 2, pen.c.raised)
    pen.rect(left, y, max(GAUGE_H, long * gauge.value), GAUGE_H, GAUGE_H / 2, pen.c.ok if well else pen.c.doubt)
    good = left + long * min(gauge.good_from, 1.0)
    pen.line(good, y - 8, good, y + GAUGE_H + 8, pen.c.text, 4)
    if gauge.best > 0:
        best = left + long * min(gauge.best, 1.0)
        pen.poly([(best, y - 2), (best + 9, y - 16), (best - 9, y - 16)], pen.c.accent)


def draw_result(pen: Pen, state: str) -> None:
    """Fine, a look, gone: by sign, not by colour alone."""
    middle, mark = STAGE / 2, INK if pen.c.dark else pen.c.ivory
    if state == "ok":
        pen.circ(middle, middle, 110, pen.c.ok)
        pen.icon("check", middle, middle, 60, mark)
    elif state == "bad":
        pen.circ(middle, middle, 108, None, pen.c.bad, 9)
        pen.icon("cross", middle, middle, 56, pen.c.bad)
    else:
        pen.poly([(middle, 130), (middle + 130, 350), (middle - 130, 350)], pen.c.doubt)
        pen.text(middle, 275, "!", 130, "number", mark, "middle")
