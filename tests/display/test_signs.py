"""Buttons keep their words where there is room; what signs mean is shown until somebody touches the first table."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from tablekeeper.display import pages
from tablekeeper.display.window.window import Window
from tests.display.samples import MENU, PEOPLE, make_page, table_pages, walk


@pytest.fixture(scope="module")
def table() -> pages.TablePage:
    """The first question of a game."""
    rules, state, events, question = next(iter(walk("cocoon_world", "real", 0)))
    return make_page("cocoon_world", rules, state, tuple(events), question, PEOPLE)


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    shown = Window(*request.param, driver="dummy", calm=True)
    yield shown
    shown.close()


def rail_words(window: Window) -> set[str]:
    """What is written on the buttons at the bottom."""
    assert window.scene is not None
    floor = 0.86 * window.size[1]
    return {item.words.text for item in window.scene.items if item.words is not None and item.words.rect.top > floor}


@pytest.mark.parametrize("window", [((800, 480), "dark", "en"), ((720, 1280), "dark", "fr")], indirect=True)
def test_every_button_of_the_table_has_its_word_where_there_is_room(window: Window, table: pages.TablePage) -> None:
    window.show(table)
    assert window.scene is not None
    assert not [target.key for target in window.scene.targets if target.sign]
    wanted = {"Why?", "Fix", "Undo", "Log", "Menu"} if window.look.language == "en" else {"Corriger", "Annuler", "Menu"}
    assert wanted <= rail_words(window)


@pytest.mark.parametrize("window", [((800, 480), "dark", "fr"), ((480, 320), "dark", "en")], indirect=True)
def test_the_shortest_words_stay_and_the_signs_are_named_once(window: Window, table: pages.TablePage) -> None:
    window.show(table)
    window.draw(0.0)
    assert window.scene is not None
    bare = [target for target in window.scene.targets if target.sign]
    assert bare
    assert all(target.says for target in bare)
    assert window.draw(0.1) == [], "an idle screen draws nothing, also with the hint on it"
    shown = list(window.easel._drawn)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=1, pos=(2, 2)))
    window.intents(1.0)
    assert window.draw(1.0)
    gone = [place for place in shown if place not in window.easel._drawn]
    assert len(gone) >= 1 + 2 * len(bare)
    window.show(pages.MenuPage(MENU))
    window.draw(2.0)
    window.show(table)
    window.draw(3.0)
    assert not [place for place in gone if place in window.easel._drawn]


@pytest.mark.parametrize("window", [((480, 320), "dark", "fr"), ((720, 1280), "dark", "fr")], indirect=True)
def test_only_the_buttons_at_the_bottom_are_named_and_their_names_stay_on_the_screen(window: Window) -> None:
    """The plus and minus of a list need no name, and five such names would be longer than the screen is wide."""
    window.restyle(large=True)
    window.show(dict(table_pages("chocobo"))["chocobo_share"])
    window.draw(0.0)
    screen = window.screen.get_rect()
    places = [place for place in window.easel._drawn if isinstance(place[0], pygame.Surface)]
    assert all(screen.contains(place[0].get_rect(topleft=place[1:3])) for place in places)
