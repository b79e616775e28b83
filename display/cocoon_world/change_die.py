"""Turning one die of the opening roll: each die with its six faces."""

from __future__ import annotations

from typing import Any

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.pieces import draw_die
from tablekeeper.engines.core import Question

CHANGE = "change"
"""The verb of the options that turn a die; the other one leaves all as they are."""


def change_die_stage(pen: Pen, page: TablePage, question: Question) -> None:
    """One row a die with its six faces; a face that differs changes that die."""
    values: tuple[int, ...] = tuple(question.about["values"])
    seat = question.asked
    own = page.view.players[seat].colour
    bodies = {3: (own, own, "black"), 4: (own, own, "white", "black")}.get(len(values), ("white",) * len(values))
    changes: Any = [option for option in question.options if option.verb == CHANGE]
    options = {(option.die, option.value): option for option in changes}
    high = min(150.0, 472 / len(values) - 6)
    top = (480 - (high + 6) * len(values)) / 2 + 3
    for i, (body, now) in enumerate(zip(bodies, values, strict=True)):
        y = top + i * (high + 6)
        pen.rect(12, y, 456, high, 20, pen.c.page)
        edge = min(56.0, high - 24)
        for n in range(1, 7):
            x = 14 + (n - 1) * 76
            ring = pen.c.accent if n == now else None
            out = edge / 2 + 11
            pen.stamp(draw_die, x + 37, y + high / 2 - 2, (-out, -out, out, out + 5), body, edge, n, ring)
            option = options.get((i, n))
            if option is not None:
                pen.target(x + 1, y + 6, 72, high - 12, Answered(option.spell()), f"change.{i}.{n}")
