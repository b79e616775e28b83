"""A finished picture as a list of sprites at their places, the targets on it, and the words that were written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pygame

from tablekeeper.display.drawing.theme import Colour
from tablekeeper.display.intents import Intent


class Local(NamedTuple):
    """A change that concerns the screen only, for instance which option is picked; no intent yet."""

    name: str
    value: Any


Act = Intent | Local


class Words(NamedTuple):
    """What was written, so that it can be checked."""

    text: str
    rect: pygame.Rect
    """The box of its capitals."""
    colour: Colour
    size: float


class Item(NamedTuple):
    """A sprite at its place in pixels."""

    picture: Any
    """A surface, or a fragment of SVG."""
    x: int
    y: int
    key: Hashable = None
    """A thing that moves from where it was when it is somewhere else in the next scene."""
    route: str = ""
    place: int = 0
    """The route that it walks, and its place on that route. Without a route it moves in a straight line."""
    words: Words | None = None
    lettered: tuple[pygame.Rect, ...] = ()
    """Where in the picture something is written."""

    def read(self) -> list[pygame.Rect]:
        """Where people read it: the boxes of its capital letters on the screen."""
        return [self.words.rect] if self.words is not None else [rect.move(self.x, self.y) for rect in self.lettered]


class Target(NamedTuple):
    """A place to touch, in pixels."""

    rect: pygame.Rect
    act: Act
    key: str
    first: bool = False
    """Whether the focus starts here."""
    ring: int = 0
    """The corner radius of the focus ring, in pixels."""
    why: Act | None = None
    """What a long press does; nothing: it asks why."""
    hot: str = ""
    """The key of the keyboard that chooses it."""
    snaps: bool = False
    """Whether it is smaller than a finger: then the nearest one is taken, and a button confirms."""
    says: str = ""
    """Its name in words, where it shows only a sign."""
    fixes: bool = False
    """Whether it only puts right what lies there: then the knob passes it by, and nothing else gives way to it."""
    lifted: Local | None = None
    """Hold to look: `act` happens when it is pressed, and this when a long press ends."""
    sign: str = ""
    """The sign that it shows instead of words."""


class Typing(NamedTuple):
    """What a real keyboard does on a page where something is written."""

    letter: Callable[[str], Act | None]
    """What a letter does; None: nothing."""
    erase: Act | None
    """What the backspace key does."""
    enter: Act | None
    """What Return does; None: it chooses as everywhere."""


@dataclass
class Scene:
    """One picture of the whole screen."""

    ground: Any
    items: list[Item] = field(default_factory=list)
    beneath: int = 0
    """So many of the first items belong to the page over which this one slides: seen, and no part of what it says."""
    targets: list[Target] = field(default_factory=list)
    routes: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Closed ways in pixels, in order."""
    clipped: list[str] = field(default_factory=list)
    """Texts that found no room."""
    places: list[tuple[Any, int, int]] = field(default_factory=list)
    """Every sprite with its place, once the scene is finished."""
    typing: Typing | None = None
    """Set where a real keyboard writes."""
    now: str = ""
    """The one line, for the speech and for tests."""
