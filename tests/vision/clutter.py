"""Draws things that are no dice, as they lie about where dice are thrown: dominoes, coins, buttons, cards, bricks."""

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.drawing import PLACES
from tests.vision.patterns import colour_of, ground

BITS = 4  # of cv2's fixed point
ROUND = np.stack([np.cos(np.arange(0, 6.28, 0.1)), np.sin(np.arange(0, 6.28, 0.1))], 1)
HEART = np.array(
    [(0, 0.9), (-0.9, -0.1), (-0.8, -0.7), (-0.4, -0.85), (0, -0.5), (0.4, -0.85), (0.8, -0.7), (0.9, -0.1)]
)
DIAMOND = np.array([(0, 1), (0.75, 0), (0, -1), (-0.75, 0)])
SPADE = np.array(
    [(0, -1), (0.8, 0.2), (0.6, 0.6), (0.1, 0.5), (0.3, 1), (-0.3, 1), (-0.1, 0.5), (-0.6, 0.6), (-0.8, 0.2)]
)


@dataclass(frozen=True)
class Sheet:
    """A place on a picture where something of a size is drawn about its own middle, turned."""

    picture: np.ndarray
    x: float
    y: float
    size: float
    turn_deg: float

    def fill(self, points, colour, at=(0.0, 0.0), scale=1.0):
        """A shape about `at`; all lengths are in sizes."""
        angle = np.radians(self.turn_deg)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        placed = (np.asarray(points) * scale + at) @ turn * self.size + (self.x, self.y)
        cv2.fillPoly(self.picture, [np.round(placed * (1 << BITS)).astype(np.int32)], colour, cv2.LINE_AA, BITS)

    def disc(self, radius, colour, at=(0.0, 0.0)):
        """A disc about `at`."""
        self.fill(ROUND, colour, at, radius)

    def shade(self, points):
        """The soft shadow that a thing of this outline throws."""
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        Sheet(mask, self.x + 0.07 * self.size, self.y + 0.09 * self.size, self.size, self.turn_deg).fill(points, 150)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.8, 0.06 * self.size))
        self.picture[:] = (self.picture * (1 - soft[..., None] / 255)).astype(np.uint8)


def plate(width, height, corner=0.0):
    """The outline of a rectangle about the origin, its corners rounded."""
    out = np.sign(ROUND) * (width / 2 - corner, height / 2 - corner)
    return out + ROUND * corner if corner else np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)


def lighter(colour, by):
    """The same colour with more light, or less."""
    return tuple(int(np.clip(v * by, 0, 255)) for v in colour)


def domino(sheet, look, rng):
    """Two fields of pips, a line between them."""
    body, ink = ((235, 240, 240), (25, 25, 25)) if look.random() < 0.5 else ((25, 25, 28), (235, 235, 235))
    outline = plate(1, 2, 0.08)
    sheet.shade(outline)
    sheet.fill(outline, body)
    sheet.fill(plate(0.9, 0.03), ink)
    for side in (-0.5, 0.5):
        for x, y in PLACES.get(int(rng.integers(0, 7)), []):
            sheet.disc(0.085, ink, (0.26 * x, side + 0.26 * y))


def coin(sheet, look, rng):
    """A disc of metal with a rim and a number in relief."""
    metal = (colour_of(look, 150, 180), (80, 150, 190), (60, 90, 160))[int(look.integers(3))]
    sheet.shade(ROUND * 0.5)
    sheet.disc(0.5, lighter(metal, 0.7))
    sheet.disc(0.46, metal)
    for _ in range(int(look.integers(1, 6))):
        at = look.uniform(-0.25, 0.25, 2)
        sheet.fill(plate(0.12, 0.25, 0.05), lighter(metal, rng.uniform(0.6, 1.3)), at, look.uniform(0.5, 1.2))


def button(sheet, look, rng):
    """A disc with two or four holes."""
    body, holes = colour_of(look), int(look.choice((2, 4)))
    hole = colour_of(look, 0, 60)
    sheet.shade(ROUND * 0.5)
    sheet.disc(0.5, lighter(body, 0.8))
    sheet.disc(0.4, body)
    for x, y in PLACES[holes]:
        sheet.disc(0.07, hole, (0.11 * x, 0.11 * y))


def card(sheet, look, rng):
    """A playing card, or a piece of one, with its pips."""
    mark = (HEART, DIAMOND, SPADE)[int(look.integers(3))]
    ink = (30, 30, 190) if mark is not SPADE else (25, 25, 25)
    outline = plate(1.4, 2, 0.1)
    sheet.shade(outline)
    sheet.fill(outline, (240, 240, 240))
    for x, y in PLACES[int(rng.integers(1, 7))]:
        sheet.fill(mark, ink, (0.38 * x, 0.6 * y), 0.13)
    for corner in (-1, 1):
        sheet.fill(mark, ink, (0.6 * corner, 0.8 * corner), 0.06)


def brick(sheet, look, rng):
    """A building brick with studs of its own colour, lit from one side."""
    body, (rows, columns) = (
        colour_of(look, 20, 235),
        [(1, 1), (1, 2), (2, 2), (2, 3), (2, 4), (3, 3)][int(look.integers(6))],
    )
    outline = plate(columns / 2, rows / 2)
    sheet.shade(outline)
    sheet.fill(outline, body)
    for row in range(rows):
        for column in range(columns):
            at = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) / 2
            sheet.disc(0.155, lighter(body, 0.65), at + 0.03)
            sheet.disc(0.15, lighter(body, 1.25), at - 0.015)
            sheet.disc(0.14, lighter(body, 1.05), at)


def ladybird(sheet, look, rng):
    """Red wings with black spots, and a black head."""
    oval = ROUND * (0.42, 0.5)
    sheet.shade(oval)
    sheet.disc(0.2, (20, 20, 20), (0, -0.45))
    sheet.fill(oval, (30, 30, int(look.integers(150, 230))))
    sheet.fill(plate(0.025, 0.95), (20, 20, 25))
    for _ in range(int(look.integers(1, 4))):
        x, y = look.uniform(0.1, 0.28), look.uniform(-0.3, 0.3)
        for side in (-1, 1):
            sheet.disc(0.08, (20, 20, 20), (x * side, y))


def socket(sheet, look, rng):
    """A wall socket, or a switch's plate with screws: a square with holes."""
    body = colour_of(look, 190, 250)
    outline = plate(1, 1, 0.06)
    sheet.shade(outline)
    sheet.fill(outline, body)
    sheet.disc(0.34, lighter(body, 0.9))
    for x in (-0.14, 0.14):
        sheet.disc(0.045, (30, 30, 30), (x, 0))


def token(sheet, look, rng):
    """A round token with a mark in its middle, or a ring."""
    body, ink = colour_of(look), colour_of(look)
    sheet.shade(ROUND * 0.5)
    sheet.disc(0.5, body)
    sheet.disc(look.uniform(0.1, 0.3), ink)
    if look.random() < 0.4:
        sheet.disc(0.08, body)


def cube(sheet, look, rng):
    """A wooden cube without pips, one corner in shade."""
    body = colour_of(look, 30, 240)
    outline = plate(1, 1, look.uniform(0, 0.15))
    sheet.shade(outline)
    sheet.fill(outline, body)
    sheet.fill(plate(0.96, 0.1), lighter(body, 0.8), (0, 0.43))


def bead(sheet, look, rng):
    """A glossy ball or berry with a glint."""
    body = colour_of(look, 10, 200)
    sheet.shade(ROUND * 0.5)
    for radius, by in ((0.5, 0.75), (0.42, 1.0), (0.25, 1.15)):
        sheet.disc(radius, lighter(body, by), (-0.03, -0.03))
    sheet.disc(0.08, (250, 250, 250), (-0.16, -0.18))


def icon(sheet, look, rng):
    """A printed square with a sign, as on boards and cards."""
    sign = (HEART, DIAMOND, SPADE, plate(1.2, 1.2), plate(1.6, 0.5), plate(0.5, 1.6))[int(look.integers(6))]
    sheet.fill(plate(1, 1, look.choice((0.0, 0.1))), colour_of(look))
    sheet.fill(sign, colour_of(look), (0, 0), look.uniform(0.1, 0.4))


THINGS = {f.__name__: f for f in (domino, coin, button, card, brick, ladybird, socket, token, cube, bead, icon)}


def strew(thing, rng, height, width):
    """A picture of a few things of one kind and like size, not on each other; most of them look alike."""
    picture, placed = ground(rng, height, width), []
    size, seed = float(np.exp(rng.uniform(np.log(18), np.log(min(height, width) / 2.5)))), int(rng.integers(2**31))
    for number in range(int(rng.integers(1, 15))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if all(np.hypot(x - px, y - py) > 2.2 * size for px, py in placed):
            placed.append((x, y))
            look = np.random.default_rng(seed + (number if rng.random() < 0.3 else 0))
            thing(Sheet(picture, x, y, size, rng.uniform(0, 360)), look, rng)
    return take(picture, rng)


def take(picture, rng):
    """What a camera makes of a drawing: uneven light, softness, noise, compression."""
    light = np.add.outer(*(np.linspace(*rng.uniform(0.4, 0.55, 2), side) for side in picture.shape[:2]))
    seen = cv2.GaussianBlur(picture * light[..., None], (0, 0), rng.uniform(0.4, 1.2))
    seen = np.clip(seen + rng.normal(0, rng.uniform(0.5, 4), seen.shape), 0, 255).astype(np.uint8)
    jpeg = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 98))])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
