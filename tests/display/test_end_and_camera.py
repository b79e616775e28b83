"""Small things in the way: tags over pips, brackets beside the picture, uneven axes, a code without words."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pygame
import pytest

from tablekeeper.display import care_pages as care
from tablekeeper.display.care_screens.calibration import TAG_H, Box, frame_of_die, overlap, tag_place
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.intents import AddCorner
from tablekeeper.display.kokoro.emblem import path_through_the_wood
from tablekeeper.display.pages import EndPage, Picture
from tablekeeper.display.screens.end import ticks
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.engines.core import Event, Outcome
from tablekeeper.firmware.pages.table_pages import MOMENTS, choose_moments
from tests.display.samples import end_page

SIZE = (800, 480)


@pytest.fixture
def composer() -> Iterator[Composer]:
    open_screen(SIZE, "dummy", False)
    yield Composer(SIZE)
    pygame.display.quit()


def dice_at(*places: tuple[int, int]) -> tuple[care.FoundDie, ...]:
    return tuple(care.FoundDie(4, "red", (x, y, 60, 60)) for x, y in places)


@pytest.mark.parametrize(
    "places",
    [((0, 0), (580, 420), (580, 0), (0, 420)), ((200, 200), (200, 120), (200, 280)), ((300, 0), (300, 70), (230, 0))],
)
def test_a_value_never_covers_a_die(places: tuple[tuple[int, int], ...]) -> None:
    frames: list[Box] = [frame_of_die(die, 0.0, 60.0, 0.75) for die in dice_at(*places)]
    for frame in frames:
        x, y = tag_place(frame, 46.0, frames)
        assert 0 <= x <= 480 - 46
        assert 0 <= y <= 480 - TAG_H
        assert not any(overlap((x, y, 46.0, TAG_H), other) for other in frames)


@pytest.mark.parametrize("shape", [(480, 640), (640, 480), (400, 900)])
def test_the_brackets_stand_in_the_picture(shape: tuple[int, int], composer: Composer) -> None:
    picture = Picture(np.zeros((*shape, 3), np.uint8))
    scene = composer.compose(care.CalibrationPage(picture, (), (), 3, 4, phase="colour", body="red"), {}, Look())
    photo = next(item for item in scene.items if item.picture.get_size() not in ((0, 0), SIZE))
    brackets = next(item for item in scene.items if is_empty_inside(item.picture) and item is not photo)
    inside = photo.picture.get_rect(topleft=(photo.x, photo.y))
    assert inside.contains(brackets.picture.get_bounding_rect().move(brackets.x, brackets.y))


def is_empty_inside(picture: pygame.Surface) -> bool:
    """Whether a sprite is large and has nothing in its middle, as four brackets have."""
    w, h = picture.get_size()
    return w > 150 and h > 150 and picture.get_at((w // 2, h // 2))[3] == 0


@pytest.mark.parametrize(
    ("low", "top", "most", "found"),
    [(0, 10, 5, [0, 5, 10]), (-25, 9, 5, [-20, -10, 0]), (1, 6, 10, [1, 2, 3, 4, 5, 6]), (0, 1, 5, [0, 1]),
     (1, 23, 10, [5, 10, 15, 20])],
)  # fmt: skip
def test_axes_have_whole_numbers_at_equal_steps(low: int, top: int, most: int, found: list[int]) -> None:
    assert list(ticks(low, top, most)) == found


def test_the_code_says_what_it_is_for_and_covers_it_not(composer: Composer) -> None:
    code = tuple(tuple((x + y) % 2 == 0 for x in range(41)) for y in range(41))
    page = EndPage("kokoro", None, Outcome((0,), "most_points", "end.most_points", (7,)), {0: "Ann"}, code=code)
    for language, words in (("en", "Scan to keep"), ("fr", "Scannez pour noter")):
        scene = composer.compose(page, {"tab": "code"}, Look(language=language))
        caption = next(item for item in scene.items if item.words is not None and item.words.text.startswith(words))
        drawn = max((item for item in scene.items if item.words is None), key=lambda item: item.picture.get_height())
        assert caption.words is not None
        assert drawn.picture.get_rect(topleft=(drawn.x, drawn.y)).bottom <= caption.words.rect.top
        assert not scene.clipped


def test_the_story_keeps_what_changed_most_and_the_end() -> None:
    told = [Event("ep_gained", "turn.match", 0, {"ep": n % 5, "was": 0, "now": 0}) for n in range(40)]
    told.append(Event("game_ended", "end.most_ep", 0, {"ep": 9}))
    story = choose_moments(told)
    assert len(story) == MOMENTS
    assert story[-1].kind == "game_ended"
    assert all(event.facts["ep"] == 4 for event in story[:-1])
    assert choose_moments([]) == ()
    won = choose_moments([Event(kind, "", 0, {}) for kind in "aabbbbbbbcdde"], {"a", "b", "c"})
    assert "aabbce" == "".join(event.kind for event in won)
    assert choose_moments(told[:1]) == tuple(told[:1])


def test_only_what_there_is_to_see_has_a_tab_and_a_team_that_won_wears_one_crown(composer: Composer) -> None:
    whole = end_page("cocoons")
    won = replace(whole, outcome=whole.outcome._replace(winners=tuple(range(4))), points=(), dice={}, code=())
    scene = composer.compose(won, {}, Look())
    assert {"tab.bars", "tab.story", "tab.evenings"} == {t.key for t in scene.targets if t.key.startswith("tab.")}
    assert {"Ann", "Ben", "Chloé", "Dai"} <= {item.words.text for item in scene.items if item.words is not None}
    assert "0" not in {item.words.text for item in scene.items if item.words is not None}


def test_the_path_on_the_menu_has_no_kink() -> None:
    found = path_through_the_wood()
    slopes = [(by - ay) / (bx - ax) for (ax, ay), (bx, by) in itertools.pairwise(found)]
    assert len(found) > 40
    assert max(abs(after - before) for before, after in itertools.pairwise(slopes)) < 0.6


def test_a_calibration_page_with_many_dice_clips_nothing(composer: Composer) -> None:
    picture = Picture(np.zeros((480, 640, 3), np.uint8))
    page = care.CalibrationPage(picture, dice_at((100, 100), (200, 100), (300, 100)), (), 3, 4, ready=True)
    for one in (page, replace(page, dice=())):
        assert not composer.compose(one, {}, Look()).clipped


def test_the_middle_of_a_long_side_becomes_a_corner_until_there_are_enough(composer: Composer) -> None:
    picture = Picture(np.zeros((480, 640, 3), np.uint8))
    square = ((40.0, 40.0), (600.0, 40.0), (600.0, 440.0), (40.0, 440.0))
    ways = np.arange(care.MOST_CORNERS) * (2 * np.pi / care.MOST_CORNERS)
    many = tuple((float(320 + 300 * np.cos(way)), float(240 + 220 * np.sin(way))) for way in ways)
    found = []
    for outline in (square, many):
        page = care.CalibrationPage(picture, (), (), 2, 4, phase="empty", ready=True, outline=outline)
        acts = [target.act for target in composer.compose(page, {}, Look()).targets]
        found.append([act.after for act in acts if isinstance(act, AddCorner)])
    assert found == [[0, 1, 2, 3], []]
