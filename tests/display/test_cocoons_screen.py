"""Cocoons on the screen: marks are touched where they point, animals are told by their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pygame
import pytest

from tablekeeper.display.cocoons.box import place_at
from tablekeeper.display.cocoons.guardians import ANIMALS
from tablekeeper.display.drawing import fonts
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.intents import Answered
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.window import open_screen
from tests.display import scene_text
from tests.display.samples import prepare, table_pages

HALF_COCOON, HALF_ARROW = 55, 12
SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@pytest.fixture(scope="module")
def composer() -> Iterator[Composer]:
    open_screen((800, 480), "dummy", False)
    yield Composer((800, 480))
    pygame.display.quit()


def test_each_mark_is_touched_at_the_edge_that_it_points_to(composer: Composer) -> None:
    page = dict(table_pages("cocoons"))["cocoons_face"]
    assert page.question is not None
    x, y = place_at(page.question.about["place"])
    found = {}
    for target in composer.compose(page, {}, Look()).targets:
        if isinstance(target.act, Answered):
            dx, dy = target.rect.centerx - x, target.rect.centery - y
            found[target.act.text.split()[1]] = (round(dx / 52), round(dy / 52))
    assert found == SIDES


def test_every_guardian_of_the_shipped_box_has_a_drawing_and_its_name_beside_it(composer: Composer) -> None:
    _, setup = prepare("cocoons", "real")
    assert set(setup.edition.guardians) == set(ANIMALS)
    page = dict(table_pages("cocoons"))["cocoons_name"]
    scene = composer.compose(page, {}, Look())
    written = {item.words.text for item in scene.items if item.words is not None}
    assert set(ANIMALS) <= written


def test_no_arrow_lies_on_a_cocoon_where_its_name_and_marks_are() -> None:
    page = dict(table_pages("cocoons"))["cocoons_turn"]
    cocoons = [place_at(cocoon.place) for cocoon in page.view.cocoons]
    arrows = [(item.x, item.y) for item in scene_text.compose(page).items if item.picture.what == "push"]
    assert arrows
    for x, y in arrows:
        assert min(max(abs(x - at_x), abs(y - at_y)) for at_x, at_y in cocoons) >= HALF_COCOON + HALF_ARROW


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (720, 1280), (1280, 720)], ids=str)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("kind", ["name", "find", "flip"])
def test_beside_the_animals_a_small_box_shows_which_place_is_meant(
    size: tuple[int, int], large: bool, kind: str
) -> None:
    page = dict(table_pages("cocoons"))[f"cocoons_{kind}"]
    with patch.object(fonts, "_width_px", scene_text.width_px):
        scene = Composer(size, scene_text.TextSprites()).compose(page, {}, Look(large=large))
    drawn = [item for item in scene.items if getattr(item.picture, "what", "") == "icon"]
    assert any(item.picture.args[0] == "question" for item in drawn)
