"""Measures how well drift is told from an ordinary evening: `python -m tests.vision.measure_drift --trays 20`."""

import argparse
from collections import Counter, defaultdict
from dataclasses import replace

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import random_scene
from tablekeeper.hardware.mock.picture.scene import Hand
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.trays.camera.light import check_light
from tests.vision.measure_rig import calibrated, throw

KINDS = ({}, {"touching": 1}, {"at_wall": 1}, {"leaning": 1})
EVENING = 12  # ordinary throws of a tray


def slid(scene, rng, px):
    """The camera pushed aside so that the picture slides by so many pixels."""
    camera, angle = scene.camera, rng.uniform(0, 2 * np.pi)
    a_px_mm = 2 * camera.z_mm * np.tan(np.radians(camera.field_deg / 2)) / camera.width_px
    x, y = px * a_px_mm * np.cos(angle), px * a_px_mm * np.sin(angle)
    moved = replace(camera, x_mm=camera.x_mm + x, look_x_mm=camera.look_x_mm + x)
    return replace(scene, camera=replace(moved, y_mm=camera.y_mm + y, look_y_mm=camera.look_y_mm + y))


def turned(scene, rng, degrees):
    """The camera turned about its own axis."""
    roll = scene.camera.roll_deg + degrees * rng.choice((-1, 1))
    return replace(scene, camera=replace(scene.camera, roll_deg=roll))


def lit(scene, rng, share):
    """All light stronger or weaker."""
    lights = tuple(replace(lamp, power=lamp.power * share) for lamp in scene.lights)
    return replace(scene, lights=lights, ambient=scene.ambient * share)


def tinted(scene, rng, kelvin):
    """Lamps of another colour, the camera's white as it was."""
    return replace(scene, lights=tuple(replace(lamp, kelvin=lamp.kelvin + kelvin) for lamp in scene.lights))


def one_lamp_out(scene, rng, share):
    """The strongest lamp weaker: shadows and shading change."""
    first, *rest = scene.lights
    return replace(scene, lights=(replace(first, power=first.power * share), *rest))


def blurred(scene, rng, px):
    """The lens turned out of focus."""
    return replace(scene, camera=replace(scene.camera, defocus_px=px))


def fogged(scene, rng, share):
    """Breath or a hot cup under the lens."""
    return replace(scene, camera=replace(scene.camera, fog=share))


# what is done to the scene, and by how much
FAULTS = (
    *((f"slid {px} px", slid, px) for px in (1, 3, 6, 12, 25, 60)),
    *((f"turned {deg} deg", turned, deg) for deg in (0.5, 1, 2, 3, 6)),
    *((f"light {share}", lit, share) for share in (1.6, 1.3, 0.9, 0.8, 0.6, 0.4, 0.2)),
    *((f"strongest lamp {share}", one_lamp_out, share) for share in (0.5, 0.0)),
    *((f"lamps {kelvin:+} K", tinted, kelvin) for kelvin in (300, 1500, -1200)),
    *((f"defocus {px} px", blurred, px) for px in (1.0, 1.5, 2.5, 4.0)),
    *((f"fog {share}", fogged, share) for share in (0.2, 0.4, 0.7)),
)


def smeared(picture, rng):
    """A fingerprint on the lens: a part of the picture soft and pale."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    at = (int(rng.uniform(0.2, 0.8) * width), int(rng.uniform(0.2, 0.8) * height))
    cv2.ellipse(mask, at, (width // 5, height // 4), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), width / 25)[..., None] * 0.85
    return (picture * (1 - mask) + (cv2.GaussianBlur(picture, (0, 0), 7) * 0.92 + 12) * mask).astype(np.uint8)


def with_hand(scene, rng):
    """A hand somewhere over the tray."""
    hand = Hand(float(rng.uniform(-60, 60)), float(rng.uniform(-45, 45)), float(rng.choice((-90, -60, -120, 0, 180))))
    return replace(scene, hands=(hand,))


class Tally:
    """What the drift watch said of each kind of picture, and how the readings of its dice came out."""

    def __init__(self):
        self.said, self.read = defaultdict(Counter), defaultdict(Counter)

    def look(self, name, picture, known):
        """One look of the drift watch."""
        self.said[name]["+".join(sorted({check.reason for check in check_light(picture, known)})) or "nothing"] += 1

    def throw(self, name, picture, truth, known):
        """The same with dice in the tray, which are read too."""
        self.look(f"{name}, dice", picture, known)
        reading = vision.read(picture, calibration=known)
        exact = reading.values == truth.values
        self.read[name]["sure" if reading.sure and exact else "wrong" if reading.sure else "doubted"] += 1

    def show(self):
        """Print all of it."""
        for name, words in self.said.items():
            total = sum(words.values())
            spoken = ", ".join(f"{word} {100 * count / total:.0f} %" for word, count in words.most_common())
            print(f"{name:28s} {total:4d} looks: {spoken}")
        for name, counts in self.read.items():
            print(f"{name:22s} dice read: " + ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))


def spend_evening(tally, empty, known, seed, rng):
    """Nothing happens but what always does: throws, hands, noise."""
    for number in range(EVENING):
        tally.look("as it was", render(empty, seed=50 + number, at_s=9.1 + number)[0], known)
        picture, truth = throw(empty, seed, number, KINDS[number % len(KINDS)])
        tally.throw("as it was", picture, truth, known)
        hand = with_hand(empty, rng)
        tally.look("hand", throw(hand, seed, number, {})[0], known)


def main():
    """Print what was said of an ordinary evening and of each fault, and what became of the readings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trays", type=int, default=20)
    parser.add_argument("--throws", type=int, default=2, help="with dice, for each tray and fault")
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    tally = Tally()
    for seed in range(chosen.first, chosen.first + chosen.trays):
        empty, rng = random_scene(seed, 0), np.random.default_rng([seed, 9])
        try:
            known = calibrated(empty, seed)
        except CalibrationError as error:
            print(f"tray {seed}: {error}")
            continue
        spend_evening(tally, empty, known, seed, rng)
        for name, spoil, by in FAULTS:
            spoilt = spoil(empty, rng, by)
            tally.look(name, render(spoilt, seed=50, at_s=9.1)[0], known)
            for number in range(chosen.throws):
                tally.throw(name, *throw(spoilt, seed, 100 + number, KINDS[0]), known)
        tally.look("smear", smeared(render(empty, seed=60, at_s=8.0)[0], rng), known)
    tally.show()


if __name__ == "__main__":
    main()
