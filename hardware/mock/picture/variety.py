"""What simulated tables are drawn from, and which part of it only ever judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from tablekeeper.hardware.mock.picture.scene import Material, Shape

Split = Literal["tuning", "judging"]
Lamps = Literal["desk", "window", "ceiling", "spot", "strip", "in view", "dim", "ring", "mixed"]

RELEASE = 20261119
"""Each release takes its own date: what judges one release may be tuned on in the next."""
JUDGING_SHARE = 1 / 3
SHAPES: tuple[Shape, ...] = ("rectangle", "oval", "octagon", "hexagon", "bowl", "folding", "paper", "table")
FLOORS: dict[Material, tuple[str, ...]] = {
    "felt": ("forest", "night", "wine", "charcoal", "grey"),
    "worn felt": ("forest", "night", "wine", "charcoal", "grey", "sand"),
    "wood": ("oak", "walnut", "maple"),
    "plastic": ("charcoal", "grey", "cloth", "night"),
    "cardboard": ("kraft", "kraft", "cloth"),
    "leather": ("walnut", "charcoal", "wine", "sand"),
    "paper": ("white", "cloth"),
    "cloth": ("cloth", "sand", "forest", "wine", "night"),
    "carpet": ("grey", "sand", "walnut", "night"),
    "basket": ("cloth", "grey", "white"),
    "stone": ("grey", "cloth", "charcoal"),
    "printed map": ("sand", "cloth", "oak"),
    "printed motifs": ("cloth", "sand", "grey"),
    "playmat": ("grey", "night", "sand"),
}
ON_TABLES: tuple[Material, ...] = (
    "wood",
    "cloth",
    "stone",
    "carpet",
    "printed map",
    "printed motifs",
    "playmat",
    "leather",
)
LAMPS: tuple[Lamps, ...] = ("desk", "window", "ceiling", "spot", "strip", "in view", "dim", "ring", "mixed")


@dataclass(frozen=True)
class Kinds:
    """Shapes, floors and lamps."""

    shapes: tuple[Shape, ...]
    floors: tuple[Material, ...]
    lamps: tuple[Lamps, ...]


EVERYTHING = Kinds(SHAPES, tuple(FLOORS), LAMPS)


def kept_for_judging(release: int = RELEASE) -> Kinds:
    """The part that no rule of this release was tuned on."""
    rng = np.random.default_rng([release, 11])
    shapes, floors, lamps = (
        tuple(kinds[int(k)] for k in sorted(rng.permutation(len(kinds))[: round(len(kinds) * JUDGING_SHARE)]))
        for kinds in (EVERYTHING.shapes, EVERYTHING.floors, EVERYTHING.lamps)
    )
    return Kinds(shapes, floors, lamps)  # type: ignore[arg-type]


def choose_kinds(rng: np.random.Generator, split: Split, release: int = RELEASE) -> tuple[Shape, Material, Lamps]:
    """A shape, a floor that suits it and lamps; for judging, at least one of them is kept for that."""
    kept = kept_for_judging(release)
    while True:
        shape = SHAPES[int(rng.integers(len(SHAPES)))]
        floors = ON_TABLES if shape == "table" else ("paper",) if shape == "paper" else tuple(FLOORS)
        floor, lamps = floors[int(rng.integers(len(floors)))], LAMPS[int(rng.integers(len(LAMPS)))]
        unseen = shape in kept.shapes or floor in kept.floors or lamps in kept.lamps
        if unseen == (split == "judging"):
            return shape, floor, lamps
