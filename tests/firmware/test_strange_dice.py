"""Dice of any colour that the reader can name may lie in the tray: the screen has words and a look for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display import pages as p
from tablekeeper.display.window.window import Window
from tablekeeper.display.words.texts import LANGUAGES
from tablekeeper.firmware.senses.arbiter import colour_of
from tablekeeper.vision.colours import NAMES
from tablekeeper.vision.reading import Die
from tests.conftest import Clock
from tests.firmware.fakes import Table


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    made = Window((800, 480), driver="dummy", calm=True)
    yield made
    made.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("body", NAMES)
def test_a_strange_die_is_named_on_the_table(body: str, language: str, window: Window, tmp_path: Path) -> None:
    table = Table(tmp_path / "j", Clock())
    table.intent(intents.Answered("begin red"))
    window.adjust("language", language)
    for dice in ([(3, body, 10)], [(3, body, 10), (4, body, 100)]):
        page = table.see(*dice)
        assert page.note == "wrong_dice"
        window.show(page)
        window.draw(table.clock())
    table.journal.close()


@pytest.mark.parametrize("body", NAMES)
def test_a_strange_die_is_shown_while_the_camera_is_set_up(body: str, window: Window) -> None:
    found = care.FoundDie(3, colour_of(Die(3, 0.9, body, "black", (5, 5, 20, 20))), (5, 5, 20, 20), True)
    picture = p.Picture(np.full((60, 80, 3), 90, np.uint8))
    window.show(care.CalibrationPage(picture, (found,), phase="dice", steps=3))
    window.draw(0.0)
    assert window.scene is not None
    assert not window.scene.clipped
