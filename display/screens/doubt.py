"""Dice correction: each crop beside its digit, the doubtful one framed; one tap fixes it."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.intents import AskWhy, RollAgain
from tablekeeper.display.pages import DieCrop, DoubtPage, Picture
from tablekeeper.display.widgets.choosing import correct_roll
from tablekeeper.display.widgets.pieces import draw_die
from tablekeeper.display.widgets.side_page import Tool, colour_of_seat, header, name_of, now_line, rail


def draw(pen: Pen, page: DoubtPage, ui: Ui) -> None:
    """The crops on the stage, six faces as keys on the page."""
    values: tuple[int, ...] = ui.get("dice", tuple(die.value for die in page.dice))
    settled: tuple[int, ...] = ui.get("settled", ())
    chosen = ui.get("row", first_doubtful(page, settled))
    draw_rows(pen.stage(), page, values, settled, chosen)
    draw_keys(pen.page(), page, values, settled, chosen)


def first_doubtful(page: DoubtPage, settled: tuple[int, ...]) -> int:
    """The row that is asked about: the first doubtful one that nobody has settled, else the last row."""
    doubtful = [i for i, die in enumerate(page.dice) if is_doubtful(die) and i not in settled]
    return doubtful[0] if doubtful else max(len(page.dice) - 1, 0)


def is_doubtful(die: DieCrop) -> bool:
    """Whether the reader was not sure of it."""
    return die.doubt is not None or die.value == 0


def draw_rows(pen: Pen, page: DoubtPage, values: tuple[int, ...], settled: tuple[int, ...], chosen: int) -> None:
    """One row a die, in the order of the roll."""
    count = max(len(page.dice), 1)
    high = min(144.0, (480 - 20) / count - 8)
    top = (480 - count * (high + 8) + 8) / 2
    for i, die in enumerate(page.dice):
        y = top + i * (high + 8)
        sure = not is_doubtful(die) or i in settled
        asked = i == chosen
        pen.rect(12, y, 456, high, 22, pen.c.page, pen.c.doubt if asked and not sure else pen.c.accent if asked
                 else None, 4)  # fmt: skip
        crop = high - 20
        draw_crop(pen, die.picture, 24, y + 10, crop)
        edge = min(84.0, high - 44)
        out = edge / 2 + 6
        pen.stamp(draw_die, 246, y + high / 2 - 2, (-out, -out, out, out + 4), die.body, edge, values[i],
                  key=("die", i))  # fmt: skip
        _draw_verdict(pen, die, sure, y, high)
        says = pen.say("target.row", number=i + 1, die=pen.say(f"die.{die.body}"), value=values[i] or "?")
        pen.target(12, y, 456, high, Local("row", i), f"row.{i}", ring=22, says=says)


def _draw_verdict(pen: Pen, die: DieCrop, sure: bool, y: float, high: float) -> None:
    middle = y + high / 2
    below = middle + 28
    if sure:
        pen.icon("check", 344, middle - 12, 12, pen.c.ok)
        pen.text(366, middle - 12, pen.say("doubt.sure"), 21, "strong", pen.c.ok, room=96)
        ink, full = pen.c.ok, 5
    else:
        pen.circ(312, middle - 38, 15, pen.c.doubt)
        pen.text(312, middle - 38, "?", 23, "number", INK if pen.c.dark else pen.c.ivory, "middle")
        words = pen.texts.first(f"doubt.{die.doubt}") or pen.say("doubt.unsure")
        below = max(below, pen.para(332, middle - 28, words, 128, "body", pen.c.doubt, most=2) + 3)
        ink, full = pen.c.doubt, max(1, min(4, round(die.confidence * 5)))
    for i in range(5):
        pen.rect(332 + i * 22, min(below, y + high - 14), 16, 8, 4, ink if i < full else pen.c.raised)


def draw_crop(pen: Pen, picture: Picture | None, x: float, y: float, edge: float) -> None:
    """The camera's picture of one die; without one, an empty frame."""
    if picture is None:
        pen.rect(x, y, edge, edge, 16, pen.c.raised)
        pen.icon("camera", x + edge / 2, y + edge / 2, edge * 0.2, pen.c.text_soft, pen.c.raised)
        return
    pen.photo(picture, x, y, edge, edge)


def draw_keys(pen: Pen, page: DoubtPage, values: tuple[int, ...], settled: tuple[int, ...], chosen: int) -> None:
    """The question, six faces, and the button that says the value."""
    name = name_of(pen.texts, page.names, page.seat)
    header(pen, name, page.health, who=colour_of_seat(page.colours, page.seat) if page.seat >= 0 else "")
    if not page.dice:
        now_line(pen, pen.say("word.no_dice"))
        return
    die, value = page.dice[chosen], values[chosen]
    body = pen.say(f"die.{die.body}")
    ask = pen.say("doubt.is_it", die=body, value=value) if value else pen.say("doubt.what_is_it", die=body)
    tall = not pen.frame.portrait
    y = now_line(pen, ask[:1].upper() + ask[1:], pen.say("doubt.look") if tall else "", most=2)
    _draw_faces(pen, die, value, values, chosen, y)
    rest = [i for i, other in enumerate(page.dice) if is_doubtful(other) and i not in settled and i != chosen]
    if not value:
        yes = Tool(pen.say("doubt.tap_one"), None, None, "yes")
    elif rest:
        yes = Tool(pen.say("doubt.yes", value=value), "check", Local("settled", (*settled, chosen)), "yes", "main")
    else:
        yes = Tool(pen.say("doubt.yes", value=value), "check", correct_roll(page.at, values), "yes", "main")
    rail(
        pen,
        [
            Tool(pen.say("rail.why"), "why", AskWhy(), "why", hot="?"),
            Tool(pen.say("doubt.roll_again"), "reroll", RollAgain(), "again"),
            yes,
        ],
    )


def _draw_faces(pen: Pen, die: DieCrop, value: int, values: tuple[int, ...], chosen: int, top: float) -> None:
    columns = 6 if pen.frame.portrait else 3
    gap = 9.0
    wide = (pen.frame.column - gap * (columns - 1)) / columns
    high = 74.0
    floor = pen.frame.rail_y - 12
    rows = 6 // columns
    start = max(top + 10, min(194.0, floor - rows * (high + 10)))
    for n in range(1, 7):
        x = MARGIN + ((n - 1) % columns) * (wide + gap)
        y = start + ((n - 1) // columns) * (high + 10)
        on = n == value
        pen.rect(x, y, wide, high, 14, pen.c.raised, pen.c.accent if on else None, 4)
        pen.stamp(draw_die, x + wide / 2, y + high / 2 - 2, (-28, -28, 28, 32), die.body, 50, n)
        chosen_values = (*values[:chosen], n, *values[chosen + 1 :])
        pen.target(x, y, wide, high, Local("dice", chosen_values), f"face.{n}", first=on, hot=str(n), says=str(n))
