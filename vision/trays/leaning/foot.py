"""Whether a die's side is seen down to its foot: there the body's colour must give way to the floor's."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.colours import BGR
from tablekeeper.vision.trays.leaning.reach import STEPS_AN_EDGE

Floats32 = NDArray[np.float32]

BEFORE: Final = (0.85, 0.25)  # of a side's width, before the foot: clear of the rim and of the foot's own blur
BEHIND: Final = (0.06, 0.18)  # edges behind the foot: the floor's colour
RARE: Final = -8.0  # log: anything may happen once in some thousand


@dataclass(frozen=True)
class _Story:
    """What may lie before a foot's place, by the logarithms of its light beside that of what lies behind."""

    light: float  # usual
    varies: float  # all colours together: standard deviation
    tints: float  # the colours among themselves

    def told_by(self, light: Floats32) -> float:
        """The log of how likely three colours' light is, but for a common part."""
        middle = float(light.mean())
        spread = self.varies**2 + self.tints**2 / len(light)
        off = ((middle - self.light) ** 2 / spread + float(((light - middle) ** 2).sum()) / self.tints**2) / 2
        return float(np.logaddexp(-off - math.log(spread) / 2 - (len(light) - 1) * math.log(self.tints), RARE))


FLOOR: Final = _Story(light=-0.1, varies=0.2, tints=0.08)  # the same floor, a little more in the die's shade
SIDE: Final = _Story(light=-0.4, varies=0.25, tints=0.1)  # a side that stands upright: mostly darker than a level floor


def floor_goes_on(seen: Floats32, ground: Floats32, body: BGR, reach: float, width: float, *, first: int) -> float:
    """How much likelier (log) it is that the floor goes on than that a flat die's side ends at its foot.

    `seen` and `ground` are the light along a strip outwards from a face's middle, now and in the empty tray, from the
    step `first` on; `reach` and `width` are where the foot should be and how much of the side should be seen, in edges.
    Where the strip does not show both, as of a die seen aslant by a wide lens, nothing speaks for a foot.
    """
    before = _steps(reach - BEFORE[0] * width, reach - BEFORE[1] * width, first)
    behind = _steps(reach + BEHIND[0], reach + BEHIND[1], first)
    if before.start < 0 or behind.start >= len(seen):
        return math.inf
    share = (np.maximum(seen, 0) + 1) / (ground + 1)  # black without its light may come out below nothing
    light = np.log(share[before].mean(0) / share[behind].mean(0))
    paint = np.log((np.array(body, np.float32) + 1) / (ground[before].mean(0) + 1))
    return FLOOR.told_by(light) - SIDE.told_by(light - paint)


def _steps(start: float, end: float, first: int) -> slice:
    """The steps of a strip between two lengths, at least one."""
    begin = round(start * STEPS_AN_EDGE) - first
    return slice(begin, max(round(end * STEPS_AN_EDGE) - first, begin + 1))
