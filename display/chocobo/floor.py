"""The floor map and the boss ring: spaces with what they show, the Chocobo, the Reaper, where a move may end."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.display.chocobo.dial import SIGNS, draw_reaper_piece, draw_segment
from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes, polar
from tablekeeper.display.intents import Answered
from tablekeeper.engines.chocobo.view import View

ICONS = {**SIGNS, "vegetable": "veg", "vegetables": "veg", "book": "book", "heal": "heart", "monster": "attack",
         "trap": "bolt", "stairs": "down", "start": "flag", "treasure": "crown", "entrance": "flag",
         "exit": "down"}  # fmt: skip
INNER = ((1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4), (1, 3), (1, 2))


def has_map(view: View) -> bool:
    """Whether every space knows where it lies."""
    return bool(view.spaces) and all(space.x >= 0 and space.y >= 0 for space in view.spaces)


def draw_floor(pen: Pen, view: View, acts: Mapping[int, str], at_boss: str = "") -> None:
    """All spaces on a grid; those where a move may end, and a boss to attack, are framed and can be touched."""
    columns = max(space.x for space in view.spaces) + 1
    rows = max(space.y for space in view.spaces) + 1
    step = min(468 / columns, 468 / rows, 96.0)
    left, top = (480 - step * columns) / 2 + step / 2, (480 - step * rows) / 2 + step / 2
    at = {space.number: (left + space.x * step, top + space.y * step) for space in view.spaces}
    if view.boss is None:
        for space in view.spaces:
            for other in space.links:
                if other > space.number and other in at:
                    pen.line(*at[space.number], *at[other], pen.c.line, 3)
    for n, space in enumerate(view.spaces):
        x, y = at[space.number]
        landing = space.number in acts
        pen.stamp(draw_space, x, y, (-step / 2, -step / 2, step / 2, step / 2), step - 8, space.icon, landing,
                  key=("floor", space.number))  # fmt: skip
        if landing:
            half = max(step - 8, 52) / 2
            pen.target(x - half, y - half, 2 * half, 2 * half, Answered(acts[space.number]), f"space.{space.number}",
                       first=n == 0)  # fmt: skip
    if view.boss is not None:
        draw_boss(pen, view, left, top, step, at_boss)
    if view.here in at:
        r = min(27.0, step * 0.36)
        pen.stamp(draw_bird, *at[view.here], (-r - 8, -r - 8, r + 8, r + 10), r, key="chocobo")


def draw_space(canvas: Shapes, edge: float, icon: str, landing: bool) -> None:
    """One space with what it shows."""
    c = canvas.c
    h = edge / 2
    canvas.rect(-h, -h, edge, edge, 12, fill=c.raised if landing else c.page, stroke=c.accent if landing else c.raised,
                sw=4 if landing else 2)  # fmt: skip
    word, _, number = icon.rpartition("_")
    name = word if number.isdigit() else icon
    if name in ("", "nothing"):
        return
    sign = ICONS.get(name) or next((sign for key, sign in ICONS.items() if name.startswith(key)), "")
    shift = edge * 0.16 if number.isdigit() else 0
    if sign:
        draw_icon(canvas, sign, -shift, 0, edge * 0.2, c.text, c.page)
    else:
        canvas.text(0, 0, name[:4], edge * 0.26, "strong", c.text)
    if number.isdigit():
        canvas.text(edge * 0.22, 0, number, edge * 0.3, "number", c.text)


def draw_boss(pen: Pen, view: View, left: float, top: float, step: float, act: str) -> None:
    """The inner ring with its strikes, the boss in the middle, the Reaper on his space."""
    boss = view.boss
    assert boss is not None
    for i, (x, y) in enumerate(INNER[: len(boss.strikes)]):
        strike = boss.strikes[i]
        cx, cy = left + x * step, top + y * step
        pen.stamp(draw_strike, cx, cy, (-step / 2, -step / 2, step / 2, step / 2), step - 8, strike)
        if i == view.reaper:
            pen.stamp(draw_reaper_piece, cx, cy, (-22, -22, 22, 22), key="reaper")
    middle_x, middle_y = left + 2.5 * step, top + 2.5 * step
    left_hp = max(0, boss.hp - boss.damage)
    pen.stamp(draw_boss_ring, middle_x, middle_y, (-76, -76, 76, 76), left_hp, boss.hp)
    pen.text(middle_x, middle_y - 10, left_hp if boss.hp else "?", 48, "number", pen.c.text, "middle")
    pen.text(middle_x, middle_y + 26, pen.say("chocobo.of_hp", whole=boss.hp), 18, "strong", pen.c.text_soft, "middle",
             room=110)  # fmt: skip
    if act:
        pen.circ(middle_x, middle_y, 76, None, pen.c.accent, 4)
        pen.target(middle_x - 76, middle_y - 76, 152, 152, Answered(act), "boss", first=True, ring=76)


def draw_strike(canvas: Shapes, edge: float, strike: str) -> None:
    """What the boss does there."""
    h = edge / 2
    canvas.rect(-h, -h, edge, edge, 22, fill=(14, 22, 29) if canvas.c.dark else canvas.c.raised)
    kind, _, number = strike.rpartition("_")
    if kind == "damage":
        canvas.text(0, 0, f"−{number}", edge * 0.42, "number", canvas.c.bad)
    elif kind == "bolt":
        draw_icon(canvas, "bolt", -edge * 0.16, 0, edge * 0.24, canvas.c.bad)
        canvas.text(edge * 0.2, 0, number, edge * 0.36, "number", canvas.c.bad)
    elif strike == "hidden_bonus":
        draw_icon(canvas, "cross", 0, 0, edge * 0.18, canvas.c.bad)
    elif strike == "nothing":
        canvas.circ(0, 0, 4, fill=canvas.c.line)
    else:
        canvas.text(0, 0, "?", edge * 0.36, "number", canvas.c.text_soft)


def draw_boss_ring(canvas: Shapes, left: int, whole: int) -> None:
    """The boss's HP as a ring."""
    canvas.circ(0, 0, 72, fill=canvas.c.page)
    for i in range(whole):
        start, end = 360 * i / whole + 0.8, 360 * (i + 1) / whole - 0.8
        draw_segment(canvas, 64, start, end, canvas.c.accent if i < left else canvas.c.raised, 12)
    if not whole:
        canvas.circ(0, 0, 64, stroke=canvas.c.line, sw=3)


def draw_bird(canvas: Shapes, r: float) -> None:
    """The Chocobo's piece: a footprint on gold."""
    canvas.circ(0, 0, r + 6, fill=canvas.c.stage, stroke=canvas.c.focus, sw=3)
    canvas.circ(0, 3, r, fill=canvas.c.materials["gold_edge"])
    canvas.circ(0, 0, r, fill=canvas.c.accent)
    draw_icon(canvas, "move", 0, -1, r * 0.6, canvas.c.mark)
    canvas.circ(*polar(0, 0, r * 0.4, 180), r * 0.02 + 0.5, fill=canvas.c.mark)
