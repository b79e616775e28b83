"""The doctor: each device with its finding, and how to mend the chosen one."""

from __future__ import annotations

from tablekeeper.display.care_pages import DoctorPage, Finding
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import SMALLEST, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.intents import Back, OpenCalibration, PlayByTouch, Test
from tablekeeper.display.widgets.scroll import draw_scroll
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail

ROWS = 7
LINE = 24.0
CALIBRATED = ("camera", "light", "tray")
"""What setting up the camera may mend."""


def draw(pen: Pen, page: DoctorPage, ui: Ui) -> None:
    """The rows on the stage, the mend on the page."""
    stage = pen.stage()
    chosen = min(ui.get("row", page.chosen), len(page.findings) - 1)
    rows = ROWS if len(page.findings) <= ROWS else ROWS - 1
    scroll = ui.get("scroll", chosen // rows if chosen >= 0 else 0)
    pages = max(1, -(-len(page.findings) // rows))
    for i, finding in enumerate(page.findings[scroll * rows : (scroll + 1) * rows]):
        number = scroll * rows + i
        draw_row(stage, finding, 10 + i * 66, number, number == chosen)
    draw_scroll(stage, 12, 10 + rows * 66, 456, 56, scroll, pages)
    draw_mend(pen.page(), page, page.findings[chosen] if chosen >= 0 else None)


def draw_row(pen: Pen, finding: Finding, y: float, number: int, chosen: bool) -> None:
    """One device: state by sign, finding in words."""
    pen.rect(12, y, 456, 60, 16, pen.c.raised if chosen else pen.c.page, pen.c.accent if chosen else None, 3)
    draw_state(pen, finding.state, 46, y + 30)
    pen.text(80, y + 20, device_name(pen, finding.name), 21, "strong", room=370, cut=True)
    pen.text(80, y + 44, pen.texts.translate_briefly(finding.says), 18, "text", pen.c.text_soft, room=376, cut=True)
    pen.target(12, y, 456, 60, Local("row", number), f"row.{number}", first=chosen, ring=16)


def device_name(pen: Pen, name: str) -> str:
    """What a device is called."""
    return pen.texts.first(f"device.{name}") or name.replace("_", " ")


def draw_state(pen: Pen, state: str, x: float, y: float) -> None:
    """Fine, a look, gone, not used: by sign, not by colour alone."""
    mark = INK if pen.c.dark else pen.c.ivory
    if state == "ok":
        pen.circ(x, y, 17, pen.c.ok)
        pen.icon("check", x, y, 10, mark)
    elif state == "doubt":
        pen.poly([(x, y - 18), (x + 20, y + 16), (x - 20, y + 16)], pen.c.doubt)
        pen.text(x, y + 5, "!", 24, "number", mark, "middle")
    elif state == "bad":
        pen.circ(x, y, 16, None, pen.c.bad, 4)
        pen.icon("cross", x, y, 9, pen.c.bad)
    else:
        pen.circ(x, y, 14, None, pen.c.line, 3)


def draw_mend(pen: Pen, page: DoctorPage, finding: Finding | None) -> None:
    """The chosen finding at large, the mend, and the test that needs a hand."""
    header(pen, pen.say("doctor.title"), page.health, icon="sun")
    floor = pen.frame.rail_y - 6
    if finding is None:
        now_line(pen, pen.say("doctor.all_well"))
    else:
        key = "doctor.fine" if finding.state == "ok" else "doctor.unused" if finding.state == "off" else "doctor.look"
        y = now_line(pen, pen.say(key, name=device_name(pen, finding.name)), most=2) + 6
        if finding.cells and not pen.frame.portrait:
            y = draw_cells(pen, finding.cells, y + 4)
        if finding.name in CALIBRATED:
            floor -= 58
        brief, whole = pen.texts.translate_briefly(finding.says), pen.texts.translate(finding.says)
        y = draw_lines(pen, brief, y, floor, "body") + 4
        if finding.mend:
            y = draw_lines(pen, pen.say("doctor.to_do", words=finding.mend), y, floor) + 4
        if whole != brief:
            draw_lines(pen, pen.say("doctor.in_detail", words=whole), y, floor)
        if finding.name in CALIBRATED:
            pen.button(MARGIN, pen.frame.rail_y - 60, pen.frame.column, 52, pen.say("doctor.calibrate"),
                       OpenCalibration(), "calibrate", "quiet", "camera")  # fmt: skip
    rail(
        pen,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back"),
            Tool(pen.say("doctor.by_touch"), None, PlayByTouch(), "touch"),
            Tool(pen.say("doctor.test"), "fwd", Test(finding.name) if finding is not None else None, "test", "main"),
        ],
    )


def draw_lines(pen: Pen, words: str, y: float, floor: float, kind: str = "label") -> float:
    """As many lines as there is room for, the last with an ellipsis; returns where they end."""
    size, pitch = (21, 26.0) if kind == "body" else (SMALLEST, LINE)
    room = int((floor - y) // pitch)
    lines = pen.measure.wrap_paths(words, size, "text", pen.frame.column)
    cut = len(lines) > room
    ink = pen.c.text if kind == "body" else pen.c.text_soft
    for i, line in enumerate(lines[: max(0, room)]):
        shown = pen.measure.cut(line + " …", size, "text", pen.frame.column) if cut and i == room - 1 else line
        pen.text(MARGIN, y + (i + 0.5) * pitch, shown, size, "text", ink, room=pen.frame.column, cut=True)
    return y + pitch * min(len(lines), max(0, room))


def draw_cells(pen: Pen, cells: tuple[bool, ...], y: float) -> float:
    """The nine sensors of the box; a silent one is a dashed ring with its number."""
    left = (pen.frame.page_w - 3 * 46 - 16) / 2
    for i, well in enumerate(cells[:9]):
        x, cy = left + (i % 3) * 54, y + (i // 3) * 54
        if well:
            pen.rect(x, cy, 46, 46, 12, pen.c.ok)
            pen.icon("check", x + 23, cy + 23, 9, INK if pen.c.dark else pen.c.ivory)
        else:
            pen.rect(x, cy, 46, 46, 12, None, pen.c.bad, 4, (7, 5))
            pen.text(x + 23, cy + 23, i + 1, 26, "number", pen.c.bad, "middle")
    return y + 166
