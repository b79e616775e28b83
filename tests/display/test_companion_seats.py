"""Where people seat the companion they choose how well it plays, on any screen and in either language."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from tablekeeper.display import pages
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local, Scene, Target
from tablekeeper.display.intents import StartGame
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core.game import STRENGTHS
from tests.display.samples import PEOPLE

PAGE = pages.SetupPage("cocoon_world", 1, 5, PEOPLE, strengths=("good", "strong"))
SEATED: dict[str, Any] = {"people": (4, (1, 3))}


@pytest.fixture(params=[(480, 320), (800, 480), (720, 1280)], ids=str)
def composer(request: pytest.FixtureRequest) -> Composer:
    open_screen(request.param, "dummy", False)
    return Composer(request.param)


def target(scene: Scene, key: str) -> Target:
    return next(target for target in scene.targets if target.key == key)


def words(scene: Scene) -> list[str]:
    return [item.words.text for item in scene.items if item.words is not None]


def start(scene: Scene) -> StartGame:
    act = target(scene, "start").act
    assert isinstance(act, StartGame)
    return act


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_touch_on_the_companion_takes_its_next_strength(composer: Composer, language: str, large: bool) -> None:
    look, texts, ui = Look(language=language, large=large), shipped_texts(language), dict(SEATED)
    for strength in ("good", "strong", "good"):
        scene = composer.compose(PAGE, ui, look)
        assert [texts.say(f"setup.strength_{strength}")] * 2 == [
            said for said in words(scene) if said in {texts.say(f"setup.strength_{each}") for each in STRENGTHS}
        ]
        assert ((1, 3), strength) == (start(scene).companions, start(scene).strength)
        act = target(scene, "strength.3").act
        assert isinstance(act, Local)
        ui[act.name] = act.value


def test_a_game_with_one_strength_offers_no_choice(composer: Composer) -> None:
    page = pages.SetupPage("kokoro", 1, 8, PEOPLE)
    scene = composer.compose(page, {**SEATED, "strength": "strong"}, Look())
    assert not [target.key for target in scene.targets if target.key.startswith("strength.")]
    assert "good" == start(scene).strength


def test_a_person_has_no_strength(composer: Composer) -> None:
    scene = composer.compose(PAGE, SEATED, Look())
    assert {"strength.1", "strength.3"} == {t.key for t in scene.targets if t.key.startswith("strength.")}
    pygame.display.quit()
