"""Motion that explains: a thing that stood elsewhere walks to where it is now, and turns over if it looks different."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import pygame

from tablekeeper.display.drawing.scene import Item, Scene

LONGEST_S = 0.4
STEP_S = 0.13
TURN_S = 0.24

Place = tuple[pygame.Surface, int, int]
Spot = tuple[int, int]


class Motion(NamedTuple):
    """One thing on its way: through these places, then perhaps turning over."""

    way: tuple[Spot, ...]
    start_s: float
    walk_s: float
    turn_s: float
    before: pygame.Surface

    def at(self, item: Item, now_s: float) -> Place | None:
        """Where it is and how it looks now; None once it has arrived."""
        gone = now_s - self.start_s
        if gone >= self.walk_s + self.turn_s:
            return None
        if gone < self.walk_s:
            x, y = along(self.way, ease(gone / self.walk_s))
            return self.before, x, y
        return _turned(self, item, (gone - self.walk_s) / self.turn_s)


def _turned(motion: Motion, item: Item, share: float) -> Place | None:
    """Half turned over: squeezed to nothing and back, the other side appears in the middle."""
    picture = motion.before if share < 0.5 else item.picture
    full = picture.get_width()
    width = max(1, round(full * abs(1 - 2 * share)))
    squeezed = pygame.transform.scale(picture, (width, picture.get_height()))
    return squeezed, item.x + (full - width) // 2, item.y


def ease(share: float) -> float:
    """Quick first, then gently to rest."""
    return 1 - (1 - share) ** 3


def along(way: Sequence[Spot], share: float) -> Spot:
    """The point at this share of a way."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(way)]
    left = share * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(way), lengths, strict=True):
        if left <= length and length > 0:
            t = left / length
            return round(a[0] + (b[0] - a[0]) * t), round(a[1] + (b[1] - a[1]) * t)
        left -= length
    return way[-1]


def find_motions(old: Scene, new: Scene, now_s: float, places: Mapping[Hashable, Place]) -> dict[Hashable, Motion]:
    """What moves between two scenes; `places` says where things that were still moving are seen now."""
    before = {item.key: item for item in old.items if item.key is not None}
    motions: dict[Hashable, Motion] = {}
    for item in new.items:
        was = before.get(item.key) if item.key is not None else None
        if was is None:
            continue
        seen = places.get(item.key, (was.picture, was.x, was.y))
        moved = (seen[1], seen[2]) != (item.x, item.y)
        turned = was.picture is not item.picture
        if not moved and not turned:
            continue
        way = find_way(was, item, new.routes, (seen[1], seen[2])) if moved else ((item.x, item.y),)
        walk_s = min(LONGEST_S, STEP_S * max(1, len(way) - 1)) if moved else 0.0
        turn_s = min(TURN_S, LONGEST_S) if turned else 0.0
        if moved and turned:
            walk_s = min(walk_s, LONGEST_S - TURN_S)
        motions[item.key] = Motion(way, now_s, walk_s, turn_s, was.picture)
    return motions


def find_way(was: Item, item: Item, routes: Mapping[str, Sequence[Spot]], seen: Spot) -> tuple[Spot, ...]:
    """Step by step round a closed route, the shorter way; else straight."""
    route = routes.get(item.route, ())
    if not route or was.route != item.route or was.place == item.place:
        return (seen, (item.x, item.y))
    size = len(route)
    ahead = (item.place - was.place) % size
    step = 1 if ahead <= size // 2 else -1
    count = ahead if step == 1 else size - ahead
    here = route[item.place % size]
    shift = (item.x - here[0], item.y - here[1])
    steps = [route[(was.place + step * i) % size] for i in range(1, count)]
    return (seen, *((x + shift[0], y + shift[1]) for x, y in steps), (item.x, item.y))
