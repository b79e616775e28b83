"""Measures the calibrated reader on simulated trays: `python -m tests.vision.measure_rig --trays 30 --throws 10`."""

import argparse
from collections import Counter
from dataclasses import replace

import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, random_scene, scatter
from tablekeeper.hardware.mock.picture.scene import BODY_COLOURS
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.measure.benchmark import time_beside_blobs
from tablekeeper.vision.measure.intervals import clopper_pearson

KINDS = ({}, {"touching": 1}, {"at_wall": 1}, {"leaning": 1}, {"touching": 1, "at_wall": 1})


def throw(empty, seed, number, how):
    """One throw of two to six dice of any colour, and the truth about it."""
    rng = np.random.default_rng([seed, number])
    bodies = [str(c) for c in rng.choice(BODY_COLOURS, int(rng.integers(2, 7)))]
    dice = scatter(make_dice(bodies, seed * 1000 + number), empty.tray, seed * 1000 + number, **how)
    return render(replace(empty, dice=dice), seed=number, at_s=number * 0.37)


def calibrated(empty, seed):
    """A calibration as an owner would make it: five empty pictures, four throws lying apart."""
    frames = [render(empty, seed=k, at_s=k * 0.1)[0] for k in range(5)]
    shown = [(throw(empty, seed, 900 + k, {})[0], None) for k in range(4)]
    return vision.learn_dice(vision.calibrate(frames), shown)


def kind_of(die):
    """How a die lies: the group whose figures it belongs to."""
    if die.plain:
        return "flat and apart"
    return "leaning" if die.leaning else "touching" if die.touching else "at a wall"


def doubted(die, reading, edge):
    """Whether the reading doubts this die or does not show it."""
    x, y = np.mean(die.top_px, 0)
    mine = [d for d in reading.dice if np.hypot(d.box[0] + d.box[2] / 2 - x, d.box[1] + d.box[3] / 2 - y) < edge / 2]
    boxes = [doubt.box for doubt in reading.doubts]
    if not mine or mine[0].doubt or None in boxes:
        return True
    return any(b[0] - 4 < x < b[0] + b[2] + 4 and b[1] - 4 < y < b[1] + b[3] + 4 for b in boxes)


def main():
    """Print counts of dice and pictures, and the pace beside blob detection."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trays", type=int, default=30)
    parser.add_argument("--throws", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    tally, paces = Counter(), []
    for seed in range(chosen.first, chosen.first + chosen.trays):
        empty = random_scene(seed, 0)
        try:
            known = calibrated(empty, seed)
        except CalibrationError as error:
            print(f"tray {seed}: {error}")
            continue
        pictures = []
        for number in range(chosen.throws):
            picture, truth = throw(empty, seed, number, KINDS[number % len(KINDS)])
            reading = vision.read(picture, calibration=known)
            pictures += [picture] if all(die.plain for die in truth.dice) else []
            tally["pictures"] += 1
            tally["pictures sure"] += reading.sure
            tally["pictures silently wrong"] += reading.sure and reading.values != truth.values
            for die in truth.dice:
                kind = kind_of(die)
                tally[f"dice {kind}"] += 1
                tally[f"dice {kind}, doubted"] += doubted(die, reading, known.edge_px)
                tally["leaning in a sure picture"] += die.leaning and reading.sure
        paces += [time_beside_blobs(pictures, lambda p, k=known: vision.read(p, calibration=k))] if pictures else []
    dice = sum(count for name, count in tally.items() if name.startswith("dice") and "," not in name)
    for name, count in sorted(tally.items()):
        print(f"{name}: {count}")
    wrong = tally["pictures silently wrong"]
    print(
        f"dice: {dice}; silently wrong pictures {wrong}, per die at most {100 * clopper_pearson(wrong, dice)[1]:.2f} %"
    )
    print(f"calibrated read beside one blob detection, dice flat and apart: {np.median([p.ratio for p in paces]):.2f}")


if __name__ == "__main__":
    main()
