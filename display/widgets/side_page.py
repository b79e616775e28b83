"""The page beside the table: whose turn it is, the one line, and the three buttons that are always there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablekeeper.display.drawing.layout import MARGIN, RAIL_H
from tablekeeper.display.drawing.pen import NARROW, SMALLEST, Pen
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import PLAYERS
from tablekeeper.display.intents import AskWhy, LookBack, OpenDoctor, OpenFix, OpenMenu, OpenTimeline, TakeBack
from tablekeeper.display.pages import Light, TablePage
from tablekeeper.display.widgets.pieces import EXTRA, draw_badge, draw_cap
from tablekeeper.display.words.texts import Texts
from tablekeeper.engines.core import CHANCE, PUBLIC, TEAM

SHORTEST_NAME = 64.0
"""With less room than this hardly a letter of a name would be left."""
FINGER = 52.0
"""No button is narrower."""
CROWD = 5
"""So many buttons stand a little closer."""


class Tool(NamedTuple):
    """One button of the rail. Without an act it is drawn dashed and cannot be touched."""

    label: str
    icon: str | None
    act: Act | None
    key: str
    kind: str = "quiet"
    hot: str = ""


def colour_of_seat(colours: Mapping[int, str], seat: int) -> str:
    """The colour of a seat; by default in the order of the seats."""
    return colours.get(seat) or (*PLAYERS, *EXTRA)[seat % 8]


def name_of(texts: Texts, names: Mapping[int, str], seat: int) -> str:
    """The name of a seat; the team and chance have words of their own."""
    if seat >= 0 and seat in names:
        return names[seat]
    key = {TEAM: "word.team", CHANCE: "word.chance", PUBLIC: "word.everybody"}.get(seat)
    return texts.say(key) if key is not None else texts.say("table.seat", number=seat + 1)


def draw_light(canvas: Shapes, state: str) -> None:
    """A health dot: small when all is well, a triangle for a doubt, a crossed ring when lost, hollow when not used."""
    c = canvas.c
    if state == "ok":
        canvas.circ(0, 0, 4.5, fill=c.ok)
    elif state == "doubt":
        canvas.poly([(0, -7), (7, 6), (-7, 6)], fill=c.doubt)
    elif state == "bad":
        canvas.circ(0, 0, 6, stroke=c.bad, sw=2.5)
        canvas.line(-5, 5, 5, -5, c.bad, 2.5)
    else:
        canvas.circ(0, 0, 4, stroke=c.line, sw=2)


OPEN_TO = {"phones": "phone", "house": "house"}
"""Signs in the header that the table can be seen elsewhere."""


def health(pen: Pen, lights: Sequence[Light]) -> None:
    """The dots at the right of the header; a touch opens the doctor."""
    w = pen.frame.page_w
    for i, light in enumerate(reversed(lights)):
        if light.name in OPEN_TO:
            colour = pen.c.accent if light.state == "ok" else pen.c.doubt
            pen.icon(OPEN_TO[light.name], w - 22 - i * 20, 31, 8, colour)
        else:
            pen.stamp(draw_light, w - 22 - i * 20, 31, (-8, -8, 8, 8), light.state)
    if lights:
        wide = health_width(lights) - 4
        pen.target(w - wide - 4, 2, wide, 52, OpenDoctor(), "health", says=pen.say("target.health"))


def health_width(lights: Sequence[Light]) -> float:
    """How much of the header the dots take."""
    return max(52, 20 * len(lights) + 16) + 4.0 if lights else 0.0


def header(
    pen: Pen, title: str, lights: Sequence[Light], who: str = "", icon: str = "", side: str = "", sub: str = "",
    chip: str = "", spare: float = 0,
) -> None:  # fmt: skip
    """Badge, name and side, always on one line; `spare` is left free beside the dots."""
    room = pen.frame.page_w - 54 - 20 * len(lights) - 30 - spare
    left = 54.0
    if who:
        pen.stamp(draw_badge, 30, 31, (-16, -16, 16, 16), who, 15)
    elif chip:
        wide = pen.measure.width(chip, 21, "number") + 18
        pen.rect(MARGIN, 15, wide, 32, 10, pen.c.accent)
        pen.text(MARGIN + wide / 2, 31, chip, 21, "number", pen.c.mark, "middle")
        left = MARGIN + wide + 14
        room -= left - 54
    elif icon:
        pen.icon(icon, 30, 31, 14, pen.c.accent)
    else:
        left = MARGIN
    room -= 28 if side else 0
    if room < SHORTEST_NAME and room < pen.measure.width(title, 21, "strong"):
        title = ""  # the badge says it, and so does the line below
    wide = pen.text(left, 31, title, 21, "strong", room=room, cut=True) if title else 0.0
    if side:
        pen.stamp(draw_cap, left + wide + 20, 31, (-12, -12, 12, 12), 10, side)
    if sub and room - wide - 14 > 40:
        pen.text(left + wide + 14, 31, sub, 21, "text", pen.c.text_soft, room=room - wide - 14, cut=True)
    health(pen, lights)


def now_line(
    pen: Pen, words: str, second: str = "", most: int = 3, floor: float | None = None, keep: float = 0.0
) -> float:  # fmt: skip
    """The one line that says what to do now, and a softer second one; returns where they end. It makes way for what
    has to stand above the floor: the second one, and `keep` besides."""
    pen.scene.now = words
    w = pen.frame.column
    below = keep + (pen.least_high(second, w) + 4 if second else 0.0)
    y = pen.para(MARGIN, 54, words, w, "voice", most=most + (w < NARROW),
                 floor=None if floor is None else floor - below)  # fmt: skip
    if second:
        y = pen.para(MARGIN, y + 4, second, w, "body", pen.c.text_soft, most=4 if w >= NARROW else 9, floor=floor,
                     steady=True)  # fmt: skip
    return y


def rail(pen: Pen, tools: Sequence[Tool], y: float | None = None) -> None:
    """The buttons above the bottom edge, as wide as their words need."""
    top = pen.frame.rail_y if y is None else y
    gap = 10 if len(tools) < CROWD else 4
    room = pen.frame.column - gap * (len(tools) - 1)
    widths = share_out(pen, tools, room)
    x = float(MARGIN)
    for tool, wide in zip(tools, widths, strict=True):
        short = tool.icon is not None and need_of(pen, tool, SMALLEST, sign=False, tight=True) > wide + 0.5
        pen.button(
            x, top, wide, RAIL_H, "" if short else tool.label, tool.act, tool.key, tool.kind, tool.icon, 19,
            hot=tool.hot, says=tool.label if short else "",
        )  # fmt: skip
        x += wide + gap


def share_out(pen: Pen, tools: Sequence[Tool], room: float) -> list[float]:
    """How wide each button becomes: equal if that fits, else by need. Signs make way before words do; where there is
    no room for all words, the shortest ones stay."""
    equal = room / len(tools)
    if max(need_of(pen, tool, 19, sign=True) for tool in tools) <= equal:
        return [equal] * len(tools)
    for size, sign, tight in ((19, True, False), (19, False, False), (SMALLEST, False, False), (SMALLEST, False, True)):
        needs = [need_of(pen, tool, size, sign=sign, tight=tight) for tool in tools]
        if sum(needs) <= room:
            return spread(needs, room)
    return keep_short_words(pen, tools, room)


def need_of(pen: Pen, tool: Tool, size: float, *, sign: bool, tight: bool = False) -> float:
    """How wide a button has to be for its words; tight: in two lines if that is narrower, and little beside."""
    lines = pen.measure.halves(tool.label, size, "strong") if tight else [tool.label]
    wide = pen.measure.widest(lines, size, "strong") + (8 if tight else 20) if tool.label else 0.0
    return max(FINGER, wide + (30 if tool.icon and sign else 0))


def keep_short_words(pen: Pen, tools: Sequence[Tool], room: float) -> list[float]:
    """Buttons with a sign lose their words, the longest first, until all fit."""
    needs = [need_of(pen, tool, SMALLEST, sign=False, tight=True) for tool in tools]
    widths = [FINGER if tool.icon else need for tool, need in zip(tools, needs, strict=True)]
    for i in sorted(range(len(tools)), key=lambda i: needs[i]):
        if sum(widths) - widths[i] + needs[i] <= room:
            widths[i] = needs[i]
    return spread(widths, room) if sum(widths) <= room else [room / len(tools)] * len(tools)


def spread(needs: Sequence[float], room: float) -> list[float]:
    """What is left of the room goes to the buttons with words."""
    wide = [i for i, need in enumerate(needs) if need > FINGER] or list(range(len(needs)))
    spare = (room - sum(needs)) / len(wide)
    return [need + (spare if i in wide else 0) for i, need in enumerate(needs)]


def game_rail(pen: Pen, page: TablePage, looking: bool = False) -> None:
    """Why?, the three ways back (fix a reading, undo a decision, the log to rewind in), and the menu; or hide."""
    log = Tool(pen.say("rail.log"), "rew", OpenTimeline(), "log", hot="l")
    if looking:
        log = Tool(pen.say("secret.hide"), "eye", Local("look", False), "hide", "main")
    menu = [Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m")] if page.menu else []
    rail(
        pen,
        [
            Tool(pen.say("rail.why"), "why", AskWhy(), "why", hot="?"),
            Tool(pen.say("rail.fix"), "fix", OpenFix() if page.can_fix else None, "fix", hot="f"),
            Tool(pen.say("rail.undo"), "undo", LookBack(TakeBack()) if page.can_take_back else None, "undo", hot="z"),
            log,
            *menu,
        ],
    )


def main_button(
    pen: Pen, label: str, act: Act | None, key: str, icon: str | None = "check", rows_up: int = 1, hot: str = "",
    kind: str = "main",
) -> float:  # fmt: skip
    """The one accented button, directly above the rail (or further up); returns its top."""
    top = pen.frame.rail_y - rows_up * 64
    pen.button(MARGIN, top, pen.frame.column, 54, label, act, key, kind, icon, 24, first=True, hot=hot)
    return top
