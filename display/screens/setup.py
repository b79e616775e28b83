"""Who plays, in which colours and seats, with which copy and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import TYPE, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import Back, OpenRules, StartGame
from tablekeeper.display.pages import SetupPage
from tablekeeper.display.rulebook import Layout
from tablekeeper.display.screens.people import People, draw_people, people_of
from tablekeeper.display.widgets.guide import draw_guide, guide_of
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail
from tablekeeper.display.words.texts import Texts

PEOPLE, CHOICES, GUIDE = "people", "choices", "guide"
"""What the square can show."""
REAL = "real"


def draw(pen: Pen, page: SetupPage, ui: Ui) -> None:
    """On the stage the people (a badge is the colour, a name the name: touch it for the next), or the choices."""
    chosen = {name: ui.get(name, usual(page, ui, name, values)) for name, values in rows(page)}
    seats = chosen["table"] in page.companions
    people = people_of(page, ui, pen.texts, seats=seats)
    shown = ui.get("shown", CHOICES if page.fault else PEOPLE)
    if shown == GUIDE and chosen["table"] == REAL:
        draw_guide(pen.stage(), page.game, layout_of(people, chosen), ui)
    elif shown == CHOICES:
        draw_choices(pen.stage(), page, chosen)
    else:
        draw_people(pen.stage(), page, people, seats=seats)
    draw_page(pen.page(), page, people, chosen, shown)


def layout_of(people: People, chosen: Mapping[str, str]) -> Layout:
    """For whom and how the game would be laid out."""
    return Layout(len(people.names), chosen_options(chosen))


def chosen_options(chosen: Mapping[str, str]) -> dict[str, str]:
    """The options of the game among the choices."""
    return {name.removeprefix("option."): value for name, value in chosen.items() if name.startswith("option.")}


def rows(page: SetupPage) -> list[tuple[str, tuple[str, ...]]]:
    """Everything that can be chosen, with its values."""
    options = [(f"option.{option.name}", option.values) for option in page.options]
    return [("table", page.tables), ("edition", page.editions), *options]


def usual(page: SetupPage, ui: Ui, name: str, values: tuple[str, ...]) -> str:
    """What stands until somebody chooses: at the real table the copy of the real box."""
    if name == "edition" and ui.get("table", page.tables[0]) != page.tables[0]:
        return values[-1]
    return values[0]


def draw_choices(pen: Pen, page: SetupPage, chosen: Mapping[str, str]) -> None:
    """One row a choice."""
    found = rows(page)
    pitch = min(66.0, 468 / len(found))
    for i, (name, values) in enumerate(found):
        draw_row(pen, page, name, values, chosen[name], 8 + i * pitch, pitch - 6)


def draw_page(pen: Pen, page: SetupPage, people: People, chosen: Mapping[str, str], shown: str) -> None:
    """Start as it stands, or see the choices (or the people) first; at a real table also how to lay the game out."""
    header(pen, pen.texts.first(f"game.{page.game}") or page.game, page.health, icon="sun")
    said = pen.texts.translate(page.fault) or say_plainly(pen.texts, page, chosen, bots=bool(people.bots))
    asked = "setup.refused" if page.fault else f"setup.ask_{shown}"
    y = now_line(pen, pen.say(asked), said, floor=pen.frame.rail_y - 136)
    if page.kept:
        draw_kept(pen, page, y + 6, pen.frame.rail_y - 136)
    other = PEOPLE if shown == CHOICES else CHOICES
    top, half = pen.frame.rail_y - 128, (pen.frame.column - 8) / 2
    pen.button(MARGIN, top, half, 54, pen.say(f"setup.{other}"), Local("shown", other), other, "quiet", "gear", 22)
    pen.button(MARGIN + half + 8, top, half, 54, pen.say("rules.title"), OpenRules(page.game), "rules", "quiet",
               "book", 22)  # fmt: skip
    options = chosen_options(chosen)
    colours = tuple(people.wears(seat) for seat in range(len(people.names)))
    start = StartGame(
        page.game, people.names, colours, chosen["edition"], options, chosen["table"], companions=people.bots,
        strength=people.strength,
    )  # fmt: skip
    main_button(pen, pen.say("setup.start"), start, "start", "check")
    lesson = replace(start, lesson=True)
    tools = [
        Tool(pen.say("rail.back"), "back", Back(), "back"),
        Tool(pen.say("setup.learn"), None, lesson if page.lesson else None, "learn"),
    ]
    if chosen["table"] == REAL and guide_of(page.game, layout_of(people, chosen)):
        there = PEOPLE if shown == GUIDE else GUIDE
        tools.append(Tool(pen.say(f"setup.{there}"), "tiles", Local("shown", there), "guide"))
    rail(pen, tools)


def say_plainly(texts: Texts, page: SetupPage, chosen: Mapping[str, str], *, bots: bool = False) -> str:
    """What was chosen in plain sentences; what is usual anyway is left out."""
    said = [say_choice(texts, page.game, name, chosen[name]) for name, _ in rows(page)]
    return " ".join(filter(None, [*said, say_companion(texts, page, chosen["table"], bots=bots)]))


def say_companion(texts: Texts, page: SetupPage, table: str, *, bots: bool) -> str:
    """How the companion plays at a real table, or why it cannot."""
    if table != REAL or not (bots or table not in page.companions):
        return ""
    key = "companion" if table in page.companions else "no_companion"
    return texts.first(f"{page.game}.says.{key}") or ""


def say_choice(texts: Texts, game: str, name: str, value: str) -> str:
    """One choice as a sentence; where no game has words for it, its name and value."""
    kind, _, option = name.partition(".")
    said = texts.first(f"{game}.says.{option}_{value}" if option else f"setup.says.{kind}_{value}")
    return f"{option.replace('_', ' ')} {value}." if said is None else said


def draw_kept(pen: Pen, page: SetupPage, top: float, floor: float) -> None:
    """That the unfinished game goes on waiting, where there is room for it."""
    words = pen.say("setup.kept", game=pen.texts.first(f"game.{page.kept}") or page.kept)
    pitch = pen.grown(float(TYPE["label"]["line"]))
    lines = pen.measure.wrap(words, pen.grown(float(TYPE["label"]["size"])), TYPE["label"]["font"], pen.frame.column)
    if top + len(lines) * pitch <= floor:
        pen.para(MARGIN, top, words, pen.frame.column, "label", pen.c.accent, most=len(lines))


def draw_row(pen: Pen, page: SetupPage, name: str, values: tuple[str, ...], value: str, y: float, high: float) -> None:
    """One choice: its name and the value that stands; a touch takes the next one."""
    kind, _, option = name.partition(".")
    title = pen.texts.first(f"{page.game}.option.{option}", f"setup.{kind}") or option.replace("_", " ")
    pen.rect(12, y, 456, high, 14, pen.c.page)
    pen.text(32, y + high / 2, title, 20, "text", pen.c.text_soft, room=206, cut=True)
    pen.text(420, y + high / 2, say_value(pen, page, name, value), 22, "strong", anchor="end", room=176, cut=True)
    pen.icon("fwd", 444, y + high / 2, 9, pen.c.text_soft)
    following = values[(values.index(value) + 1) % len(values)] if value in values else values[0]
    pen.target(12, y, 456, high, Local(name, following), name)


def say_value(pen: Pen, page: SetupPage, name: str, value: str) -> str:
    """A value in the words of the table."""
    kind, _, option = name.partition(".")
    said = pen.texts.first(f"setup.{kind}_{value}", f"{page.game}.option.{option}_{value}")
    return said or value.replace("_", " ")
