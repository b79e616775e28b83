"""Compares simulated tables with real series: `python -m tests.vision.measure_likeness SERIES... [--tables 40]`.

Noise, sharpness, pips, shadows, sides, burnt-out light and drift, each measured in the same way on both.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.faces.candidates import expose
from tablekeeper.vision.faces.decide import Rule, decide
from tablekeeper.vision.faces.looks import look

MOST_PICTURES = 8
NAMES = {
    "face": "upper faces, pixels",
    "noise": "noise in plain places, levels",
    "soft": "edge of a pip, pixels",
    "contrast": "pips against the body, levels",
    "shadow": "darkest floor beside a die, % of the floor",
    "sides": "what is seen of a die, upper faces",
    "burnt": "burnt-out light, % of the picture",
    "exposure": "exposure from picture to picture, %",
    "balance": "white balance from picture to picture, %",
    "slide": "slide from picture to picture, pixels",
}
LAPLACE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
PLAIN = 0.3  # of the pixels: those with the least structure
BURNT = 250
CHANGED = 25.0  # levels
TOLD = 0.1  # from which response on a slide is told: a smooth cloth has nothing to go by


def noise_of(grey):
    """Standard deviation of the noise (Immerkaer's way) where the picture has little structure."""
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, LAPLACE))
    structure = cv2.blur(np.abs(cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), 2), cv2.CV_32F)), (15, 15))
    lit = (grey > 12) & (grey < 243)
    plain = lit & (structure <= np.quantile(structure[lit], PLAIN)) if lit.any() else lit
    return float(np.sqrt(np.pi / 2) / 6 * rough[plain].mean()) if plain.any() else np.nan


def softness_of(grey, face):
    """Over how many pixels a pip's edge rises: its contrast by its steepest slope."""
    x, y, half = face.count.x, face.count.y, face.candidate.edge * 0.5
    part = grey[max(int(y - half), 0) : int(y + half) + 1, max(int(x - half), 0) : int(x + half) + 1]
    if min(part.shape) < 5:
        return np.nan
    slope = np.hypot(cv2.Sobel(part, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(part, cv2.CV_32F, 0, 1, scale=1 / 8))
    return float(face.count.contrast / max(np.quantile(slope, 0.97), 1e-3))


def around(shape, face, reach):
    """The part of a picture within so many edges of a face."""
    x, y, far = face.candidate.x, face.candidate.y, face.candidate.edge * reach
    rows = slice(max(int(y - far), 0), min(int(y + far) + 1, shape[0]))
    return rows, slice(max(int(x - far), 0), min(int(x + far) + 1, shape[1]))


def shadow_and_sides(picture, empty, face):
    """Darkest floor beside a lone die against the empty floor, and how many faces large the rest of the change is."""
    here = around(picture.shape, face, 1.6)
    now, before = (image[here].astype(np.float32) for image in (picture, empty))
    gain = np.median(now.sum(2)) / max(np.median(before.sum(2)), 1)
    ratio = now.sum(2) / np.maximum(before.sum(2) * gain, 12)
    tint = np.abs(
        now / np.maximum(now.sum(2, keepdims=True), 1) - before / np.maximum(before.sum(2, keepdims=True), 1)
    ).max(2)
    changed = np.abs(now - before * gain).max(2) > CHANGED
    shadow = changed & (ratio < 0.97) & (tint < 0.05)
    dice = cv2.morphologyEx((changed & ~shadow).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3)))
    floor = shadow if shadow.any() else ~changed
    return 100 * float(np.quantile(ratio[floor], 0.02)) if floor.any() else np.nan, float(
        dice.sum()
    ) / face.candidate.edge**2


def is_alone(face, faces):
    """Whether no other die is near."""
    x, y, edge = face.candidate.x, face.candidate.y, face.candidate.edge
    return all(np.hypot(x - f.candidate.x, y - f.candidate.y) > 3 * edge for f in faces if f is not face)


def measure(pictures, empty):
    """Medians over the pictures of one camera."""
    rows = {name: [] for name in NAMES}
    levels = []
    for picture in pictures:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
        seen = look(expose(picture), Rule())
        faces = list(decide(seen.faces, seen.unreadable, Rule()).accepted)
        rows["noise"].append(noise_of(grey))
        rows["burnt"].append(100 * float((picture.min(2) >= BURNT).mean()))
        levels.append(np.log(np.median(picture.reshape(-1, 3), 0) + 1.0))
        for face in faces:
            rows["face"].append(face.candidate.edge)
            rows["soft"].append(softness_of(grey, face))
            rows["contrast"].append(face.count.contrast)
            if empty is not None and is_alone(face, faces):
                shadow, sides = shadow_and_sides(picture, empty, face)
                rows["shadow"].append(shadow)
                rows["sides"].append(sides)
    wander = np.array(levels)
    rows["exposure"].append(100 * float(wander.mean(1).std()))
    rows["balance"].append(100 * float((wander - wander.mean(1, keepdims=True)).std(0).max()))
    first = cv2.cvtColor(pictures[0], cv2.COLOR_BGR2GRAY).astype(np.float32)
    others = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for picture in pictures[1:]]
    slides = [
        cv2.phaseCorrelate(first, other, cv2.createHanningWindow(first.shape[::-1], cv2.CV_32F)) for other in others
    ]
    rows["slide"] += [float(np.hypot(*shift)) for shift, response in slides if response > TOLD]
    return {name: float(np.nanmedian(found)) if np.isfinite(found).any() else np.nan for name, found in rows.items()}


def of_series(folder):
    """A real series: its throws, and its empty tray where there is a picture of it."""
    labels = json.loads((folder / "labels.json").read_text())
    names = labels.get("empty") or ([labels["composed_empty"]] if labels.get("composed_empty") else [])
    throws = labels["throws"][:: max(1, len(labels["throws"]) // MOST_PICTURES)][:MOST_PICTURES]
    pictures = [vision.load_picture(folder / throw["file"]) for throw in throws]
    return measure(pictures, vision.load_picture(folder / names[0]) if names else None)


def of_table(seed):
    """A simulated table."""
    table = draw_table(seed)
    return measure([picture for picture, _ in table.shown(MOST_PICTURES // 2)], table.empties(1)[0])


def main():
    """Print a table: each real series, then the simulation's spread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("series", type=Path, nargs="*")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    real = {folder.name: of_series(folder) for folder in chosen.series}
    made = [of_table(seed) for seed in range(chosen.first, chosen.first + chosen.tables)]
    print(f"| | {' | '.join(real)} | real, all: low, middle, high | {len(made)} simulated tables: low, middle, high |")
    print("|---" * (len(real) + 3) + "|")
    for name, words in NAMES.items():
        found = [figures[name] for figures in real.values()]
        drawn = [figures[name] for figures in made]
        spreads = [
            ", ".join(f"{v:.3g}" for v in np.nanquantile(part, (0.1, 0.5, 0.9))) if part else ""
            for part in (found, drawn)
        ]
        cells = ["-" if np.isnan(value) else f"{value:.3g}" for value in found]
        print(f"| {words} | {' | '.join([*cells, *spreads])} |", flush=True)


if __name__ == "__main__":
    main()
