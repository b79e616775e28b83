"""Who usually plays: names by a keyboard on the screen, or by a real one."""

from __future__ import annotations

from tablekeeper.display.care_pages import NamesPage
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local, Typing
from tablekeeper.display.intents import Back, NamePlayers
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ÀÂÄÆÇÉÈÊËÎÏÑÔÖŒÙÛÜŸ"
"""Every other letter of the languages offered, and those of German and Spanish names."""
MARKS = ("-", "’", " ")
"""What joins two names; the space has a wider key."""
JOINING = (*MARKS, "'", ".")
"""And what a real keyboard may put between them."""
COLUMNS = 6
PITCH = 78.0
LAST = 35
"""The place of the last key."""
LONGEST = 14


def draw(pen: Pen, page: NamesPage, ui: Ui) -> None:
    """The letters on the stage; the names so far and the one that is being written on the page."""
    names = tuple(ui.get("names", page.names))
    place, typed = ui.get("typed", (len(names), ""))
    if place != len(names):  # that one was added, or another one taken away
        typed = ""
    draw_keys(pen.stage(), len(names), typed, len(names) < page.most, bool(ui.get("accents")))
    pen.scene.typing = typing_of(len(names), names, typed, page.most)
    voice = pen.page()
    header(voice, pen.say("wizard.step", part=page.step, whole=page.steps), page.health, icon="sun")
    y = now_line(voice, pen.say("wizard.players"), most=2) + 6
    draw_typed(voice, names, typed, y, page.most)
    draw_names(voice, names, y + 64)
    done = NamePlayers(names) if names and not typed else None
    main_button(voice, pen.say("wizard.done"), done, "done")
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back"), Tool(pen.say("wizard.skip"), None, NamePlayers(()),
                                                                         "skip")])  # fmt: skip


def draw_keys(pen: Pen, place: int, typed: str, room: bool, accents: bool) -> None:
    """One key a letter; capitals come by themselves. Accented letters have keys of their own, one touch away."""
    for i, letter in enumerate((*(ACCENTED if accents else LETTERS), *MARKS)):
        act: Act | None = Local("typed", (place, with_letter(typed, letter))) if can_grow(typed, room) else None
        label, wide = (pen.say("wizard.space"), 2) if letter == " " else (letter, 1)
        draw_key(pen, i, wide, label, act, f"letter.{i}")
    delete = Local("typed", (place, typed[:-1])) if typed else None
    draw_key(pen, LAST - 1, 1, LETTERS[:3] if accents else ACCENTED[5:8], Local("accents", not accents), "accents")
    draw_key(pen, LAST, 1, "", delete, "delete", "undo")


def draw_key(pen: Pen, i: int, wide: int, label: str, act: Act | None, key: str, icon: str | None = None) -> None:
    """One key, counted row by row."""
    x, y = 9 + (i % COLUMNS) * PITCH, 8 + (i // COLUMNS) * PITCH
    pen.button(x, y, wide * PITCH - 6, PITCH - 8, label, act, key, "quiet", icon, 26)


def can_grow(typed: str, room: bool) -> bool:
    """Whether one more letter fits."""
    return room and len(typed) < LONGEST


def typing_of(place: int, names: tuple[str, ...], typed: str, most: int) -> Typing:
    """What a real keyboard does here."""

    def letter(typed_now: str) -> Act | None:
        fits = can_grow(typed, len(names) < most) and (typed_now.isalpha() or (typed and typed_now in JOINING))
        return Local("typed", (place, with_letter(typed, typed_now, as_typed=True))) if fits else None

    return Typing(letter, Local("typed", (place, typed[:-1])) if typed else None, adding(names, typed, most))


def with_letter(typed: str, letter: str, *, as_typed: bool = False) -> str:
    """One letter more: a capital at the start of a word; after it a small one, or the one that was typed."""
    start = not typed or typed[-1] in JOINING
    return typed + (letter.upper() if start else letter if as_typed else letter.lower())


def adding(names: tuple[str, ...], typed: str, most: int) -> Act | None:
    """What adds the name that is being written; None: it is no name yet, or is there already."""
    name = typed.strip("".join(JOINING))
    return Local("names", (*names, name)) if name and name not in names and len(names) < most else None


def draw_typed(pen: Pen, names: tuple[str, ...], typed: str, y: float, most: int) -> None:
    """The name that is being written, and the button that adds it."""
    pen.rect(MARGIN, y, pen.frame.column - 74, 54, 14, pen.c.raised)
    pen.text(MARGIN + 16, y + 27, typed or "…", 26, "strong", room=pen.frame.column - 110, cut=True)
    add = adding(names, typed, most)
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
