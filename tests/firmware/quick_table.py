"""A simulated table that renders only what is looked at, so that a thousand evenings can be played.

While something moves its pictures are few, and small ones drawn large; at rest a tray is rendered once, photographed
twice (noise and compression as ever) and shown again while nothing moves. What the reader reads is a whole picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from firmware.tray import Reader
from hardware.frame import Frame, Pixels
from hardware.mock.hands import Hands
from hardware.mock.misfortune import strike
from hardware.mock.scatter import scatter
from hardware.mock.scene import Scene, Tray, TrueDie
from hardware.mock.simulated_table import SimulatedTable
from hardware.mock.simulated_tray import SimulatedTray
from hardware.mock.solid import middle_of, rotation_of
from hardware.mock.tray import render
from hardware.mock.tumble import Tumble
from vision.reading import Reading

FRAMES_PER_S = 12.0
MOVING_FRAMES_PER_S = 4.0
SMALLER = 4
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
        self.most_frames_per_s = FRAMES_PER_S

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
            self._last_pixels = self._small(scene) if moving else self._photograph(scene, now_s)
            self.frames_per_s = min(self.most_frames_per_s, MOVING_FRAMES_PER_S if moving else FRAMES_PER_S)
        return Frame(self._last_pixels, "bgr", now_s, {"source": "simulated"})

    def _small(self, scene: Scene) -> Pixels:
        camera = scene.camera
        size = camera.width_px // SMALLER, camera.height_px // SMALLER
        small = replace(camera, width_px=size[0], height_px=size[1], noise=0.0, jpeg_quality=None)
        picture, _ = render(replace(scene, camera=small))
        return np.asarray(cv2.resize(picture, (camera.width_px, camera.height_px)), dtype=np.uint8)

    def _photograph(self, scene: Scene, now_s: float) -> Pixels:
        if self._rest is None or self._rest[0] != scene:
            self._rest = (scene, [])
        pictures = self._rest[1]
        self._shown += 1
        if len(pictures) < PHOTOGRAPHS:
            picture, self.truth = render(scene, quality=self.quality, seed=self.seed, at_s=now_s)
            picture.flags.writeable = False
            pictures.append(picture)
            return picture
        return pictures[self._shown % PHOTOGRAPHS]


def fly(dice: Sequence[TrueDie], tray: Tray, seed: int) -> Tumble:
    """A throw that ends as `scatter` lays the dice, on an arc from the tower's mouth."""
    rng = np.random.default_rng([seed, 23])
    most = len(dice) - 1
    touching, walled, leaning = (int(most > 0 and rng.random() < share) for share in (TOUCHING, WALLED, LEANING))
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

    def _contact(self, pin: int, down: bool, after_s: float, spread_s: float = 0.004) -> None:
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

    def __init__(self, *, seed: int, hole: int = 5, last_hole: int | None = None) -> None:
        super().__init__(seed=seed, hole=hole, last_hole=last_hole)
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
