"""Every sample page at every size, in both languages and themes: nothing clipped, nothing on top of another."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pygame
import pytest

from tablekeeper.display import pages
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Item, Scene, Target
from tablekeeper.display.drawing.theme import contrast
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.engines.cocoon_world.answers import Wish
from tablekeeper.engines.core import Question
from tests.display.samples import samples
from tests.display.scene_text import compose

SIZES = ((800, 480), (1280, 720), (1920, 1080), (720, 1280))
MM_PER_PX = {(800, 480): 0.1925, (720, 1280): 0.1211, (1920, 1080): 0.1794, (1280, 720): 0.2691}
"""Pitches of the panels in tokens.toml; 1280x720 on the 15.6-inch monitor."""
LEAST_MM = 9.0
GRAINS = 0.12
"""A colour that covers less than this share of the ground behind a word is an edge or a grain."""

LAPPED = 0.12
"""A share of a thing below a button that is no mere shadow."""
SHADOW_PX = 12
ON_A_BOARD = ("space.", "boss", "edge.")
"""Targets that lie on the ways between them, or on their own shadow."""

USUAL = (Look(theme="dark", language="en"), Look(theme="light", language="fr"))
CROSSED = (Look(theme="dark", language="fr"), Look(theme="light", language="en"))
OTHERS = (Look(large=True), Look(large=True, language="fr"), Look(left_handed=True))
"""Looks that the smallest screen is tried with besides, and the largest ones with `-m slow`."""
LARGE = ((1280, 720), (1920, 1080))
TRIED = [
    *(pytest.param((size, USUAL), id=f"{size[0]}x{size[1]}") for size in SIZES),
    *(
        pytest.param(
            (size, CROSSED), id=f"{size[0]}x{size[1]}-crossed", marks=pytest.mark.slow if size in LARGE else ()
        )
        for size in SIZES
    ),
    pytest.param((SIZES[0], OTHERS), id="800x480-others"),
    pytest.param((SIZES[3], OTHERS[1:2]), id="720x1280-large"),
    *(pytest.param((size, OTHERS), id=f"{size[0]}x{size[1]}-others", marks=pytest.mark.slow) for size in LARGE),
]


class Drawn(NamedTuple):
    """Every sample page at one size of the screen."""

    size: tuple[int, int]
    scenes: list[tuple[str, Look, Scene]]


@pytest.fixture(scope="module", params=TRIED)
def drawn(request: pytest.FixtureRequest) -> Iterator[Drawn]:
    size, looks = request.param
    open_screen(size, "dummy", False)
    composer = Composer(size)
    yield Drawn(
        size,
        [
            (f"{name} {look.theme} {look.language}{' large' * look.large}", look, composer.compose(page, {}, look))
            for look in looks
            for name, page in samples()
        ],
    )
    pygame.display.quit()


def test_no_text_is_clipped_and_each_screen_says_what_to_do(drawn: Drawn) -> None:
    faults = {name: scene.clipped for name, _, scene in drawn.scenes if scene.clipped or not scene.now}
    assert not faults, "\n".join(map(str, faults.items()))


def test_targets_never_overlap_lie_on_the_screen_and_fit_a_finger(drawn: Drawn) -> None:
    screen = pygame.Rect((0, 0), drawn.size)
    least = LEAST_MM / MM_PER_PX[drawn.size] - 1
    faults: list[object] = []
    for name, _, scene in drawn.scenes:
        if not scene.targets or len({target.key for target in scene.targets}) != len(scene.targets):
            faults.append((name, "no targets, or one key twice"))
        faults += [
            (name, target.key, target.rect)
            for target in scene.targets
            if not screen.contains(target.rect) or (min(target.rect.size) < least and not target.snaps)
        ]
        for one, other in combinations(scene.targets, 2):
            if one.rect.colliderect(other.rect) and not one.snaps:
                faults.append((name, one.key, other.key))
    assert not faults, "\n".join(map(str, faults))


def test_words_never_cover_each_other(drawn: Drawn) -> None:
    faults: list[object] = []
    for name, _, scene in drawn.scenes:
        words = [item.words for item in scene.items if item.words is not None]
        for one, other in combinations(words, 2):
            if one.rect.colliderect(other.rect):
                faults.append((name, one.text, other.text))
    assert not faults, "\n".join(map(str, faults))


def test_no_button_covers_what_was_drawn_before(drawn: Drawn) -> None:
    faults = {
        (name, target.key): item.words.text if item.words is not None else item.key
        for name, _, scene in drawn.scenes
        for target in scene.targets
        for item in half_covered(scene, target)
        if not target.key.startswith(ON_A_BOARD)
    }
    assert not faults, "\n".join(map(str, faults.items()))


def half_covered(scene: Scene, target: Target) -> Iterator[Item]:
    """What lies partly below a button: neither the ground that it stands on, nor apart from it."""
    button = target.rect
    alike = (i for i, item in enumerate(scene.items) if is_picture_of(item, button))
    for item in scene.items[: next(alike, 0)]:
        if not item.picture.get_rect(topleft=(item.x, item.y)).colliderect(button):
            continue  # what is drawn of a picture need not be looked for
        rect = item.picture.get_bounding_rect().move(item.x, item.y)
        below = rect.clip(button)
        if not rect.contains(button) and below.width * below.height > LAPPED * rect.width * rect.height:
            yield item


def is_picture_of(item: Item, button: pygame.Rect) -> bool:
    """Whether a sprite is the button of this target, with its shadow."""
    picture = item.picture.get_rect(topleft=(item.x, item.y))
    corners = zip((*picture.topleft, *picture.bottomright), (*button.topleft, *button.bottomright), strict=True)
    return all(abs(a - b) <= SHADOW_PX for a, b in corners)


def test_every_word_stands_out_from_what_is_really_behind_it(drawn: Drawn) -> None:
    face = pygame.Surface(drawn.size).convert()
    faults: list[object] = []
    seen: set[tuple[object, ...]] = set()
    for name, look, scene in drawn.scenes:
        face.blit(scene.ground, (0, 0))
        for item in scene.items:
            if item.words is not None:
                for ground in grounds(face, item.words.rect.clip(face.get_rect())):
                    pair = (look.theme, item.words.colour, ground)
                    if pair not in seen and contrast(item.words.colour, ground) < 4.5:
                        faults.append((name, item.words.text, *pair, round(contrast(item.words.colour, ground), 2)))
                    seen.add(pair)
            draw(face, item)
    assert not faults, "\n".join(map(str, faults))


def draw(face: pygame.Surface, item: Item) -> None:
    face.blit(item.picture, (item.x, item.y))


def grounds(face: pygame.Surface, rect: pygame.Rect) -> list[tuple[int, int, int]]:
    """The colours that cover a good share of a rectangle, rounded a little so that a glow is one colour."""
    step = max(1, rect.width // 12)
    points = [(x, y) for x in range(rect.left, rect.right, step) for y in range(rect.top, rect.bottom, 4)]
    count: Counter[tuple[int, int, int]] = Counter()
    exact: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for point in points:
        red, green, blue, _ = face.get_at(point)
        rough = (red // 12, green // 12, blue // 12)
        count[rough] += 1
        exact[rough] = (red, green, blue)
    return [exact[rough] for rough, n in count.items() if n > GRAINS * len(points)]


def test_a_wish_in_the_dungeon_is_a_number_on_the_pad() -> None:
    page = next(page for name, page in samples() if name == "cocoon_world_pit")
    assert isinstance(page, pages.TablePage)
    wished = Question("wish", 0, tuple(Wish(ep) for ep in range(6)), {"why": "dungeon"})
    asked = dataclasses.replace(page, question=wished, secret=None)
    keys = [target.key for target in compose(asked, "en").targets]
    assert {f"number.{ep}" for ep in range(6)} <= set(keys), keys
