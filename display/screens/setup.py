"""Who plays, in which colours and seats, with which copy and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.layout import MARGIN, RAIL_H
from display.pages import SetupPage
from display.pen import Pen
from display.pieces import draw_badge
from display.scene import Local
from display.voice import Tool, colour_of_seat, header, main_button, now_line, rail
from display.wishes import Back, StartGame

Ui = Mapping[str, Any]


def draw(pen: Pen, page: SetupPage, ui: Ui) -> None:
    """The people on the stage: tap a badge for another colour, a name for another name. The rest on the page."""
    count = ui.get("count", page.players or max(page.fewest, 2))
    names = tuple(ui.get("names", page.names[:count]))
    while len(names) < count:
        names = (*names, next_name(page, names))
    names = names[:count]
    colours = tuple(ui.get("colours", page.colours))
    colours = (*colours, *page.colours)[: max(count, len(page.colours))]
    draw_people(pen.stage(), page, names, colours)
    draw_page(pen.page(), page, ui, names, colours)


def next_name(page: SetupPage, taken: tuple[str, ...], after: str = "") -> str:
    """The next known name that nobody has yet."""
    known = page.names or ("A",)
    start = known.index(after) + 1 if after in known else 0
    order = (*known[start:], *known[:start], *(f"{known[0]} {n}" for n in range(2, 12)))
    return next(name for name in order if name not in taken)


def draw_people(pen: Pen, page: SetupPage, names: tuple[str, ...], colours: tuple[str, ...]) -> None:
    """One row a seat, and fewer or more of them."""
    count = len(names)
    columns = 2 if count > 6 else 1
    pitch = min(76.0, (480 - 90) / -(-count // columns))
    high, wide = pitch - 8, (456 - 8 * (columns - 1)) / columns
    for seat, name in enumerate(names):
        x, y = 12 + (seat % columns) * (wide + 8), 10 + (seat // columns) * pitch
        pen.rect(x, y, wide, high, 16, pen.c.page)
        who = colour_of_seat(dict(enumerate(colours)), seat)
        radius = min(24.0, high / 2 - 6)
        pen.stamp(draw_badge, x + 38, y + high / 2, (-26, -26, 26, 26), who, radius)
        if count <= len(page.colours):
            pen.target(x + 2, y, 72, high, Local("colours", exchanged(colours, seat)), f"colour.{seat}", ring=16)
        pen.text(x + 88, y + high / 2, name, 24, "strong", room=min(220, wide - 96), cut=True)
        if columns == 1:
            pen.text(452, y + high / 2, pen.say("table.seat", number=seat + 1), 18, "text", pen.c.text_soft, "end")
        other = next_name(page, names, name)
        renamed = Local("names", (*names[:seat], other, *names[seat + 1 :]))
        pen.target(x + 78, y, wide - 80, high, renamed, f"name.{seat}", ring=16)
    y = 480 - 68.0
    fewer = Local("count", count - 1) if count > page.fewest else None
    more = Local("count", count + 1) if count < page.most else None
    pen.button(12, y, 223, 58, pen.say("setup.fewer"), fewer, "fewer", "quiet", "minus")
    pen.button(245, y, 223, 58, pen.say("setup.more"), more, "more", "quiet", "plus")


def exchanged(colours: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """The next colour for a seat; who had it takes the old one."""
    order = list(colours)
    there = (seat + 1) % len(order)
    order[seat], order[there] = order[there], order[seat]
    return tuple(order)


def draw_page(pen: Pen, page: SetupPage, ui: Ui, names: tuple[str, ...], colours: tuple[str, ...]) -> None:
    """Which table, which copy, which options; then start."""
    title = pen.texts.first(f"game.{page.game}") or page.game
    header(pen, title, page.health, icon="sun")
    y = now_line(pen, pen.say("setup.who"), most=2) + 6
    table = ui.get("table", page.tables[0])
    edition = ui.get("edition", page.editions[0])
    rows = [("table", page.tables, table), ("edition", page.editions, edition)]
    rows += [(f"option.{o.name}", o.values, ui.get(f"option.{o.name}", o.values[o.chosen])) for o in page.options]
    floor = pen.frame.rail_y - 72
    columns = 2 if pen.frame.portrait else 1
    wide = (pen.frame.column - 10 * (columns - 1)) / columns
    for i, (name, values, value) in enumerate(rows):
        x, ry = MARGIN + (i % columns) * (wide + 10), y + (i // columns) * 58
        if ry + 52 > floor:
            break
        draw_row(pen, page, name, values, value, x, ry, wide)
    chosen = {o.name: str(ui.get(f"option.{o.name}", o.values[o.chosen])) for o in page.options}
    seats = tuple(colour_of_seat(dict(enumerate(colours)), seat) for seat in range(len(names)))
    start = StartGame(page.game, names, seats, edition, chosen, table)
    main_button(pen, pen.say("setup.start"), start, "start", "check")
    lesson = StartGame(page.game, names, seats, edition, chosen, table, lesson=True)
    rail(
        pen,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back"),
            Tool(pen.say("setup.learn"), None, lesson, "learn"),
        ],
    )


def draw_row(
    pen: Pen, page: SetupPage, name: str, values: tuple[str, ...], value: str, x: float, y: float, w: float
) -> None:
    """One choice: its name and the value that stands; a touch takes the next one."""
    kind, _, option = name.partition(".")
    title = pen.texts.first(f"{page.game}.option.{option}", f"setup.{kind}") or option.replace("_", " ")
    said = pen.texts.first(f"setup.{kind}_{value}", f"{page.game}.option.{option}_{value}") or value.replace("_", " ")
    pen.rect(x, y, w, RAIL_H, 14, pen.c.raised)
    pen.text(x + 14, y + 26, title, 18, "text", pen.c.text_soft, room=w * 0.42, cut=True)
    pen.text(x + w - 14, y + 26, said, 20, "strong", pen.c.text, "end", room=w * 0.46, cut=True)
    following = values[(values.index(value) + 1) % len(values)] if value in values else values[0]
    pen.target(x, y, w, RAIL_H, Local(name, following), name)
