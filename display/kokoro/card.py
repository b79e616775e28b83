"""The caller's table: the sanctuary of the round, the path card, the golden counter; and a mat to draw on."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Act
from tablekeeper.display.drawing.shapes import Point, Shapes, bend
from tablekeeper.display.drawing.theme import INK, Colour
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix
from tablekeeper.engines.kokoro.view import View

EDGES: dict[str, Point] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
LEAF: Colour = (30, 107, 60)
SAND: Colour = (239, 217, 160)
GRASS: Colour = (220, 231, 207)
COUNTED: Colour = (150, 214, 160)


def draw_laid_out(pen: Pen, page: TablePage) -> None:
    """The caller's table; a touch on a card that was entered puts it right."""
    view = page.view
    draw_table(pen, view)
    letter = view.letters[-1] if view.letters else ""
    called = latest(page, lambda entered: entered.kind == "sanctuary" and entered.answer.parts()["letter"] == letter)
    touch_to_fix(pen, called, 26, 64, 132, 176, "shrine.fix")
    if view.shape:
        touch_to_fix(pen, latest(page, lambda entered: entered.kind == "path"), 190, 20, 256, 336, "card.fix")


def draw_table(pen: Pen, view: View) -> None:
    """What the caller has laid out."""
    pen.text(104, 36, pen.say("kokoro.round", part=view.round, whole=view.rounds), 20, "strong", pen.c.text_soft,
             "middle", room=166)  # fmt: skip
    letter = view.letters[-1] if view.letters else "?"
    pen.stamp(draw_shrine, 92, 150, (-68, -90, 68, 96), letter, key="shrine")
    for i in range(view.rounds):
        done = i < view.round
        pen.circ(56 + i * 18, 262, 5.5, pen.c.accent if done else None, pen.c.accent if done else pen.c.line, 2)
    pen.text(92, 296, pen.say("kokoro.cards_left", count=view.cards_left), 18, "strong", pen.c.text_soft, "middle",
             room=170)  # fmt: skip
    if view.shape:
        pen.stamp(draw_path_card, 318, 190, (-132, -174, 132, 182), view.shape, view.sides, view.is_golden,
                  key=("card", view.round, view.turn))  # fmt: skip
    else:
        pen.rect(190, 20, 256, 336, 24, None, pen.c.line, 3, (8, 8))
    draw_golden(pen, view)


def draw_golden(pen: Pen, view: View) -> None:
    """The golden cards of this round; the missing ones dashed."""
    for i in range(view.golden_a_round):
        x, on = 52 + i * 66, i < view.golden
        pen.stamp(draw_sun, x, 418, (-31, -31, 31, 36), on)
    left = view.golden_a_round - view.golden
    x = 52 + view.golden_a_round * 66
    pen.para(x - 20, 394, pen.say("kokoro.more_end", count=left), 480 - x + 8, "body", pen.c.text, most=2)


def draw_sun(canvas: Shapes, full: bool) -> None:
    """One golden card of the round."""
    m = canvas.c.materials
    if full:
        canvas.circ(0, 4, 28, fill=m["gold_edge"])
        canvas.circ(0, 0, 28, fill=(244, 200, 79))
        draw_icon(canvas, "sun", 0, 0, 17, INK)
    else:
        canvas.circ(0, 0, 26, stroke=canvas.c.line, sw=3, dash=(6, 6))
        draw_icon(canvas, "sun", 0, 0, 13, canvas.c.line)


def draw_shrine(canvas: Shapes, letter: str) -> None:
    """A sanctuary card: a roof, a letter."""
    canvas.rect(-64, -77, 128, 164, 16, fill=canvas.c.ivory_edge)
    canvas.rect(-64, -82, 128, 164, 16, fill=canvas.c.ivory)
    canvas.poly([(0, -68), (46, -42), (-46, -42)], fill=LEAF, stroke=LEAF, sw=5)
    canvas.text(0, 20, letter, 80, "number", INK)


def draw_path_card(canvas: Shapes, shape: int, sides: str, golden: bool) -> None:
    """The path of this turn as it is printed, never rotated."""
    edge: Colour = (183, 138, 31) if golden else canvas.c.ivory_edge
    canvas.rect(-128, -163, 256, 336, 24, fill=edge)
    canvas.rect(-128, -170, 256, 336, 24, fill=(244, 200, 79) if golden else canvas.c.ivory)
    canvas.rect(-117, -159, 234, 314, 16, fill=canvas.c.ivory)
    canvas.text(-80, -115, shape, 72, "number", INK)
    if golden:
        draw_icon(canvas, "sun", 82, -120, 19, (138, 100, 16))
    canvas.rect(-88, -44, 176, 176, 16, fill=GRASS)
    draw_trail(canvas, sides, 0, 44, 88, LEAF, 54, SAND)


def draw_trail(
    canvas: Shapes, sides: str, x: float, y: float, half: float, ink: Colour, sw: float, inner: Colour | None = None
) -> None:
    """One path piece in a cell."""
    if len(sides) != 2:
        return
    ends = [(x + EDGES[side][0] * (half - sw / 2), y + EDGES[side][1] * (half - sw / 2)) for side in sides]
    flat = [(x + EDGES[side][0] * half, y + EDGES[side][1] * half) for side in sides]
    straight = {"NS", "EW"} & {sides, sides[::-1]}
    way = ends if straight else bend(ends[0], (x, y), ends[1], 20)
    for width, colour in ((sw, ink), (sw * 0.66, inner)):
        if colour is None:
            continue
        canvas.poly(way, stroke=colour, sw=width, close=False)
        for end, edge, side in zip(ends, flat, sides, strict=True):
            dx, dy = EDGES[side]
            nx, ny = abs(dy) * width / 2, abs(dx) * width / 2
            canvas.poly([(end[0] - nx, end[1] - ny), (end[0] + nx, end[1] + ny), (edge[0] + nx, edge[1] + ny),
                         (edge[0] - nx, edge[1] - ny)], fill=colour)  # fmt: skip


def draw_mat(pen: Pen, view: View, drawn: str, acts: Mapping[int, Act], chain: Collection[int] = ()) -> None:
    """A mat with what is drawn on it, and what is counted in green; spaces that answer something can be touched."""
    mat = view.mat
    columns, rows = mat.columns, mat.rows
    edge = min(464 / columns, 420 / rows)
    left, top = (480 - edge * columns) / 2, (480 - edge * rows) / 2
    pen.rect(left - 7, top - 2, edge * columns + 14, edge * rows + 14, 18, pen.c.ivory_edge)
    pen.rect(left - 7, top - 7, edge * columns + 14, edge * rows + 14, 18, pen.c.ivory)
    for space in range(columns * rows):
        x, y = left + (space % columns) * edge, top + (space // columns) * edge
        digit = int(drawn[space]) if space < len(drawn) else 0
        content = content_of(view, space)
        out = edge / 2
        sides = view.shapes[digit - 1] if digit else ""
        pen.stamp(
            draw_cell,
            x + out,
            y + out,
            (-out, -out, out, out),
            edge,
            content,
            sides,
            space in chain,
            key=("cell", space),
        )
        if space in acts:
            pen.target(x + 1, y + 1, edge - 2, edge - 2, acts[space], f"cell.{space}", ring=9)


def content_of(view: View, space: int) -> str:
    """What is printed on a space: `S:A`, `C2F1`, `GC`, a numbered spot like `#7`, or nothing."""
    mat = view.mat
    if space in view.guardians:
        return ("GC", "GF")[view.guardians.index(space)]
    if mat.sanctuaries[space]:
        return f"S:{mat.sanctuaries[space]}"
    if space in mat.spots:
        return f"#{mat.spots.index(space) + 1}"
    return "C" * mat.caterpillars[space] + "F" * mat.flowers[space]


def draw_cell(canvas: Shapes, edge: float, content: str, sides: str, counted: bool) -> None:
    """One space: its path below, what is printed above; while it is counted, green with a halo round each feature."""
    half = edge / 2
    ground = COUNTED if counted else (234, 223, 198)
    canvas.rect(-half + 2, -half + 2, edge - 4, edge - 4, 9, fill=ground, stroke=LEAF if counted else None, sw=3)
    if sides:
        draw_trail(canvas, sides, 0, 0, half, LEAF, edge * 0.24)
    k = edge / 64
    if content.startswith("S:"):
        canvas.circ(0, 0, 21 * k, fill=(255, 253, 247), stroke=LEAF, sw=2.5)
        canvas.text(0, 0, content[2:], 26 * k, "number", LEAF)
    elif content.startswith("G"):
        canvas.rect(-22 * k, -22 * k, 44 * k, 44 * k, 12 * k, fill=INK)
        _draw_feature(canvas, content[1], 0, 0, 1.6 * k)
    elif content.startswith("#"):
        canvas.text(0, 0, content[1:], 22 * k, "number", (90, 81, 98))
    else:
        for (x, y), kind in zip(SPOTS.get(len(content), ()), content, strict=False):
            if counted:
                canvas.circ(x * k, y * k, 13 * k, fill=(255, 255, 255))
            _draw_feature(canvas, kind, x * k, y * k, k)


SPOTS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-13, -9), (13, 9)),
    3: ((-14, -12), (14, -12), (0, 14)),
    4: ((-14, -12), (14, -12), (-14, 14), (14, 14)),
}


def _draw_feature(canvas: Shapes, kind: str, x: float, y: float, k: float) -> None:
    if kind == "C":
        for i in range(3):
            canvas.circ(x + (i - 1) * 7 * k, y + (1.5 if i == 1 else -1.5) * k, 4.6 * k, fill=(79, 143, 59))
    else:
        for dx, dy in ((0, -5), (4.8, -1.5), (3, 4), (-3, 4), (-4.8, -1.5)):
            canvas.circ(x + dx * k, y + dy * k, 4 * k, fill=(214, 81, 123))
        canvas.circ(x, y, 3.2 * k, fill=(244, 200, 79))
