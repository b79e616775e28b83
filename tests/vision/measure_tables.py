"""Measures the reader on simulated tables: `python -m tests.vision.measure_tables --tables 100 --throws 20`.

Each table is calibrated as an owner would do it (five empty pictures, four throws lying apart) and its throws are read
with and without that. `--split judging` draws tables with a shape, a floor or lamps that no rule was tuned on.
"""

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.errors import VisionError
from tablekeeper.vision.measure.intervals import clopper_pearson
from tests.vision.measure_rig import doubted, kind_of
from tests.vision.measure_strange import draw

READERS = ("stranger", "calibrated")


def calibrated(table):
    """What an owner would have calibrated, or None and the reason."""
    try:
        return vision.learn_dice(
            vision.calibrate(table.empties()), [(picture, None) for picture, _ in table.shown()]
        ), ""
    except VisionError as error:
        return None, str(error)


def edge_of(truth):
    """How large the upper faces are in the picture."""
    return float(np.median([np.sqrt(cv2.contourArea(np.float32(die.top_px))) for die in truth.dice]))


def judge(tally, reader, truth, reading):
    """Count one reading; whether it is silently wrong."""
    wrong = reading.sure and reading.values != truth.values
    tally[reader, "throws"] += 1
    tally[reader, "sure and right"] += reading.sure and not wrong
    tally[reader, "silently wrong"] += wrong
    for die in truth.dice:
        tally[reader, f"dice {kind_of(die)}"] += 1
        tally[reader, f"dice {kind_of(die)}, doubted"] += doubted(die, reading, edge_of(truth))
        tally[reader, "leaning in a sure picture"] += die.leaning and reading.sure
    return wrong


def measure_table(table, throws, tally, *, hands=False, save=None):
    """Read a table's throws with what was learned of it and without."""
    known, why = calibrated(table)
    if known is None:
        tally["not calibrated"] += 1
        print(f"{table.seed} {table.name}: {why}", flush=True)
    for number in range(throws):
        picture, truth = table.throw(number, hand=hands)
        for reader, calibration in zip(READERS, (None, known), strict=True):
            if reader == "calibrated" and calibration is None:
                continue
            reading = vision.read(picture, calibration=calibration)
            if judge(tally, reader, truth, reading):
                print(
                    f"{table.seed} {table.name}, throw {number}: {reader} reads {truth.values} as {reading.values}",
                    flush=True,
                )
                if save:
                    save.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(save / f"{reader}_{table.seed}_{number}.png"), draw(picture, truth, reading))


def main():
    """Print counts of throws and dice for both readers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--throws", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--split", choices=("tuning", "judging"), default="tuning")
    parser.add_argument("--hands", action="store_true", help="with a hand over each throw")
    parser.add_argument("--save", type=Path)
    chosen = parser.parse_args()
    tally = Counter()
    for seed in range(chosen.first, chosen.first + chosen.tables):
        table = draw_table(seed, chosen.split)
        try:
            measure_table(table, chosen.throws, tally, hands=chosen.hands, save=chosen.save)
        except SceneError as error:
            tally["tables without room"] += 1
            print(error, flush=True)
    for key, count in sorted((key, count) for key, count in tally.items() if isinstance(key, str)):
        print(f"{key}: {count}")
    for reader in READERS:
        for (_, name), count in sorted((key, count) for key, count in tally.items() if key[0] == reader):
            print(f"{reader}: {name}: {count}")
        low, high = (100 * share for share in clopper_pearson(tally[reader, "silently wrong"], tally[reader, "throws"]))
        print(f"{reader}: silently wrong {low:.2f} to {high:.2f} % of the throws (95 %)")


if __name__ == "__main__":
    main()
