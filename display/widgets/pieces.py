"""Things that lie on a table: badges, pawns, markers, dice and the slots that wait for them."""

from __future__ import annotations

from tablekeeper.display.drawing.shapes import Shapes, polar
from tablekeeper.display.drawing.theme import COAL, INK, PAPER, SNOW, Colour, shade, shipped_palette

SHAPES = {"red": "triangle", "blue": "circle", "green": "square", "yellow": "star", "purple": "plus"}
EXTRA = ("extra1", "extra2", "extra3")
"""Seats beyond five, in games without colours: paper badges with a letter's worth of bars."""
EDGE_OF_SNOW: Colour = (191, 177, 150)
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def colour_of(canvas: Shapes, who: str) -> Colour:
    """A player's colour; strangers are paper."""
    return canvas.c.players.get(who, canvas.c.text_soft)


def draw_shape(canvas: Shapes, who: str, x: float, y: float, r: float, fill: Colour) -> None:
    """The shape that goes with a player's colour."""
    shape = SHAPES.get(who, who)
    if shape == "circle":
        canvas.circ(x, y, r * 0.86, fill=fill)
    elif shape == "square":
        canvas.rect(x - r * 0.78, y - r * 0.78, r * 1.56, r * 1.56, r * 0.2, fill=fill)
    elif shape == "triangle":
        corners = [(x, y - r * 0.95), (x + r * 0.95, y + r * 0.72), (x - r * 0.95, y + r * 0.72)]
        canvas.poly(corners, fill=fill, stroke=fill, sw=r * 0.18)
    elif shape == "star":
        points = [polar(x, y + r * 0.05, r * 0.5 if i % 2 else r * 1.06, 36 * i) for i in range(10)]
        canvas.poly(points, fill=fill, stroke=fill, sw=r * 0.14)
    elif shape == "plus":
        thin, long = r * 0.33, r * 0.95
        canvas.rect(x - thin, y - long, 2 * thin, 2 * long, thin * 0.4, fill=fill)
        canvas.rect(x - long, y - thin, 2 * long, 2 * thin, thin * 0.4, fill=fill)
    else:
        bars = EXTRA.index(shape) + 1 if shape in EXTRA else 1
        for i in range(bars):
            canvas.line(x - r * 0.6, y + (i - (bars - 1) / 2) * r * 0.6, x + r * 0.6,
                        y + (i - (bars - 1) / 2) * r * 0.6, fill, r * 0.3)  # fmt: skip


def draw_badge(canvas: Shapes, who: str, r: float) -> None:
    """A player's badge: a disc in the colour, the shape in ink."""
    canvas.circ(0, 0, r, fill=colour_of(canvas, who))
    draw_shape(canvas, who, 0, 0, r * 0.58, canvas.c.mark)


def draw_pawn(canvas: Shapes, who: str, r: float, side: str, halo: bool = False) -> None:
    """A pawn from above; its cap shows the side that is up."""
    if halo:
        canvas.circ(0, 0, r + 6, fill=canvas.c.stage, stroke=canvas.c.focus, sw=3)
    else:
        canvas.circ(0, 0, r + 2.5, fill=canvas.c.stage)
    canvas.circ(0, 0, r, fill=colour_of(canvas, who))
    if side == "white":
        canvas.circ(0, 0, r * 0.76, fill=canvas.c.fortune)
        draw_shape(canvas, who, 0, 0, r * 0.46, INK)
    else:
        canvas.circ(0, 0, r * 0.78, fill=COAL, stroke=PAPER, sw=max(1.5, r * 0.09))
        draw_shape(canvas, who, 0, 0, r * 0.44, shipped_palette("home", "dark").players.get(who, PAPER))


def draw_ghost(canvas: Shapes, who: str, r: float) -> None:
    """Where a pawn came from, or would go."""
    canvas.circ(0, 0, r, stroke=colour_of(canvas, who), sw=2.5, dash=(4, 4))
    draw_shape(canvas, who, 0, 0, r * 0.45, colour_of(canvas, who))


def draw_marker(canvas: Shapes, who: str, r: float) -> None:
    """A marker on the EP circle."""
    colour = colour_of(canvas, who)
    canvas.circ(0, r * 0.18, r + 2, fill=canvas.c.stage)
    canvas.circ(0, r * 0.24, r, fill=shade(colour, 0.62))
    canvas.circ(0, 0, r, fill=colour)
    draw_shape(canvas, who, 0, 0, r * 0.56, canvas.c.mark)


def draw_cap(canvas: Shapes, r: float, side: str) -> None:
    """The side that is up, without a pawn: a sun on paper, a moon on ink."""
    if side == "white":
        canvas.circ(0, 0, r, fill=canvas.c.fortune, stroke=None if canvas.c.dark else INK, sw=1.5)
        for i in range(8):
            canvas.line(*polar(0, 0, r * 0.42, 45 * i), *polar(0, 0, r * 0.72, 45 * i), INK, r * 0.13)
        canvas.circ(0, 0, r * 0.26, fill=INK)
    else:
        canvas.circ(0, 0, r - 1, fill=COAL, stroke=PAPER, sw=2)
        canvas.circ(0, 0, r * 0.5, fill=PAPER)
        canvas.circ(r * 0.24, -r * 0.14, r * 0.42, fill=COAL)


def die_colours(canvas: Shapes, body: str) -> tuple[Colour, Colour, Colour]:
    """Body, pips and lower edge of a die."""
    if body == "black":
        return COAL, PAPER, (0, 0, 0) if canvas.c.dark else (85, 80, 94)
    if body == "white":
        return SNOW, INK, EDGE_OF_SNOW
    colour = colour_of(canvas, body)
    return colour, canvas.c.mark, shade(colour, 0.62)


def draw_die(canvas: Shapes, body: str, edge: float, value: int, ring: Colour | None = None) -> None:
    """A die; value 0 is one that settles, shown by three dots."""
    colour, pip, below = die_colours(canvas, body)
    half, corner = edge / 2, edge * 0.2
    if ring is not None:
        canvas.rect(-half - 7, -half - 7, edge + 14, edge + 14 + edge * 0.07, corner + 7, stroke=ring, sw=4)
    canvas.rect(-half, -half + edge * 0.07, edge, edge, corner, fill=below)
    rim = PAPER if body == "black" else None
    canvas.rect(-half, -half, edge, edge, corner, fill=colour, stroke=rim, sw=max(2, edge * 0.04))
    if value == 0:
        for x in (-0.25, 0, 0.25):
            canvas.circ(x * edge, 0, edge * 0.07, fill=pip)
    for dx, dy in PIPS.get(value, ()):
        canvas.circ(dx * edge * 0.26, dy * edge * 0.26, edge * 0.092, fill=pip)


def draw_slot(canvas: Shapes, body: str, edge: float) -> None:
    """A die that is awaited: dashed, with the player's shape; the black one with a target."""
    known = body in canvas.c.players
    colour = canvas.c.players[body] if known else canvas.c.text
    fill = COAL if body == "black" and canvas.c.dark else None
    canvas.rect(-edge / 2, -edge / 2, edge, edge, edge * 0.2, fill=fill, stroke=colour, sw=3, dash=(7, 6))
    if known:
        draw_shape(canvas, body, 0, 0, edge * 0.2, colour)
    elif body == "black":
        canvas.circ(0, 0, edge * 0.15, stroke=colour, sw=3)
        canvas.circ(0, 0, edge * 0.045, fill=colour)
    else:
        canvas.circ(0, 0, edge * 0.1, fill=colour)


def draw_pattern(canvas: Shapes, who: str, w: float, h: float) -> None:
    """A large fill in a player's colour and pattern, from the top left corner."""
    colour = colour_of(canvas, who)
    canvas.rect(0, 0, w, h, 10, fill=colour)
    PATTERNS.get(who, _horizontal)(canvas, w, h, shade(colour, 0.78))


def _diagonal(canvas: Shapes, w: float, h: float, ink: Colour) -> None:
    for i in range(1, int((w + h) / 14)):
        far = i * 14.0
        canvas.line(min(far, w), max(0.0, far - w), max(0.0, far - h), min(far, h), ink, 2.5)


def _dots(canvas: Shapes, w: float, h: float, ink: Colour) -> None:
    for i in range(int(w / 14)):
        for j in range(int(h / 14)):
            canvas.circ(7 + i * 14, 7 + j * 14, 2.6, fill=ink)


def _checks(canvas: Shapes, w: float, h: float, ink: Colour) -> None:
    for i in range(int(w / 12)):
        for j in range(int(h / 12)):
            if (i + j) % 2:
                canvas.rect(i * 12, j * 12, 12, 12, 0, fill=ink)


def _vertical(canvas: Shapes, w: float, h: float, ink: Colour) -> None:
    for i in range(int(w / 10)):
        canvas.line(5 + i * 10, 5, 5 + i * 10, h - 5, ink, 2.5)


def _horizontal(canvas: Shapes, w: float, h: float, ink: Colour) -> None:
    for j in range(int(h / 10)):
        canvas.line(5, 5 + j * 10, w - 5, 5 + j * 10, ink, 2.5)


PATTERNS = {"red": _diagonal, "blue": _dots, "green": _checks, "yellow": _vertical, "purple": _horizontal}
