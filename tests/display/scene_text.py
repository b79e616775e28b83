"""A scene as text: one line for each thing on the screen, from the bottom to the top, and one for each place to touch.

The pen is given sprites that are descriptions instead of pictures, and letters of fixed widths, because no two font
engines quite agree. So a scene is the same text on every supported version.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields
from difflib import unified_diff
from typing import Any, NamedTuple
from unittest.mock import patch

from tablekeeper.display.any_page import Page
from tablekeeper.display.drawing import fonts
from tablekeeper.display.drawing.layout import Frame
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Item, Scene, Target
from tablekeeper.display.drawing.sprites import Box, Code, Draw, Drawn, Sprites, Written
from tablekeeper.display.drawing.theme import Colour, Palette, shipped_palette
from tablekeeper.display.pages import TablePage
from tablekeeper.display.window.compose import Composer, game_of

SIZE = (800, 480)
LETTER = 0.5
"""How wide a letter is, as a share of its size; thin and wide ones by the shares below."""
OTHERS = dict.fromkeys(" .,:;!|'’·()[]ijltfrI1", 0.28) | dict.fromkeys("mwMW—…@%", 0.78)


class Shown(NamedTuple):
    """What stands in for a picture: what is drawn, and from what."""

    what: str
    args: tuple[Any, ...] = ()


class TextSprites(Sprites):
    """Sprites that are descriptions."""

    def __init__(self) -> None:
        super().__init__(most_bytes=0)

    def count_bytes(self, picture: Any) -> int:
        """Nothing is kept."""
        return 0

    def drawn(self, draw: Draw, args: tuple[Any, ...], box: Box, palette: Palette, scale: float) -> Drawn:
        """The name of what draws it, around the point where it stands."""
        return Drawn(Shown(draw.__name__.removeprefix("draw_").lstrip("_"), args), 0, 0, ())

    def written(self, line: str, face: str, size_px: int, fill: Colour) -> Written:
        """The face; the words stand in the item."""
        return Written(Shown("words", (face,)), width_px(line, face, size_px), 0)

    def photo(self, pixels: Any, size: tuple[int, int], key: Hashable = None) -> Any:
        """Its size, before and after."""
        return Shown("photo", (pixels.shape[1], pixels.shape[0], *size))

    def code(self, code: Code, edge_px: int) -> Any:
        """How many modules it has."""
        return Shown("code", (len(code), edge_px))

    def veil(self, size: tuple[int, int], colour: Colour, share: float) -> Any:
        """Its colour."""
        return Shown("veil", (colour, share))

    def ground(self, frame: Frame, palette: Palette) -> Any:
        """One for every page."""
        return Shown("ground")


def width_px(text: str, face: str, size_px: int) -> int:
    """How wide a line of words is, without a font."""
    return round(size_px * sum(OTHERS.get(letter, LETTER) for letter in text))


def compose(page: Page, language: str = "en", beneath: TablePage | None = None, **ui: object) -> Scene:
    """The scene of a page, made of descriptions; `ui` is what somebody has chosen on the screen."""
    with patch.object(fonts, "_width_px", width_px):
        return Composer(SIZE, TextSprites()).compose(page, ui, Look(language=language), beneath)


def describe(page: Page, scene: Scene) -> str:
    """All of a scene, one thing a line."""
    names = _colour_names(shipped_palette(game_of(page), "dark"))
    lines = [_item(item, names) for item in scene.items]
    lines += [_target(target) for target in scene.targets]
    lines += [f"way {name} {len(places)} places" for name, places in scene.routes.items()]
    lines += [f"clipped {words!r}" for words in scene.clipped]
    return "\n".join([*lines, f"now {scene.now!r}", ""])


def _colour_names(palette: Palette) -> dict[Colour, str]:
    named: dict[Colour, str] = {}
    for field in fields(palette):
        value = getattr(palette, field.name)
        for name, colour in value.items() if hasattr(value, "items") else ((field.name, value),):
            if isinstance(colour, tuple):
                named.setdefault(colour, name)
    return named


def _item(item: Item, names: dict[Colour, str]) -> str:
    if item.words is not None:
        words = item.words
        what = f"{item.picture.args[0]} {words.size:g} {_value(words.colour, names)} {words.text!r}"
        return f"{what} @ {words.rect.x},{words.rect.y}"
    values = " ".join([item.picture.what, *(_value(value, names) for value in item.picture.args)])
    key = f" key {_value(item.key, names)}" if item.key is not None else ""
    way = f" on {item.route} {item.place}" if item.route else ""
    return f"{values}{key}{way} @ {item.x},{item.y}"


def _value(value: Any, names: dict[Colour, str]) -> str:
    if isinstance(value, tuple):
        known = names.get(value) if all(isinstance(part, int) for part in value) else None
        return known or "(" + " ".join(_value(part, names) for part in value) + ")"
    if isinstance(value, float):
        return f"{round(value, 1) + 0:g}"
    return "-" if value is None or value == "" else str(value)


def _target(target: Target) -> str:
    marks = [word for word, on in (("first", target.first), ("snaps", target.snaps)) if on]
    named = (("hot", target.hot), ("why", target.why), ("lifted", target.lifted))
    marks += [f"{word} {value!r}" for word, value in named if value]
    x, y, w, h = target.rect
    return " ".join(["touch", target.key, repr(target.act), *marks, f"{w}x{h} @ {x},{y}"])


def differences(expected: str, found: str) -> list[str]:
    """The lines that went (-) and that came (+)."""
    lines = list(unified_diff(expected.splitlines(), found.splitlines(), n=0, lineterm=""))[2:]
    return [f"{line[0]} {line[1:]}" for line in lines if line[0] in "-+"]
