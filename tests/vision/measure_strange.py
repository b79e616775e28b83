"""Measures the reader that knows nothing on simulated trays: `python -m tests.vision.measure_strange --trays 50`."""

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.scatter import random_scene
from tablekeeper.vision.measure.intervals import clopper_pearson
from tests.vision.measure_drift import with_hand
from tests.vision.measure_rig import KINDS, throw


def draw(picture, truth, reading):
    """The picture beside itself with what lies there (red digits) and what was read (green boxes)."""
    marked = picture.copy()
    for die in truth.dice:
        x, y, width, height = die.box_px
        sign = f"{die.value}{'L' if die.leaning else ''}"
        cv2.putText(marked, sign, (x, y - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 255), 2)
    for die in reading.dice:
        x, y, width, height = die.box
        cv2.rectangle(marked, (x, y), (x + width, y + height), (0, 255, 0), 1)
        cv2.putText(marked, str(die.value), (x + width, y + height), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 255, 0), 2)
    return cv2.hconcat([picture, marked])


def main():
    """Print how many throws were exact, sure and silently wrong; `--save` keeps the pictures of the wrong ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trays", type=int, default=50)
    parser.add_argument("--throws", type=int, default=len(KINDS))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--hands", action="store_true", help="with a hand somewhere over the tray")
    parser.add_argument("--save", type=Path)
    chosen = parser.parse_args()
    tally = Counter()
    for seed in range(chosen.first, chosen.first + chosen.trays):
        empty = random_scene(seed, 0)
        for number in range(chosen.throws):
            scene = with_hand(empty, np.random.default_rng([seed, number, 7])) if chosen.hands else empty
            picture, truth = throw(scene, seed, number, KINDS[number % len(KINDS)])
            reading = vision.read(picture)
            exact = reading.values == truth.values
            tally["throws"] += 1
            tally["exact"] += exact
            tally["sure and right"] += reading.sure and exact
            tally["silently wrong"] += reading.sure and not exact
            tally["sure although a hand hides a die, or a part of one"] += reading.sure and any(
                die.seen < 0.9 for die in truth.dice
            )
            tally["sure beside a leaning die"] += reading.sure and any(die.leaning for die in truth.dice)
            if reading.sure and not exact:
                print(f"tray {seed}, throw {number}: {truth.values} read as {reading.values}", flush=True)
                if chosen.save:
                    chosen.save.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(chosen.save / f"{seed}_{number}.png"), draw(picture, truth, reading))
    for name, count in tally.items():
        print(f"{name}: {count}")
    low, high = (100 * share for share in clopper_pearson(tally["silently wrong"], tally["throws"]))
    print(f"silently wrong: {low:.2f} to {high:.2f} % of the throws (95 %)")


if __name__ == "__main__":
    main()
