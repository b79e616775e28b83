"""Why? The clauses in the table's language, with the numbers of this case."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.drawing.shapes import polar
from tablekeeper.display.games import look_of
from tablekeeper.display.intents import AskWhy, Back, OpenFix, OpenRules
from tablekeeper.display.pages import Clause, WhyPage
from tablekeeper.display.widgets.pieces import draw_badge, draw_die, draw_marker
from tablekeeper.display.widgets.side_page import Tool, colour_of_seat, share_out
from tablekeeper.display.words.speech import Speech, clause_words, source_words

VEIL = 0.72
"""How much the table behind the sheet is dimmed."""


def draw(pen: Pen, page: WhyPage, ui: Ui) -> None:
    """A sheet over the page and half of the table."""
    frame = pen.frame
    pen.veil(VEIL)
    if frame.portrait:
        sheet, wide, high = pen.moved(0, 300), 480.0, frame.page_h + 180
    else:
        wide, high = frame.page_w + 280, 480.0
        left = 200 if frame.page_at[0] else 0
        sheet = pen.moved(left, 0)
    sheet.rect(0, 0, wide + (30 if frame.page_at[0] else 0), high, 22, pen.c.page)
    speech = Speech(pen.texts, page.game, page.names, page.colours)
    sheet.icon("why", 38, 40, 13, pen.c.accent)
    title = pen.say("why.title")
    sheet.text(64, 40, title, 26, "strong", room=wide - 90)
    pen.scene.now = title
    kept = _high_of(sheet, _says(sheet, page, page.clauses[0]), wide) if page.clauses else 0.0
    y = _draw_case(sheet, page, speech, wide, high - 88 - kept)
    _draw_clauses(sheet, page, ui, wide, y, high - 78)
    _draw_rail(sheet, page, wide, high - 66)


def _draw_case(pen: Pen, page: WhyPage, speech: Speech, wide: float, floor: float) -> float:
    """The numbers of this case: the dice that led to it, the sentence, the positions it went through."""
    x, y = 40.0, 104.0
    own = colour_of_seat(page.colours, page.event.seat) if page.event.seat >= 0 else "white"
    if page.rolled is not None:
        for body, value in zip(page.rolled.bodies, page.rolled.values, strict=True):
            pen.stamp(draw_die, x + 22, y, (-26, -26, 26, 30), body, 46, value)
            x += 56
        pen.icon("fwd", x + 8, y, 10, pen.c.text_soft)
        x += 30
    elif page.event.seat >= 0:
        pen.stamp(draw_badge, x + 16, y, (-20, -20, 20, 20), own, 19)
        x += 52
    path = look_of(page.game).path_of(page.event) if wide > 560 else ()
    room = wide - x - 24 - (len(path) * 54 + 20 if path else 0)
    bottom = pen.para(x, y - 30, speech.event(page.event), room, "title", most=3)
    if path:
        _draw_path(pen, path, own, wide - 30 - len(path) * 54, y)
    if page.chosen is not None:
        if page.rolled is not None or path:
            x, bottom = 40.0, max(bottom, y + 48)
        bottom += _draw_choice(pen.moved(x, bottom), page, speech, wide - x - 24, floor - bottom)
    return max(bottom, y + 44) + 10


def _draw_choice(pen: Pen, page: WhyPage, speech: Speech, room: float, floor: float) -> float:
    """What spoke for the companion's choice, and what its two best options promised; returns how high that is."""
    assert page.chosen is not None
    promised = pen.say("why.thinking") if page.thinking else speech.expects(page.weighed, page.chosen)
    kept = pen.least_high(promised, room) + 4 if promised else 0.0
    y = 0.0
    if because := speech.because(page.reason):
        y = pen.para(0, y, because, room, "title", most=3, floor=floor - kept)
    if promised:
        y = pen.para(0, y + 4, promised, room, "body", pen.c.text_soft, most=4, floor=floor, steady=True)
    return y


def _draw_path(pen: Pen, path: tuple[int, ...], who: str, x: float, y: float) -> None:
    for i, value in enumerate(path):
        cx = x + 27 + i * 54
        if i == len(path) - 1:
            pen.stamp(draw_marker, cx, y - 2, (-26, -26, 26, 32), who, 22)
            pen.text(*polar(cx, y, 38, 180), value, 18, "number", pen.c.text, "middle")
        else:
            pen.circ(cx, y, 22, pen.c.raised)
            pen.text(cx, y, value, 22, "number", pen.c.text_soft, "middle")


def _draw_clauses(pen: Pen, page: WhyPage, ui: Ui, wide: float, top: float, floor: float) -> None:
    """Each clause with its source, after a long press with its id: as many as there is room for."""
    y = top
    for number, clause in enumerate(page.clauses, 1):
        says = _says(pen, page, clause)
        high = _high_of(pen, says, wide)
        if y + high > floor and number > 1:
            break
        pen.rect(24, y, wide - 48, high, 16, pen.c.raised)
        pen.circ(54, y + high / 2, 15, pen.c.accent)
        pen.text(54, y + high / 2, number, 21, "number", pen.c.mark, "middle")
        bottom = pen.para(84, y + 10, says, wide - 104, "label", most=8, floor=y + high - 22)
        source = source_words(pen.texts, clause.source)
        if ui.get("clauses") == clause.id:
            source = pen.say("why.source", source=source, id=clause.id)
        pen.text(84, max(bottom + 10, y + high - 18), source, 18, "text", pen.c.text_soft, room=wide - 140, cut=True)
        pen.target(24, y, wide - 48, high, Local("clauses", ""), f"clause.{number}", ring=18, says=says,
                   why=Local("clauses", clause.id))  # fmt: skip
        y += high + 8


def _says(pen: Pen, page: WhyPage, clause: Clause) -> str:
    return clause_words(pen.texts, page.game, clause.id) or clause.says


def _high_of(pen: Pen, says: str, wide: float) -> float:
    """How high the box of a clause is."""
    return 26 + len(pen.measure.wrap(says, pen.grown(20), "strong", wide - 110)) * pen.grown(25) + 24


def _draw_rail(pen: Pen, page: WhyPage, wide: float, y: float) -> None:
    tools = [
        Tool(pen.say("rail.back"), "back", Back(), "back", "main"),
        Tool(pen.say("rules.title"), "book", OpenRules(), "rules"),
        Tool(pen.say("why.earlier"), "rew", AskWhy(page.back + 1) if page.earlier else None, "earlier"),
        Tool(pen.say("why.wrong_die"), "fix", OpenFix() if page.can_fix else None, "fix", hot="f"),
    ]
    room = wide - 48 - 10 * (len(tools) - 1)
    x = 24.0
    for tool, w in zip(tools, share_out(pen, tools, room), strict=True):
        pen.button(x, y, w, 52, tool.label, tool.act, tool.key, tool.kind, tool.icon, 19, hot=tool.hot)
        x += w + 10
