"""On the smallest screen, 480x320, every word finds room, in either language and as large as people want it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest

from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Scene
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tests.display.samples import samples

SIZE = (480, 320)
LOOKS = [
    pytest.param(Look(), id="en"),
    pytest.param(Look(language="fr", large=True), id="fr-large"),
    pytest.param(Look(language="fr"), id="fr", marks=pytest.mark.slow),
    pytest.param(Look(large=True), id="en-large", marks=pytest.mark.slow),
]

Drawn = list[tuple[str, Scene]]


@pytest.fixture(scope="module", params=LOOKS)
def drawn(request: pytest.FixtureRequest) -> Iterator[Drawn]:
    open_screen(SIZE, "dummy", False)
    composer = Composer(SIZE)
    yield [(name, composer.compose(page, {}, request.param)) for name, page in samples()]
    pygame.display.quit()


def test_no_word_is_clipped_and_each_page_says_what_to_do(drawn: Drawn) -> None:
    cut = [(name, scene.clipped or "nothing to do") for name, scene in drawn if scene.clipped or not scene.now]
    assert not cut, cut


def test_words_do_not_lie_on_each_other_and_targets_lie_on_the_screen(drawn: Drawn) -> None:
    faults: list[object] = []
    for name, scene in drawn:
        words = [item.words for item in scene.items if item.words is not None]
        faults += [(name, a.text, b.text) for a, b in combinations(words, 2) if a.rect.colliderect(b.rect)]
        faults += [(name, t.key) for t in scene.targets if not pygame.Rect((0, 0), SIZE).contains(t.rect)]
        faults += [
            (name, a.key, b.key) for a, b in combinations(scene.targets, 2)
            if a.rect.colliderect(b.rect) and not a.snaps
        ]  # fmt: skip
    assert not faults, "\n".join(map(str, faults))
