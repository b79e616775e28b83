"""The rules are two touches away, from the menu and from the table, and closing them leads back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.display import intents, pages
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.rules_pages import RulesPage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.engines.catalogue import NAMES
from tests.firmware.sitting import Sitting


@pytest.fixture(scope="module")
def composer() -> Composer:
    open_screen((800, 480), "dummy", False)
    return Composer((800, 480))


def touch(sitting: Sitting, composer: Composer, key: str) -> object:
    """Touch what stands on the page under this key."""
    targets = composer.compose(sitting.screen.page, {}, Look()).targets
    act = next(target.act for target in targets if target.key == key)
    assert isinstance(act, intents.Intent)
    return sitting.intent(act)


@pytest.mark.parametrize("game", NAMES)
def test_two_touches_from_the_menu(game: str, tmp_path: Path, composer: Composer) -> None:
    sitting = Sitting(tmp_path)
    sitting.step()
    touch(sitting, composer, f"game.{game}")
    page = touch(sitting, composer, "rules")
    assert isinstance(page, RulesPage)
    assert page.game == game
    assert isinstance(touch(sitting, composer, "back"), pages.SetupPage)
    sitting.close()


@pytest.mark.parametrize("game", NAMES)
def test_two_touches_from_the_table(game: str, tmp_path: Path, composer: Composer) -> None:
    sitting = Sitting(tmp_path)
    sitting.intent(intents.StartGame(game, ("Ann", "Ben"), (), table="real"))
    page = touch(sitting, composer, "why")
    if isinstance(page, pages.WhyPage):
        page = touch(sitting, composer, "rules")
    assert isinstance(page, RulesPage)
    assert page.question is not None
    assert isinstance(touch(sitting, composer, "back"), pages.TablePage)
    sitting.close()
