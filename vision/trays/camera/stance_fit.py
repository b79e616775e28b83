"""Finds how flat dice stand in a camera's picture, from how far their outlines reach on all sides."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.trays.camera.stance import Stance
from tablekeeper.vision.trays.leaning.flat import ROLLED

Floats = NDArray[np.float64]

WITHIN: Final = 0.025  # edges from the common stance from which a side counts less
ROUGHLY: Final = 0.06  # the same while the stance is looked for
STEPS: Final = 10
LEAST_PX: Final = 0.5
AT_LEAST: Final = (
    0.6  # weight of a foot in the shade that ends sooner than it should: it only says that it reaches so far
)
EDGE_WITHIN: Final = 0.2  # of the first estimate
USUAL_LENS, LENS_WITHIN = 1.0, 0.45  # focal length over the picture's longer side; its spread as a logarithm
BELOW_WITHIN: Final = 0.06  # of the longer side: how far from the picture's middle most cameras stand; some far more
RISES: Final = (0.005, 0.2)
SLANTS: Final = (0.0, 0.2, 0.45)  # of the longer side: where the point below the camera is looked for
WAYS_AROUND: Final = 8
BEST: Final = 3  # beginnings that are followed to the end


@dataclass(frozen=True)
class Sides:
    """How far outlines reach from the middles of upper faces, side by side; n each."""

    places: Floats  # n x 2
    axes: Floats  # n x 2 x 2: the faces' own axes in the picture, as columns
    quarters: NDArray[np.intp]  # which way along them
    reach_px: Floats
    lit: NDArray[np.bool_]  # the floor beyond lies in light; in shade a foot may go on, too dark to show its hue

    @property
    def towards(self) -> Floats:
        """The ways in the picture, one pixel long."""
        ways = self.axes[np.arange(len(self.quarters)), :, self.quarters % 2] * _sign(self.quarters)[:, None]
        return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True), np.float64)


def fit_stance(first: Stance, sides: Sides) -> Stance:
    """The stance that most sides agree with; far-off ones count less and less."""
    longer = 2 * max(first.middle)
    tries = [first] + [replace(first, below=below) for below in _places_below(first.middle, longer)]
    tries.sort(key=lambda one: _cost(_values(one), first, sides, ROUGHLY))
    ends = [_refine(_values(one), first, sides) for one in tries[:BEST]]
    best = min(ends, key=lambda values: _cost(values, first, sides, WITHIN))
    return _stance(best, first)


def _places_below(middle: tuple[float, float], longer: float) -> list[tuple[float, float]]:
    ways = np.exp(2j * np.pi * np.arange(WAYS_AROUND) / WAYS_AROUND)
    found = {complex(*middle) + complex(way) * share * longer for share in SLANTS for way in ways}
    return [(place.real, place.imag) for place in sorted(found, key=lambda p: (p.real, p.imag))]


def _values(stance: Stance) -> Floats:
    return np.array([stance.edge_px, stance.rise, *stance.below])


def _stance(values: Floats, like: Stance) -> Stance:
    edge, rise, x, y = values.tolist()
    return Stance(edge, float(np.clip(rise, *RISES)), (x, y), like.middle)


def _refine(values: Floats, first: Stance, sides: Sides) -> Floats:
    """Gauss and Newton's least squares, side by side less where it is far off."""
    steps = np.array([0.01 * first.edge_px, 0.001, first.edge_px / 4, first.edge_px / 4])
    for within in np.geomspace(ROUGHLY, WITHIN, STEPS):
        off = _off(values, first, sides)
        slopes = np.stack([_off(values + step, first, sides) - off for step in np.diag(steps)], 1)
        weight = np.sqrt(_weights(values, first, sides, off, _px(within, first)))
        rows, rest = slopes * weight[:, None], off * weight
        change = np.linalg.lstsq(np.vstack([rows, 1e-3 * np.eye(4)]), np.append(-rest, np.zeros(4)), rcond=None)[0]
        values = values + np.clip(change, -20, 20) * steps
        values[1] = np.clip(values[1], *RISES)
    return values


def _off(values: Floats, first: Stance, sides: Sides) -> Floats:
    """How far each side is from its place, in pixels; then how unusual the stance itself is, in deviations."""
    stance = _stance(values, first)
    longer = 2 * max(first.middle)
    reach = _reach(stance, sides)[0]
    away = (np.array(stance.below) - first.middle) / (BELOW_WITHIN * longer)
    size, lens = stance.edge_px / first.edge_px, stance.focal_px / longer
    prior = [(size - 1) / EDGE_WITHIN, np.log(lens / USUAL_LENS) / LENS_WITHIN, *away.tolist()]
    return np.concatenate([sides.reach_px - reach, prior])


def _weights(values: Floats, first: Stance, sides: Sides, off: Floats, within: float) -> Floats:
    count = len(sides.reach_px)
    _, low = _reach(_stance(values, first), sides)
    known = np.where(low & ~sides.lit & (off[:count] < 0), AT_LEAST, 1.0)
    far = 1 / (1 + float(off[-2:] @ off[-2:]))
    return np.append(known / (1 + (off[:count] / within) ** 2) / within**2, [1.0, 1.0, far, far])


def _cost(values: Floats, first: Stance, sides: Sides, within: float) -> float:
    off, count = _off(values, first, sides), len(sides.reach_px)
    beyond = off[:count] / _px(within, first)
    return float(np.log1p(beyond * beyond).sum() + (off[count:-2] ** 2).sum() + np.log1p(off[-2:] @ off[-2:]))


def _px(within: float, first: Stance) -> float:
    """A deviation in pixels; no outline is measured better than to half of one."""
    return max(within * first.edge_px, LEAST_PX)


def _reach(stance: Stance, sides: Sides) -> tuple[Floats, NDArray[np.bool_]]:
    """How far flat dice reach on these sides, in pixels, and on which the foot is what ends there."""
    level = np.linalg.inv(stance.jacobians(sides.places))
    seen = level @ sides.axes
    turns = np.angle(
        (seen[:, 0, 0] + 1j * seen[:, 1, 0]) / _length(seen[:, :, 0])
        + (seen[:, 1, 1] - 1j * seen[:, 0, 1]) / _length(seen[:, :, 1])
    )
    turned = turns + np.pi / 2 * sides.quarters
    ways = np.stack([np.cos(turned), np.sin(turned)], 1)
    rims = sides.places + np.einsum("nij,nj->ni", stance.jacobians(sides.places), ways) / 2
    high, low = (
        np.einsum("ni,nij,nj->n", ways, level, stance.lower(rims, depth) - sides.places)
        for depth in (ROLLED, 1 - ROLLED)
    )
    pixels = np.einsum("ni,nij,nj->n", ways, level, sides.towards)
    return np.asarray(np.maximum(high, low) / pixels, np.float64), np.asarray(low > high)


def _length(vectors: Floats) -> Floats:
    return np.asarray(np.linalg.norm(vectors, axis=-1), np.float64)


def _sign(quarters: NDArray[np.intp]) -> Floats:
    return np.where(quarters < 2, 1.0, -1.0)


def gather(found: Sequence[tuple[tuple[float, float], Floats, int, float, bool]]) -> Sides:
    """Sides from single ones: place, axes, quarter, reach, lit."""
    places, axes, quarters, reach, lit = zip(*found, strict=True)
    return Sides(np.array(places), np.array(axes), np.array(quarters), np.array(reach), np.array(lit))
