"""The truth about a rendered picture: each die's value, place and everything that makes it hard to read."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.mock.picture.optics import View
from tablekeeper.hardware.mock.picture.outline import floor_at, inner_distance
from tablekeeper.hardware.mock.picture.scene import LEANING_FROM_DEG, DieTruth, Scene, Tray, TrueDie, Truth
from tablekeeper.hardware.mock.picture.solid import (
    FACE_NORMALS,
    Floats,
    Matrix,
    corners_of,
    middle_of,
    rotation_of,
    top_corners_of,
)

TOUCHING_MM = 0.7


@dataclass
class Patch:
    """The part of a picture that one die covers; `free` is the rectangle it would fill in a picture without edges."""

    index: int
    corner: tuple[int, int]
    mask: NDArray[np.bool_]
    free: tuple[int, int, int, int]
    hidden: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self.hidden = np.zeros_like(self.mask)

    def hide(self, nearer: Patch) -> None:
        """Mark what a nearer die covers of this one."""
        x0, y0 = (max(a, b) for a, b in zip(self.corner, nearer.corner, strict=True))
        x1 = min(p.corner[0] + p.mask.shape[1] for p in (self, nearer))
        y1 = min(p.corner[1] + p.mask.shape[0] for p in (self, nearer))
        if x0 < x1 and y0 < y1:
            mine, other = (
                (slice(y0 - p.corner[1], y1 - p.corner[1]), slice(x0 - p.corner[0], x1 - p.corner[0]))
                for p in (self, nearer)
            )
            self.hidden[mine] |= nearer.mask[other]

    def seen(self, hand: Floats | None) -> float:
        """Share of its own outline that nothing hides."""
        if hand is not None and self.mask.size:
            x, y = self.corner
            self.hidden |= hand[y : y + self.mask.shape[0], x : x + self.mask.shape[1]] > 0.5
        total = int(self.mask.sum())
        return float((self.mask & ~self.hidden).sum()) / total if total else 0.0

    def box(self, scale: int) -> tuple[int, int, int, int]:
        """Its outline's rectangle in the finished picture."""
        if not self.mask.any():
            return 0, 0, 0, 0
        columns, rows = np.flatnonzero(self.mask.any(axis=0)), np.flatnonzero(self.mask.any(axis=1))
        x, y = self.corner[0] + columns[0], self.corner[1] + rows[0]
        w, h = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
        return int(x // scale), int(y // scale), -int(-w // scale), -int(-h // scale)


def truth_of(scene: Scene, patches: list[Patch], hand: Floats | None, view: View) -> Truth:
    """What a perfect reader would say about the picture."""
    scale = view.width_px // scene.camera.width_px
    found = [_die_truth(scene, patch, hand, view, scale) for patch in sorted(patches, key=lambda patch: patch.index)]
    return Truth(tuple(found), hand is not None and bool((hand > 0.5).any()), 0.0)


def _die_truth(scene: Scene, patch: Patch, hand: Floats | None, view: View, scale: int) -> DieTruth:
    die = scene.dice[patch.index]
    others = [other for index, other in enumerate(scene.dice) if index != patch.index]
    top = (view.project(top_corners_of(die)) + 0.5) / scale - 0.5
    seen = patch.seen(hand)
    return DieTruth(
        value=die.value,
        body=die.body,
        pips=die.pips,
        box_px=patch.box(scale),
        top_px=tuple((float(x), float(y)) for x, y in top),
        leaning=leans(scene.tray, die),
        touching=any(gap_mm(die, other) < TOUCHING_MM for other in others),
        at_wall=abs(wall_gap_mm(scene.tray, die)) < TOUCHING_MM,
        cut_off=_cut_off(patch.free, view),
        outside=wall_gap_mm(scene.tray, die) < -scene.tray.rim_mm,
        stacked=_stacked(die, others),
        moving=any(die.velocity_mm_s),
        seen=seen,
    )


def leans(tray: Tray, die: TrueDie) -> bool:
    """Whether a die's upper face is aslant to the floor under it, so that people would call it cocked."""
    _, slope, towards = floor_at(tray, die.x_mm, die.y_mm)
    tilt, to = np.radians(slope), np.radians(towards)
    floor = np.array([np.sin(tilt) * np.cos(to), np.sin(tilt) * np.sin(to), np.cos(tilt)])
    upper = rotation_of(die) @ np.array(FACE_NORMALS[die.value], dtype=float)
    return bool(float(floor @ upper) < np.cos(np.radians(LEANING_FROM_DEG)))


def _cut_off(free: tuple[int, int, int, int], view: View) -> bool:
    x, y, w, h = free
    return x < -3 or y < -3 or x + w > view.width_px + 3 or y + h > view.height_px + 3


def _stacked(die: TrueDie, others: list[TrueDie]) -> bool:
    """Whether it stands on another die or carries one."""
    return any(
        gap_mm(die, other) <= 0 and abs(middle_of(die)[2] - middle_of(other)[2]) > die.size_mm * 0.6 for other in others
    )


def footprint(die: TrueDie) -> Matrix:
    """The outline of a die seen from straight above, as a convex polygon in millimetres."""
    hull = cv2.convexHull(corners_of(die)[:, :2].astype(np.float32)).reshape(-1, 2)
    return np.asarray(hull, dtype=float)


def gap_mm(one: TrueDie, other: TrueDie) -> float:
    """How far two dice are apart seen from above, negative where they overlap."""
    reach = (one.size_mm + other.size_mm) * 0.87
    apart = float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))
    if apart > reach + 2 * TOUCHING_MM:
        return apart - reach
    a, b = footprint(one), footprint(other)
    return max(_apart_along_edges(a, b), _apart_along_edges(b, a))


def _apart_along_edges(a: Matrix, b: Matrix) -> float:
    """The widest gap between two convex outlines across the edges of the first (separating axes)."""
    edges = np.roll(a, -1, axis=0) - a
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.maximum(np.hypot(*edges.T), 1e-9)[:, None]
    outward = normals * np.sign(((a - a.mean(axis=0)) * normals).sum(axis=1))[:, None]
    beyond = (outward @ b.T).min(axis=1) - (outward * a).sum(axis=1)
    return float(beyond.max())


def wall_gap_mm(tray: Tray, die: TrueDie) -> float:
    """How far a die is from the nearest wall, negative where it sticks through or lies beyond."""
    x, y = footprint(die).T.astype(np.float32)
    return -float(inner_distance(tray, np.asarray(x), np.asarray(y)).max())
