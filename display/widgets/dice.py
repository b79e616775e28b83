"""Dice on the table: the slots that wait, the dice that settle, the roll that counts."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.pages import TablePage, bodies_in
from tablekeeper.display.widgets.pieces import draw_die, draw_slot
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix
from tablekeeper.engines.core import Question

SMALL, SMALL_GAP = 32.0, 40.0
"""The edge of a die that was rolled before, and how far such dice lie apart."""
MOST_BESIDE = 2
"""So many slots leave room for the last roll above them."""
SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((240, 240),),
    2: ((200, 240), (280, 240)),
    3: ((202, 208), (278, 208), (240, 284)),
    4: ((202, 204), (278, 204), (202, 280), (278, 280)),
    5: ((172, 210), (240, 210), (308, 210), (206, 276), (274, 276)),
    6: ((172, 210), (240, 210), (308, 210), (172, 276), (240, 276), (308, 276)),
}


def dice_asked(question: Question | None) -> tuple[str, ...]:
    """The bodies of the dice that a roll waits for, in the order of the values."""
    return () if question is None else bodies_in(question.about)


def draw_tray(pen: Pen, page: TablePage) -> None:
    """The middle of the stage: what is awaited, what settles, or what was rolled last."""
    bodies, rolled = dice_asked(page.question), page.rolled
    if bodies:
        _draw_awaited(pen, page, bodies)
        if len(bodies) <= MOST_BESIDE:
            draw_small_roll(pen, page, 240, 182)
    elif rolled is not None:
        draw_roll(pen, rolled.bodies, rolled.values)
        spots = SPOTS.get(len(rolled.values), ())
        if spots:
            _touch_roll(pen, page, *_around(spots))


def draw_small_roll(pen: Pen, page: TablePage, x: float, y: float) -> None:
    """The last roll in a row, beside another one that is awaited."""
    if page.rolled is None:
        return
    values = page.rolled.values
    left = x - (len(values) - 1) * SMALL_GAP / 2
    for i, (body, value) in enumerate(zip(page.rolled.bodies, values, strict=True)):
        pen.stamp(draw_die, left + i * SMALL_GAP, y, (-20, -20, 20, 23), body, SMALL, value, key=("rolled", i))
    wide = max(len(values) * SMALL_GAP, 56.0)
    _touch_roll(pen, page, x - wide / 2, y - 30, wide, 51)


def _touch_roll(pen: Pen, page: TablePage, x: float, y: float, w: float, h: float) -> None:
    """A touch on a roll that was entered or read puts it right."""
    assert page.rolled is not None
    event = page.rolled.event
    touch_to_fix(pen, latest(page, lambda entered: event in entered.events), x, y, w, h, "roll.fix")


def _around(spots: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    """The rectangle around dice at these places."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return min(xs) - 36, min(ys) - 36, max(xs) - min(xs) + 72, max(ys) - min(ys) + 72


def draw_roll(pen: Pen, bodies: Sequence[str], values: Sequence[int], edge: float = 56) -> None:
    """Dice at rest."""
    for i, ((x, y), body, value) in enumerate(zip(SPOTS.get(len(values), ()), bodies, values, strict=False)):
        out = edge / 2 + 3
        pen.stamp(draw_die, x, y, (-out, -out, out, out + 4), body, edge, value, key=("die", i))


def _draw_awaited(pen: Pen, page: TablePage, bodies: Sequence[str]) -> None:
    edge, left = 62.0, list(page.claim or ())
    spots = SPOTS.get(len(bodies), ())
    for i, ((x, y), body) in enumerate(zip(spots, bodies, strict=False)):
        seen = next((die for die in left if die.body == body), None)
        out = edge / 2 + 8
        if seen is not None:
            left.remove(seen)
            value = 0 if page.note == "settling" else seen.value
            pen.stamp(draw_die, x, y, (-out, -out, out, out + 5), body, edge, value, key=("die", i))
        else:
            pen.stamp(draw_slot, x, y, (-out, -out, out, out), body, edge, key=("die", i))
            if page.note == "wrong_dice":
                pen.rect(x - 40, y - 40, 80, 80, 18, None, pen.c.doubt, 4)
    if spots:
        pen.target(*_around(spots), Local("keypad", True), "tray", first=True, ring=22, says=pen.say("target.tray"))
