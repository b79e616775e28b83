"""Bad luck at the end of a simulated throw: a die on its edge, on another die, or out of the tray."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from tablekeeper.hardware.mock.picture.scatter import scatter, stack_on
from tablekeeper.hardware.mock.picture.scene import Tray, TrueDie
from tablekeeper.hardware.mock.picture.solid import middle_of, rotation_of
from tablekeeper.hardware.mock.picture.tumble import Tumble

_LAST_MOMENTS = 60


def strike(tumble: Tumble, faults: AbstractSet[str], tray: Tray, thrown: int) -> Tumble:
    """The same throw with another end for one die, if such a fault is on."""
    final = tumble.final
    if "die_outside" in faults and thrown:
        beside = tray.width_mm / 2 + tray.rim_mm + 9.0
        end = replace(final[0], x_mm=beside, lift_mm=-6.0, tilt_deg=0.0)
        return ending(tumble, 0, end, high_mm=tray.wall_mm + 25)
    if "dice_stacked" in faults and len(final) > 1 and thrown:
        return ending(tumble, 0, stack_on(final[0], final[-1]), high_mm=40)
    if "die_leaning" in faults and thrown:
        (leaned,) = scatter([final[0]], tray, seed=len(tumble.places), leaning=1)
        return ending(tumble, 0, leaned, high_mm=20)
    return tumble


def ending(tumble: Tumble, index: int, end: TrueDie, high_mm: float) -> Tumble:
    """The same throw, but one die hops to another place in its last moments."""
    places, turns = tumble.places.copy(), tumble.turns.copy()
    first = max(len(places) - _LAST_MOMENTS, 0)
    share = np.linspace(0, 1, len(places) - first)[:, None]
    start = places[first, index]
    path = start + (middle_of(end) - start) * share
    path[:, 2] += 4 * high_mm * (share * (1 - share))[:, 0]
    places[first:, index] = path
    turns[first:, index] = rotation_of(end)
    return replace(tumble, places=places, turns=turns)
