"""The seats of a game before it begins: who sits there, in which colour, and which of them the companion plays."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.pages import SetupPage
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import colour_of_seat
from tablekeeper.display.words.texts import Texts

MOST_IN_A_COLUMN = 6
TOGGLE_W = 156.0
USUAL_STRENGTH = "good"


class People(NamedTuple):
    """Who plays, by seat."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    """Of the seats first, then those that are free."""
    bots: tuple[int, ...]
    """The seats that the companion plays."""
    strength: str = USUAL_STRENGTH
    """How well it plays."""

    def wears(self, seat: int) -> str:
        """The colour of a seat."""
        return colour_of_seat(dict(enumerate(self.colours)), seat)


def people_of(page: SetupPage, ui: Ui, texts: Texts, *, seats: bool) -> People:
    """Who plays, as far as somebody has chosen; the companion only plays where it takes seats."""
    count, picked = ui.get("people", (page.players or max(page.fewest, 2), ()))
    bots = tuple(seat for seat in picked if seat < count) if seats else ()
    names = tuple(ui.get("names", page.names[:count]))[:count]
    while len(names) < count:
        names = (*names, next_name(page, names))
    titles = iter((texts.say("setup.companion"), *(f"{texts.say('setup.companion')} {n}" for n in range(2, count + 1))))
    names = tuple(next(titles) if seat in bots else name for seat, name in enumerate(names))
    colours = tuple(ui.get("colours", page.colours))
    chosen = ui.get("strength", USUAL_STRENGTH)
    strength = chosen if chosen in page.strengths else USUAL_STRENGTH
    return People(names, (*colours, *page.colours)[: max(count, len(page.colours))], bots, strength)


def next_name(page: SetupPage, taken: tuple[str, ...], after: str = "") -> str:
    """The next known name that nobody has yet."""
    known = page.names or ("A",)
    start = known.index(after) + 1 if after in known else 0
    order = (*known[start:], *known[:start], *(f"{known[0]} {n}" for n in range(2, 12)))
    return next(name for name in order if name not in taken)


def exchanged(colours: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """The next colour for a seat; who had it takes the old one."""
    order = list(colours)
    there = (seat + 1) % len(order)
    order[seat], order[there] = order[there], order[seat]
    return tuple(order)


def draw_people(pen: Pen, page: SetupPage, people: People, *, seats: bool) -> None:
    """One row a seat, and fewer or more of them."""
    count = len(people.names)
    columns = 2 if count > MOST_IN_A_COLUMN else 1
    pitch = min(76.0, (480 - 90) / -(-count // columns))
    wide = (456 - 8 * (columns - 1)) / columns
    for seat in range(count):
        x, y = 12 + (seat % columns) * (wide + 8), 10 + (seat // columns) * pitch
        _draw_seat(pen, page, people, seat, x, y, wide, pitch - 8, seats=seats)
    if seats and count == 1 and page.most > 1:
        act = Local("people", (2, (1,)))
        pen.button(12, 10 + pitch, 456, pitch - 8, pen.say("setup.add_companion"), act, "partner", "quiet", "sun", 22)
    y = 480 - 68.0
    fewer = Local("people", (count - 1, people.bots)) if count > page.fewest else None
    more = Local("people", (count + 1, people.bots)) if count < page.most else None
    pen.button(12, y, 223, 58, pen.say("setup.fewer"), fewer, "fewer", "quiet", "minus")
    pen.button(245, y, 223, 58, pen.say("setup.more"), more, "more", "quiet", "plus")


def _draw_seat(
    pen: Pen, page: SetupPage, people: People, seat: int, x: float, y: float, wide: float, high: float, *, seats: bool
) -> None:
    name, bot = people.names[seat], seat in people.bots
    pen.rect(x, y, wide, high, 16, pen.c.page)
    pen.stamp(draw_badge, x + 38, y + high / 2, (-26, -26, 26, 26), people.wears(seat), min(24.0, high / 2 - 6))
    if len(people.names) <= len(page.colours):
        pen.target(x + 2, y, 72, high, Local("colours", exchanged(people.colours, seat)), f"colour.{seat}", ring=16,
                   says=pen.say("target.colour", name=name))  # fmt: skip
    toggle = (TOGGLE_W if wide > 300 else 56.0) if seats else 0.0
    room = wide - 100 - toggle
    if bot and len(page.strengths) > 1:
        _draw_strength(pen, page, people, seat, x, y, room, high)
    else:
        pen.text(x + 88, y + high / 2, name, 24, "strong", room=room, cut=True)
    if not bot:
        other = next_name(page, people.names, name)
        renamed = Local("names", (*people.names[:seat], other, *people.names[seat + 1 :]))
        pen.target(x + 78, y, wide - 80 - toggle, high, renamed, f"name.{seat}", ring=16)
    if seats:
        bots = tuple(sorted(set(people.bots) ^ {seat}))
        act = Local("people", (len(people.names), bots))
        _draw_toggle(pen, bot, x + wide - toggle, y, toggle, high, act, f"bot.{seat}")


def _draw_strength(
    pen: Pen, page: SetupPage, people: People, seat: int, x: float, y: float, room: float, high: float
) -> None:
    """The companion's name and how well it plays; a touch takes the next strength, for all of its seats."""
    word = pen.say(f"setup.strength_{people.strength}")
    pen.text(x + 88, y + high * 0.32, people.names[seat], 22, "strong", room=room, cut=True)
    pen.text(x + 88, y + high * 0.72, word, 18, "text", pen.c.accent, room=room, cut=True)
    following = page.strengths[(page.strengths.index(people.strength) + 1) % len(page.strengths)]
    pen.target(x + 78, y, room + 16, high, Local("strength", following), f"strength.{seat}", ring=16, says=word)


def _draw_toggle(
    pen: Pen, bot: bool, x: float, y: float, wide: float, high: float, act: Local, key: str
) -> None:  # fmt: skip
    """Whether a person or the companion plays there; a touch changes it."""
    ink = pen.c.accent if bot else pen.c.text_soft
    word = pen.say("setup.plays_companion" if bot else "setup.plays_person")
    pen.icon("sun" if bot else "person", x + 20, y + high / 2, 11, ink, pen.c.page)
    if wide >= TOGGLE_W:
        pen.text(x + 38, y + high / 2, word, 18, "strong" if bot else "text", ink, room=wide - 48)
    pen.target(x + 2, y, wide - 2, high, act, key, ring=16, says=word)
