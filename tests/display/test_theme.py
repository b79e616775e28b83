"""The tokens: complete, and every pair of colours that the screens use far enough apart."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tablekeeper.display.drawing.theme import (
    THEMES,
    Palette,
    contrast,
    make_palette,
    read_tokens,
    shipped_palette,
    tokens_for,
)
from tablekeeper.display.errors import ThemeFault
from tablekeeper.engines.catalogue import NAMES

GAMES = ("home", *NAMES)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_text_and_graphics_stand_out_on_every_ground(game: str, theme: str) -> None:
    c = shipped_palette(game, theme)
    for ground in (c.stage, c.page, c.raised):
        assert contrast(c.text, ground) >= 4.5
        assert contrast(c.text_soft, ground) >= 4.5
    for ground in (c.stage, c.page, c.glow):
        for colour in (c.accent, c.ok, c.doubt, c.bad):
            assert contrast(colour, ground) >= 4.5
        for colour in (c.line, c.focus, *c.players.values(), *(c.materials[name] for name in things())):
            assert contrast(colour, ground) >= 3.0
    assert contrast(c.mark, c.accent) >= 4.5
    assert contrast(c.ink, c.ivory) >= 4.5
    for colour in c.players.values():
        assert contrast(c.mark, colour) >= 3.0


def things() -> tuple[str, ...]:
    return ("heart", "vegetable", "reaper", "rune", "leaf", "gold")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("dark", "text"), None),
        (("dark", "players", "red"), "red"),
        (("games", "kokoro", "dark", "accent"), "#12"),
        (("materials", "gold"), 7),
        (("dark",), None),
    ],
)
def test_a_missing_or_strange_colour_is_named(place: tuple[str, ...], value: Any) -> None:
    tokens = copy.deepcopy(tokens_for("kokoro", "tablekeeper.display.kokoro"))
    table = tokens
    for name in place[:-1]:
        table = table[name]
    if value is None:
        del table[place[-1]]
    else:
        table[place[-1]] = value
    with pytest.raises(ThemeFault, match=place[-1]):
        make_palette(tokens, "kokoro", "dark")


def test_a_theme_that_is_no_toml_is_named() -> None:
    with pytest.raises(ThemeFault, match="no TOML"):
        read_tokens("[dark")


def test_a_game_without_colours_wears_those_of_home() -> None:
    assert isinstance(shipped_palette("chess", "dark"), Palette)
    assert shipped_palette("chess", "dark").accent == shipped_palette("home", "dark").accent
