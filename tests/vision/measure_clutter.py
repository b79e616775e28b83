"""Counts dice invented where none lie: `python -m tests.vision.measure_clutter --pictures 200 [--photos FOLDER]`.

`--without FOLDER` reads every picture below a folder instead, of which none may show dice: wallpapers, textures, icons.
"""

import argparse
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.vision.errors import PictureError
from tablekeeper.vision.measure.intervals import clopper_pearson
from tablekeeper.vision.measure.labelled import load_labels
from tablekeeper.vision.picture import load_picture
from tests.vision.clutter import THINGS, strew
from tests.vision.patterns import PATTERNS

KINDS = {**PATTERNS, **{name: partial(strew, thing) for name, thing in THINGS.items()}}
SIZES = ((480, 640), (240, 320), (360, 360), (600, 420))
ASIDE = 0.8  # edges from a die's face that a crop keeps away from it: its sides and its shadow are no clutter
TRIES = 60
LEAST_CROP_PX = 40
LEAST_LONG_PX, LEAST_SHORT_PX = 200, 120


def draw(kind, seed):
    """A drawn picture without dice."""
    rng = np.random.default_rng([seed, list(KINDS).index(kind)])
    return KINDS[kind](rng, *SIZES[int(rng.integers(len(SIZES)))])


def holds_a_die(dice, crop):
    """Whether a crop (left, top, right, bottom) shows a die, or comes near one."""
    left, top, right, bottom = crop
    return any(
        left < x + (1 + ASIDE) * w and x - ASIDE * w < right and top < y + (1 + ASIDE) * h and y - ASIDE * h < bottom
        for x, y, w, h in dice
    )


def crops(picture, dice, rng, many):
    """Random crops that show no die, often enlarged or shrunk as another camera would show them."""
    height, width = picture.shape[:2]
    for _ in range(many):
        for _ in range(TRIES):
            w, h = (int(np.exp(rng.uniform(np.log(LEAST_CROP_PX), np.log(side)))) for side in (width, height))
            x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
            if not holds_a_die(dice, (x, y, x + w, y + h)):
                part, zoom = picture[y : y + h, x : x + w], float(rng.choice((0.5, 1.0, 1.0, 2.0)))
                zoom = min(zoom, 1600 / max(w, h))
                yield np.ascontiguousarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA))
                break


def from_photographs(folder, seed, many):
    """Crops of labelled photographs, where the labels or an exact reading say where the dice lie."""
    for number, truth in enumerate(load_labels(folder)):
        picture = load_picture(truth.file)
        reading = vision.read(picture)
        if reading.values == truth.values:
            rng = np.random.default_rng([seed, number])
            yield from crops(picture, [die.box for die in reading.dice], rng, many)


def all_below(folder):
    """Every picture below a folder that can be opened and is large enough to show a die."""
    for file in sorted(folder.rglob("*")):
        try:
            picture = load_picture(file)
        except PictureError:
            continue
        if max(picture.shape[:2]) >= LEAST_LONG_PX and min(picture.shape[:2]) >= LEAST_SHORT_PX:
            yield picture


def judge(name, pictures, save):
    """Count readings that are sure of dice where none are."""
    total = invented = doubted = 0
    for picture in pictures:
        reading = vision.read(picture)
        total += 1
        doubted += not reading.sure
        if reading.sure and reading.dice:
            invented += 1
            if save:
                save.mkdir(parents=True, exist_ok=True)
                shown = picture.copy()
                for die in reading.dice:
                    x, y, w, h = die.box
                    cv2.rectangle(shown, (x, y), (x + w, y + h), (0, 255, 0), 1)
                    cv2.putText(shown, str(die.value), (x + w, y + h), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 255, 0), 1)
                cv2.imwrite(str(save / f"{name}_{total}.png"), shown)
    low, high = (100 * share for share in clopper_pearson(invented, total))
    print(f"{name}: {invented} of {total} sure of dice ({low:.2f} to {high:.2f} %), {doubted} doubted", flush=True)
    return invented, total


def main():
    """Print for each kind of picture how often dice were invented surely."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=100, help="of each drawn kind; a photograph gives a tenth")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--without", type=Path, help="a folder of pictures without dice: only these are read")
    parser.add_argument("--save", type=Path)
    chosen = parser.parse_args()
    if chosen.without:
        judge(chosen.without.name, all_below(chosen.without), chosen.save)
        return
    counts = [
        judge(kind, (draw(kind, seed) for seed in range(chosen.first, chosen.first + chosen.pictures)), chosen.save)
        for kind in chosen.kinds
    ]
    if chosen.photos:
        found = from_photographs(chosen.photos, chosen.first, max(1, chosen.pictures // 10))
        counts.append(judge("photographs", found, chosen.save))
    invented, total = np.array(counts).sum(0)
    print(f"all together: {invented} of {total}")


if __name__ == "__main__":
    main()
