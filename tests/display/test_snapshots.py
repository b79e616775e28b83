"""Every screen compared with its kept scene, line by line, and a few with a picture.

`make golden` keeps them anew; then read the difference.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from tablekeeper.display import care_pages as care
from tablekeeper.display import pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.drawing.theme import THEMES
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES
from tests.display.care_samples import UNREADABLE, calibration_page, doctor_page, tried_pages
from tests.display.samples import (
    MENU,
    PEOPLE,
    dice_page,
    doubt_page,
    end_page,
    hands_pages,
    phone_pages,
    promised_pages,
    steps,
    table_pages,
    why_page,
)
from tests.display.scene_text import compose, describe, differences

SCENES = Path(__file__).parent / "scenes"
KEPT = Path(__file__).parent / "snapshots"
OUT = Path(__file__).parents[2] / "out" / "snapshots"
THUMB = (50, 30)
"""One pixel for 16 by 16: pygame and pygame-ce place letters up to 3 % apart, which finer pictures would show."""
OLD = pygame.version.vernum < (2, 5)
"""Its wider letters turn the words of a narrow button into a sign."""
MEAN = 4.0 if OLD else 3.0
"""How far the colours may lie apart on average, of 255."""
WORST = 255 if OLD else 80
"""And how far the worst place of the thumbnail may."""
OPENING = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]
HANDS = tuple(name for name, _ in hands_pages())
PAGES: dict[str, Page] = {
    **dict(hands_pages()),
    "menu": pages.MenuPage(MENU, unfinished=pages.Unfinished("cocoon_world", PEOPLE, turn=3)),
    "setup": pages.SetupPage("kokoro", 1, 8, PEOPLE, players=4),
    "dice": dice_page(),
    "doubt": doubt_page(),
    "why": why_page(),
    **dict(promised_pages()),
    "calibration": calibration_page(),
    "doctor": doctor_page(),
    "by_hand": dict(tried_pages(calibration_page().picture))["hands_focus"],
    "trouble": care.TroublePage("full", UNREADABLE, 2),
    "settings": care.SettingsPage({}),
    "resume": pages.ResumePage("cocoon_world", OPENING.view, OPENING.question, OPENING.names, stopped_at="21:14"),
    "timeline": pages.TimelinePage("cocoon_world", steps(), OPENING.names, can_take_back=11),
    "camera_lost": replace(OPENING, note="camera_lost"),
    "over": replace(OPENING, question=None),
    **dict(phone_pages()),
    **{f"end_{game}": end_page(game) for game in NAMES},
    **{
        name: page
        for game in NAMES
        for name, page in table_pages(game)
        if not name.endswith(("_crowd", "_virtual")) or "act" in name
    },
}
"""Every screen, and every kind of question of every game."""
PICTURED = ("menu", "doubt", "calibration", "timeline", "cocoon_world_roll_opening", "cocoons_turn", "kokoro_act",
            "chocobo_action", "end_kokoro")  # fmt: skip
"""The screens of which a picture is kept: the pixels of every game and of every kind of drawing."""
IN_FRENCH = ("menu", "timeline", "why", "why_promised", "why_thinking", "cocoon_world_roll_opening", *HANDS)
SCENES_KEPT = [(name, "en") for name in sorted(PAGES)] + [(name, "fr") for name in IN_FRENCH]


@pytest.mark.parametrize(("name", "language"), SCENES_KEPT)
def test_a_scene_is_as_it_was(name: str, language: str) -> None:
    path = SCENES / f"{name}.{language}.txt"
    found = describe(PAGES[name], compose(PAGES[name], language))
    if os.environ.get("KEEP_SNAPSHOTS"):
        path.write_text(found, encoding="utf-8")
    apart = differences(path.read_text(encoding="utf-8"), found)
    assert not apart, "\n".join([f"{path.name} differs; if it is right now: make golden", *apart])


def thumbnail(name: str, theme: str) -> pygame.Surface:
    """The screen, scaled down so that a font's last pixel does not matter."""
    window = Window((800, 480), theme, "en", driver="dummy")
    window.show(PAGES[name])
    window.draw(0.0)
    window.draw(5.0)
    small = pygame.transform.smoothscale(window.screen, THUMB)
    window.close()
    return small


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PICTURED)
def test_a_screen_looks_as_it_did(name: str, theme: str) -> None:
    path = KEPT / f"{name}_{theme}.png"
    found = thumbnail(name, theme)
    if os.environ.get("KEEP_SNAPSHOTS") and not (path.exists() and look_alike(pygame.image.load(str(path)), found)):
        pygame.image.save(found, str(path))
    expected = pygame.image.load(str(path))
    alike = look_alike(expected, found)
    if not alike:
        lay_side_by_side(expected, found, OUT / path.name)
    assert alike, f"{path.name} looks different (see {OUT / path.name}); if it is right now: make golden"


def look_alike(expected: pygame.Surface, found: pygame.Surface) -> bool:
    """Whether two thumbnails differ by no more than letters do."""
    apart = np.abs(pygame.surfarray.array3d(found).astype(int) - pygame.surfarray.array3d(expected).astype(int))
    return bool(apart.mean() <= MEAN and apart.max() <= WORST)


def test_everything_that_is_kept_is_compared() -> None:
    assert {path.name for path in KEPT.iterdir()} == {f"{name}_{theme}.png" for name in PICTURED for theme in THEMES}
    assert {path.name for path in SCENES.iterdir()} == {f"{name}.{language}.txt" for name, language in SCENES_KEPT}


def lay_side_by_side(expected: pygame.Surface, found: pygame.Surface, path: Path) -> None:
    """Save both thumbnails, what was expected on the left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    both = pygame.Surface((2 * THUMB[0] + 2, THUMB[1]))
    both.blit(expected, (0, 0))
    both.blit(found, (THUMB[0] + 2, 0))
    pygame.image.save(pygame.transform.scale(both, (both.get_width() * 8, both.get_height() * 8)), str(path))
