"""Draws what the net for known trays learns values from, beside the simulated tables: dice of all makers.

Run it: `python -m tablekeeper.vision.training.draw_faces --out FOLDER --files 170`. The portraits are those of a known
tray (`trays/leaning/portrait.py`): a die, its bare floor, and where flat dice are seen. A file that is there is not
drawn again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture, cut, straighten
from tablekeeper.vision.training import draw_things
from tablekeeper.vision.training.draw_things import ROOM_PX, draw_stock
from tablekeeper.vision.training.lesson_files import Lesson, draw_files
from tablekeeper.vision.training.scenes import (
    NOT_TO_READ,
    SQUARE,
    VISIBLE_SHARE,
    Composer,
    Laid,
    Truth,
    contrast_of,
    is_legible,
    judge,
)
from tablekeeper.vision.trays.leaning.portrait import EDGE_PX, LARGE, OTHERS, OWN, UPPER, Place, fill, turn_below

SHARES = replace(draw_things.SHARES, leaning=0.2)
DICE, LEANING, THINGS, BARE = 6, 3, 2, 2  # portraits of a scene at most
ASTRAY, UNSURE_SIZE = 0.05, 0.06  # edges, and as a logarithm: how well a reader knows place and size
ANOTHER_FACE, ANOTHER_SHARE = 0.35, 0.25  # edges off where another face of a leaning die is read, and how often
BARE_AWAY = (0.4, 1.6)  # edges from a die to a place where none is
BESIDE, UNREAD_SHARE = 1.5, 0.5  # edges within which a die may be left out of the plan, and how often one is
UNKNOWN, NO_FACE = -1.0, 0.0  # instead of a fact; instead of a value

Floats = NDArray[np.floating]
ABOVE = Laid(Truth(0, (0.0, 0.0), 1.0, (0.0, 0.0)), np.zeros((0, 0)), SQUARE, np.array((0.0, 0.1)))
"""A die seen from above, where a scene has none."""


@dataclass(frozen=True)
class Sitter:
    """A place of which a portrait is drawn."""

    flat: Floats  # corners of the upper face that a flat die has there
    foot: Floats
    fact: tuple[float, float, float]  # (leaning, another die beside it that nobody read, value)
    die: Laid | None = None

    @property
    def edge(self) -> float:
        """The size of that face."""
        return float(np.sqrt(cv2.contourArea(self.flat.astype(np.float32))))

    @property
    def centre(self) -> Floats:
        """Its middle."""
        return np.asarray(self.flat.mean(0))


def stretch_of(flat: Floats) -> tuple[float, float]:
    """How slanted a face is seen."""
    around = flat - flat.mean(0)
    (xx, xy), (_, yy) = around.T @ around
    return float((xx - yy) / (xx + yy)), float(2 * xy / (xx + yy))


def outline_of(flat: Floats, foot: Floats) -> Floats:
    """All that is seen of a flat die."""
    return np.asarray(cv2.convexHull(np.vstack([flat, flat + foot]).astype(np.float32))[:, 0])


def shrunk(picture: Picture, times: int) -> Picture:
    """The picture at so many times less its size."""
    if times == 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA), np.uint8)


def draw_portrait_of(
    pictures: tuple[Picture, Picture], sitter: Sitter, others: Sequence[Laid], at: Floats, edge: float
) -> Picture:
    """A place of a scene as a known tray's net sees it: its floor is known at half the size, as a tray's is."""
    upright = straighten(stretch_of(sitter.flat))
    shape = (upright @ turn_below(np.linalg.solve(upright, sitter.foot))).astype(np.float32)
    (x, y), extent = at.tolist(), edge * ROOM_PX / EDGE_PX
    seen_at = 2 if edge >= LARGE * EDGE_PX else 1
    layers = [
        cut(shrunk(one, times), x / times, y / times, extent / times, size=ROOM_PX, shape=shape)
        for one, times in zip(pictures, (seen_at, 2), strict=True)
    ]
    plan = np.zeros((ROOM_PX, ROOM_PX), np.uint8)
    back, place = np.asarray(np.linalg.inv(shape) * (EDGE_PX / edge), np.float64), Place(x, y, 0.0)
    for other in others:
        fill(plan, outline_of(other.flat, other.foot), place, back, OTHERS)
    own = at + (sitter.flat - sitter.centre) * (edge / sitter.edge)
    fill(plan, outline_of(own, sitter.foot * (edge / sitter.edge)), place, back, OWN)
    fill(plan, own, place, back, UPPER)
    return np.dstack([*layers, plan])


def find_sitters(
    dice: Sequence[Laid], legible: Sequence[Laid], things: Sequence[Truth], rng: np.random.Generator
) -> Iterator[Sitter]:
    """Places of a scene: legible dice, flat and leaning, things that look like dice, and the floor beside dice."""
    read = [die for die in legible if (seen := judge(die.truth, die.seen)) and seen.value > 0]
    aslant = [die for die in legible if die.truth.value == NOT_TO_READ]
    leaning = [die for die in aslant if die.seen.sum() > VISIBLE_SHARE * die.truth.edge**2]
    for k in rng.permutation(len(read))[:DICE]:
        yield Sitter(read[k].flat, read[k].foot, (0.0, 0.0, float(read[k].truth.value)), read[k])
    for k in rng.permutation(len(leaning))[:LEANING]:
        yield Sitter(leaning[k].flat, leaning[k].foot, (1.0, 0.0, UNKNOWN), leaning[k])
    centres = [(things[k].centre, things[k].edge) for k in rng.permutation(len(things))[:THINGS]]
    for k in rng.permutation(len(read))[:BARE]:
        truth = read[k].truth
        away, turn = truth.edge * rng.uniform(*BARE_AWAY), rng.uniform(0, 2 * np.pi)
        centre = (truth.centre[0] + away * np.cos(turn), truth.centre[1] + away * np.sin(turn))
        if all(np.hypot(*np.subtract(centre, d.truth.centre)) > BARE_AWAY[0] * d.truth.edge for d in dice):
            centres.append((centre, truth.edge))
    for centre, edge in centres:
        model = read[int(rng.integers(len(read)))] if read else ABOVE
        scale = edge / model.truth.edge
        flat = np.array(centre) + (model.flat - model.flat.mean(0)) * scale
        yield Sitter(flat, model.foot * scale, (UNKNOWN, UNKNOWN, NO_FACE))


def portraits_of(composer: Composer, rng: np.random.Generator) -> Iterator[Lesson]:
    """The portraits of one scene, each with (leaning, edge, a die beside it unread, value)."""
    picture, bare, dice, things = composer.compose_known(rng)
    pictures = np.asarray(picture, np.uint8), np.asarray(bare, np.uint8)
    contrast = contrast_of(pictures[0])
    legible = [die for die in dice if is_legible(contrast, die.truth)]
    for sitter in find_sitters(dice, legible, things, rng):
        leaning, _, value = sitter.fact
        far = ANOTHER_FACE if leaning > 0 and rng.random() < ANOTHER_SHARE else ASTRAY
        at = sitter.centre + rng.normal(0, far * sitter.edge, 2)
        edge = sitter.edge * float(np.exp(rng.normal(0, UNSURE_SIZE)))
        others = [die for die in dice if die is not sitter.die]
        yield draw_portrait_of(pictures, sitter, others, at, edge), (leaning, sitter.edge, sitter.fact[1], value)
        near = [die for die in others if np.hypot(*(die.flat.mean(0) - sitter.centre)) < BESIDE * sitter.edge]
        if sitter.die and near and rng.random() < UNREAD_SHARE:
            left = near[int(rng.integers(len(near)))]
            known = [die for die in others if die is not left]
            yield draw_portrait_of(pictures, sitter, known, at, edge), (leaning, sitter.edge, 1.0, value)


if __name__ == "__main__":
    draw_files(__doc__, "known", portraits_of, draw_stock, SHARES, files=170, first=3_000_000)
