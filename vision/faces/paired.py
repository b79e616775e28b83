"""Doubts dice that all lie like the halves of dominoes: side by side in pairs, and parallel to within a degree."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tablekeeper.vision.faces.decide import Face, doubt_at
from tablekeeper.vision.reading import NO_FACE, Doubt

PARALLEL: Final = math.radians(1.25)  # measured on drawn dominoes; dice that touch are so parallel by chance only
APART: Final = (0.88, 1.05)  # edges between the middles of two halves
LIKE: Final = 1.25  # greatest ratio of their sizes
SOME_PAIRED: Final = 4  # faces in pairs beside which others may be alone, as halves may be blank...
SHARE_PAIRED: Final = 1 / 3  # ...and their share of all: photographs of many dice have one such pair at most


def find_paired(accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of all faces in pairs where the picture shows nothing else, or more pairs than chance lays."""
    pairs = [pair for pair in combinations(accepted, 2) if _are_halves(*pair)]
    paired = [face for face in accepted if any(face is half for pair in pairs for half in pair)]
    if len(paired) < len(accepted) and len(paired) < max(SOME_PAIRED, SHARE_PAIRED * len(accepted)):
        return []
    return [doubt_at(NO_FACE, face.candidate) for face in paired]


def _are_halves(one: Face, other: Face) -> bool:
    """Whether two faces lie exactly side by side, along the rows of their pips; two 1s have none."""
    if one.count is None or other.count is None:
        return False
    edges = one.candidate.edge, other.candidate.edge
    right, down = other.count.x - one.count.x, other.count.y - one.count.y
    away = 2 * math.hypot(right, down) / sum(edges)
    turns = [count.turn for count in (one.count, other.count) if count.value > 1]
    if not turns or not APART[0] <= away <= APART[1] or max(edges) > LIKE * min(edges):
        return False
    return all(_off_rows(math.atan2(down, right) - turn) <= PARALLEL for turn in turns)


def _off_rows(angle: float) -> float:
    """How far an angle is from a multiple of a right one."""
    quarter = math.pi / 2
    return abs((angle + quarter / 2) % quarter - quarter / 2)
