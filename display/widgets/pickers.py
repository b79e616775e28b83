"""What the stage becomes when something is to be chosen: keys for dice, numbers, a list of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tablekeeper.display.drawing.layout import STAGE
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.widgets.pieces import draw_badge, draw_die, draw_slot
from tablekeeper.display.widgets.scroll import draw_scroll
from tablekeeper.display.words.texts import printed

T = TypeVar("T")
Cell = Callable[[Pen, float, float, float, float, T], None]


def draw_keypad(pen: Pen, bodies: Sequence[str], values: Sequence[int | None]) -> None:
    """Three rows of 1 to 6 (or as many as there are dice); the next open die is framed."""
    count = len(bodies)
    height = min(150.0, (STAGE - 8) / count - 6)
    gap = height + 6
    top = (STAGE - gap * count + 6) / 2
    open_die = next((i for i, value in enumerate(values) if value is None), None)
    for i, (body, value) in enumerate(zip(bodies, values, strict=True)):
        y = top + i * gap
        pen.rect(12, y, 456, height, 22, pen.c.page, pen.c.accent if i == open_die else None, 4)
        edge = min(72.0, height - 16)
        out = edge / 2 + 6
        if value is None:
            pen.stamp(draw_slot, 68, y + height / 2, (-out, -out, out, out), body, edge)
        else:
            pen.stamp(draw_die, 68, y + height / 2 - 2, (-out, -out, out, out), body, edge, value)
        _draw_keys(pen, y, height, i, value, values, i == open_die)


def _draw_keys(
    pen: Pen, y: float, height: float, die: int, value: int | None, values: Sequence[int | None], is_open: bool
) -> None:
    rows = 2 if height >= 125 else 1
    columns = 6 // rows
    wide, high = (324 - (columns - 1) * 8) / columns, (height - 14 - (rows - 1) * 8) / rows
    for n in range(1, 7):
        x = 132 + ((n - 1) % columns) * (wide + 8)
        ky = y + 7 + ((n - 1) // columns) * (high + 8)
        on = value == n
        pen.rect(x, ky, wide, high, 14, pen.c.accent if on else pen.c.raised)
        pen.text(x + wide / 2, ky + high / 2, n, 34, "number", pen.c.mark if on else pen.c.text, "middle")
        chosen = (*values[:die], n, *values[die + 1 :])
        pen.target(
            x, ky, wide, high, Local("dice", chosen), f"die.{die}.{n}", first=is_open and n == 1,
            hot=str(n) if is_open else "", says=pen.say("target.die", number=die + 1, value=n),
        )  # fmt: skip


MOST_KEYS = 30
"""With more numbers than this, the tens are chosen first."""


def draw_pad(pen: Pen, numbers: Mapping[int, Act], tens: int | None = None, here: object = ()) -> None:
    """A large pad of numbers; very many are reached through their tens."""
    by_tens: dict[int, list[int]] = {}
    for number in sorted(numbers):
        by_tens.setdefault(number // 10, []).append(number)
    if len(numbers) <= MOST_KEYS:
        tens = None
        shown = sorted(numbers)
    elif tens in by_tens:
        shown = by_tens[tens]
    else:
        ways = [(_span(few), Local("tens", (here, at))) for at, few in by_tens.items()]
        draw_keys(pen, ways, [f"tens.{at}" for at in by_tens])
        return
    keys = [(printed(number), numbers[number]) for number in shown]
    draw_keys(pen, keys, [f"number.{number}" for number in shown])


def _span(numbers: Sequence[int]) -> str:
    """The first and the last of some numbers."""
    ends = dict.fromkeys((numbers[0], numbers[-1]))
    return "–".join(printed(number) for number in ends)


def key_columns(count: int, words: bool) -> int:
    """How many keys stand beside each other; words need wider ones."""
    if count == 4 or (words and count <= 8):
        return 2
    if count <= 12 or words:
        return 3
    return 4 if count <= 20 else 6


def draw_keys(pen: Pen, keys: Sequence[tuple[str, Act]], names: Sequence[str], size: float = 44) -> None:
    """Keys in rows of two to six, large enough for any finger; none where nobody here may choose."""
    if not keys:
        return
    columns = key_columns(len(keys), max((len(label) for label, _ in keys), default=0) > 5)
    rows = -(-len(keys) // columns)
    wide, high = (STAGE - 24 - (columns - 1) * 10) / columns, min(110.0, (STAGE - 24 - (rows - 1) * 10) / rows)
    top = (STAGE - rows * high - (rows - 1) * 10) / 2
    for i, ((label, act), name) in enumerate(zip(keys, names, strict=True)):
        x, y = 12 + (i % columns) * (wide + 10), top + (i // columns) * (high + 10)
        pen.rect(x, y, wide, high, 14, pen.c.raised)
        face = "number" if size > 24 else "strong"
        pen.text(x + wide / 2, y + high / 2, label, min(size, high * 0.7), face, pen.c.text, "middle", room=wide - 8)
        pen.target(x, y, wide, high, act, name, first=i == 0, hot=label if len(label) == 1 else "")


def draw_grid(
    pen: Pen, things: Sequence[T], cell: Cell[T], act: Callable[[T], Act | None], key: str = "thing",
    says: Callable[[T], str] = lambda thing: "",
) -> None:  # fmt: skip
    """Things in a square grid, each drawn by `cell` into its box; more than 49 would be too small for a finger."""
    columns = next(n for n in range(1, 50) if n * n >= len(things))
    rows = -(-len(things) // columns)
    step = min((STAGE - 16) / columns, 228.0)
    left, top = (STAGE - step * columns) / 2, (STAGE - step * rows) / 2
    for i, thing in enumerate(things):
        x, y = left + (i % columns) * step + 5, top + (i // columns) * step + 5
        edge = step - 10
        done = act(thing)
        off = done is None
        pen.rect(x, y, edge, edge, 16, None if off else pen.c.page, pen.c.line if off else None, 2, (6, 6))
        cell(pen, x, y, edge, edge, thing)
        if done is not None:
            pen.target(x, y, edge, edge, done, f"{key}.{i}", first=i == 0, ring=16, says=says(thing))


LIST_ROWS = 7


def draw_list(
    pen: Pen, lines: Sequence[tuple[str, Act | None]], scroll: int = 0, key: str = "option",
    badges: Sequence[str] = (), here: object = (),
) -> None:  # fmt: skip
    """Options as rows, seven at a time; what is impossible stays, dashed."""
    rows = LIST_ROWS if len(lines) <= LIST_ROWS else LIST_ROWS - 1
    pages = max(1, -(-len(lines) // rows))
    scroll = min(scroll, pages - 1)
    shown = lines[scroll * rows : (scroll + 1) * rows]
    pitch = min(66.0, (STAGE - 12) / max(len(shown), 1))
    full = len(shown) if pages == 1 else rows + 1
    top = (STAGE - full * 66) / 2 + 3 if pages > 1 else (STAGE - len(shown) * pitch) / 2 + 3
    for i, (label, act) in enumerate(shown):
        y = top + i * 66
        off = act is None
        pen.rect(12, y, 456, 58, 16, None if off else pen.c.page, pen.c.line if off else None, 2, (6, 6))
        left = 30.0
        if badges:
            pen.stamp(draw_badge, 46, y + 29, (-22, -22, 22, 22), badges[scroll * rows + i], 20)
            left = 84
        pen.text(left, y + 29, label, 22, "strong", pen.c.text_soft if off else pen.c.text, room=450 - left, cut=True)
        if act is not None:
            pen.target(12, y, 456, 58, act, f"{key}.{scroll * rows + i}", first=i == 0, ring=16)
    draw_scroll(pen, 12, top + rows * 66, 456, 58, scroll, pages, here=here)
