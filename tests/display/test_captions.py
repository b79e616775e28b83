"""Captions: whatever stands on the screen, a caption covers nothing that is read."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Scene
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.hands import Hands
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.window.sound import SIGNALS
from tablekeeper.display.window.window import Window
from tablekeeper.display.words.texts import shipped_texts
from tests.display.samples import samples

FRENCH = Look(language="fr")
LARGE = Look(language="fr", large=True)
LEFT = Look(theme="light", left_handed=True)
TRIED = (((480, 320), LARGE), ((480, 320), LEFT), ((800, 480), LARGE), ((480, 800), FRENCH), ((720, 1280), LARGE))
"""The smallest screens, both ways round, with the words that are longest."""


@pytest.fixture(params=TRIED, ids=lambda tried: f"{tried[0][0]}x{tried[0][1]}{'-left' * tried[1].left_handed}")
def drawn(request: pytest.FixtureRequest) -> Iterator[tuple[Composer, Look, list[tuple[str, Scene]]]]:
    size, look = request.param
    open_screen(size, "dummy", False)
    composer = Composer(size)
    yield composer, look, [(name, composer.compose(page, {}, look)) for name, page in samples()]
    pygame.display.quit()


def longest_caption(look: Look) -> str:
    """The signal with the most words."""
    return max(SIGNALS, key=lambda name: len(shipped_texts(look.language).say(f"sound.{name}")))


def test_a_caption_covers_nothing_that_is_read(drawn: tuple[Composer, Look, list[tuple[str, Scene]]]) -> None:
    composer, look, scenes = drawn
    hands, page = Hands(composer.size), dict(samples())["menu"]
    covered = []
    for name, scene in scenes:
        places = composer.overlay(page, scene, hands, look, longest_caption(look))
        pill = pygame.Rect(places[0][1:], places[0][0].get_size())
        assert pygame.Rect((0, 0), composer.size).contains(pill), (name, pill)
        covered += [
            (name, item.words.text if item.words else "in a picture", rect)
            for item in scene.items
            for rect in item.read()
            if rect.colliderect(pill)
        ]
    assert not covered, "\n".join(map(str, covered))


def test_a_caption_stays_where_it_is_while_the_screen_does() -> None:
    window = Window((800, 480), driver="dummy")
    window.show(dict(samples())["menu"])
    window.draw(0.0)
    window.signal("turn")
    assert window.draw(1.0)
    assert window.draw(1.1) == []
    window.close()


def test_what_is_written_in_a_picture_counts_as_read() -> None:
    open_screen((800, 480), "dummy", False)
    scene = Composer((800, 480)).compose(dict(samples())["cocoon_world_roll_opening"], {}, Look())
    written = [rect for item in scene.items if item.words is None for rect in item.read()]
    pygame.display.quit()
    assert len(written) >= 4
    assert all(pygame.Rect((0, 0), (800, 480)).contains(rect) for rect in written)
