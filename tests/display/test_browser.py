"""Pages for a browser: well-formed, whole, and named so that who does not see can press."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from tablekeeper.display import pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.browser.sheet import SHAPES, Press, Sheet, nearest_shape
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES
from tests.display.samples import doubt_page, samples, table_pages, why_page

SIZES = ((480, 900), (1040, 480))
PAGES = samples()
EACH = pytest.mark.parametrize(("name", "page"), PAGES, ids=[name for name, _ in PAGES])
TAGS = {*["svg", "g", "rect", "circle", "polygon", "polyline", "path", "text", "image", "radialGradient", "stop"]}
HOSTILE = "<script>alert(1)</script>&\"'\u202e"


@pytest.fixture(autouse=True, scope="module")
def screen() -> Iterator[None]:
    """The pictures on the screen that pages are compared with need one."""
    window = Window((480, 480), driver="dummy")
    yield
    window.close()


@cache
def press(size: tuple[int, int]) -> Press:
    return Press(size)


def sheets(page: Page) -> list[Sheet]:
    return [press(size).sheet(page, {}, Look()) for size in SIZES]


@EACH
def test_every_page_is_one_well_formed_picture_in_which_no_words_cover_others(name: str, page: Page) -> None:
    for sheet in sheets(page):
        tags = {element.tag for element in ET.fromstring(sheet.svg).iter()}
        assert tags <= TAGS
        assert not sheet.scene.clipped
        words = [item.words for item in sheet.scene.items if item.words is not None]
        covered = [(one.text, other.text) for one, other in combinations(words, 2) if one.rect.colliderect(other.rect)]
        assert not covered


@EACH
def test_every_button_says_what_it_is_and_no_two_say_the_same(name: str, page: Page) -> None:
    for sheet in sheets(page):
        says = [button.says for button in sheet.buttons]
        assert all(says)
        assert len(set(says)) == len(says)
        assert [button.key for button in sheet.buttons if button.says == button.key] == []


@pytest.mark.parametrize("game", NAMES)
def test_what_lies_beneath_a_sheet_joins_neither_its_buttons_nor_its_words(game: str) -> None:
    """A word of the table under "Back" once made the button "round Back"."""
    why = why_page(game)
    tables = [page for _, page in table_pages(game) if isinstance(page, pages.TablePage)][::4]
    for size in SIZES:
        alone = press(size).sheet(why, {}, Look())
        for table in tables:
            over = press(size).sheet(why, {}, Look(), table)
            assert (over.buttons, over.words, over.now) == (alone.buttons, alone.words, alone.now)
            assert len(over.scene.items) > len(alone.scene.items)


@EACH
def test_a_browser_shows_the_same_words_and_targets_as_the_screen(name: str, page: Page) -> None:
    for size, sheet in zip(SIZES, sheets(page), strict=True):
        scene = Composer(size).compose(page, {}, Look())
        assert [item.words for item in scene.items] == [item.words for item in sheet.scene.items]
        assert scene.targets == sheet.scene.targets


def test_a_hostile_name_stays_a_word() -> None:
    _, page = table_pages("cocoon_world")[0]
    hostile = dataclasses.replace(page, names={**page.names, 0: HOSTILE, 1: HOSTILE})
    for sheet in sheets(hostile):
        assert "<script" not in sheet.svg
        assert any(HOSTILE[:8] in (element.text or "") for element in ET.fromstring(sheet.svg).iter())


def test_a_photo_travels_within_the_page() -> None:
    for sheet in sheets(doubt_page()):
        assert sheet.svg.count('href="data:image/jpeg;base64,') == len(doubt_page().dice)


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (844, 390), (768, 1024), (1920, 1080), (1, 4000), (4000, 1)])
def test_a_browser_gets_the_nearest_of_few_shapes(wide: int, high: int) -> None:
    shape = nearest_shape(wide, high)
    assert shape in SHAPES
    assert (shape[0] > shape[1]) == (wide > high)


def test_what_is_not_drawn_anew_is_not_made_anew() -> None:
    own = Press((480, 900))
    _, page = table_pages("cocoons")[0]
    assert isinstance(page, pages.TablePage)
    own.sheet(page, {}, Look())
    made = len(own.composer.sprites)
    own.sheet(page, {}, Look())
    assert len(own.composer.sprites) == made
