"""The bundled fonts: loading, measuring and wrapping text in units."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

import pygame

from tablekeeper.display.words.texts import printable

FILES = {
    "voice": "Fraunces_600SemiBold.ttf",
    "text": "Figtree_500Medium.ttf",
    "strong": "Figtree_700Bold.ttf",
    "number": "Figtree_800ExtraBold.ttf",
}
RESERVE = 1.03
"""Text is measured with the font itself, plus this much: two font engines never quite agree."""


BREAKS = re.compile(r"(?<!«) (?![:;!?»])")
"""Where a line may end: never before a sign that French sets apart."""


@cache
def _read_face(face: str) -> bytes:
    return files("tablekeeper.display").joinpath("fonts", FILES[face]).read_bytes()


@lru_cache(maxsize=256)
def load_face(face: str, size_px: int) -> pygame.font.Font:
    """A bundled font at a size in pixels; from memory, because each size would keep the file open."""
    if not pygame.font.get_init():  # pages for a browser are measured where no window was ever opened
        pygame.font.init()
    return pygame.font.Font(BytesIO(_read_face(face)), size_px)


@lru_cache(maxsize=8192)
def _width_px(text: str, face: str, size_px: int) -> int:
    return load_face(face, size_px).size(printable(text))[0]


class Measure:
    """Measures text in units at one scale of the screen."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def size_px(self, size: float) -> int:
        """A size in pixels, as fonts want it."""
        return max(1, round(size * self.scale))

    def width(self, text: str, size: float, face: str) -> float:
        """How wide a line is."""
        return _width_px(text, face, self.size_px(size)) * RESERVE / self.scale

    def wrap(self, text: str, size: float, face: str, width: float) -> list[str]:
        """The lines of a text in a column; a word that is too long stands alone."""
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in BREAKS.split(part):
                longer = f"{line} {word}".strip()
                if line and self.width(longer, size, face) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def wrap_paths(self, text: str, size: float, face: str, width: float) -> list[str]:
        """The lines of a text in a column; a word longer than a line, such as a path, is broken where that ends."""
        lines = []
        for line in self.wrap(text, size, face, width):
            rest = line
            while rest:
                fits = next((n for n in range(len(rest), 0, -1) if self.width(rest[:n], size, face) <= width), 1)
                lines.append(rest[:fits])
                rest = rest[fits:]
        return lines

    def balance(self, text: str, size: float, face: str, width: float) -> list[str]:
        """The lines in the narrowest column that needs no further line."""
        lines = self.wrap(text, size, face, width)
        column = width - 8
        while column > 120:
            narrower = self.wrap(text, size, face, column)
            if len(narrower) > len(lines) or self.widest(narrower, size, face) > column:
                break
            lines, column = narrower, column - 8
        return lines

    def halves(self, text: str, size: float, face: str) -> list[str]:
        """The two lines of a label that are least wide; one line for one word. A span breaks at its dash."""
        head, dash, tail = text.partition("–")
        if dash and tail and " " not in text:
            return [head + dash, tail]
        words = BREAKS.split(text)
        ways = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
        return min(ways, key=lambda lines: self.widest(lines, size, face), default=[text])

    def widest(self, lines: list[str], size: float, face: str) -> float:
        """The width of the longest line."""
        return max(self.width(line, size, face) for line in lines)

    def cut(self, text: str, size: float, face: str, width: float) -> str:
        """The text, or as much of it as fits, with an ellipsis."""
        if self.width(text, size, face) <= width:
            return text
        while text and self.width(text + "…", size, face) > width:
            text = text[:-1]
        return text.rstrip() + "…"
