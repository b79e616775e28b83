"""Paints and lights one rendered die: colours, swirls, translucence, lamps and the room that a glossy die mirrors."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
ROOM_PX = 48


@dataclass(frozen=True)
class Paint:
    """Colours and gloss of one set of dice."""

    body: Floats
    pip: Floats
    special: Floats  # colour of the 1 and the 4 (Asian dice), else as pip
    second: Floats  # swirls and speckles
    swirl: float
    speckle: float
    clear: float  # translucence
    gloss: float
    sharpness: float
    mirror: float  # how strongly the room shows in the surface
    upright: float  # share of that which is left where one looks straight at the surface
    wear: float


def _c(*bgr: float) -> Floats:
    return np.array(bgr, np.float32)


BODIES = (
    (0.20, _c(238, 240, 242)),
    (0.09, _c(190, 222, 235)),
    (0.15, _c(28, 28, 30)),
    (0.12, _c(35, 30, 200)),
    (0.09, _c(190, 90, 30)),
    (0.09, _c(60, 150, 30)),
    (0.08, _c(40, 205, 235)),
    (0.05, _c(30, 120, 240)),
    (0.07, _c(140, 40, 110)),
    (0.06, _c(0, 0, 0)),
)
DARK, LIGHT = _c(20, 20, 22), _c(240, 240, 240)
GREY = _c(0.11, 0.59, 0.3)
INKS = (_c(30, 25, 190), _c(170, 70, 25), _c(40, 200, 235), _c(40, 140, 40), _c(150, 190, 205), _c(20, 100, 230))


def random_paint(rng: np.random.Generator) -> Paint:
    """The looks of one set of dice."""
    shares = np.array([share for share, _ in BODIES])
    index = int(rng.choice(len(BODIES), p=shares / shares.sum()))
    body = BODIES[index][1] if index < len(BODIES) - 1 else rng.uniform(0, 255, 3).astype(np.float32)
    body = np.clip(body * rng.uniform(0.8, 1.1) + rng.normal(0, 12, 3), 6, 250).astype(np.float32)
    pip = _random_ink(rng, body)
    special = pip
    if float(body @ GREY) > 150 and rng.random() < 0.2:
        special = _c(rng.uniform(10, 60), rng.uniform(10, 50), rng.uniform(150, 220))
    return Paint(
        body=body,
        pip=pip,
        special=special,
        second=np.clip(body + rng.normal(0, 45, 3), 0, 255).astype(np.float32),
        swirl=rng.uniform(0.3, 1) if rng.random() < 0.14 else 0.0,
        speckle=rng.uniform(0.1, 0.5) if rng.random() < 0.08 else 0.0,
        clear=rng.uniform(0.25, 0.75) if rng.random() < 0.2 else 0.0,
        gloss=float(rng.choice([0.0, rng.uniform(0.1, 0.5), rng.uniform(0.4, 1.2)])),
        sharpness=rng.uniform(8, 90),
        mirror=rng.uniform(0.3, 1.0) if rng.random() < 0.45 else 0.0,
        upright=rng.uniform(0.03, 0.3),
        wear=rng.uniform(0.0, 0.25),
    )


def _random_ink(rng: np.random.Generator, body: Floats) -> Floats:
    """Black or white, or a colour that stands out from the body."""
    grey = float(body @ GREY)
    pip = DARK if grey > rng.uniform(70, 190) else LIGHT
    if rng.random() < 0.3:
        pip = INKS[rng.integers(len(INKS))] if rng.random() < 0.6 else rng.uniform(0, 255, 3).astype(np.float32)
        if abs(float(pip @ GREY) - grey) < 50 and np.abs(pip - body).max() < 90:
            pip = DARK if grey > 110 else LIGHT
    return np.clip(pip + rng.normal(0, 8, 3), 0, 255).astype(np.float32)


def camouflage(paint: Paint, ground: Floats, rng: np.random.Generator) -> Paint:
    """The same dice in nearly the colour of what they lie on: white on paper, black on felt."""
    body = np.clip(ground + rng.normal(0, 9, 3) + rng.normal(0, 12), 6, 250).astype(np.float32)
    pip = DARK if float(body @ GREY) > 110 else LIGHT
    return replace(paint, body=body, pip=pip, special=pip, second=body, clear=0.0)


@dataclass(frozen=True)
class Light:
    """One room's lamps in picture axes, and what a mirror there would show."""

    keys: tuple[tuple[Floats, float], ...]
    ambient: float
    tint: Floats
    shadow: float
    room: Floats  # ROOM_PX squared, by the direction of the surface that mirrors it; 1 is white
    near: float  # how much the mirrored room changes across one die


def random_light(rng: np.random.Generator) -> Light:
    """One or two lamps, the sky and a room."""
    keys = []
    for _ in range(int(rng.integers(1, 3))):
        angle, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.0)
        flat = np.sqrt(1 - height**2)
        keys.append((_c(np.cos(angle) * flat, np.sin(angle) * flat, height), float(rng.uniform(0.2, 0.8))))
    tint = np.clip(1 + rng.normal(0, 0.11, 3), 0.65, 1.35).astype(np.float32)
    return Light(
        keys=tuple(keys),
        ambient=float(rng.uniform(0.35, 0.8)),
        tint=tint,
        shadow=float(rng.uniform(0.1, 0.8)),
        room=_random_room(rng),
        near=float(rng.uniform(0, 0.6)),
    )


def _random_room(rng: np.random.Generator) -> Floats:
    """Walls and ceiling with a few bright windows and lamps."""
    room = cv2.resize(rng.random((4, 4), np.float32) * np.float32(rng.uniform(0.1, 0.7)), (ROOM_PX, ROOM_PX))
    for _ in range(int(rng.integers(1, 5))):
        centre, extent = rng.uniform(0, ROOM_PX, 2), rng.uniform(3, 20, 2)
        box = cv2.boxPoints((tuple(centre.tolist()), tuple(extent.tolist()), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(room, box.astype(np.int32), float(rng.uniform(0.6, 2.5)), cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(room, (0, 0), float(rng.uniform(0.4, 3))), np.float32)


def _mottle(rng: np.random.Generator, size: int, cells: int) -> Floats:
    small = rng.random((cells, cells), np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)[..., None]


def soft_veil(rng: np.random.Generator, size: int) -> Floats:
    """A gradient or an edge across the picture, 0..1: the shadow of the one who takes the photograph."""
    hardness = rng.uniform(3, 25) if rng.random() < 0.4 else 1.0
    veil: Floats = np.clip((_mottle(rng, size, int(rng.integers(2, 4))) - 0.5) * hardness + 0.5, 0, 1)
    return veil


def paint_die(
    cover: Floats, normal: Floats, below: Floats, *, paint: Paint, light: Light, rng: np.random.Generator
) -> Floats:
    """Colour one die's pixels: body, pips, translucence, lamps and glare; `below` is the surface under it."""
    size = cover.shape[0]
    body = np.broadcast_to(paint.body, normal.shape)
    if paint.swirl:
        body = body + (paint.second - body) * (_mottle(rng, size, int(rng.integers(3, 9))) * paint.swirl)
    if paint.speckle:
        specks = (_mottle(rng, size, max(4, size // 2)) > 0.8) * paint.speckle
        body = body + (paint.second * 0.6 - body) * specks
    if paint.clear:
        ghost = cv2.GaussianBlur(np.ascontiguousarray(cover[::-1, ::-1, 1]), (0, 0), max(0.6, size / 40))
        through = below * (paint.body / 255 * 0.8 + 0.2)
        body = body + (through - body) * paint.clear
        body = body + (paint.pip - body) * (ghost[..., None] * paint.clear * 0.35)
    pip = cover[..., 1:2] * (1 - paint.wear)
    special = cover[..., 3:4]
    ink = paint.pip + (paint.special - paint.pip) * special
    colour = body + (ink - body) * pip
    shade, glare = _shade(cover, normal, paint, light)
    return np.asarray(colour * shade * light.tint + glare * 255, np.float32)


def _shade(cover: Floats, normal: Floats, paint: Paint, light: Light) -> tuple[Floats, Floats]:
    """How much light each place sends back in its own colour, and how much it mirrors."""
    shade = light.ambient * (0.55 + 0.3 * normal[..., 2:3] + 0.15 * cover[..., 2:3])
    glare = np.zeros_like(shade)
    for direction, power in light.keys:
        facing = normal @ direction
        shade = shade + power * np.maximum(facing, 0)[..., None]
        if paint.gloss:
            mirrored = np.maximum(2 * facing * normal[..., 2] - direction[2], 0) ** paint.sharpness
            glare = glare + paint.gloss * power * mirrored[..., None]
    if paint.clear:
        shade = shade + (0.9 - shade) * paint.clear * 0.6
    if paint.mirror:
        glare = glare + _mirrored_room(normal, paint, light)[..., None]
    return shade, glare


def _mirrored_room(normal: Floats, paint: Paint, light: Light) -> Floats:
    """The room in a glossy surface: faint on the upper face, strong along the rounded edges."""
    ticks = np.linspace(-0.5, 0.5, normal.shape[0], dtype=np.float32) * np.float32(light.near)
    across = (normal[..., 0] + ticks[None]) * 0.5 + 0.5
    along = (normal[..., 1] + ticks[:, None]) * 0.5 + 0.5
    last = ROOM_PX - 1
    room = cv2.remap(
        light.room,
        (across * last).astype(np.float32),
        (along * last).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    grazing = np.clip(1 - normal[..., 2], 0, 1) ** 2
    return np.asarray(room * paint.mirror * (paint.upright + (1 - paint.upright) * grazing), np.float32)
