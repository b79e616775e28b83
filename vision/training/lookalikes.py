"""Things that look like dice and are none: what has round marks on a plain body, and what lies about on tables."""

from collections.abc import Callable

import numpy as np

from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.training.relief import CIRCLE, Colour, Relief, Slab, plate
from tablekeeper.vision.training.shapes import PIPS

Random = np.random.Generator
METALS = ((165, 180, 185), (70, 150, 190), (60, 95, 165), (120, 125, 130))  # steel, brass, copper, zinc
HEART = np.array(
    [(0, 0.9), (-0.85, 0), (-0.75, -0.65), (-0.35, -0.8), (0, -0.4), (0.35, -0.8), (0.75, -0.65), (0.85, 0)]
)
SPADE = np.array(
    [(0, -1), (0.8, 0.25), (0.5, 0.6), (0.1, 0.4), (0.25, 1), (-0.25, 1), (-0.1, 0.4), (-0.5, 0.6), (-0.8, 0.25)]
)
LOZENGE = np.array([(0, 1), (0.7, 0), (0, -1), (-0.7, 0)])
STAR = CIRCLE[::4] * np.where(np.arange(12) % 2, 0.45, 1.0)[:, None]


def any_colour(rng: Random) -> Colour:
    """Whatever colour, greys and near-whites and near-blacks more often."""
    kind = rng.random()
    grey = rng.uniform(15, 60) if kind < 0.25 else rng.uniform(190, 250) if kind < 0.6 else rng.uniform(30, 230)
    b, g, r = np.clip(grey + rng.normal(0, rng.choice([4, 15, 60]), 3), 3, 252)
    return float(b), float(g), float(r)


def _metal(rng: Random) -> Colour:
    b, g, r = np.array(METALS[rng.integers(len(METALS))]) * rng.uniform(0.6, 1.2)
    return float(b), float(g), float(r)


def _inks(rng: Random) -> tuple[Colour, Colour]:
    """A body and marks that stand out from it."""
    dark, light = (float(v) for v in rng.uniform((10, 190), (70, 250)))
    body, ink = ((light,) * 3, (dark,) * 3) if rng.random() < 0.65 else ((dark,) * 3, (light,) * 3)
    tint = rng.normal(0, 12, 3)
    tinted = tuple(float(np.clip(v + t, 2, 253)) for v, t in zip(body, tint, strict=True))
    chosen = ink if rng.random() < 0.6 else any_colour(rng)
    return (tinted[0], tinted[1], tinted[2]), (chosen[0], chosen[1], chosen[2])


def _dark(rng: Random) -> Colour:
    v = float(rng.uniform(5, 60))
    return v, v, v


def _pips(
    slab: Slab, value: int, at: tuple[float, float], spread: float, radius: float, ink: Colour, depth: float
) -> None:
    for x, y in PIPS.get(value, ()):
        slab.disc((at[0] + x * spread, at[1] + y * spread), radius, ink, slab.thick - depth, 0.01)


def domino(rng: Random) -> Slab:
    """Two fields of pips with a line or a groove between them."""
    body, ink = _inks(rng)
    slab = Slab(thick=float(rng.uniform(0.1, 0.3)), gloss=float(rng.uniform(0, 0.6)))
    slab.fill(plate(1, 2, rng.uniform(0.02, 0.14)), body, slab.thick, rng.uniform(0.01, 0.05))
    slab.fill(plate(rng.uniform(0.7, 1), rng.uniform(0.015, 0.05)), ink, slab.thick - 0.02, 0.01)
    if rng.random() < 0.4:
        slab.disc((0, 0), 0.06, _metal(rng), slab.thick + 0.02, 0.01)
    spread, radius = rng.uniform(0.2, 0.3), rng.uniform(0.06, 0.12)
    for side in (-0.5, 0.5):
        value = int(rng.integers(0, 7))
        _pips(slab, value, (0, side), spread, radius, ink, rng.uniform(0, 0.04))
        if value:
            slab.faces.append((0.0, side, 1.0))
    return slab


def card(rng: Random) -> Slab:
    """A playing card, a tile of a game, or a voucher, with pips or signs."""
    body, ink = _inks(rng)
    slab = Slab(thick=0.02, gloss=float(rng.choice([0.0, 0.3])))
    wide, high = rng.uniform(0.9, 1.5), rng.uniform(1.3, 2.1)
    slab.fill(plate(wide, high, rng.uniform(0.02, 0.12)), body, slab.thick, 0.01)
    sign = (HEART, SPADE, LOZENGE, STAR, CIRCLE * 0.8)[rng.integers(5)]
    value, size = int(rng.integers(1, 7)), rng.uniform(0.08, 0.2)
    spread = np.array([wide * rng.uniform(0.2, 0.3), high * rng.uniform(0.2, 0.3)])
    for place in PIPS[value]:
        slab.fill(sign * size + np.array(place) * spread, ink, slab.thick, 0.01)
    for corner in (-1, 1):
        slab.fill(sign * size * 0.5 + np.array([wide, high]) * 0.42 * corner, ink, slab.thick, 0.01)
    slab.faces.append((0.0, 0.0, float(np.sqrt(spread[0] * spread[1]) * 4)))
    return slab


def socket(rng: Random) -> Slab:
    """A wall socket or a switch: a plate, perhaps with a round well, and two or three holes."""
    body, _ = _inks(rng)
    slab = Slab(thick=float(rng.uniform(0.05, 0.2)), gloss=float(rng.uniform(0, 0.8)))
    slab.fill(plate(rng.uniform(0.95, 1.4), rng.uniform(0.95, 1.4), rng.uniform(0.01, 0.15)), body, slab.thick, 0.03)
    if rng.random() < 0.7:
        slab.disc((0, 0), rng.uniform(0.34, 0.46), body, slab.thick - rng.uniform(-0.03, 0.25), 0.02)
    away, radius, hole = rng.uniform(0.1, 0.24), rng.uniform(0.03, 0.09), _dark(rng)
    places = [(-away, 0.0), (away, 0.0)] + ([(0.0, rng.choice((-1, 1)) * away)] if rng.random() < 0.35 else [])
    for place in places:
        if rng.random() < 0.75:
            slab.disc(place, radius, hole, slab.thick - 0.2, 0.01)
        else:
            slab.fill(plate(radius, radius * 2.4, 0, place), hole, slab.thick - 0.2, 0.01)
    slab.faces.append((0.0, 0.0, 1.0))
    return slab


def plug(rng: Random) -> Slab:
    """A plug, a jack or an adapter seen from its end: round holes or metal pins in a body that is round or not."""
    body, _ = _inks(rng)
    slab = Slab(thick=float(rng.uniform(0.3, 0.6)), gloss=float(rng.uniform(0, 0.6)))
    square = rng.random() < 0.6
    outline = plate(rng.uniform(0.7, 1), rng.uniform(0.7, 1), rng.uniform(0.05, 0.3)) if square else CIRCLE * 0.5
    slab.fill(outline, body, slab.thick, 0.04)
    if rng.random() < 0.4:
        slab.fill(plate(0.2, 0.8, 0.05, (0, 0.85)), body, 0.15, 0.05)
    radius, metal = rng.uniform(0.05, 0.11), rng.random() < 0.4
    ink = _metal(rng) if metal else _dark(rng)
    many = int(rng.choice([2, 2, 2, 3] if square else [1, 2, 2, 2, 3]))  # one hole in a square is a die's 1...
    away = rng.uniform(0.16, 0.26) if many > 1 else 0.0
    start = np.pi / 2 * rng.integers(4) if square else rng.uniform(0, np.pi)  # ...two across its corners are a 2
    for k in range(many):
        way = start + 2 * np.pi * k / many
        slab.disc((away * np.cos(way), away * np.sin(way)), radius, ink, slab.thick + (0.3 if metal else -0.2), 0.01)
    slab.faces.append((0.0, 0.0, 0.9))
    return slab


def button(rng: Random) -> Slab:
    """A shirt's button, with two or four holes and a rim."""
    body = any_colour(rng)
    slab = Slab(thick=0.1, gloss=float(rng.uniform(0, 1)))
    slab.disc((0, 0), 0.5, body, 0.12, 0.03)
    slab.disc((0, 0), rng.uniform(0.3, 0.43), body, rng.uniform(0.05, 0.14), 0.04)
    _pips(slab, int(rng.choice([2, 4])), (0, 0), rng.uniform(0.08, 0.15), rng.uniform(0.04, 0.09), _dark(rng), 0.1)
    slab.faces.append((0.0, 0.0, 0.8))
    return slab


def screw(rng: Random) -> Slab:
    """A screw's or a bolt's head, on a plate or alone."""
    metal = _metal(rng)
    slab = Slab(thick=0.15, gloss=0.8)
    if rng.random() < 0.5:
        slab.fill(plate(1.2, 1.2, 0.1), any_colour(rng), 0.08, 0.02)
    for place in [(0.0, 0.0)] if rng.random() < 0.5 else [(-0.35, -0.35), (0.35, 0.35)]:
        radius = rng.uniform(0.12, 0.3)
        slab.dome(place, radius, metal, 0.2)
        turn = rng.uniform(0, np.pi)
        for extra in (0, np.pi / 2)[: int(rng.integers(1, 3))]:
            slab.fill(plate(radius * 1.5, radius * 0.3, 0, place, turn + extra), _dark(rng), 0.02, 0.01)
    slab.faces.append((0.0, 0.0, 1.0))
    return slab


def coin(rng: Random) -> Slab:
    """A coin or a medal: a rim, and strokes in relief."""
    metal = _metal(rng)
    slab = Slab(thick=0.05, gloss=0.9)
    slab.disc((0, 0), 0.5, metal, 0.08, 0.01)
    slab.disc((0, 0), 0.44, metal, 0.05, 0.01)
    if rng.random() < 0.3:
        slab.disc((0, 0), 0.3, _metal(rng), 0.06, 0.01)
    for _ in range(int(rng.integers(1, 7))):
        at = tuple(rng.uniform(-0.22, 0.22, 2).tolist())
        outline = plate(rng.uniform(0.06, 0.3), 0.08, 0.03, (at[0], at[1]), rng.uniform(0, np.pi))
        slab.fill(outline, metal, 0.085, 0.01)
    slab.faces.append((0.0, 0.0, 0.8))
    return slab


def token(rng: Random) -> Slab:
    """A counter, a draughtsman, a bottle top: rings about a middle."""
    slab = Slab(thick=float(rng.uniform(0.05, 0.3)), gloss=float(rng.uniform(0, 0.8)))
    round_one = rng.random() < 0.75
    for radius in sorted(rng.uniform(0.08, 0.5, int(rng.integers(1, 4))), reverse=True):
        outline = CIRCLE * radius if round_one else plate(2 * radius, 2 * radius, radius * 0.2)
        slab.fill(outline, any_colour(rng), slab.thick + rng.uniform(-0.05, 0.05), 0.02)
    slab.faces.append((0.0, 0.0, 0.8))
    return slab


def keycap(rng: Random) -> Slab:
    """Keys of a keyboard or a remote control, with letters."""
    body, ink = _inks(rng)
    slab = Slab(thick=0.1, gloss=float(rng.uniform(0, 0.4)))
    slab.fill(plate(2.4, 2.4), tuple(v * 0.6 for v in body), 0.0, 0.01)  # type: ignore[arg-type]
    step, corner, size = rng.uniform(0.55, 0.85), rng.uniform(0.03, 0.25), rng.uniform(0.8, 0.93)
    for x in np.arange(-1, 2) * step:
        for y in np.arange(-1, 2) * step:
            slab.fill(plate(step * size, step * size, corner * step, (x, y)), body, 0.15, 0.04)
            for _ in range(int(rng.integers(0, 4))):
                at = (x + rng.uniform(-0.1, 0.1), y + rng.uniform(-0.1, 0.1))
                slab.fill(plate(0.04, rng.uniform(0.04, 0.2), 0, at, rng.uniform(0, np.pi)), ink, 0.15, 0.01)
    slab.faces += [(0.0, 0.0, step)]
    return slab


def brick(rng: Random) -> Slab:
    """A building brick: studs of its own colour."""
    body = any_colour(rng)
    slab = Slab(thick=0.4, gloss=float(rng.uniform(0.2, 1)))
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    step = rng.uniform(0.35, 0.5)
    slab.fill(plate(columns * step, rows * step, 0.01), body, slab.thick, 0.01)
    for x in (np.arange(columns) - (columns - 1) / 2) * step:
        for y in (np.arange(rows) - (rows - 1) / 2) * step:
            slab.disc((x, y), step * rng.uniform(0.28, 0.33), body, slab.thick + 0.12, 0.01)
    slab.faces.append((0.0, 0.0, float(np.sqrt(rows * columns) * step)))
    return slab


def cube(rng: Random) -> Slab:
    """A wooden cube, a sugar lump, an eraser: a body like a die's without a pip, or with a scratch."""
    body = any_colour(rng)
    slab = Slab(thick=0.8, gloss=float(rng.uniform(0, 0.4)))
    slab.fill(plate(1, rng.uniform(0.9, 1.1), rng.uniform(0, 0.2)), body, slab.thick, rng.uniform(0.01, 0.06))
    if rng.random() < 0.5:
        at = tuple(rng.uniform(-0.3, 0.3, 2).tolist())
        slab.fill(plate(0.3, 0.04, 0, (at[0], at[1]), rng.uniform(0, 3)), any_colour(rng), slab.thick - 0.02, 0.01)
    slab.faces.append((0.0, 0.0, 1.0))
    return slab


def meeple(rng: Random) -> Slab:
    """A pawn lying down, or a meeple."""
    body = any_colour(rng)
    slab = Slab(thick=0.3, gloss=float(rng.uniform(0, 0.5)))
    slab.fill(plate(0.35, 0.7, 0.1, (0, 0.15)), body, 0.25, 0.05)
    for side in (-1, 1):
        slab.fill(plate(0.55, 0.25, 0.12, (side * 0.25, -0.05), side * 0.3), body, 0.25, 0.05)
        slab.fill(plate(0.25, 0.55, 0.1, (side * 0.2, 0.4), -side * 0.4), body, 0.25, 0.05)
    slab.dome((0.0, -0.42), 0.2, body, 0.35)
    return slab


def bead(rng: Random) -> Slab:
    """A ball, a berry, a marble or an earring, perhaps with a hole."""
    slab = Slab(thick=0.5, gloss=float(rng.uniform(0.2, 1.2)))
    slab.dome((0.0, 0.0), 0.5, any_colour(rng), 0.45)
    if rng.random() < 0.4:
        slab.disc((0.0, 0.0), rng.uniform(0.06, 0.15), _dark(rng), 0.2, 0.02)
    slab.faces.append((0.0, 0.0, 0.8))
    return slab


def key(rng: Random) -> Slab:
    """A door key: a bow with a hole, a blade with teeth."""
    metal = _metal(rng)
    slab = Slab(thick=0.08, gloss=0.9)
    slab.fill(CIRCLE * 0.3 + (0, -0.7) if rng.random() < 0.6 else plate(0.6, 0.5, 0.1, (0, -0.7)), metal, 0.08, 0.01)
    slab.fill(plate(0.14, 1.4, 0.03, (0, 0.2)), metal, 0.08, 0.01)
    for y in np.arange(0.3, 0.9, 0.15):
        slab.fill(plate(rng.uniform(0.05, 0.15), 0.08, 0, (0.1, y)), metal, 0.08, 0.01)
    slab.disc((0.0, -0.75), rng.uniform(0.05, 0.12), _dark(rng), 0.0, 0.01)
    return slab


def sign(rng: Random) -> Slab:
    """A printed square or shield with one sign, as on boards, cards and labels."""
    body, ink = _inks(rng)
    slab = Slab(thick=0.02)
    slab.fill(plate(1, 1, rng.choice([0.0, 0.12, 0.3])), body, 0.02, 0.005)
    outline = (HEART, SPADE, LOZENGE, STAR, plate(1.4, 1.4), plate(1.6, 0.4), plate(0.4, 1.6))[rng.integers(7)]
    slab.fill(outline * rng.uniform(0.12, 0.4), ink, 0.02, 0.005)
    slab.faces.append((0.0, 0.0, 1.0))
    return slab


def track(rng: Random) -> Slab:
    """A board's spaces: a row of squares, some with printed spots."""
    body, ink = _inks(rng)
    slab = Slab(thick=0.01)
    step, spots = rng.uniform(0.4, 0.8), rng.uniform(0.05, 0.1)
    for k in range(-1, 2):
        slab.fill(plate(step, step, 0, (k * step, 0)), ink, 0.01, 0.005)
        slab.fill(plate(step * 0.94, step * 0.94, 0, (k * step, 0)), any_colour(rng) if k else body, 0.01, 0.005)
        many = int(rng.integers(0, 4))
        for m in range(many):
            slab.disc((k * step + (m - (many - 1) / 2) * spots * 2.6, 0), spots, ink, 0.01, 0.005)
        slab.faces.append((k * step, 0.0, step))
    return slab


KINDS: tuple[tuple[Callable[[Random], Slab], float], ...] = (
    (domino, 4.0),
    (card, 3.0),
    (socket, 3.0),
    (plug, 3.0),
    (button, 2.0),
    (screw, 1.5),
    (coin, 1.0),
    (token, 1.5),
    (keycap, 2.0),
    (brick, 1.0),
    (cube, 2.0),
    (meeple, 1.0),
    (bead, 1.0),
    (key, 0.7),
    (sign, 2.5),
    (track, 1.5),
)


def random_relief(rng: Random) -> Relief:
    """One thing of any kind; what is most like a die more often."""
    weights: Numbers = np.array([weight for _, weight in KINDS])
    kind = KINDS[int(rng.choice(len(KINDS), p=weights / weights.sum()))][0]
    return kind(rng).finish()
