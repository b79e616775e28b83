"""The window: draws only what changed, and turns touches, keys and the knob into intents."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from time import thread_time
from typing import Any

import numpy as np
import pygame
import pytest

from tablekeeper.display import intents, pages
from tablekeeper.display.drawing.scene import Local, Scene
from tablekeeper.display.errors import DisplayFault, TextFault, ThemeFault
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES
from tests.display.samples import doubt_page, table_pages

OPENING = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]


@pytest.fixture
def window() -> Iterator[Window]:
    opened = Window((800, 480), driver="dummy")
    yield opened
    opened.close()


def settle(window: Window, now_s: float = 100.0) -> None:
    window.draw(now_s)
    window.draw(now_s + 5)


def touch(window: Window, at: tuple[int, int], now_s: float = 200.0, hold_s: float = 0.1) -> list[intents.Intent]:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    found = window.intents(now_s)
    found += window.intents(now_s + hold_s)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
    return found + window.intents(now_s + hold_s + 0.01)


def middle(window: Window, key: str) -> tuple[int, int]:
    target = window.hands.find(key)
    assert target is not None, [t.key for t in window.hands.targets]
    return target.rect.center


def pixels(surface: pygame.Surface) -> np.ndarray[Any, Any]:
    """A copy of the colours on a surface."""
    return pygame.surfarray.array3d(surface)


def press(window: Window, key: int, letter: str = "", now_s: float = 300.0) -> list[intents.Intent]:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter))
    return window.intents(now_s)


def test_an_idle_screen_draws_nothing_in_ten_seconds(window: Window) -> None:
    window.show(OPENING)
    settle(window)
    frames = window.frames
    for tenth in range(100):
        assert window.draw(110 + tenth / 10) == []
    assert window.frames == frames


def test_the_same_page_again_changes_nothing(window: Window) -> None:
    window.show(OPENING)
    settle(window)
    window.show(replace(OPENING))
    assert window.draw(200.0) == []


def test_only_what_changed_is_drawn(window: Window) -> None:
    window.show(OPENING)
    settle(window)
    window.show(replace(OPENING, health=(pages.Light("camera", "bad"), *OPENING.health[1:])))
    dirty = window.draw(200.0)
    assert dirty
    assert sum(rect.width * rect.height for rect in dirty) < 2000


def test_partial_drawing_leaves_the_same_pixels_as_drawing_afresh(window: Window) -> None:
    luck = random.Random(5)
    found = [page for _, page in table_pages("cocoon_world")]
    for n in range(25):
        window.show(luck.choice(found))
        settle(window, 100.0 + 10 * n)
    last = window.page
    partial = pixels(window.screen)
    window.close()
    fresh = Window((800, 480), driver="dummy")
    assert last is not None
    fresh.show(last)
    settle(fresh)
    assert (pixels(fresh.screen) == partial).all()


def test_from_touch_to_changed_pixels_takes_one_frame(window: Window) -> None:
    window.show(OPENING)
    settle(window)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=middle(window, "why")))
    window.intents(200.0)
    assert window.draw(200.0)


def test_a_touch_counts_on_release_inside_and_not_outside(window: Window) -> None:
    window.show(OPENING)
    assert touch(window, middle(window, "menu")) == [intents.OpenMenu()]
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=middle(window, "menu")))
    window.intents(210.0)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(600, 300)))
    assert window.intents(210.1) == []


def test_a_long_press_asks_why_and_does_not_choose(window: Window) -> None:
    window.show(OPENING)
    assert touch(window, middle(window, "menu"), hold_s=0.7) == [intents.AskWhy()]


def test_a_finger_is_not_counted_twice_as_a_mouse(window: Window) -> None:
    window.show(OPENING)
    x, y = middle(window, "menu")
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        pygame.event.post(pygame.event.Event(kind, x=x / 800, y=y / 480, finger_id=1, touch_id=1))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=1, pos=(x, y), touch=True))
    assert window.intents(1.0) == [intents.OpenMenu()]


def test_upside_down_turns_the_picture_and_the_touches(window: Window) -> None:
    window.show(OPENING)
    settle(window)
    upright = pixels(pygame.transform.rotate(window.screen, 180))
    window.restyle(upside_down=True)
    settle(window, 200.0)
    assert (pixels(window.screen) == upright).all()
    x, y = middle(window, "menu")
    assert touch(window, (799 - x, 479 - y)) == [intents.OpenMenu()]


def test_a_roll_is_told_by_the_keys_of_the_keyboard_alone(window: Window) -> None:
    window.show(replace(OPENING, touch=True))
    window.intents(0.0)
    for letter in "525":
        assert press(window, ord(letter), letter) == []
    assert window.hands.focus == "dice.yes"
    assert press(window, pygame.K_RETURN, now_s=400.0) == [intents.Answered("roll 5,2,5")]


def test_the_knob_reaches_every_target_and_stops_at_the_ends(window: Window) -> None:
    for _, page in table_pages("cocoon_world"):
        window.show(page)
        window.hands.ring = True
        window.turn(-200)
        reached = {window.hands.focus}
        for _ in window.hands.targets:
            window.turn(1)
            reached.add(window.hands.focus)
        assert reached == {target.key for target in window.hands.targets}


def test_a_late_press_never_answers_the_next_question(window: Window) -> None:
    pit = dict(table_pages("cocoon_world"))["cocoon_world_pit"]
    window.show(pit)
    window.intents(10.0)
    window.press(10.2)
    assert window.intents(10.2) == []
    window.press(10.5)
    assert window.intents(10.5) == [intents.Answered("enter")]


def test_placing_a_tile_asks_for_the_tile_then_the_space_then_a_confirmation(window: Window) -> None:
    _, page = next(
        (name, page)
        for name, page in table_pages("cocoon_world")
        if page.question is not None and page.question.kind == "use_taken"
    )
    window.show(page)
    spaces = [target for target in window.hands.targets if target.key.startswith("space.")]
    assert spaces
    assert touch(window, spaces[0].rect.center) == []
    number = spaces[0].key.partition(".")[2]
    assert touch(window, middle(window, "confirm"), 220.0) == [intents.Answered(f"lay {number}")]


def test_a_doubtful_die_is_fixed_by_one_tap(window: Window) -> None:
    window.show(doubt_page())
    assert touch(window, middle(window, "face.3")) == []
    assert touch(window, middle(window, "yes"), 220.0) == [intents.FixReading(-1, "roll 5,2,3")]


def test_two_doubtful_dice_are_asked_one_after_the_other(window: Window) -> None:
    window.show(doubt_page(4))
    assert touch(window, middle(window, "yes")) == []
    assert touch(window, middle(window, "face.6"), 220.0) == []
    assert touch(window, middle(window, "yes"), 240.0) == [intents.FixReading(-1, "roll 5,2,5,6")]


def test_a_secret_is_shown_only_after_asking_and_only_as_answers_of_its_seat(window: Window) -> None:
    pages_with = [p for _, p in table_pages("cocoon_world") if p.secret is not None]
    assert pages_with
    for page in pages_with:
        assert page.secret is not None
        window.show(page)
        assert not [t for t in window.hands.targets if isinstance(t.act, intents.Answered)]
        assert touch(window, middle(window, "look")) == []
        assert window.ui["look"] is True
        window.show(OPENING)
        assert "look" not in window.ui


def secret_page() -> pages.TablePage:
    return next(p for name, p in table_pages("cocoon_world") if p.secret is not None and "keep" in name)


def mouse(window: Window, kind: int, at: tuple[int, int], now_s: float) -> list[intents.Intent]:
    pygame.event.post(pygame.event.Event(kind, button=1, pos=at))
    return window.intents(now_s)


def test_a_secret_is_shown_while_a_finger_holds_and_hidden_when_it_leaves(window: Window) -> None:
    window.show(secret_page())
    look = middle(window, "look")
    assert mouse(window, pygame.MOUSEBUTTONDOWN, look, 200.0) == []
    assert window.ui["look"] is True
    assert mouse(window, pygame.MOUSEBUTTONUP, look, 203.0) == []
    assert window.ui["look"] is False
    assert not [t for t in window.hands.targets if isinstance(t.act, intents.Answered)]


def test_a_finger_that_holds_may_slide_onto_what_it_chooses(window: Window) -> None:
    window.show(secret_page())
    mouse(window, pygame.MOUSEBUTTONDOWN, middle(window, "look"), 200.0)
    answer = next(t for t in window.hands.targets if isinstance(t.act, intents.Answered))
    assert mouse(window, pygame.MOUSEBUTTONUP, answer.rect.center, 203.0) == [answer.act]


def test_a_tap_leaves_a_secret_open_until_it_is_hidden(window: Window) -> None:
    window.show(secret_page())
    touch(window, middle(window, "look"))
    assert window.ui["look"] is True
    touch(window, middle(window, "hide"), 220.0)
    assert window.ui["look"] is False


def test_the_keyboard_holds_to_look_and_the_knob_looks_and_hides(window: Window) -> None:
    window.show(secret_page())
    window.intents(100.0)
    assert window.hands.focus == "look"
    press(window, pygame.K_RETURN, now_s=200.0)
    assert window.ui["look"] is True
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN))
    window.intents(202.0)
    assert window.ui["look"] is False
    window.press(210.0)
    assert window.ui["look"] is True
    window.hands.focus = "hide"
    window.press(220.0)
    assert window.ui["look"] is False


def test_the_same_question_asked_again_starts_afresh(window: Window) -> None:
    page = next(p for _, p in table_pages("cocoon_world") if p.secret is not None)
    assert page.secret is not None
    window.show(page)
    touch(window, middle(window, "look"), 200.0)
    answer = next(t for t in window.hands.targets if isinstance(t.act, intents.Answered | Local))
    while not touch(window, answer.rect.center, 210.0):
        answer = next(t for t in window.hands.targets if isinstance(t.act, intents.Answered))
    window.show(replace(page, can_take_back=True))
    assert window.ui == {}
    window.intents(300.0)
    window.press(300.1)
    assert window.intents(300.1) == []


def test_a_marker_walks_to_its_place_within_400_milliseconds(window: Window) -> None:
    window.show(OPENING)
    settle(window)
    moved = replace(OPENING.view.players[0], ep=(OPENING.view.players[0].ep + 3) % 11)
    window.show(replace(OPENING, view=replace(OPENING.view, players=(moved, *OPENING.view.players[1:]))))
    assert window.draw(200.0) is not None
    assert window.busy
    positions = set()
    for n in range(1, 14):
        window.draw(200.0 + n / 30)
        positions.add(tuple(sorted(place[1:] for place in window._moving.values())))
    assert len(positions) > 5
    assert window.draw(200.5) == []
    assert not window.busy


def test_calm_makes_every_motion_a_cut(window: Window) -> None:
    window.restyle(calm=True)
    window.show(OPENING)
    settle(window)
    moved = replace(OPENING.view.players[0], ep=(OPENING.view.players[0].ep + 3) % 11)
    window.show(replace(OPENING, view=replace(OPENING.view, players=(moved, *OPENING.view.players[1:]))))
    assert window.draw(200.0)
    assert not window.busy


def test_an_unknown_question_gets_the_plain_panel(window: Window) -> None:
    options = dict(table_pages("cocoon_world"))["cocoon_world_pit"].question
    assert options is not None
    window.show(replace(OPENING, game="chess", question=options._replace(kind="castle")))
    answers = [target.act for target in window.hands.targets if isinstance(target.act, intents.Answered)]
    assert answers == [intents.Answered("enter"), intents.Answered("leave")]
    window.show(replace(OPENING, question=options._replace(kind="castle")))
    assert [target.act for target in window.hands.targets if isinstance(target.act, intents.Answered)] == answers


@pytest.mark.parametrize("size", [(0, 480), (800, 0), (-1, -1)])
def test_a_size_of_zero_is_refused_in_one_sentence(size: tuple[int, int]) -> None:
    with pytest.raises(DisplayFault, match="800x480"):
        Window(size, driver="dummy")


def test_an_unknown_display_theme_and_language_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()  # an open screen keeps its driver
    with pytest.raises(DisplayFault, match="no_such_driver"):
        Window((800, 480), driver="no_such_driver")
    with pytest.raises(ThemeFault, match="dark or light"):
        Window((800, 480), theme="pink", driver="dummy")
    with pytest.raises(TextFault, match="en or fr"):
        Window((800, 480), language="tlh", driver="dummy")


def measure_ratio(size: tuple[int, int], game: str, full: bool) -> float:
    """What a frame costs in blits of the whole surface, both in processor time and in turns (medians)."""
    window = Window(size, driver="dummy")
    busy = dict(table_pages(game))
    ordered = sorted(busy, key=lambda name: -len(scene_of(window, busy[name]).items))
    page = busy[ordered[0]]
    states = (page, replace(page, note="thinking", health=(pages.Light("camera", "bad"),), can_take_back=True))
    source = pygame.Surface(size).convert()
    blits, frames = [], []
    for n in range(40):
        window.show(states[n % 2])
        if full:
            window.easel.forget()
        start = thread_time()
        assert window.draw(10.0 * n)
        frames.append(thread_time() - start)
        window.draw(10.0 * n + 5)
        start = thread_time()
        for _ in range(10):
            window.screen.blit(source, (0, 0))
        blits.append((thread_time() - start) / 10)
    window.close()
    return median(frames[6:]) / median(blits[6:])


def scene_of(window: Window, page: pages.TablePage) -> Scene:
    """The scene of a page."""
    window.show(page)
    assert window.scene is not None
    return window.scene


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (1920, 1080)], ids=str)
@pytest.mark.parametrize("game", NAMES)
def test_a_changed_frame_costs_few_blits_and_a_full_one_not_many_more(game: str, size: tuple[int, int]) -> None:
    changed, full = measure_ratio(size, game, False), measure_ratio(size, game, True)
    print(f"{game} {size[0]}x{size[1]}: changed {changed:.1f}, full {full:.1f} blits of the whole surface")
    assert changed <= 8
    assert full <= 20


@pytest.mark.parametrize(("driver", "renderer"), [("KMSDRM", "opengles2"), ("x11", None)])
def test_on_the_bare_console_sdl_draws_with_opengl_es(
    driver: str, renderer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_RENDER_DRIVER", "")
    monkeypatch.delenv("SDL_RENDER_DRIVER")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    open_screen((800, 480), "dummy", fullscreen=False)
    pygame.display.quit()
    assert os.environ.get("SDL_RENDER_DRIVER") == renderer
