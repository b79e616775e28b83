"""A simulated table that renders only what is looked at, so that a thousand evenings can be played.

While something moves its pictures are few and only sketched; at rest a tray is rendered once, photographed
twice (noise and compression as ever) and shown again while nothing moves. What the reader reads is a whole picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import cv2
import numpy as np

from tablekeeper.firmware.senses.camera.known_tray import Reader
from tablekeeper.hardware.cameras.frame import Frame, Pixels
from tablekeeper.hardware.mock.hand import bars_of
from tablekeeper.hardware.mock.hands import Hands
from tablekeeper.hardware.mock.misfortune import strike
from tablekeeper.hardware.mock.picture.optics import view_of
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Scene, Tray, TrueDie
from tablekeeper.hardware.mock.picture.solid import corners_of, middle_of, rotation_of
from tablekeeper.hardware.mock.picture.tumble import Tumble
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.vision.reading import Reading

FRAMES_PER_S = 8.0
MOVING_FRAMES_PER_S = 4.0
SKIN = (140, 170, 220)
SKETCHED = {
    "white": (230, 230, 230), "ivory": (200, 225, 235), "black": (30, 30, 30), "red": (40, 40, 190),
    "blue": (180, 80, 30), "green": (60, 140, 30), "yellow": (50, 210, 230), "purple": (130, 50, 110),
}  # fmt: skip
PHOTOGRAPHS = 2
STEP_S = 0.002
FLIGHT_S = 0.7
WALLED, TOUCHING, LEANING = 0.15, 0.1, 0.03
"""How often a throw ends with a die at the wall, at another die, on its edge."""


class QuickTray(SimulatedTray):
    """The simulated tray with cheap movement; throws onto other dice are still computed as they fall."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self._rest: tuple[Scene, list[Pixels]] | None = None
        self._shown = 0
        self._settled_s = 0.0
        self.most_frames_per_s = FRAMES_PER_S

    @property
    def settles_s(self) -> float:
        """As ever; remembered when the throw itself is forgotten."""
        return max(self._settled_s, super().settles_s)

    def scene_now(self) -> Scene:
        """As ever; a throw that has come to rest is a few dice, and no movement any more."""
        if self._tumble is not None and self.clock.now() > self._thrown_s + self._tumble.lasts_s:
            self._settled_s = self._thrown_s + self._tumble.lasts_s
            self.put(self._tumble.final)
        return super().scene_now()

    def throw(self, dice: Sequence[TrueDie], seed: int | None = None) -> Tumble:
        """Throw dice: onto an empty tray they fly in an arc to where the seed lays them."""
        if self.dice:
            return super().throw(dice, seed)
        self.throws += 1
        chosen = self.seed * 1000 + self.throws if seed is None else seed
        self._tumble = strike(fly(dice, self._room.tray, chosen), self.faults, self._room.tray, len(dice))
        self._thrown_s = self.clock.now()
        return self._tumble

    def leave(self, bodies: Sequence[str]) -> None:
        """Take all dice out but those of these colours."""
        self.put([die for die in self.dice if die.body in bodies])

    def _take(self) -> Frame:
        now_s = self.clock.now()
        if "frozen_frames" not in self.faults or self._last_pixels is None:
            scene = self.scene_now()
            moving = bool(scene.hands and "hand_stays" not in self.faults) or any(
                any(die.velocity_mm_s) for die in scene.dice
            )
            self._last_pixels = self._sketch(scene) if moving else self._photograph(scene, now_s)
            self.frames_per_s = min(self.most_frames_per_s, MOVING_FRAMES_PER_S if moving else FRAMES_PER_S)
        return Frame(self._last_pixels, "bgr", now_s, {"source": "simulated"})

    def _sketch(self, scene: Scene) -> Pixels:
        """What moves, as plain shapes over the empty tray."""
        picture = _empty_tray(replace(scene, dice=(), hands=())).copy()
        view = view_of(scene.camera)
        for die in scene.dice:
            outline = cv2.convexHull(np.clip(view.project(corners_of(die)), -4000, 4000).astype(np.int32))
            cv2.fillConvexPoly(picture, outline, SKETCHED.get(die.body, (200, 200, 200)))
        for hand in scene.hands:
            for start, end, width in bars_of(hand):
                ends = np.array([[*start, hand.height_mm], [*end, hand.height_mm]])
                one, other = np.clip(view.project(ends), -4000, 4000).astype(int).tolist()
                thick = max(1, round(width * view.focal_px / (view.eye[2] - hand.height_mm)))
                cv2.line(picture, one, other, SKIN, thick)
        return picture

    def _photograph(self, scene: Scene, now_s: float) -> Pixels:
        if self._rest is None or self._rest[0] != scene:
            self._rest = (scene, [])
        pictures = self._rest[1]
        self._shown += 1
        if len(pictures) < PHOTOGRAPHS:
            picture, self.truth = render(scene, quality=self.quality, seed=self.seed, at_s=now_s)
            if pictures and np.array_equal(picture, pictures[-1]):  # the few kinds of noise happened to be the same
                return self._photograph(scene, now_s + 1)
            picture.flags.writeable = False
            pictures.append(picture)
            return picture
        return pictures[self._shown % PHOTOGRAPHS]


@lru_cache(maxsize=8)
def _empty_tray(stage: Scene) -> Pixels:
    return render(stage)[0]


def fly(dice: Sequence[TrueDie], tray: Tray, seed: int, *, plain: bool = False) -> Tumble:
    """A throw that ends as `scatter` lays the dice (`plain`: all flat and apart), on an arc from the tower's mouth."""
    rng = np.random.default_rng([seed, 23])
    most = len(dice) - 1
    touching, walled, leaning = (
        int(not plain and most > 0 and rng.random() < share) for share in (TOUCHING, WALLED, LEANING)
    )
    final = scatter(dice, tray, seed, touching=touching, at_wall=min(walled, most - touching), leaning=0)
    if leaning:
        (leaned,) = scatter(final[:1], tray, seed, leaning=1)
        final = (leaned, *final[1:])
    share = np.linspace(0, 1, int(FLIGHT_S / STEP_S))[:, None, None]
    start = np.array([[0.0, tray.depth_mm / 2 - 18, 70.0]])
    end = np.array([middle_of(die) for die in final])
    places = start + (end - start) * share
    places[..., 2] += 80 * (share * (1 - share))[..., 0]
    spin = (1 - share[:, :, 0]) * rng.uniform(4, 12, len(dice))
    c, s, zero = np.cos(spin), np.sin(spin), np.zeros_like(spin)
    turning = np.stack([c, -s, zero, s, c, zero, zero, zero, zero + 1], axis=-1).reshape(*spin.shape, 3, 3)
    turns = turning @ np.array([rotation_of(die) for die in final])
    return Tumble(tuple(final), places, turns, (0.0,) * len(dice))


class WornHands(Hands):
    """Hands on a knob whose contacts chatter when it is worn."""

    worn = False
    cut = False
    """Whether the knob's cable is out."""

    def _contact(self, pin: int, down: bool, after_s: float, spread_s: float = 0.004) -> None:
        if self.cut:
            return
        super()._contact(pin, down, after_s, spread_s)
        wire = self._factory.pin(pin)
        moments = np.sort(self.rng.uniform(0.0002, spread_s, 8)) if self.worn else ()
        for index, moment in enumerate(moments):
            level = down if index % 2 else not down
            self.clock.after(after_s + float(moment), partial(wire.pull_down_from_outside, level))


class QuickTable(SimulatedTable):
    """A simulated table with a quick tray."""

    tray: QuickTray
    hands: WornHands

    def __init__(self, *, seed: int, hole: int = 5) -> None:
        super().__init__(seed=seed, hole=hole)
        self.tray = self.camera = QuickTray(self.clock, seed=seed, frames_per_s=FRAMES_PER_S)
        self.hands = WornHands(self.tray, self.cocoons, self.hands._pins, self.hands._factory, seed=seed)


class Rereading:
    """A reader that remembers what it read in a picture that is shown again."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self._known: dict[tuple[int, Any], tuple[Any, Reading]] = {}

    def __call__(self, picture: Any, expect: Mapping[str, int] | None) -> Reading:
        key = (id(picture), tuple(sorted(expect.items())) if expect else None)
        known = self._known.get(key)
        if known is None or known[0] is not picture:
            if len(self._known) > 4 * PHOTOGRAPHS:
                self._known.clear()
            known = self._known[key] = (picture, self.read(picture, expect))
        return known[1]
