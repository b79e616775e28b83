"""Lays dice down as they come to rest after a throw, and makes up whole scenes, all from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.outline import CORNERS, floor_at
from tablekeeper.hardware.mock.picture.scene import (
    BODY_COLOURS,
    Camera,
    Finish,
    Light,
    Material,
    Scene,
    Tray,
    TrueDie,
)
from tablekeeper.hardware.mock.picture.solid import rest_height_mm
from tablekeeper.hardware.mock.truth import gap_mm, wall_gap_mm

APART_MM = 2.0
_TRIES = 400
_USUAL_PIPS = {"white": "black", "ivory": "black", "yellow": "black", "orange": "black"}


def make_dice(
    bodies: Sequence[str], seed: int, *, finish: Finish | None = None, size_mm: float = 16.0
) -> list[TrueDie]:
    """Dice of the named colours with random values, not yet laid down."""
    rng = np.random.default_rng([seed, 1])
    made = []
    for body in bodies:
        kinds: tuple[Finish, ...] = ("matt", "glossy", "glossy", "translucent")
        chosen = finish or kinds[int(rng.integers(len(kinds)))]
        die = TrueDie(
            body=body,
            pips=_USUAL_PIPS.get(body, "white"),
            value=int(rng.integers(1, 7)),
            size_mm=size_mm,
            finish="glossy" if chosen == "translucent" and body in ("white", "ivory", "black") else chosen,
            edge=float(rng.uniform(0.07, 0.16)),
            ball=float(rng.uniform(1.42, 1.6)),
            pip_radius=float(rng.uniform(0.085, 0.105)),
            variant=int(rng.integers(8)),
        )
        made.append(die)
    return made


def scatter(
    dice: Sequence[TrueDie], tray: Tray, seed: int, *, touching: int = 0, at_wall: int = 0, leaning: int = 0
) -> tuple[TrueDie, ...]:
    """Lay dice into the tray: so many of them leaning on a wall, flush with a wall, touching another; the rest apart.

    Values and looks stay; place and turn are chosen anew. The order of the dice is kept.
    """
    if touching + at_wall + leaning > len(dice) or (touching and len(dice) - touching < 1):
        raise SceneError(
            "Cannot scatter {count} dice: found {touching} touching, {at_wall} at the wall, {leaning} "
            "leaning; their sum must fit, and a touching die needs a partner",
            count=len(dice),
            touching=touching,
            at_wall=at_wall,
            leaning=leaning,
        )
    rng = np.random.default_rng([seed, 2])
    roles = ["leaning"] * leaning + ["at_wall"] * at_wall
    roles += ["apart"] * (len(dice) - leaning - at_wall - touching) + ["touching"] * touching
    if tray.wall_mm <= 0:
        roles = [*roles[leaning:], *roles[:leaning]]  # what no wall holds up leans on a die that lies there already
    order = [int(index) for index in rng.permutation(len(dice))]
    lay = {"leaning": _lean, "at_wall": _flush, "apart": _apart, "touching": _touch}
    if tray.wall_mm <= 0:
        lay |= {"leaning": _lean_on, "at_wall": _apart}
    placed: dict[int, TrueDie] = {}
    for role, index in zip(roles, order, strict=True):
        placed[index] = lay[role](dice[index], tray, list(placed.values()), rng)
    return tuple(rest_on_floor(placed[index], tray) for index in range(len(dice)))


def rest_on_floor(die: TrueDie, tray: Tray) -> TrueDie:
    """The die as it lies on a floor that may be curved."""
    height, slope, towards = floor_at(tray, die.x_mm, die.y_mm)
    if not slope:
        return die
    tilted = die if die.tilt_deg else replace(die, tilt_deg=slope, tilt_to_deg=towards)
    above = rest_height_mm(die) / float(np.cos(np.radians(slope)))
    return replace(tilted, lift_mm=height + above - rest_height_mm(tilted))


def random_scene(
    seed: int, bodies: Sequence[str] | int = 3, *, touching: int = 0, at_wall: int = 0, leaning: int = 0
) -> Scene:
    """A scene with its own tray, lamps, camera and dice; `bodies` names colours or says how many of any colour."""
    rng = np.random.default_rng([seed, 3])
    colours = [str(c) for c in rng.choice(BODY_COLOURS, bodies)] if isinstance(bodies, int) else list(bodies)
    tray, lights, camera = random_tray(seed), random_lights(seed), Camera()
    camera = replace(
        camera,
        z_mm=float(rng.uniform(265, 330)),
        x_mm=float(rng.normal(0, 6)),
        y_mm=float(rng.normal(0, 8)),
        roll_deg=float(rng.normal(0, 1.5)),
        white_kelvin=float(np.clip(lights[0].kelvin + rng.normal(0, 350), 2600, 7500)),
        exposure=float(rng.uniform(0.8, 1.25)),
        defocus_px=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(0.6, 1.6)),
    )
    dice = scatter(make_dice(colours, seed), tray, seed, touching=touching, at_wall=at_wall, leaning=leaning)
    return Scene(dice, tray, lights, camera, ambient=float(rng.uniform(0.2, 0.4)))


def random_tray(seed: int) -> Tray:
    """A tray of any material in a colour that suits it."""
    rng = np.random.default_rng([seed, 4])
    colours: dict[Material, tuple[str, ...]] = {
        "felt": ("forest", "night", "wine", "charcoal", "grey"),
        "wood": ("oak", "walnut", "maple"),
        "plastic": ("charcoal", "grey", "cloth", "night"),
    }
    materials: tuple[Material, ...] = ("felt", "felt", "wood", "plastic")
    material = materials[int(rng.integers(4))]
    walls: tuple[Material, ...] = ("wood", "plastic")
    wall = walls[int(rng.integers(2))]
    return Tray(
        material=material,
        colour=str(rng.choice(colours[material])),
        wall_material=wall,
        wall_colour=str(rng.choice(colours[wall])),
        table_colour=str(rng.choice(("walnut", "oak", "cloth", "charcoal"))),
        corner_mm=float(rng.uniform(4, 14)),
        texture_seed=int(rng.integers(1, 4)),
    )


def random_lights(seed: int) -> tuple[Light, ...]:
    """One to three lamps of like colour, from the sides, so that their mirror images miss the camera mostly."""
    rng = np.random.default_rng([seed, 5])
    kelvin = float(rng.choice((2800.0, 3500.0, 4200.0, 5200.0, 6400.0)))
    shares = {1: (1.0,), 2: (0.68, 0.32), 3: (0.5, 0.3, 0.2)}[int(rng.integers(1, 4))]
    start = float(rng.uniform(0, 2 * np.pi))
    lamps = []
    for number, share in enumerate(shares):
        angle = start + number * 2 * np.pi / len(shares) + float(rng.normal(0, 0.3))
        out = float(rng.uniform(160, 320))
        lamps.append(
            Light(
                x_mm=out * float(np.cos(angle)),
                y_mm=out * float(np.sin(angle)),
                z_mm=float(rng.uniform(300, 480)),
                kelvin=kelvin + float(rng.normal(0, 150)),
                power=share * float(rng.uniform(0.9, 1.15)),
                size_mm=float(rng.uniform(30, 140)),
            )
        )
    return tuple(lamps)


def _free(die: TrueDie, placed: list[TrueDie], apart_mm: float = APART_MM) -> bool:
    return all(gap_mm(die, other) >= apart_mm for other in placed)


def _apart(die: TrueDie, tray: Tray, placed: list[TrueDie], rng: np.random.Generator) -> TrueDie:
    for _ in range(_TRIES):
        x = float(rng.uniform(-tray.width_mm, tray.width_mm) / 2)
        y = float(rng.uniform(-tray.depth_mm, tray.depth_mm) / 2)
        tried = replace(die, x_mm=x, y_mm=y, turn_deg=float(rng.uniform(0, 360)), tilt_deg=0.0, lift_mm=0.0)
        if wall_gap_mm(tray, tried) > APART_MM and _free(tried, placed):
            return tried
    raise _no_room(die, tray, placed)


def _flush(die: TrueDie, tray: Tray, placed: list[TrueDie], rng: np.random.Generator) -> TrueDie:
    """With one side (or, as happens, one corner) against a wall."""
    for _ in range(_TRIES):
        way = _way_to_wall(tray, rng)
        turn = way % 90 if rng.random() < 0.6 else float(rng.uniform(0, 360))
        tried = _pushed(replace(die, turn_deg=turn, tilt_deg=0.0, lift_mm=0.0), tray, way, rng)
        if _free(tried, placed):
            return tried
    raise _no_room(die, tray, placed)


def _lean(die: TrueDie, tray: Tray, placed: list[TrueDie], rng: np.random.Generator) -> TrueDie:
    """On one edge: mostly held up by a wall's foot and looking away from it, now and then falling against it."""
    for _ in range(_TRIES):
        way = _way_to_wall(tray, rng)
        tilt = float(rng.uniform(12, 38))
        away = way + (180.0 if rng.random() < 0.5 else 0.0)
        turn = way % 90 + 90.0 * int(rng.integers(4))
        leaned = replace(die, turn_deg=turn, tilt_deg=tilt, tilt_to_deg=away, lift_mm=0.0)
        tried = _pushed(leaned, tray, way, rng)
        if _free(tried, placed):
            return tried
    raise _no_room(die, tray, placed)


def _lean_on(die: TrueDie, tray: Tray, placed: list[TrueDie], rng: np.random.Generator) -> TrueDie:
    """On one edge against a die that lies flat, or on nothing that can be seen where it is the only one."""
    flat = [other for other in placed if not other.leaning]
    for _ in range(_TRIES):
        if not flat:
            break
        partner = flat[int(rng.integers(len(flat)))]
        way = partner.turn_deg + 90.0 * int(rng.integers(4))
        leaned = replace(die, turn_deg=partner.turn_deg, tilt_deg=float(rng.uniform(12, 38)), lift_mm=0.0)
        leaned = replace(leaned, tilt_to_deg=way + (180.0 if rng.random() < 0.5 else 0.0))
        tried = _against(leaned, partner, float(np.radians(way)))
        if wall_gap_mm(tray, tried) > 0.3 and _free(tried, [other for other in placed if other is not partner]):
            return tried
    raise _no_room(die, tray, placed)


def _way_to_wall(tray: Tray, rng: np.random.Generator) -> float:
    """The direction of a wall in degrees: of one side of a tray that has sides."""
    if tray.shape in ("oval", "bowl"):
        return float(rng.uniform(0, 360))
    sides = CORNERS.get(tray.shape, 4)
    return 360.0 / sides * int(rng.integers(sides))


def _pushed(die: TrueDie, tray: Tray, way_deg: float, rng: np.random.Generator) -> TrueDie:
    """Slid outwards in a direction until it touches a wall."""
    dx, dy = (round(float(part), 9) for part in (np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg))))
    along = float(rng.uniform(-1, 1))
    aside = along * _room_along(tray, die, abs(dy) > 0.5)
    start = replace(die, x_mm=aside * abs(dy), y_mm=aside * abs(dx))
    if tray.shape in CORNERS:
        start = replace(die, x_mm=-aside * dy, y_mm=aside * dx)
    low, high = 0.0, max(tray.width_mm, tray.depth_mm)
    for _ in range(20):
        middle = (low + high) / 2
        if wall_gap_mm(tray, replace(start, x_mm=start.x_mm + dx * middle, y_mm=start.y_mm + dy * middle)) > 0.1:
            low = middle
        else:
            high = middle
    return replace(start, x_mm=start.x_mm + dx * low, y_mm=start.y_mm + dy * low)


def _room_along(tray: Tray, die: TrueDie, across: bool) -> float:
    """How far from a wall's middle a die may touch it."""
    if tray.shape in ("oval", "bowl"):
        return 0.0
    if tray.shape in CORNERS:
        return max(
            0.0, float(np.tan(np.pi / CORNERS[tray.shape])) * min(tray.width_mm, tray.depth_mm) / 2 - die.size_mm
        )
    return (tray.width_mm if across else tray.depth_mm) / 2 - tray.corner_mm - die.size_mm


def _touch(die: TrueDie, tray: Tray, placed: list[TrueDie], rng: np.random.Generator) -> TrueDie:
    """Slid towards a die that already lies there until it touches; sides flush as often as not."""
    flat = [other for other in placed if not other.leaning]
    for _ in range(_TRIES):
        partner = flat[int(rng.integers(len(flat)))] if flat else placed[0]
        flush = rng.random() < 0.5
        turn = partner.turn_deg if flush else float(rng.uniform(0, 360))
        angle = (
            np.radians(partner.turn_deg + 90.0 * int(rng.integers(4))) if flush else float(rng.uniform(0, 2 * np.pi))
        )
        tried = _against(replace(die, turn_deg=turn, tilt_deg=0.0, lift_mm=0.0), partner, float(angle))
        rest = [other for other in placed if other is not partner]
        if wall_gap_mm(tray, tried) > 0.3 and _free(tried, rest):
            return tried
    raise _no_room(die, tray, placed)


def _against(die: TrueDie, partner: TrueDie, angle: float) -> TrueDie:
    low, high = 0.0, (die.size_mm + partner.size_mm) * 1.2
    for _ in range(20):
        middle = (low + high) / 2
        near = replace(
            die, x_mm=partner.x_mm + middle * float(np.cos(angle)), y_mm=partner.y_mm + middle * float(np.sin(angle))
        )
        low, high = (low, middle) if gap_mm(near, partner) > 0.15 else (middle, high)
    return replace(
        die, x_mm=partner.x_mm + high * float(np.cos(angle)), y_mm=partner.y_mm + high * float(np.sin(angle))
    )


def stack_on(upper: TrueDie, lower: TrueDie) -> TrueDie:
    """One die put on top of another."""
    top = rest_height_mm(lower) * 2 + lower.lift_mm
    return replace(upper, x_mm=lower.x_mm + 1.0, y_mm=lower.y_mm - 0.8, lift_mm=top, tilt_deg=0.0)


def _no_room(die: TrueDie, tray: Tray, placed: list[TrueDie]) -> SceneError:
    found = f"{len(placed)} dice in a tray of {tray.width_mm:g} x {tray.depth_mm:g} mm"
    return SceneError(
        "Cannot lay down a {body} die: found no room beside {found}; take fewer dice or a larger tray",
        body=die.body,
        found=found,
    )
