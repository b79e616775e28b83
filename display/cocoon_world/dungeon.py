"""The Pit: the roll, the six hands with what each is worth, and those made already."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.widgets.pieces import draw_die

HANDS = ("zombie", "kobold", "goblin", "golem", "dragon_rider", "nightmare")
WORTH = {"zombie": "+1", "kobold": "+1", "goblin": "+2", "golem": "+2", "dragon_rider": "+2", "nightmare": "0–10"}
SHAPES = {
    "zombie": "....", "kobold": "aa..", "goblin": "aabb", "golem": "aaa.", "dragon_rider": "1234", "nightmare": "aaaa",
}  # fmt: skip
BARS = {"kobold": ((0, 1),), "goblin": ((0, 1), (2, 3)), "golem": ((0, 2),), "nightmare": ((0, 3),)}
WAYS = {"zombie": 288, "kobold": 720, "goblin": 90, "golem": 120, "dragon_rider": 72, "nightmare": 6}
"""Of 1296 rolls of four dice: counting, not rules."""
ROLLS = 1296


def draw_hand(canvas: Shapes, hand: str) -> None:
    """Four small dice: equal ones joined by a bar."""
    for i, face in enumerate(SHAPES[hand]):
        x, y = i * 24, (8 - 4 * i if hand == "dragon_rider" else 0)
        if face == ".":
            canvas.rect(x - 9, y - 9, 18, 18, 5, stroke=canvas.c.line, sw=2)
            continue
        canvas.rect(x - 10, y - 10, 20, 20, 5, fill=canvas.c.ivory)
        if face in "ab":
            for d in (0,) if face == "a" else (-4, 4):
                canvas.circ(x + d, y + d, 3, fill=INK)
        else:
            canvas.text(x, y, face, 16, "number", INK)
    for start, end in BARS.get(hand, ()):
        canvas.line(start * 24 - 8, 16, end * 24 + 8, 16, canvas.c.accent, 3)


def draw_dungeon(pen: Pen, made: Sequence[str], values: Sequence[int], waiting: bool) -> None:
    """The roll above, the table of hands below; the hand just made is outlined."""
    for i in range(4):
        x = 96 + i * 96
        if values and not waiting:
            pen.stamp(draw_die, x, 68, (-42, -42, 42, 46), "white", 76, values[i], key=("die", i))
        else:
            pen.rect(x - 38, 30, 76, 76, 15, None, pen.c.text, 3, (7, 6))
    now = made[-1] if made and not waiting else ""
    for i, hand in enumerate(HANDS):
        y = 142 + i * 55
        done, latest = hand in made, hand == now
        pen.rect(14, y, 452, 50, 14, pen.c.raised if latest else pen.c.page, pen.c.accent if latest else None, 3)
        pen.stamp(draw_hand, 40, y + 24, (-12, -16, 86, 20), hand)
        ink = pen.c.text if done else pen.c.text_soft
        pen.text(146, y + 25, pen.say(f"cocoon_world.hand.{hand}"), 24, "strong", ink, room=180)
        pen.text(404, y + 25, WORTH[hand], 28 if hand != "nightmare" else 24, "number", ink, "end")
        if done:
            pen.circ(438, y + 25, 15, pen.c.accent)
            pen.icon("check", 438, y + 25, 9, pen.c.mark)
        else:
            pen.circ(438, y + 25, 14, None, pen.c.line, 2.5)


def risk_in_eighths(made: Sequence[str]) -> int:
    """How often in eight times the next roll makes a hand that was made already."""
    return round(8 * sum(WAYS[hand] for hand in made) / ROLLS)


def draw_risk(pen: Pen, y: float, made: Sequence[str]) -> None:
    """The risk in words and as eight beads."""
    eighths = risk_in_eighths(made)
    w = pen.frame.column
    key = (
        "cocoon_world.safe" if not eighths else "cocoon_world.once_in_8" if eighths == 1 else "cocoon_world.times_in_8"
    )
    pen.text(16, y, pen.say(key, count=eighths), 18, "strong", pen.c.text, room=w + 8)
    step = w / 8
    for i in range(8):
        x = 16 + i * step
        pen.rect(x, y + 16, step - 6, 14, 7, pen.c.bad if i < eighths else pen.c.raised)
        if i < eighths:
            pen.icon("cross", x + (step - 6) / 2, y + 23, 6, pen.c.mark)
