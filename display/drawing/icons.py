"""The signs: our own geometry, drawn around (x, y) with a radius."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.display.drawing.shapes import Point, Shapes, bend, polar, swing
from tablekeeper.display.drawing.theme import Colour

Sign = Callable[["Hand"], None]
SIGNS: dict[str, Sign] = {}


class Hand:
    """A pencil whose unit is the radius of the sign."""

    def __init__(self, canvas: Shapes, x: float, y: float, r: float, ink: Colour, back: Colour) -> None:
        self.canvas, self.x, self.y, self.r, self.ink, self.back = canvas, x, y, r, ink, back
        self.pen = max(2.2, r * 0.2)

    def at(self, x: float, y: float) -> Point:
        """A point of the sign on the canvas."""
        return self.x + x * self.r, self.y + y * self.r

    def line(self, *points: Point, sw: float = 1.0, close: bool = False, ink: Colour | None = None) -> None:
        """A line through points."""
        there = [self.at(x, y) for x, y in points]
        self.canvas.poly(there, stroke=ink or self.ink, sw=self.pen * sw, close=close)

    def fill(self, *points: Point, sw: float = 0.0) -> None:
        """A filled shape, with corners as round as the stroke is wide."""
        there = [self.at(x, y) for x, y in points]
        self.canvas.poly(there, fill=self.ink, stroke=self.ink if sw else None, sw=self.pen * sw)

    def disc(self, x: float, y: float, r: float, ink: Colour | None = None) -> None:
        """A dot."""
        self.canvas.circ(*self.at(x, y), r * self.r, fill=ink or self.ink)

    def ring(self, x: float, y: float, r: float, sw: float = 1.0) -> None:
        """A circle."""
        self.canvas.circ(*self.at(x, y), r * self.r, stroke=self.ink, sw=self.pen * sw)

    def box(self, x: float, y: float, w: float, h: float, round_: float, *, full: bool = False) -> None:
        """A box with round corners."""
        r = self.r
        fill, stroke = (self.ink, None) if full else (None, self.ink)
        self.canvas.rect(*self.at(x, y), w * r, h * r, round_ * r, fill=fill, stroke=stroke, sw=self.pen)

    def arc(self, x: float, y: float, r: float, start: float, end: float, sw: float = 1.0) -> None:
        """A part of a circle."""
        self.canvas.arc(*self.at(x, y), r * self.r, start, end, self.ink, self.pen * sw)


def draw_icon(canvas: Shapes, name: str, x: float, y: float, r: float, ink: Colour, back: Colour | None = None) -> None:
    """One sign; `back` is the ground that shows through where it has holes."""
    SIGNS[name](Hand(canvas, x, y, r, ink, back or canvas.c.page))


def _sign(name: str) -> Callable[[Sign], Sign]:
    def enter(sign: Sign) -> Sign:
        SIGNS[name] = sign
        return sign

    return enter


@_sign("why")
def _why(h: Hand) -> None:
    h.canvas.text(h.x, h.y, "?", h.r * 2.3, "number", h.ink)


@_sign("undo")
def _undo(h: Hand) -> None:
    h.arc(0, 0.12, 0.74, -60, 200)
    x, y = polar(0, 0.12, 0.74, -62)
    h.fill((x - 0.42, y + 0.12), (x + 0.35, y - 0.5), (x + 0.42, y + 0.42))


@_sign("phone")
def _phone(h: Hand) -> None:
    h.canvas.rect(h.x - 0.55 * h.r, h.y - h.r, 1.1 * h.r, 2 * h.r, 0.25 * h.r, h.ink)
    h.canvas.rect(h.x - 0.38 * h.r, h.y - 0.72 * h.r, 0.76 * h.r, 1.2 * h.r, 0, h.back)


@_sign("house")
def _house(h: Hand) -> None:
    h.fill((-1.0, 0.0), (0.0, -0.95), (1.0, 0.0))
    h.fill((-0.7, 0.0), (0.7, 0.0), (0.7, 0.85), (-0.7, 0.85))


@_sign("fix")
def _fix(h: Hand) -> None:
    h.box(-0.9, -0.5, 1.4, 1.4, 0.3)
    h.line((-0.15, 0.2), (0.85, -0.85), sw=1.5)


@_sign("menu")
def _menu(h: Hand) -> None:
    for y in (-0.6, 0.0, 0.6):
        h.line((-0.8, y), (0.8, y))


@_sign("check")
def _check(h: Hand) -> None:
    h.line((-0.75, 0.02), (-0.2, 0.58), (0.8, -0.55), sw=1.35)


@_sign("cross")
def _cross(h: Hand) -> None:
    h.line((-0.6, -0.6), (0.6, 0.6), sw=1.2)
    h.line((0.6, -0.6), (-0.6, 0.6), sw=1.2)


@_sign("back")
def _back(h: Hand) -> None:
    h.line((0.3, -0.75), (-0.5, 0), (0.3, 0.75), sw=1.2)


@_sign("fwd")
def _fwd(h: Hand) -> None:
    h.fill((-0.35, -0.7), (0.45, 0), (-0.35, 0.7), sw=0.8)


@_sign("rew")
def _rew(h: Hand) -> None:
    h.fill((0.35, -0.7), (-0.45, 0), (0.35, 0.7), sw=0.8)


@_sign("up")
def _up(h: Hand) -> None:
    h.fill((-0.7, 0.35), (0, -0.45), (0.7, 0.35), sw=0.8)


@_sign("down")
def _down(h: Hand) -> None:
    h.fill((-0.7, -0.35), (0, 0.45), (0.7, -0.35), sw=0.8)


@_sign("plus")
def _plus(h: Hand) -> None:
    h.line((0, -0.75), (0, 0.75), sw=1.5)
    h.line((-0.75, 0), (0.75, 0), sw=1.5)


@_sign("minus")
def _minus(h: Hand) -> None:
    h.line((-0.75, 0), (0.75, 0), sw=1.5)


@_sign("camera")
def _camera(h: Hand) -> None:
    h.box(-1, -0.6, 2, 1.35, 0.3)
    h.ring(0, 0.07, 0.36)
    h.line((-0.35, -0.78), (0.1, -0.78))


@_sign("flag")
def _flag(h: Hand) -> None:
    h.line((-0.55, -0.9), (-0.55, 0.95))
    h.fill((-0.5, -0.85), (0.85, -0.4), (-0.5, 0.1))


@_sign("initiation")
def _initiation(h: Hand) -> None:
    h.ring(0, 0, 0.85)
    h.fill(*[polar(0, 0, 0.85, 10 * i) for i in range(19)])


def _arch(h: Hand, half: float, foot: float, spring: float) -> list[Point]:
    return [(-half, foot), *[polar(0, spring, half, -90 + 10 * i) for i in range(19)], (half, foot)]


@_sign("pit")
def _pit(h: Hand) -> None:
    h.line(*_arch(h, 0.8, 0.85, -0.05), close=True)
    h.fill(*_arch(h, 0.38, 0.85, 0.12))


@_sign("bet")
def _bet(h: Hand) -> None:
    h.ring(0, 0, 0.82)
    for i in range(5):
        h.line((0, 0), polar(0, 0, 0.8, 72 * i), sw=0.8)
    h.disc(0, 0, 0.24)


@_sign("exp")
def _exp(h: Hand) -> None:
    h.fill(*[polar(0, 0.04, 0.42 if i % 2 else 1.0, 45 * i) for i in range(8)], sw=0.5)


@_sign("heart")
def _heart(h: Hand) -> None:
    left = swing((0, 0.85), (-1.5, -0.1), (-0.85, -1.15), (0, -0.35))
    right = swing((0, -0.35), (0.85, -1.15), (1.5, -0.1), (0, 0.85))
    h.fill(*left, *right)


@_sign("veg")
def _veg(h: Hand) -> None:
    left = swing((-0.62, -0.12), (-0.62, 0.55), (-0.1, 0.8), (0, 1.02))
    right = swing((0, 1.02), (0.1, 0.8), (0.62, 0.55), (0.62, -0.12))
    top = swing((0.62, -0.12), (0.4, -0.4), (-0.4, -0.4), (-0.62, -0.12))
    h.fill(*left, *right, *top)
    for turn in (-38, 0, 38):
        h.line((0, -0.35), polar(0, -0.3, 0.72, turn), sw=1.15)


@_sign("reaper")
def _reaper(h: Hand) -> None:
    h.line((-0.5, 0.95), (0.32, -0.85), sw=1.1)
    outer = swing((0.38, -0.92), (-0.3, -1.05), (-0.95, -0.6), (-1.0, 0.1))
    inner = swing((-1.0, 0.1), (-0.7, -0.35), (-0.25, -0.5), (0.2, -0.45))
    h.fill(*outer, *inner)


@_sign("move")
def _move(h: Hand) -> None:
    h.disc(0, 0.55, 0.25)
    for turn, length in ((-42, 1.25), (0, 1.45), (42, 1.25)):
        h.line((0, 0.5), polar(0, 0.55, length, turn), sw=1.6)


@_sign("attack")
def _attack(h: Hand) -> None:
    h.line((-0.3, 0.3), (0.8, -0.8), sw=1.8)
    h.line((-0.72, -0.02), (0.02, 0.72), sw=1.3)
    h.line((-0.4, 0.4), (-0.85, 0.85), sw=1.5)


@_sign("book")
def _book(h: Hand) -> None:
    left = swing((0, -0.45), (-0.3, -0.75), (-0.7, -0.75), (-1, -0.6))
    foot = swing((-1, 0.65), (-0.7, 0.5), (-0.3, 0.5), (0, 0.8))
    h.fill(*left, *foot, *[(-x, y) for x, y in reversed(foot)], *[(-x, y) for x, y in reversed(left)])
    h.line((0, -0.4), (0, 0.75), sw=0.7, ink=h.back)


@_sign("lock")
def _lock(h: Hand) -> None:
    h.box(-0.7, -0.1, 1.4, 1.05, 0.22, full=True)
    h.line((-0.42, -0.1), *[polar(0, -0.4, 0.42, -90 + 15 * i) for i in range(13)], (0.42, -0.1), sw=1.1)


@_sign("tiles")
def _tiles(h: Hand) -> None:
    h.box(-0.75, -0.45, 1.2, 1.2, 0.2)
    h.canvas.rect(*h.at(-0.35, -0.8), 1.2 * h.r, 1.2 * h.r, 0.2 * h.r, fill=h.ink, stroke=h.back, sw=2)


@_sign("reroll")
def _reroll(h: Hand) -> None:
    h.box(-0.55, -0.55, 1.1, 1.1, 0.26, full=True)
    h.disc(0, 0, 0.2, h.back)
    for start in (20, 200):
        h.canvas.arrow_arc(h.x, h.y, h.r * 1.05, start, start + 105, h.ink, h.pen, h.r * 0.42)


@_sign("sun")
def _sun(h: Hand) -> None:
    h.disc(0, 0, 0.45)
    for i in range(8):
        h.line(polar(0, 0, 0.68, 45 * i), polar(0, 0, 0.98, 45 * i))


@_sign("bolt")
def _bolt(h: Hand) -> None:
    h.fill((0.25, -1), (-0.6, 0.18), (-0.02, 0.12), (-0.25, 1), (0.6, -0.2), (0.02, -0.12))


@_sign("eye")
def _eye(h: Hand) -> None:
    h.line(*bend((-1, 0), (0, -1.1), (1, 0)), *bend((1, 0), (0, 1.1), (-1, 0)))
    h.disc(0, 0, 0.32)


@_sign("question")
def _question(h: Hand) -> None:
    h.ring(0, 0, 0.9)
    h.canvas.text(h.x, h.y, "?", h.r * 1.3, "number", h.ink)


@_sign("leaf")
def _leaf(h: Hand) -> None:
    one, two = polar(0, 0, 1, 40), polar(0, 0, -1, 40)
    h.fill(*bend(two, polar(0, 0, 0.8, 130), one), *bend(one, polar(0, 0, 0.8, -50), two))


@_sign("crown")
def _crown(h: Hand) -> None:
    h.fill((-1, 0.6), (-1, -0.25), (-0.5, 0.2), (0, -0.6), (0.5, 0.2), (1, -0.25), (1, 0.6), sw=0.8)


@_sign("sound")
def _sound(h: Hand) -> None:
    h.fill((-0.9, -0.3), (-0.5, -0.3), (-0.05, -0.75), (-0.05, 0.75), (-0.5, 0.3), (-0.9, 0.3), sw=0.4)
    h.arc(-0.05, 0, 0.5, 40, 140)
    h.arc(-0.05, 0, 0.9, 40, 140)


@_sign("power")
def _power(h: Hand) -> None:
    h.arc(0, 0.08, 0.8, 35, 325)
    h.line((0, -0.95), (0, -0.05))


@_sign("gear")
def _gear(h: Hand) -> None:
    h.ring(0, 0, 0.55, sw=1.3)
    for i in range(8):
        h.line(polar(0, 0, 0.7, 45 * i), polar(0, 0, 0.95, 45 * i), sw=1.4)


@_sign("moon")
def _moon(h: Hand) -> None:
    h.disc(0, 0, 0.85)
    h.disc(0.4, -0.25, 0.7, h.back)


@_sign("person")
def _person(h: Hand) -> None:
    h.disc(0, -0.45, 0.42)
    h.fill((-0.8, 0.9), (-0.66, 0.3), (-0.3, 0.08), (0.3, 0.08), (0.66, 0.3), (0.8, 0.9))
