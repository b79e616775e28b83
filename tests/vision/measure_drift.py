"""Measures how well drift is told from an ordinary evening: `python -m tests.vision.measure_drift --trays 20`."""

import argparse
from collections import Counter, defaultdict
from dataclasses import replace

import cv2
import numpy as np

import vision
from hardware.mock.scatter import make_dice, random_scene, scatter
from hardware.mock.scene import BODY_COLOURS, Hand
from hardware.mock.tray import render
from vision.light import check_light

FINE = ""


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


def same(scene, rng, _):
    """Nothing changed."""
    return scene


# what is done to the scene, by how much, which reasons are right (none: any word is a false alarm)
FAULTS = (
    ("as it was", same, 0, set()),
    *((f"slid {px} px", slid, px, {"moved-camera"}) for px in (1, 3, 6, 12, 25, 60)),
    *((f"turned {deg} deg", turned, deg, {"moved-camera"}) for deg in (0.5, 1, 2, 3, 6)),
    *((f"light {share}", lit, share, {"too-dark", "glare"}) for share in (1.6, 1.3, 0.9, 0.8, 0.6, 0.4, 0.2)),
    *((f"strongest lamp {share}", one_lamp_out, share, {"too-dark"}) for share in (0.5, 0.0)),
    *((f"lamps {kelvin:+} K", tinted, kelvin, {"too-dark", "glare"}) for kelvin in (300, 1500, -1200)),
    *((f"defocus {px} px", blurred, px, {"out-of-focus"}) for px in (1.0, 1.5, 2.5, 4.0)),
    *((f"fog {share}", fogged, share, {"out-of-focus"}) for share in (0.2, 0.4, 0.7)),
)


def smeared(picture, rng):
    """A fingerprint on the lens: a part of the picture soft and pale."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    at = (int(rng.uniform(0.2, 0.8) * width), int(rng.uniform(0.2, 0.8) * height))
    cv2.ellipse(mask, at, (width // 5, height // 4), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), width / 25)[..., None] * 0.85
    return (picture * (1 - mask) + (cv2.GaussianBlur(picture, (0, 0), 7) * 0.92 + 12) * mask).astype(np.uint8)


def with_dice(scene, seed, number):
    """Two to six dice in the tray, as an evening brings them."""
    rng = np.random.default_rng([seed, number])
    bodies = [str(c) for c in rng.choice(BODY_COLOURS, int(rng.integers(2, 7)))]
    how = ({}, {"touching": 1}, {"at_wall": 1}, {"leaning": 1})[number % 4]
    return replace(
        scene, dice=scatter(make_dice(bodies, seed * 1000 + number), scene.tray, seed * 1000 + number, **how)
    )


def with_hand(scene, rng):
    """A hand somewhere over the tray."""
    hand = Hand(float(rng.uniform(-60, 60)), float(rng.uniform(-45, 45)), float(rng.choice((-90, -60, -120, 0, 180))))
    return replace(scene, hands=(hand,))


def reasons(picture, known):
    return frozenset(check.reason for check in check_light(picture, known))


def main():
    """Print how often each fault was named on the empty tray and with dice in it, and what was said of nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trays", type=int, default=20)
    parser.add_argument("--throws", type=int, default=4, help="with dice, for each tray and fault")
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    said = defaultdict(Counter)
    for seed in range(chosen.first, chosen.first + chosen.trays):
        empty = random_scene(seed, 0)
        known = vision.calibrate([render(empty, seed=k, at_s=k * 0.1)[0] for k in range(5)])
        rng = np.random.default_rng([seed, 9])
        for name, spoil, by, _ in FAULTS:
            spoilt = spoil(empty, rng, by)
            said[name, "empty"][reasons(render(spoilt, seed=50, at_s=9.1)[0], known)] += 1
            for number in range(chosen.throws):
                picture = render(with_dice(spoilt, seed, number), seed=number, at_s=9.0 + number)[0]
                said[name, "dice"][reasons(picture, known)] += 1
        smear = [smeared(render(empty, seed=60 + k, at_s=8.0)[0], rng) for k in range(2)]
        said["smear", "empty"].update(reasons(picture, known) for picture in smear)
        for number in range(chosen.throws):
            scene = with_hand(with_dice(empty, seed, number), rng)
            said["hand", "dice"][reasons(render(scene, seed=number)[0], known)] += 1
    for (name, tray), counts in sorted(said.items(), key=lambda item: item[0][1]):
        total = sum(counts.values())
        spoken = ", ".join(
            f"{'+'.join(sorted(words)) or 'nothing'} {100 * count / total:.0f} %"
            for words, count in counts.most_common()
        )
        print(f"{tray:5s} {name:20s} ({total}): {spoken}")


if __name__ == "__main__":
    main()
