"""Many options at once: a list in pages, numbers on a pad, and very many chosen one value after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.pickers import LIST_ROWS, MOST_KEYS, draw_keys, draw_list, draw_pad
from tablekeeper.display.words.speech import Speech, speech_of
from tablekeeper.engines.core import Answer, Question

MANY = 60
"""With more options than this, one value is chosen after the other."""


SHORT = 14
"""How many letters fit on a key."""


class Line(NamedTuple):
    """One thing to choose: the value that it stands for, its words, what choosing it does."""

    value: Any
    label: str
    act: Act


def draw_options_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """All options on the stage: as a list, or as a pad where they are many numbers."""
    chosen = ui.get("narrow", ())
    lines = narrowed(speech_of(pen.texts, page), question.options, chosen)
    if len(lines) > LIST_ROWS and all(type(line.value) is int for line in lines):
        draw_pad(pen, {line.value: line.act for line in lines}, remembered(ui, "tens", chosen), chosen)
    elif LIST_ROWS < len(lines) <= MOST_KEYS and max(map(len, (line.label for line in lines))) <= SHORT:
        draw_keys(pen, [(line.label, line.act) for line in lines], [f"option.{i}" for i in range(len(lines))], 24)
    else:
        draw_list(pen, [(line.label, line.act) for line in lines], remembered(ui, "scroll", chosen) or 0, here=chosen)


def remembered(ui: Ui, name: str, here: object = ()) -> Any:
    """The page, or the tens, that somebody opened at this choice; what was opened at another choice is ignored."""
    where, found = ui.get(name, (None, None))
    return found if where == here else None


def draw_step_back(pen: Pen, ui: Ui, floor: float, here: object = None) -> float:
    """The button back: out of the tens, or to the value chosen before. Returns its top."""
    chosen = ui.get("narrow", ())
    here = chosen if here is None else here
    if remembered(ui, "tens", here) is not None:
        act = Local("tens", (here, None))
    elif chosen:
        act = Local("narrow", chosen[:-1])
    else:
        return floor
    pen.button(MARGIN, floor - 60, pen.frame.column, 54, pen.say("rail.back"), act, "step_back", "quiet", "back")
    return floor - 64


def narrowed(speech: Speech, options: Sequence[Answer], chosen: tuple[object, ...]) -> list[Line]:
    """The options as lines; very many are asked for field by field, as long as that decides anything."""
    left = [option for option in dict.fromkeys(options) if _values(option)[: len(chosen)] == chosen]
    depth = len(chosen)
    if len(left) <= MANY and not (depth and _all_numbers(left, depth)):
        return [Line(None, speech.option(option), Answered(option.spell())) for option in left]
    heads: dict[tuple[object, ...], list[Answer]] = {}
    for option in left:
        heads.setdefault(_values(option)[: depth + 1], []).append(option)
    lines: list[Line] = []
    for head, under in heads.items():
        if len(head) <= depth or (len(under) == 1 and len(_values(under[0])) > depth + 1):
            lines += [Line(None, speech.option(option), Answered(option.spell())) for option in under]
            continue
        name = list(under[0].parts())[depth]
        act: Act = Answered(under[0].spell()) if len(under) == 1 else Local("narrow", head)
        lines.append(Line(head[-1], speech.word(name, head[-1]), act))
    return lines


def _all_numbers(options: Sequence[Answer], depth: int) -> bool:
    """Whether only a number is left to choose."""
    return all(len(_values(option)) == depth + 1 and type(_values(option)[depth]) is int for option in options)


def _values(option: Answer) -> tuple[object, ...]:
    return tuple(option.parts().values())
