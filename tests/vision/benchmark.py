"""Compares our reader with readers that anybody could write: `python -m tests.vision.benchmark FOLDER...`.

A folder holds labelled photographs (`images` in its labels.json) or a series of throws (`throws`). Each reader sees
each picture as a stranger's. `sure` is what it stands by, `wrong` what it stands by although it is wrong.
"""

import argparse
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.vision.measure.intervals import clopper_pearson
from tests.vision.readers import blobs, circles, contours


@dataclass(frozen=True)
class Labelled:
    """One picture, the group it belongs to, and its values."""

    file: Path
    group: str
    values: tuple[int, ...]


def load(folder):
    """All labelled pictures of a folder; a series is a group of its own, photographs are grouped by view."""
    labels = json.loads((folder / "labels.json").read_text())
    for entry in labels.get("images", []):
        group = entry.get("view", "photographs") if entry["values"] else "no dice"
        yield Labelled(folder / entry["file"], group, tuple(sorted(entry["values"])))
    for throw in labels.get("throws", []):
        yield Labelled(folder / throw["file"], f"series {folder.name}", tuple(sorted(throw["values"])))


def ours(picture):
    """Our reader: values, and whether it is sure of them."""
    reading = vision.read(picture)
    return reading.values, reading.sure


def never_doubting(read_values):
    """A reader that stands by whatever it finds."""
    return lambda picture: (read_values(picture), True)


READERS = {
    "this reader": ours,
    "blobs and DBSCAN": never_doubting(blobs.read_values),
    "thresholds and contours": never_doubting(contours.read_values),
    "contours and Hough circles": never_doubting(circles.read_values),
}


def judge(labelled):
    """Rows of (reader, group, exact, sure, milliseconds)."""
    for one in labelled:
        picture = vision.load_picture(one.file)
        for name, reader in READERS.items():
            began = time.process_time()
            values, sure = reader(picture)
            yield name, one.group, values == one.values, sure, (time.process_time() - began) * 1000


def main():
    """Print a table a group, and one of all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--step", type=int, default=1, help="read only every so many pictures")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    labelled = [one for folder in chosen.folders for one in load(folder)][:: chosen.step]
    groups = defaultdict(lambda: defaultdict(list))
    for name, group, exact, sure, taken_ms in judge(labelled):
        for key in (group, "all pictures"):
            groups[key][name].append((exact, sure, taken_ms))
    print("| pictures | reader | exact % | sure and right % | sure and wrong % [95 %] | not sure % | ms, median |")
    print("|---|---|---|---|---|---|---|")
    for group, readers in groups.items():
        for name, found in readers.items():
            print(f"| {group} ({len(found)}) | {name} | {spell(found)} |")


def spell(found):
    """One reader's figures as cells."""
    exact, sure, taken_ms = (np.array(column) for column in zip(*found, strict=True))
    wrong = int((sure & ~exact).sum())
    low, high = (100 * share for share in clopper_pearson(wrong, len(exact)))
    shares = 100 * exact.mean(), 100 * (exact & sure).mean(), 100 * wrong / len(exact)
    cells = [f"{share:.1f}" for share in shares]
    cells[2] += f" [{low:.1f}-{high:.1f}]"
    return " | ".join([*cells, f"{100 * (~sure).mean():.1f}", f"{np.median(taken_ms):.0f}"])


if __name__ == "__main__":
    main()
