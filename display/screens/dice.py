"""Dice with no game: the latest roll large on the stage, its sums and the rolls before it on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, sqrt

from tablekeeper.display.dice_pages import PRESETS, DicePage, Face
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import Back, ChoosePreset, OpenFix, RollAgain, SaveRolls
from tablekeeper.display.screens.end import draw_dice_rows
from tablekeeper.display.widgets.pieces import draw_die
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail

MOST_DICE = 49
"""On the stage; more would be too small to distinguish."""
ROW = 40.0
"""What one of the rolls before takes."""


def draw(pen: Pen, page: DicePage, ui: Ui) -> None:
    """Dice or counts on the stage."""
    counting = ui.get("tab", "dice") == "counts"
    if counting:
        draw_dice_rows(pen.stage(), page.counts)
    else:
        draw_large(pen.stage(), page)
    voice = pen.page()
    header(voice, pen.say("dice.title"), page.health, icon="sun")
    words, second = say_roll(pen, page)
    y = now_line(voice, words, second)
    if page.hands:
        main_button(voice, pen.say("dice.throw"), RollAgain(), "throw", None)
    floor = draw_preset(voice, page.preset, voice.frame.rail_y - (64 if page.hands else 0))
    draw_before(voice, page.before, y + 14, floor - 8)
    fix = Tool(pen.say("rail.fix"), "fix", OpenFix() if page.number else None, "fix", hot="f")
    other = Tool(pen.say("dice.counts" if not counting else "dice.dice"), None,
                 Local("tab", "dice" if counting else "counts"), "counts")  # fmt: skip
    save = Tool(pen.say("dice.save"), None, SaveRolls() if page.number else None, "save")
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back"), save if counting else fix, other])


def draw_preset(pen: Pen, preset: str, floor: float) -> float:
    """Which dice are rolled; a touch goes on to the next. Returns the top."""
    following = PRESETS[(PRESETS.index(preset) + 1) % len(PRESETS)]
    words = pen.say(f"dice.preset_{preset}")
    pen.button(MARGIN, floor - 54, pen.frame.column, 50, words, ChoosePreset(following), "preset", size=19,
               says=pen.say("dice.preset", words=words))  # fmt: skip
    return floor - 54


def say_roll(pen: Pen, page: DicePage) -> tuple[str, str]:
    """The line about the latest roll, and its sums by colour where there are several colours."""
    if page.saved or page.fault:
        return pen.say("dice.saved" if page.saved else "dice.not_saved"), page.saved or page.fault
    if page.phase:
        return pen.say(f"dice.{page.phase}"), pen.say("dice.no_camera_how") if page.phase == "no_camera" else ""
    if not page.number:
        return pen.say("dice.roll"), pen.say("dice.roll_how")
    sums: Counter[str] = Counter()
    for die in page.dice:
        sums[die.body] += die.value
    each = [f"{pen.say(f'colour.{body}')} {value}" for body, value in sums.items()]
    return pen.say("dice.sum", sum=sum(sums.values())), ", ".join(each) if len(each) > 1 else ""


def draw_large(pen: Pen, page: DicePage) -> None:
    """The dice of the latest roll, as large as they fit."""
    dice = page.dice[:MOST_DICE]
    if not dice:
        pen.text(240, 240, pen.say("dice.none"), 21, "text", pen.c.text_soft, "middle", room=440)
        return
    columns = ceil(sqrt(len(dice)))
    rows = ceil(len(dice) / columns)
    cell = min(200.0, 440 / columns)
    for i, die in enumerate(dice):
        row, column = divmod(i, columns)
        in_row = min(columns, len(dice) - row * columns)
        x = 240 + (column - (in_row - 1) / 2) * cell
        y = 240 + (row - (rows - 1) / 2) * cell
        edge = cell * 0.7
        out = edge / 2 + 6
        value = 0 if page.phase == "settling" else die.value
        pen.stamp(draw_die, x, y, (-out, -out, out, out + edge * 0.1), die.body, edge, value, key=("die", i))


def draw_before(pen: Pen, rolls: Sequence[Sequence[Face]], top: float, floor: float) -> None:
    """The rolls before, a row each, as many as there is room for."""
    for n, roll in enumerate(rolls[: max(0, int((floor - top) // ROW))]):
        y = top + n * ROW + ROW / 2
        most = int((pen.frame.column - 56) // 34)
        for i, (body, value) in enumerate(roll[:most]):
            pen.stamp(draw_die, MARGIN + 16 + i * 34, y, (-16, -16, 16, 20), body, 26, value)
        pen.text(MARGIN + pen.frame.column, y, sum(value for _, value in roll), 21, "number", pen.c.text_soft, "end")
