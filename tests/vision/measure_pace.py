"""Times reads beside blob detection: `python -m tests.vision.measure_pace FOLDER [--step N]`.

FOLDER holds labelled photographs, which are read as a stranger's, or series, whose trays are known after four throws.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.vision.measure.benchmark import time_beside_blobs
from tablekeeper.vision.measure.labelled import load_labels
from tablekeeper.vision.measure.series import SHOWN, calibrated, find_series
from tablekeeper.vision.trays import known as known_trays

LONG_SIDE_PX = 640


def shrunk(picture):
    """The picture with its long side at most LONG_SIDE_PX."""
    scale = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def report(name, paces):
    """One line: how the ratios spread."""
    if not paces:
        return f"{name}: none"
    mine = sum(pace.milliseconds for pace in paces)
    blobs = sum(pace.milliseconds / pace.ratio for pace in paces)
    quartile, middle, third, slow = np.percentile([pace.ratio for pace in paces], (25, 50, 75, 95))
    return (
        f"{name}: {len(paces)} pictures, {middle:.1f} x blob detection (median; quarters {quartile:.1f} and"
        f" {third:.1f}, p95 {slow:.1f}), all together {mine / blobs:.1f} x, {mine / len(paces):.0f} ms a picture"
    )


def time_photographs(folder, step):
    """Lines for photographs at their own size, for those from above, and shrunk to 640 pixels."""
    labels = load_labels(folder)[::step]
    own = [vision.load_picture(truth.file) for truth in labels]
    above = [picture for picture, truth in zip(own, labels, strict=True) if truth.view == "overhead"]
    for name, pictures in (("own size", own), ("own size, overhead", above), ("640 px", [shrunk(p) for p in own])):
        yield report(name, [time_beside_blobs([picture], vision.read) for picture in pictures])


def is_read_twice(picture, known):
    """Whether a known tray's picture needs the stranger's reader as well."""
    asked, read = [], known_trays.read_with_knowledge
    known_trays.read_with_knowledge = lambda *given: asked.append(1) or read(*given)
    try:
        vision.read(picture, calibration=known)
    finally:
        known_trays.read_with_knowledge = read
    return bool(asked)


def time_series(every, step):
    """Lines for the throws of known trays: all, those that knowledge alone decides, those that are read twice."""
    alone, twice = [], []
    for series in every:
        pictures = [throw.load() for throw in series.throws]
        known, _ = calibrated(series, pictures)
        for picture in pictures[SHOWN::step] if known else ():
            pace = time_beside_blobs([picture], lambda picture, known=known: vision.read(picture, None, known))
            (twice if is_read_twice(picture, known) else alone).append(pace)
    yield report("known trays", alone + twice)
    yield report("known trays, knowledge alone", alone)
    yield report("known trays, the stranger's reader too", twice)


def main():
    """Print how the ratios spread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--step", type=int, default=4)
    chosen = parser.parse_args()
    every = find_series(chosen.folder)
    for line in time_series(every, chosen.step) if every else time_photographs(chosen.folder, chosen.step):
        print(line)


if __name__ == "__main__":
    main()
