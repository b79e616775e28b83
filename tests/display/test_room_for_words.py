"""What words do where room is short: names stand whole where a phone has room, and nothing runs into anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from tablekeeper.display.any_page import Page
from tablekeeper.display.browser.sheet import nearest_shape
from tablekeeper.display.drawing.fonts import Measure
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Scene
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tests.display.samples import CROWD, samples, table_pages, ways_back

UPRIGHT = nearest_shape(390, 844)
LONGEST = "Jean-Christophe"


@pytest.fixture(autouse=True)
def screen() -> Iterator[None]:
    open_screen(UPRIGHT, "dummy", False)
    yield
    pygame.display.quit()


def scene_of(page: Page, language: str = "en") -> Scene:
    return Composer(UPRIGHT).compose(page, {}, Look(language=language))


def written(page: Page) -> list[str]:
    return [item.words.text for item in scene_of(page).items if item.words is not None]


def test_a_line_never_begins_with_a_sign_that_french_sets_apart() -> None:
    measure, words = Measure(1.0), "Écrivez 2, oui « deux » ? Dans votre case suivante : sanctuaire A ! Et voilà ;"
    for width in range(60, 500, 7):
        lines = measure.wrap(words, 20, "text", width)
        assert not [line for line in lines if line[0] in ":;?!»" or line.endswith("«")]
        assert " ".join(lines) == words


@pytest.mark.parametrize("name", ["kokoro_act", "kokoro_count", "cocoon_world_roll_doublet_crowd"])
def test_names_stand_whole_on_a_phone(name: str) -> None:
    page: Any = dict(samples())[name]
    assert {player.name for player in page.view.players} <= {*written(page)}


@pytest.mark.parametrize("name", ["way_back_rewind", "way_back_crowd"])
def test_who_agrees_finds_their_name_on_a_phone(name: str) -> None:
    page: Any = dict(ways_back())[name]
    assert {CROWD[seat] for seat in page.agree} - {LONGEST} <= {*written(page)}


def test_tiles_to_choose_from_are_equally_large() -> None:
    """In French some of their words need two lines and some do not."""
    scene = scene_of(dict(table_pages("cocoon_world"))["cocoon_world_take"], "fr")
    keys = [target.rect for target in scene.targets if target.key.startswith("tile.")]
    drawn = [
        item.picture.get_size() for item in scene.items for key in keys
        if item.words is None and item.picture.get_width() < key.w - 9
        and key.collidepoint(item.picture.get_rect(topleft=(item.x, item.y)).center)
    ]  # fmt: skip
    assert len(drawn) == len(keys) > 6
    assert len(set(drawn)) == 1


def test_a_sum_of_two_digits_leaves_room_for_the_sign_beside_it() -> None:
    page: Any = dict(table_pages("kokoro"))["kokoro_path"]
    players = tuple(replace(player, boxes=(28,), did="peeked", name=LONGEST) for player in page.view.players)
    scene = scene_of(replace(page, view=replace(page.view, players=players)))
    signs = [
        item.picture.get_bounding_rect().move(item.x, item.y) for item in scene.items
        if item.words is None and item.picture.get_width() < 60
    ]  # fmt: skip
    names = [item.words.rect for item in scene.items if item.words is not None and item.words.text in ("28", LONGEST)]
    assert len(names) >= len(players)
    assert not [(name, sign) for name in names for sign in signs if name.colliderect(sign)]


@pytest.mark.parametrize("name", ["cocoon_world_reveal_virtual", "state_over"])
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (720, 1280)], ids=str)
def test_no_small_shape_lies_on_large_words(name: str, size: tuple[int, int]) -> None:
    """Such as the tiles that a player holds beside the points."""
    open_screen(size, "dummy", False)
    scene = Composer(size).compose(dict(samples())[name], {}, Look(language="fr", large=True))
    k = min(size) / 480
    small = [
        item.picture.get_rect(topleft=(item.x, item.y))
        for item in scene.items
        if item.words is None and item.picture.get_height() < 24 * k and item.picture.get_width() < 24 * k
    ]
    words = [item.words for item in scene.items if item.words is not None]
    assert small
    assert not [each.text for each in words if each.rect.collidelist(small) >= 0]
