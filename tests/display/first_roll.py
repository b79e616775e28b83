"""The pictures of docs/build/first-roll.md: a first evening that the program itself walks, with simulated hands."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents, pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.window.window import Window
from tablekeeper.firmware.errands.wizard import CHOICES, Wizard
from tests.display.photographs import photograph
from tests.firmware.sitting import Sitting, simulated_devices

STEPS = ("language", "table", "camera", "light", "tray", "dice", "magnets", "names", "menu", "setup", "roll", "read")
"""One picture each, in this order."""
SIZE, SHOWN = (800, 480), (400, 240)


def phase(name: str) -> Callable[[Any], bool]:
    """Whether the camera's setup is here and has seen enough."""
    return lambda page: isinstance(page, care.CalibrationPage) and page.phase == name and page.ready


def walk() -> Iterator[Page]:
    """The page of each step."""
    with tempfile.TemporaryDirectory() as home:
        sitting = Sitting(Path(home), simulated_devices)
        try:
            yield from _wizard(sitting)
            yield from _game(sitting)
        finally:
            sitting.close()


def _wizard(sitting: Sitting) -> Iterator[Page]:
    sitting.program.begin_errand(Wizard(sitting.program))
    first = sitting.step()
    yield care.WizardPage(first.name, first.choices, first.chosen, 1, 6)
    table = sitting.intent(intents.Chose("language", "en"))
    yield care.WizardPage(table.name, table.choices, "real", 2, 6)
    yield care.WizardPage("camera", CHOICES["camera"], "pi", 3, 6)
    sitting.intent(intents.Chose("table", "simulated"))
    sitting.screen.wanted.append(intents.Chose("look", "now"))
    yield sitting.until(phase("light"))
    sitting.intent(intents.Calibrated(True))
    yield sitting.until(phase("empty"))
    sitting.intent(intents.Calibrated(True))
    yield sitting.until(phase("colour"))
    while sitting.until(phase_any).phase == "colour":
        sitting.intent(intents.Calibrated(True))
    sitting.intent(intents.Calibrated(True))
    sitting.screen.wanted.append(intents.Chose("magnets", "now"))
    yield sitting.until(lambda page: isinstance(page, care.MagnetPage) and page.cell == 5)
    sitting.until(lambda page: isinstance(page, care.MagnetPage) and page.cell == 0)
    sitting.intent(intents.Continue())
    yield care.NamesPage(("Ann", "Ben"), 8, 6, 6)
    sitting.intent(intents.NamePlayers(("Ann", "Ben")))


def phase_any(page: Any) -> bool:
    """Whether the camera's setup has seen enough of whatever it looks for."""
    return isinstance(page, care.CalibrationPage) and page.ready


def _game(sitting: Sitting) -> Iterator[Page]:
    yield sitting.step()
    yield sitting.intent(intents.OpenSetup("cocoon_world"))
    sitting.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("red", "blue"), table="real"))
    yield sitting.intent(intents.Answered("begin red"))
    loop = sitting.program.loop
    assert loop is not None
    sitting.until(lambda page: len(loop.session.history.played) > 1)
    yield sitting.until(lambda page: isinstance(page, pages.TablePage) and not page.note)


def draw(out: Path) -> None:
    """Write a picture of each step."""
    out.mkdir(parents=True, exist_ok=True)
    window = Window(SIZE, "dark", "en", driver="dummy", captions=False)
    for number, (name, page) in enumerate(zip(STEPS, walk(), strict=True), 4):
        small = cv2.resize(photograph(window, page), SHOWN, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(out / f"{number:02}_{name}.png"), small, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    window.close()
