"""Cocoons on the screen: marks are touched where they point, animals are told by their pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from tablekeeper.display.cocoons.box import place_at
from tablekeeper.display.cocoons.guardians import ANIMALS
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.intents import Answered
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.window import open_screen
from tests.display.samples import prepare, table_pages

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
