"""Turns scenes into what the nets are trained on: maps at stride 4, and labelled crops."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.training.hands import render_hand
from tablekeeper.vision.training.lookalikes import random_relief
from tablekeeper.vision.training.scenes import (
    NO_DIE,
    NOT_TO_READ,
    SAYS_NOTHING,
    SCENE_PX,
    Composer,
    Scene,
    Stock,
    Truth,
)
from tablekeeper.vision.training.shapes import Layer, render_layer
from tablekeeper.vision.training.surfaces import render_surface

STRIDE = 4
CELLS = SCENE_PX // STRIDE
CROP_PX = 48
CROPS_PER_SCENE = 8
ALIKE_PER_SCENE = 3
ALIKE = 7  # the crop net's class of what looks like a face and is none
IGNORED = 255


@dataclass(frozen=True)
class Lesson:
    """One scene as the nets see it."""

    picture: Numbers  # SCENE_PX squared, BGR
    heat: NDArray[np.float16]  # 3 x CELLS x CELLS: faces, dice not to read, look-alikes
    hand: NDArray[np.float16]  # CELLS x CELLS: how much of each a hand covers
    heed: Numbers  # CELLS x CELLS: 0 where nothing is known
    face: NDArray[np.float16]  # 6 x CELLS x CELLS: value - 1 (or 255), log2 edge, stretch x2, offset x, offset y
    crops: Numbers  # CROPS_PER_SCENE x CROP_PX x CROP_PX x 3
    classes: Numbers


def _splat(heat: NDArray[np.float32], truth: Truth) -> None:
    x, y = truth.centre[0] / STRIDE - 0.5, truth.centre[1] / STRIDE - 0.5
    sigma = max(0.7, truth.edge / STRIDE * 0.13)
    reach = int(sigma * 3 + 2)
    x0, x1 = max(0, round(x) - reach), min(CELLS, round(x) + reach + 1)
    y0, y1 = max(0, round(y) - reach), min(CELLS, round(y) + reach + 1)
    if x0 >= x1 or y0 >= y1:
        return
    gx, gy = np.arange(x0, x1) - x, np.arange(y0, y1) - y
    blot = np.exp(-(gx[None] ** 2 + gy[:, None] ** 2) / (2 * sigma**2)).astype(np.float32)
    blot = np.minimum(blot / blot.max(), 1) if blot.max() > 0.3 else blot
    np.maximum(heat[y0:y1, x0:x1], blot, out=heat[y0:y1, x0:x1])


def _paint_face(face: NDArray[np.float32], truth: Truth) -> None:
    """Value, size and place, given to every cell near the face's middle."""
    x, y = truth.centre[0] / STRIDE - 0.5, truth.centre[1] / STRIDE - 0.5
    reach = max(0.75, truth.edge / STRIDE * 0.22)
    x0, x1 = max(0, int(x - reach)), min(CELLS, int(x + reach) + 2)
    y0, y1 = max(0, int(y - reach)), min(CELLS, int(y + reach) + 2)
    gy, gx = np.mgrid[y0:y1, x0:x1]
    near = (gx - x) ** 2 + (gy - y) ** 2 <= reach**2
    gx, gy = gx[near], gy[near]
    face[0, gy, gx] = truth.value - 1
    face[1, gy, gx] = np.log2(truth.edge)
    face[2, gy, gx], face[3, gy, gx] = truth.stretch
    face[4, gy, gx] = x - gx
    face[5, gy, gx] = y - gy


def cut_crop(picture: Numbers, centre: tuple[float, float], edge: float, turn: float) -> Numbers:
    """A square of CROP_PX about a place, two edges wide."""
    scale = CROP_PX / (2 * edge)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    place = np.array(
        [
            [cos, -sin, CROP_PX / 2 - cos * centre[0] + sin * centre[1]],
            [sin, cos, CROP_PX / 2 - sin * centre[0] - cos * centre[1]],
        ],
        np.float32,
    )
    if scale < 0.6:  # the reader shrinks by area, too
        k = scale * 1.2
        small = cv2.resize(picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        return cv2.warpAffine(
            small,
            place @ np.diag([1 / k, 1 / k, 1]).astype(np.float32),
            (CROP_PX, CROP_PX),
            borderMode=cv2.BORDER_REPLICATE,
        )
    return cv2.warpAffine(picture, place, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)


def _crops(scene: Scene, rng: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Faces, near misses and clutter."""
    crops, classes = [], []
    good = [truth for truth in scene.truths if truth.value > 0]
    sizes = [truth.edge for truth in scene.truths if truth.value != NO_DIE] or [float(np.exp(rng.uniform(2.3, 4.3)))]
    for index in rng.permutation(len(good))[: CROPS_PER_SCENE - 3]:
        truth = good[index]
        jitter = rng.normal(0, 0.06, 2) * truth.edge
        centre = (truth.centre[0] + jitter[0], truth.centre[1] + jitter[1])
        crops.append(cut_crop(scene.picture, centre, truth.edge * np.exp(rng.normal(0, 0.12)), rng.normal(0, 0.12)))
        classes.append(truth.value)
    alike = [truth for truth in scene.truths if truth.value == NO_DIE and _far(truth.centre, scene.truths, 0.5)]
    for index in rng.permutation(len(alike))[:ALIKE_PER_SCENE]:
        truth = alike[index]
        crops.append(
            cut_crop(scene.picture, truth.centre, truth.edge * np.exp(rng.normal(0, 0.2)), rng.uniform(0, 6.3))
        )
        classes.append(ALIKE)
    while len(crops) < CROPS_PER_SCENE:
        crop, label = _negative(scene, sizes, rng)
        crops.append(crop)
        classes.append(label)
    return np.stack(crops), np.array(classes, np.uint8)


def _negative(scene: Scene, sizes: list[float], rng: np.random.Generator) -> tuple[Numbers, int]:
    """A place that is no face: beside a face, a die that must not be read, or the busiest of a few random places."""
    kind = rng.random()
    dice = [truth for truth in scene.truths if truth.value != NO_DIE]
    if dice and kind < 0.5:
        truth = dice[rng.integers(len(dice))]
        centre, away = truth.centre, 0.0
        if truth.value:
            angle, away = rng.uniform(0, 2 * np.pi), truth.edge * rng.uniform(0.5, 0.95)
            centre = (centre[0] + away * np.cos(angle), centre[1] + away * np.sin(angle))
        edge = truth.edge * np.exp(rng.normal(0, 0.2))
        label = IGNORED if truth.value == SAYS_NOTHING or not _far(centre, scene.truths, 0.42) else 0
        return cut_crop(scene.picture, centre, edge, rng.uniform(0, 6.3)), label
    tries = []
    for _ in range(4):
        centre = (float(rng.uniform(0, SCENE_PX)), float(rng.uniform(0, SCENE_PX)))
        edge = sizes[rng.integers(len(sizes))] * np.exp(rng.normal(0, 0.4))
        crop = cut_crop(scene.picture, centre, float(np.clip(edge, 8, 120)), rng.uniform(0, 6.3))
        tries.append((float(crop[12:36, 12:36].std()), crop, 0 if _far(centre, scene.truths, 0.5) else IGNORED))
    _, crop, label = max(tries, key=lambda found: found[0] * (found[2] == 0))
    return crop, label


def _far(centre: tuple[float, float], truths: list[Truth], share: float) -> bool:
    return all(
        np.hypot(centre[0] - t.centre[0], centre[1] - t.centre[1]) > share * t.edge
        for t in truths
        if t.value and t.value != NO_DIE
    )


def make_lesson(composer: Composer, rng: np.random.Generator) -> Lesson:
    """One rendered scene with its targets."""
    scene = composer.compose(rng)
    heat = np.zeros((3, CELLS, CELLS), np.float32)
    heed = np.ones((CELLS, CELLS), np.uint8)
    face = np.full((6, CELLS, CELLS), float(IGNORED), np.float32)
    for truth in scene.truths:
        x, y = truth.centre
        if not (0 <= x < SCENE_PX and 0 <= y < SCENE_PX):
            continue
        if truth.value == SAYS_NOTHING:
            cv2.circle(heed, (int(x / STRIDE), int(y / STRIDE)), int(truth.edge / STRIDE * 0.7) + 1, 0, -1)
            continue
        _splat(heat[{NOT_TO_READ: 1, NO_DIE: 2}.get(truth.value, 0)], truth)
        if truth.value > 0:
            _paint_face(face, truth)
    crops, classes = _crops(scene, rng)
    return Lesson(
        scene.picture, heat.astype(np.float16), _hand_cells(scene), heed, face.astype(np.float16), crops, classes
    )


def _hand_cells(scene: Scene) -> NDArray[np.float16]:
    if scene.hand is None:
        return np.zeros((CELLS, CELLS), np.float16)
    return cv2.resize(scene.hand, (CELLS, CELLS), interpolation=cv2.INTER_AREA).astype(np.float16)


def make_stock(seed: int, layers: int, surfaces: int, things: int, hands: int) -> Stock:
    """What scenes are composed from."""
    rng = np.random.default_rng(seed)
    made: list[Layer] = []
    for number in range(layers):
        tilt = float(rng.uniform(0, 22) if rng.random() < 0.55 else rng.uniform(0, 58))
        lean = float(rng.uniform(10, 45)) if number % 14 == 0 else float(abs(rng.normal(0, 1.0)))
        made.append(render_layer(rng, tilt, lean))
    return Stock(
        made,
        [render_surface(rng) for _ in range(surfaces)],
        [random_relief(rng) for _ in range(things)],
        [render_hand(rng) for _ in range(hands)],
    )
