"""Reads labelled photographs as other cameras would show them: `python -m tests.vision.measure_altered FOLDER`."""

import argparse
import zlib
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.vision.measure.labelled import load_labels
from tablekeeper.vision.picture import load_picture

BLUR_AT_PX = 1280  # long side at which blur is told
FOCAL = 1.2  # of the camera that sees a picture slanted, in long sides


def turned(picture, degrees):
    """The whole picture, turned."""
    height, width = picture.shape[:2]
    place = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), degrees, 1.0)
    cos, sin = abs(place[0, 0]), abs(place[0, 1])
    size = int(height * sin + width * cos), int(height * cos + width * sin)
    place[:, 2] += size[0] / 2 - width / 2, size[1] / 2 - height / 2
    return cv2.warpAffine(picture, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def slanted(picture, degrees, towards):
    """The picture as a flat print seen from a slant."""
    height, width = picture.shape[:2]
    far, axis = FOCAL * max(height, width), np.radians(towards)
    tilt = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * np.radians(degrees))[0]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    space = np.c_[corners - (width / 2, height / 2), np.zeros(4)] @ tilt.T
    seen = space[:, :2] * far / (space[:, 2:] + far)
    seen -= seen.min(0)
    place = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    size = tuple(int(side) for side in np.ceil(seen.max(0)))
    return cv2.warpPerspective(picture, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def sized(picture, long_side):
    """The picture with this long side."""
    scale = long_side / max(picture.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)


def lit(picture, *gains, gamma=1.0):
    """Other light: a gain for each of blue, green and red, and another curve."""
    levels = 255 * (np.arange(256) / 255) ** gamma
    return cv2.merge(
        [
            cv2.LUT(plane, np.clip(levels * gain, 0, 255).astype(np.uint8))
            for plane, gain in zip(cv2.split(picture), gains, strict=True)
        ]
    )


def noisy(picture, rng):
    """With the noise of a small sensor in the dark."""
    return np.clip(picture + rng.normal(0, 12, picture.shape), 0, 255).astype(np.uint8)


def squeezed(picture):
    """As a messenger sends it."""
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 30])[1], cv2.IMREAD_COLOR)


ALTERATIONS = {
    "plain": lambda picture, _: picture,
    "rot": lambda picture, rng: turned(picture, rng.uniform(0, 360)),
    "rot90": lambda picture, _: np.ascontiguousarray(np.rot90(picture)),
    "rot180": lambda picture, _: np.ascontiguousarray(np.rot90(picture, 2)),
    "mirror": lambda picture, _: cv2.flip(picture, 1),
    "x0.5": lambda picture, _: sized(picture, 0.5 * max(picture.shape)),
    "x1.5": lambda picture, _: sized(picture, 1.5 * max(picture.shape)),
    "L400": lambda picture, _: sized(picture, 400),
    "gamma.6": lambda picture, _: lit(picture, 1, 1, 1, gamma=0.6),
    "gamma1.7": lambda picture, _: lit(picture, 1, 1, 1, gamma=1.7),
    "expo1.35": lambda picture, _: lit(picture, 1.35, 1.35, 1.35),
    "warm": lambda picture, _: lit(picture, 0.6, 0.85, 1.05),
    "cold": lambda picture, _: lit(picture, 1.1, 0.95, 0.7),
    "blur1.5": lambda picture, _: cv2.GaussianBlur(picture, (0, 0), 1.5 * max(picture.shape) / BLUR_AT_PX),
    "noise12": noisy,
    "jpeg30": lambda picture, _: squeezed(picture),
    "persp12": lambda picture, rng: slanted(picture, 12, rng.uniform(0, 360)),
    "persp20": lambda picture, rng: slanted(picture, 20, rng.uniform(0, 360)),
    "invert": lambda picture, _: 255 - picture,
    "roll": lambda picture, _: np.ascontiguousarray(picture[:, :, [1, 2, 0]]),
}


def main():
    """Print for each alteration how many pictures were exact, sure and silently wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--view", default="overhead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alterations", nargs="*", default=list(ALTERATIONS), choices=list(ALTERATIONS))
    chosen = parser.parse_args()
    labels = [truth for truth in load_labels(chosen.folder) if truth.view == chosen.view]
    for name in chosen.alterations:
        tally = Counter()
        for truth in labels:
            rng = np.random.default_rng([zlib.crc32((truth.file.name + name).encode()), chosen.seed])
            reading = vision.read(ALTERATIONS[name](load_picture(truth.file), rng))
            exact = reading.values == truth.values
            tally.update(exact=exact, sure=exact and reading.sure, wrong=reading.sure and not exact)
            if reading.sure and not exact:
                print(f"  {truth.file.name}: {truth.values} read as {reading.values}", flush=True)
        shares = (100 * tally[key] / len(labels) for key in ("exact", "sure"))
        print("{}: {} pictures, exact {:.1f}, sure {:.1f} %".format(name, len(labels), *shares), end="")
        print(f", silently wrong {tally['wrong']}", flush=True)


if __name__ == "__main__":
    main()
