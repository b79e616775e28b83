"""Times reads of real photographs beside blob detection: `python -m tests.vision.measure_pace FOLDER [--step N]`."""

import argparse
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.vision.measure.benchmark import time_beside_blobs
from tablekeeper.vision.measure.labelled import load_labels

LONG_SIDE_PX = 640


def shrunk(picture):
    """The picture with its long side at most LONG_SIDE_PX."""
    scale = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def main():
    """Print how the ratios spread at the pictures' own size, from above, and shrunk to 640 pixels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--step", type=int, default=4)
    chosen = parser.parse_args()
    labels = load_labels(chosen.folder)[:: chosen.step]
    own = [vision.load_picture(truth.file) for truth in labels]
    above = [picture for picture, truth in zip(own, labels, strict=True) if truth.view == "overhead"]
    for name, pictures in (("own size", own), ("own size, overhead", above), ("640 px", [shrunk(p) for p in own])):
        paces = [time_beside_blobs([picture], vision.read) for picture in pictures]
        ratios = [pace.ratio for pace in paces]
        mine = sum(pace.milliseconds for pace in paces)
        blobs = sum(pace.milliseconds / pace.ratio for pace in paces)
        quartile, middle, third, slow = np.percentile(ratios, (25, 50, 75, 95))
        print(
            f"{name}: {len(pictures)} pictures, {middle:.1f} x blob detection (median; quarters {quartile:.1f} and"
            f" {third:.1f}, p95 {slow:.1f}), all together {mine / blobs:.1f} x,"
            f" {mine / len(pictures):.0f} ms a picture"
        )


if __name__ == "__main__":
    main()
