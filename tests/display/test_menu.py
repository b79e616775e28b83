"""Everything that the menu offers is reached, however little room there is."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from tablekeeper.display import intents, pages
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tests.display.samples import MENU, NOTICE, PEOPLE, standing

UNFINISHED = pages.Unfinished("cocoon_world", PEOPLE, turn=3)
ALWAYS = {intents.OpenPhones(), intents.OpenDice(), intents.OpenEvenings(), intents.OpenSettings(),
          intents.OpenDoctor(), intents.Quit(), *(intents.OpenSetup(game) for game, _, _ in MENU)}  # fmt: skip
REPAIRED = (*pages.ALL_WELL[:2], pages.Light("saving", "doubt", NOTICE))
WAITING = pages.MenuPage(MENU, UNFINISHED, standing()[:3], more=4)
MORE_GAMES = (*MENU, ("pig", 1, 8), ("go", 2, 2))
FULL = {
    "fresh": (pages.MenuPage(MENU), ALWAYS),
    "waiting": (WAITING, {*ALWAYS, intents.Continue(), intents.OpenUnfinished()}),
    "repaired": (replace(WAITING, health=REPAIRED), {*ALWAYS, intents.Continue(), intents.OpenUnfinished()}),
    "careful": (replace(WAITING, safe=True), {*ALWAYS, intents.Continue(), intents.OpenUnfinished(), intents.Export()}),
    "many": (replace(WAITING, games=MORE_GAMES, health=REPAIRED), {*ALWAYS, intents.OpenSetup("go")}),
}


@pytest.fixture(scope="module", params=[(480, 320), (800, 480), (1280, 720), (720, 1280)], ids=str)
def composer(request: pytest.FixtureRequest) -> Composer:
    open_screen(request.param, "dummy", False)
    return Composer(request.param)


def reached(composer: Composer, page: pages.MenuPage, look: Look, ui: dict[str, object], turns: int) -> set[object]:
    """What is offered, here or after so many turns of the page."""
    targets = composer.compose(page, ui, look).targets
    found: set[object] = {target.act for target in targets if not isinstance(target.act, Local)}
    for target in targets if turns else ():
        if isinstance(target.act, Local):
            found |= reached(composer, page, look, {**ui, target.act.name: target.act.value}, turns - 1)
    return found


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", FULL)
def test_everything_that_the_menu_offers_is_two_touches_away(
    composer: Composer, kind: str, language: str, large: bool
) -> None:
    page, expected = FULL[kind]
    look = Look(language=language, large=large)
    turns = 2 if kind == "many" else 1
    assert not expected - reached(composer, page, look, {}, turns)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", FULL)
def test_the_list_of_the_menu_is_whole_and_its_targets_are_apart(composer: Composer, kind: str, language: str) -> None:
    for large in (False, True):
        scene = composer.compose(FULL[kind][0], {"first": "tools"}, Look(language=language, large=large))
        assert not scene.clipped
        boxes = [target.rect for target in scene.targets]
        assert not [box for i, box in enumerate(boxes) if pygame.Rect.collidelistall(box, boxes[i + 1 :])]
