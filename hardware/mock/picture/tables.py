"""Tables as people have them, each from a seed: a tray, lamps, a camera, a set of dice; empty pictures and throws.

`draw_table(seed, split)` is the door. Each throw's truth says what lies where; the table itself knows no reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablekeeper.hardware.cameras.frame import Pixels
from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.backdrop import backdrop_of
from tablekeeper.hardware.mock.picture.optics import view_of
from tablekeeper.hardware.mock.picture.outline import inner_distance
from tablekeeper.hardware.mock.picture.places import draw_camera, draw_lamps, draw_tray
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, scatter
from tablekeeper.hardware.mock.picture.scene import BODY_COLOURS, Hand, Quality, Scene, TrueDie, Truth
from tablekeeper.hardware.mock.picture.solid import corners_of, top_corners_of
from tablekeeper.hardware.mock.picture.variety import RELEASE, Split, choose_kinds

LIES: tuple[dict[str, int], ...] = ({}, {"touching": 1}, {"at_wall": 1}, {"leaning": 1}, {"touching": 1, "at_wall": 1})
"""How dice lie in turn: apart, touching, at a wall, leaning, touching and at a wall."""
BRIGHTEST_FLOOR = 0.6
_METER_PX, _IS_FLOOR = 64, 0.9
_LARGE_PX = 420  # long side from which a picture is rendered once a pixel
_PIP_RADII, _PIP_SPREADS = (0.075, 0.12), (0.2, 0.28)  # of a die: makers differ
_MIDDLE_RADIUS = 0.095  # of the dice that `make_dice` makes
_CLOSEST = 2.3  # radii between the middles of two pips
_TRIES = 12
_DRIFT_OVER = 9.0  # throws
_ACCENT_SHARE = 0.15  # of households whose white dice have a red 1 and a red 4


@dataclass(frozen=True)
class Table:
    """An empty table with its dice, and how much its camera's exposure wanders."""

    seed: int
    name: str
    scene: Scene
    dice: tuple[TrueDie, ...]
    wander: float
    """How much exposure changes from picture to picture."""
    tint: float
    """How much of that white balance does, too."""
    jolt_px: float

    def empties(self, count: int = 5) -> list[Pixels]:
        """Pictures of the empty tray, one after the other."""
        return [self._take(self.scene, number, number * 0.1)[0] for number in range(count)]

    def empty(self, number: int) -> Pixels:
        """The empty tray before one throw of an evening."""
        return self._take(self.scene, 5000 + number, number * 0.37)[0]

    def throw(self, number: int, *, hand: bool = False) -> tuple[Pixels, Truth]:
        """One throw, by its number: some of the dice, lying as `LIES` says in turn."""
        scene = replace(self.scene, dice=self._lay(number))
        if hand:
            scene = replace(scene, hands=(self._hand(scene, number),))
        return self._take(scene, 1000 + number, number * 0.37)

    def shown(self, count: int = 4) -> list[tuple[Pixels, Truth]]:
        """Throws of dice that lie apart, as an owner shows them to the companion."""
        return [self._take(replace(self.scene, dice=self._lay(900 + 5 * k)), 1900 + k, k * 0.37) for k in range(count)]

    def throws(self, count: int, first: int = 0) -> Iterator[tuple[Pixels, Truth]]:
        """Throws in their order."""
        return (self.throw(number) for number in range(first, first + count))

    def _lay(self, number: int) -> tuple[TrueDie, ...]:
        """Dice where the camera can see them."""
        rng = np.random.default_rng([self.seed, number, 21])
        how = LIES[number % len(LIES)]
        least = min(max(1 + sum(how.values()), 2), len(self.dice))
        for _ in range(_TRIES):
            many = int(rng.integers(least, len(self.dice) + 1))
            chosen = [replace(die, value=int(rng.integers(1, 7))) for die in self.dice[:many]]
            try:
                laid = scatter(
                    chosen, self.scene.tray, int(rng.integers(2**31)), **(how if many > sum(how.values()) else {})
                )
            except SceneError:  # this many, lying so, found no room
                continue
            if all(_is_in_view(self.scene, die) for die in laid):
                return laid
        raise SceneError(
            "Cannot lay dice on table {seed} ({name}): no throw lies in its picture; draw another table",
            seed=self.seed,
            name=self.name,
        )

    def _take(self, scene: Scene, number: int, at_s: float) -> tuple[Pixels, Truth]:
        """A picture as exposure, white balance and a floor that shakes a little make it."""
        rng = np.random.default_rng([self.seed, number, 22])
        slow = np.sin(2 * np.pi * number / _DRIFT_OVER / 4 + self.seed)
        exposed = np.exp(self.wander * (0.7 * slow + 0.5 * rng.normal() - 1.2 * _brightness(scene)))
        balance = np.exp(self.wander * self.tint * rng.normal(0, 1, 3))
        jolt = rng.normal(0, self.jolt_px, 2)
        gains = (float(exposed * balance[0]), float(exposed * balance[1]), float(exposed * balance[2]))
        camera = replace(scene.camera, gains=gains, jolt_px=(float(jolt[0]), float(jolt[1])))
        quality: Quality = "live" if max(camera.width_px, camera.height_px) > _LARGE_PX else "still"
        return render(replace(scene, camera=camera), quality=quality, seed=self.seed * 10_000 + number, at_s=at_s)

    def _hand(self, scene: Scene, number: int) -> Hand:
        rng = np.random.default_rng([self.seed, number, 23])
        near = scene.dice[int(rng.integers(len(scene.dice)))]
        side = float(rng.choice((-90.0, 0.0, 90.0, 180.0)) + rng.normal(0, 20))
        return Hand(
            near.x_mm + float(rng.normal(0, 12)),
            near.y_mm + float(rng.normal(0, 12)),
            side,
            spread=float(rng.uniform(0, 1)),
        )


def _is_in_view(scene: Scene, die: TrueDie) -> bool:
    """Whether the picture holds a die whole and no wall hides its upper face."""
    seen = view_of(scene.camera).project(corners_of(die))
    if (seen < 0).any() or (seen > (scene.camera.width_px - 1, scene.camera.height_px - 1)).any():
        return False
    upper = top_corners_of(die)
    eye = np.array([scene.camera.x_mm, scene.camera.y_mm, scene.camera.z_mm])
    climb = np.clip((scene.tray.wall_mm - upper[:, 2:]) / (eye[2] - upper[:, 2:]), 0, 1)
    x, y = (upper + climb * (eye - upper))[:, :2].T.astype(np.float32)
    return bool(
        (inner_distance(scene.tray, np.asarray(x), np.asarray(y), scene.tray.slope * scene.tray.wall_mm) < 0).all()
    )


def _brightness(scene: Scene) -> float:
    """How much brighter than the floor what lies there makes the picture, in shares of it."""
    size = sum(die.size_mm**2 * (1.0 if die.body in ("white", "ivory", "yellow") else -0.2) for die in scene.dice)
    seen = (2 * scene.camera.z_mm * np.tan(np.radians(scene.camera.field_deg / 2))) ** 2 * 0.75
    return float(size / seen) * 6


def draw_table(seed: int, split: Split = "tuning", release: int = RELEASE) -> Table:
    """A table of its own; `judging` ones have a shape, a floor or lamps that no rule of the release was tuned on."""
    rng = np.random.default_rng([seed, 20, release])
    shape, floor, lamps = choose_kinds(rng, split, release)
    tray = draw_tray(rng, shape, floor)
    lights, glows, ambient = draw_lamps(rng, lamps, tray)
    dice = _draw_dice(rng, seed, tray.width_mm * tray.depth_mm)
    camera = draw_camera(rng, tray, lights, dice[0].size_mm, dim=lamps == "dim")
    scene = Scene((), tray, lights, camera, ambient=ambient, glows=glows)
    scene = replace(scene, camera=replace(camera, exposure=camera.exposure * _metered(scene)))
    name = f"{shape}, {floor}, {lamps}, {camera.width_px} x {camera.height_px}"
    return Table(
        seed,
        name,
        scene,
        dice,
        float(rng.choice((0.03, 0.08, 0.16))),
        float(rng.choice((0.1, 0.4, 0.8))),
        float(rng.choice((0.0, 0.3, 0.8))),
    )


def floor_light(scene: Scene) -> float:
    """How bright the floor is in the middle of what the camera sees; from about one on it is burnt out."""
    camera = scene.camera
    few = replace(camera, width_px=_METER_PX, height_px=max(8, _METER_PX * camera.height_px // camera.width_px))
    seen = backdrop_of(replace(scene, camera=few))
    return float(np.median(seen.whole.max(axis=2)[seen.floor > _IS_FLOOR]))


def _metered(scene: Scene) -> float:
    """What a camera takes back of its exposure rather than burn the whole floor out: white dice would vanish on it."""
    return min(1.0, BRIGHTEST_FLOOR / max(floor_light(scene), 1e-6))


def _draw_dice(rng: np.random.Generator, seed: int, room_mm2: float) -> tuple[TrueDie, ...]:
    """The dice of a household: one set or a mixture, all of a size."""
    size = float(rng.choice((12.0, 16.0, 16.0, 16.0, 19.0)))
    most = int(np.clip(room_mm2 / (size * 2.6) ** 2 / 2, 2, 7))
    many = int(rng.integers(2, most)) if most > 2 else 2
    colours = [str(c) for c in rng.choice(BODY_COLOURS, many)]
    if rng.random() < 0.5:
        colours = [colours[0]] * many
    if rng.random() < 0.3:
        colours = ["white"] * many
    made = _of_one_maker(make_dice(colours, seed, size_mm=size), seed)
    if rng.random() < _ACCENT_SHARE:
        made = [replace(die, accent="red") if die.body in ("white", "ivory") else die for die in made]
    return tuple(made)


def _of_one_maker(dice: Sequence[TrueDie], seed: int) -> list[TrueDie]:
    """The dice with pips as one maker drills them: smaller or larger, and nearer to each other or farther apart."""
    rng = np.random.default_rng([seed, 24])
    spread = float(rng.uniform(*_PIP_SPREADS))
    radius = min(float(rng.uniform(*_PIP_RADII)), spread / _CLOSEST)
    return [replace(die, pip_spread=spread, pip_radius=radius * die.pip_radius / _MIDDLE_RADIUS) for die in dice]
