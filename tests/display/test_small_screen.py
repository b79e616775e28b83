"""On the smallest screen, 480x320, what is to be done now is never cut, in either language."""

from __future__ import annotations

import pygame
import pytest

from tablekeeper.display.drawing.look import Look
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import LANGUAGES
from tests.display.samples import samples

SIZE = (480, 320)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_one_line_finds_room(language: str) -> None:
    open_screen(SIZE, "dummy", False)
    composer, cut = Composer(SIZE), []
    for name, page in samples():
        scene = composer.compose(page, {}, Look(language=language))
        if scene.now in scene.clipped or not scene.now:
            cut.append((name, scene.now))
    pygame.display.quit()
    assert not cut, cut
