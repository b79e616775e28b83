"""Many pictures on one: the parts, and the templates as they lie on their paper."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.cameras.frame import Pixels
from tablekeeper.hardware.parts.lines import Line, Pattern

SIZE_PX = 210
A_MM = 0.6
"""Pixels a millimetre: the largest template is the post."""
INK, FOLD = (40, 40, 40), (200, 120, 30)


def draw_template(pattern: Pattern) -> Pixels:
    """The lines to cut in dark, those to fold in blue."""
    picture = np.full((SIZE_PX, SIZE_PX, 3), 255, np.uint8)
    spots = np.array([*pattern[0], *pattern[1]]).reshape(-1, 2)
    shift = SIZE_PX / 2 - A_MM * np.array([1, -1]) * (spots.min(axis=0) + spots.max(axis=0)) / 2
    for lines, ink in zip(pattern, (INK, FOLD), strict=True):
        for line in lines:
            _draw_line(picture, line, shift, ink)
    return picture


def _draw_line(picture: Pixels, line: Line, shift: NDArray[np.float64], ink: tuple[int, int, int]) -> None:
    start, end = (np.array(line).reshape(2, 2) * [A_MM, -A_MM] + shift) * 8
    cv2.line(picture, start.astype(int).tolist(), end.astype(int).tolist(), ink, 1, cv2.LINE_AA, 3)


def lay_out(pictures: list[Pixels]) -> Pixels:
    """Five in a row."""
    filled = pictures + [np.full_like(pictures[0], 255)] * (-len(pictures) % 5)
    return np.vstack([np.hstack(filled[row : row + 5]) for row in range(0, len(filled), 5)])
