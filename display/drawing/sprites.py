"""Sprites: each is made once and kept. A pen does not know whether they are pixels or vectors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import pygame
from numpy.typing import NDArray

from tablekeeper.display.drawing.canvas import Canvas
from tablekeeper.display.drawing.fonts import load_face
from tablekeeper.display.drawing.layout import Frame, make_ground
from tablekeeper.display.drawing.theme import Colour, Palette

T = TypeVar("T")
A = TypeVar("A")
"""A picture: pixels, or vectors."""
Box = tuple[float, float, float, float]
Draw = Callable[..., None]
Code = tuple[tuple[bool, ...], ...]
Pixels = NDArray[np.uint8]
"""Rows of RGB bytes."""
OVERHEAD_BYTES = 700
"""The bytes of a sprite besides its picture: the object and its key."""


class Drawn(NamedTuple, Generic[A]):
    """A drawn picture, and the offset of its corner from the point that it was drawn around."""

    picture: A
    left_px: int
    top_px: int
    lettered: tuple[pygame.Rect, ...]
    """Where in the picture something is written."""


class Written(NamedTuple, Generic[A]):
    """One line of words as a picture."""

    picture: A
    width_px: int
    ascent_px: int


class Sprites(ABC, Generic[A]):
    """Keeps every sprite by content, colours and size. The least recently used one is dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The sprite of this key; made when it is new."""
        found: T | None = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = self._kept[key] = make()
        self.bytes += self._weigh(made)
        while self.bytes > self.most_bytes and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.bytes -= self._weigh(oldest)
        return made

    def __len__(self) -> int:
        return len(self._kept)

    def _weigh(self, sprite: Any) -> int:
        """The bytes of a picture, or of a picture with its place."""
        picture: A = sprite.picture if isinstance(sprite, Drawn | Written) else sprite
        return self.count_bytes(picture) + OVERHEAD_BYTES

    @abstractmethod
    def count_bytes(self, picture: A) -> int:
        """The bytes of a picture."""

    @abstractmethod
    def drawn(
        self, draw: Callable[..., None], args: tuple[object, ...], box: Box, palette: Palette, scale: float
    ) -> Drawn[A]:
        """What `draw(shapes, *args)` draws inside a box."""

    @abstractmethod
    def written(self, line: str, face: str, size_px: int, fill: Colour) -> Written[A]:
        """One line of words."""

    @abstractmethod
    def photo(self, pixels: Pixels, size: tuple[int, int], key: Hashable = None) -> A:
        """A camera's picture at a size; with a key it is kept."""

    @abstractmethod
    def code(self, code: Code, edge_px: int) -> A:
        """A QR code."""

    @abstractmethod
    def veil(self, size: tuple[int, int], colour: Colour, share: float) -> A:
        """A colour that lets what is below shine through."""

    @abstractmethod
    def ground(self, frame: Frame, palette: Palette) -> A:
        """What lies below everything."""


class PixelSprites(Sprites[pygame.Surface]):
    """Sprites as surfaces, for a screen."""

    def count_bytes(self, picture: pygame.Surface) -> int:
        """The pixels."""
        return int(picture.get_pitch() * picture.get_height())

    def drawn(
        self, draw: Callable[..., None], args: tuple[object, ...], box: Box, palette: Palette, scale: float
    ) -> Drawn[pygame.Surface]:
        """Drawn on a canvas, and cut down to what is not clear."""

        def make() -> Drawn[pygame.Surface]:
            canvas = Canvas(box, scale, palette)
            draw(canvas, *args)
            whole = canvas.finish()
            used = whole.get_bounding_rect()
            lettered = tuple(rect.move(-used.x, -used.y) for rect in canvas.lettered)
            return Drawn(ready(whole.subsurface(used)), canvas.left_px + used.x, canvas.top_px + used.y, lettered)

        return self.get((draw, args, box, palette, scale), make)

    def written(self, line: str, face: str, size_px: int, fill: Colour) -> Written[pygame.Surface]:
        """Rendered by the font."""
        font = load_face(face, size_px)
        picture = self.get((line, face, size_px, fill), lambda: ready(font.render(line, True, fill)))
        return Written(picture, picture.get_width(), font.get_ascent())

    def photo(self, pixels: Pixels, size: tuple[int, int], key: Hashable = None) -> pygame.Surface:
        """Scaled down."""

        def make() -> pygame.Surface:
            whole = pygame.surfarray.make_surface(np.swapaxes(pixels, 0, 1))
            return pygame.transform.smoothscale(whole.convert(), size)

        return make() if key is None else self.get((key, size), make)

    def code(self, code: Code, edge_px: int) -> pygame.Surface:
        """Every module a whole number of pixels."""

        def make() -> pygame.Surface:
            small = pygame.Surface((len(code), len(code)))
            small.fill((255, 255, 255))
            for y, row in enumerate(code):
                for x, dark in enumerate(row):
                    if dark:
                        small.set_at((x, y), (0, 0, 0))
            return pygame.transform.scale(small, (edge_px, edge_px)).convert()

        return self.get((code, edge_px), make)

    def veil(self, size: tuple[int, int], colour: Colour, share: float) -> pygame.Surface:
        """One colour with alpha."""

        def make() -> pygame.Surface:
            veil = pygame.Surface(size, pygame.SRCALPHA)
            veil.fill((*colour, round(255 * share)))
            return veil.convert_alpha()

        return self.get(("veil", size, colour, share), make)

    def ground(self, frame: Frame, palette: Palette) -> pygame.Surface:
        """The stage with its glow."""
        return make_ground(frame, palette).convert()


AnySprites = Sprites[Any]
"""Some sprites, for whoever does not mind which."""


def ready(picture: pygame.Surface) -> pygame.Surface:
    """The picture in the form that copies fastest (run-length encoded): clear pixels cost nothing."""
    copy = picture.convert_alpha()
    copy.set_alpha(255, pygame.RLEACCEL)
    return copy
