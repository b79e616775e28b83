"""A window of any size: pages fill it, clicks hit what is shown, F11 fills the monitor; and names are typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents, pages
from tablekeeper.display.window.screen import LEAST, fit_inside
from tablekeeper.display.window.window import Window
from tests.display.samples import MENU, PEOPLE

SIZES = (
    (800, 480), (480, 320), (1280, 720), (1920, 1080), (720, 1280), (1024, 768), (600, 600), (2560, 1080), (768, 1024),
    (300, 900),
)  # fmt: skip


@pytest.fixture
def window() -> Iterator[Window]:
    shown = Window((800, 480), driver="dummy", calm=True)
    yield shown
    shown.close()


def resize(window: Window, size: tuple[int, int]) -> None:
    """The window system gives the window another size."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.intents(0.0)


def press(window: Window, key: int, letter: str = "") -> list[intents.Intent]:
    """A key of a real keyboard, with the text that it makes."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter))
    if letter:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    return window.intents(9.0)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_page_fills_the_window_and_leaves_room_for_its_words(size: tuple[int, int]) -> None:
    area = fit_inside(size)
    assert pygame.Rect((0, 0), size).contains(area)
    assert area.width == size[0] or area.height == size[1]
    long, short = max(area.size), min(area.size)
    assert 1.45 <= long / short <= 2.41
    if 1.5 <= size[0] / size[1] <= 2.4 or size == (720, 1280):
        assert area.size == size


def test_a_window_that_is_much_too_small_still_draws(window: Window) -> None:
    window.show(pages.MenuPage(MENU))
    resize(window, (90, 60))
    assert window.size == LEAST
    assert window.draw(1.0)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_clicks_hit_what_is_shown_after_a_resize(window: Window, size: tuple[int, int]) -> None:
    window.show(pages.MenuPage(MENU))
    window.draw(0.0)
    resize(window, size)
    window.draw(1.0)
    assert window.size == fit_inside(size).size
    area = fit_inside(size)
    for target in list(window.hands.targets):
        at = (target.rect.centerx + area.left, target.rect.centery + area.top)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=at))
        assert window.intents(2.0) == [target.act]
        share = (at[0] / size[0], at[1] / size[1])
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            pygame.event.post(pygame.event.Event(kind, x=share[0], y=share[1], finger_id=1))
        assert window.intents(3.0) == [target.act]
    assert window.draw(9.0) == []


def test_the_margins_of_a_square_window_keep_the_colour_of_the_ground(window: Window) -> None:
    window.show(pages.MenuPage(MENU))
    resize(window, (600, 600))
    window.draw(0.0)
    assert window.scene is not None
    assert window.screen.get_at((3, 3)) == window.scene.ground.get_at((0, 0))


@pytest.mark.skipif(
    pygame.version.vernum < (2, 5), reason="there the dummy driver keeps the monitor's size when a full screen ends"
)
def test_f11_fills_the_monitor_and_gives_the_window_back(window: Window) -> None:
    window.show(pages.MenuPage(MENU))
    resize(window, (1000, 600))
    before = window.size
    press(window, pygame.K_F11)
    assert window.full
    assert window.screen.get_size() == pygame.display.get_desktop_sizes()[0]
    assert window.draw(1.0)
    press(window, pygame.K_F11)
    assert not window.full
    assert window.size == before


def names(window: Window) -> Any:
    return window.ui.get("names"), window.ui.get("typed", (0, ""))[1]


@pytest.mark.parametrize("name", ["Zoë", "Jürgen", "Söñke", "Anne-Lise", "Jean Paul", "Œdipe", "McKay", "D’Arcy"])
def test_a_real_keyboard_types_names(window: Window, name: str) -> None:
    window.show(care.NamesPage(()))
    for letter in name:
        assert press(window, pygame.K_SPACE if letter == " " else pygame.K_a, letter) == []
    assert names(window)[1] == name
    press(window, pygame.K_RETURN)
    assert window.ui["names"] == (name,)


def test_backspace_erases_and_a_space_or_a_digit_alone_is_no_name(window: Window) -> None:
    window.show(care.NamesPage(()))
    for key, letter in ((pygame.K_SPACE, " "), (pygame.K_1, "1"), (pygame.K_x, "x"), (pygame.K_y, "y")):
        press(window, key, letter)
    assert names(window)[1] == "Xy"
    press(window, pygame.K_BACKSPACE)
    assert names(window)[1] == "X"


def test_letters_that_are_keys_elsewhere_only_write_here(window: Window) -> None:
    window.show(care.NamesPage(PEOPLE[:2]))
    for letter in "zmf?":
        assert press(window, pygame.K_z, letter) == []


def test_return_with_nothing_typed_chooses_what_has_the_focus(window: Window) -> None:
    window.show(care.NamesPage(PEOPLE[:2]))
    window.intents(0.0)
    assert press(window, pygame.K_RETURN) == [intents.NamePlayers(PEOPLE[:2])]


def test_the_screen_has_every_letter_of_the_languages_offered(window: Window) -> None:
    window.show(care.NamesPage(()))
    shown = set()
    for _ in range(2):
        assert window.scene is not None
        shown |= {item.words.text for item in window.scene.items if item.words is not None}
        toggle = window.hands.find("accents")
        assert toggle is not None
        window.ui = {**window.ui, toggle.act.name: toggle.act.value}  # type: ignore[union-attr]
        window._compose(False)
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ-’") <= shown
