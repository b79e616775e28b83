"""Who usually plays: names by a keyboard on the screen, or by a real one."""

from __future__ import annotations

from tablekeeper.display.care_pages import NamesPage
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.intents import Back, NamePlayers
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈËÏÔÇ"
MARKS = ("-", " ")
"""What joins two names; the space has a wider key."""
COLUMNS = 6
LONGEST = 14


def draw(pen: Pen, page: NamesPage, ui: Ui) -> None:
    """The letters on the stage; the names so far and the one that is being written on the page."""
    names = tuple(ui.get("names", page.names))
    place, typed = ui.get("typed", (len(names), ""))
    if place != len(names):  # that one was added, or another one taken away
        typed = ""
    draw_keys(pen.stage(), len(names), typed, len(names) < page.most)
    voice = pen.page()
    header(voice, pen.say("wizard.step", part=page.step, whole=page.steps), page.health, icon="sun")
    y = now_line(voice, pen.say("wizard.players"), most=2) + 6
    draw_typed(voice, names, typed, y, page.most)
    draw_names(voice, names, y + 64)
    done = NamePlayers(names) if names and not typed else None
    main_button(voice, pen.say("wizard.done"), done, "done")
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back"), Tool(pen.say("wizard.skip"), None, NamePlayers(()),
                                                                         "skip")])  # fmt: skip


def draw_keys(pen: Pen, place: int, typed: str, room: bool) -> None:
    """One key a letter; capitals come by themselves."""
    pitch = 78.0
    for i, letter in enumerate((*LETTERS, *MARKS)):
        x, y = 9 + (i % COLUMNS) * pitch, 8 + (i // COLUMNS) * pitch
        longer = (place, with_letter(typed, letter))
        act: Act | None = Local("typed", longer) if room and len(typed) < LONGEST else None
        label, wide = (pen.say("wizard.space"), 150) if letter == " " else (letter, 72)
        pen.button(x, y, wide, 70, label, act, f"letter.{i}", "quiet", None, 26, hot=letter.lower().strip())
    delete = Local("typed", (place, typed[:-1])) if typed else None
    pen.button(9 + 5 * pitch, 8 + 5 * pitch, 72, 70, "", delete, "delete", "quiet", "undo")


def with_letter(typed: str, letter: str) -> str:
    """One letter more: a capital at the start of a word, small ones after it."""
    start = not typed or typed[-1] in MARKS
    return typed + (letter if start else letter.lower())


def draw_typed(pen: Pen, names: tuple[str, ...], typed: str, y: float, most: int) -> None:
    """The name that is being written, and the button that adds it."""
    name = typed.strip(" -")
    pen.rect(MARGIN, y, pen.frame.column - 74, 54, 14, pen.c.raised)
    pen.text(MARGIN + 16, y + 27, typed or "…", 26, "strong", room=pen.frame.column - 110, cut=True)
    fits = name and name not in names and len(names) < most
    add = Local("names", (*names, name)) if fits else None
    pen.button(MARGIN + pen.frame.column - 64, y, 64, 54, "", add, "add", "main", "plus")


def draw_names(pen: Pen, names: tuple[str, ...], top: float) -> None:
    """Those who play; a touch takes a name away."""
    wide = (pen.frame.column - 10) / 2
    for i, name in enumerate(names):
        x, y = MARGIN + (i % 2) * (wide + 10), top + (i // 2) * 56
        if y + 50 > pen.frame.rail_y - 66:
            pen.text(MARGIN + pen.frame.column, y + 2, f"+{len(names) - i}", 18, "strong", anchor="end")
            return
        pen.rect(x, y, wide, 50, 14, pen.c.raised)
        pen.text(x + 12, y + 25, name, 20, "strong", room=wide - 46, cut=True)
        pen.icon("cross", x + wide - 20, y + 25, 8, pen.c.text_soft)
        pen.target(x, y, wide, 50, Local("names", (*names[:i], *names[i + 1 :])), f"name.{i}", ring=14)
