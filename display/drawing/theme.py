"""The colours of home and of each game in both themes, read from tokens.toml and from the games' own palettes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tablekeeper.display import games
from tablekeeper.display.errors import ThemeFault
from tablekeeper.engines.core.toml_text import Tree

Colour = tuple[int, int, int]

THEMES = ("dark", "light")
BASE = ("text", "text_soft", "ivory", "ivory_edge", "ivory_line", "ink", "ok", "doubt", "bad", "focus", "misfortune",
        "fortune")  # fmt: skip
GROUNDS = ("stage", "page", "raised", "line", "accent", "glow")
PLAYERS = ("red", "blue", "green", "yellow", "purple")
MATERIALS = ("gold", "gold_edge", "wood", "wood_dark", "wood_light", "rune", "leaf", "petal", "heart", "vegetable",
             "reaper", "felt")  # fmt: skip
INK: Colour = (34, 29, 43)
"""What stands on paper, whatever the theme."""
PAPER: Colour = (242, 232, 211)
COAL: Colour = (16, 13, 23)
"""The black die and the black cap, whatever the theme."""
SNOW: Colour = (251, 246, 234)
LOSS: Colour = (154, 44, 19)
"""Red on paper: back, or a loss."""
GAIN: Colour = (23, 102, 59)


@dataclass(frozen=True, eq=False)
class Palette:
    """All colours of one game in one theme."""

    dark: bool
    text: Colour
    text_soft: Colour
    ivory: Colour
    ivory_edge: Colour
    ivory_line: Colour
    ink: Colour
    ok: Colour
    doubt: Colour
    bad: Colour
    focus: Colour
    misfortune: Colour
    fortune: Colour
    stage: Colour
    page: Colour
    raised: Colour
    line: Colour
    accent: Colour
    glow: Colour
    players: Mapping[str, Colour]
    materials: Mapping[str, Colour]

    @property
    def mark(self) -> Colour:
        """What is written on the accent and on a player's colour."""
        return self.ink if self.dark else self.ivory

    def state(self, word: str) -> Colour:
        """The colour of ok, doubt, bad; off is quiet."""
        return {"ok": self.ok, "doubt": self.doubt, "bad": self.bad}.get(word, self.line)


def read_tokens(text: str) -> Tree:
    """The tokens of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ThemeFault(
            "Cannot read the theme: found no TOML ({fault}); expected a text like display/tokens.toml", fault=fault
        ) from None


@cache
def shipped_tokens() -> Tree:
    """The tokens that come with the program."""
    return read_tokens(files("tablekeeper.display").joinpath("tokens.toml").read_text(encoding="utf-8"))


def shipped_palette(game: str, theme: str) -> Palette:
    """The palette of a game; a game without one wears the colours of home."""
    return _make_palette(dict(games.packages()).get(game), game, theme)


@cache
def _make_palette(package: str | None, game: str, theme: str) -> Palette:
    tokens = tokens_for(game, package)
    return make_palette(tokens, game if game in tokens["games"] else "home", theme)


def tokens_for(game: str, package: str | None) -> Tree:
    """The tokens with the palette that lies in a game's package."""
    own = games.read_beside(package, "palette.toml") if package is not None else None
    tokens = shipped_tokens()
    return tokens if own is None else {**tokens, "games": {**tokens["games"], game: read_tokens(own)}}


def make_palette(tokens: Mapping[str, object], game: str, theme: str) -> Palette:
    """The palette of one game; a missing or strange colour is named."""
    if theme not in THEMES:
        raise ThemeFault(
            "Cannot choose the theme {theme!r}: there is none of that name; expected dark or light", theme=theme
        )
    base = _table(tokens, theme)
    players = _table(base, "players", theme)
    grounds = _table(_table(_table(tokens, "games"), game, "games"), theme, f"games.{game}")
    materials = dict(_table(tokens, "materials"))
    if theme == "light":
        materials |= _table(tokens, "materials_light")
    return Palette(
        dark=theme == "dark",
        players={name: _colour(players, name, f"{theme}.players") for name in PLAYERS},
        materials={name: _colour(materials, name, "materials") for name in MATERIALS},
        **{name: _colour(base, name, theme) for name in BASE},
        **{name: _colour(grounds, name, f"games.{game}.{theme}") for name in GROUNDS},
    )


def _table(tokens: Mapping[str, object], name: str, place: str = "") -> Mapping[str, object]:
    found = tokens.get(name)
    if not isinstance(found, Mapping):
        where = f"{place}.{name}".lstrip(".")
        raise ThemeFault(
            "Cannot read the theme: the table {where} is {found!r}; expected a table of colours",
            where=where,
            found=found,
        )
    return found


def _colour(table: Mapping[str, object], name: str, place: str) -> Colour:
    found = table.get(name)
    if not isinstance(found, str) or not re.fullmatch("#[0-9A-Fa-f]{6}", found):
        raise ThemeFault(
            'Cannot read the theme: {place}.{name} is {found!r}; expected a colour like "#F7F0E1"',
            place=place,
            name=name,
            found=found,
        )
    return int(found[1:3], 16), int(found[3:5], 16), int(found[5:7], 16)


def shade(colour: Colour, share: float) -> Colour:
    """A darker one: this share of the light."""
    return int(colour[0] * share), int(colour[1] * share), int(colour[2] * share)


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2)."""
    red, green, blue = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours (WCAG 2), from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
