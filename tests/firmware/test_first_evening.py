"""The first evening: the wizard, the camera's setup and the magnets, with simulated hands that do what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.care_pages import CalibrationPage, MagnetPage, NamesPage, WizardPage
from tablekeeper.display.pages import MenuPage, TablePage
from tablekeeper.engines.core import Roll
from tablekeeper.firmware.errands.calibrating import PARTS, Calibrating
from tablekeeper.firmware.errands.wizard import Wizard
from tablekeeper.firmware.senses.camera.known_tray import CALIBRATION
from tablekeeper.firmware.settings.config import load_config
from tablekeeper.firmware.simulated.simulated_devices import SimulatedDevices
from tablekeeper.vision import Calibration
from tests.firmware.sitting import Sitting, simulated_devices


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(tmp_path, simulated_devices)
    yield made
    made.close()


def part(phase: str, body: str = "") -> Any:
    """Whether a page is this step of the camera's setup, and has seen enough."""
    return lambda page: isinstance(page, CalibrationPage) and (page.phase, page.body, page.ready) == (phase, body, True)


def show_colours(sitting: Sitting, *wanted: str) -> CalibrationPage:
    """Go through the colours: some dice are shown, the others left out; the last look at all."""
    for _, colour in (one for one in PARTS if one.phase == "colour"):
        if colour in wanted:
            page = sitting.until(part("colour", colour))
            assert {die.value for die in page.dice} == {2, 4, 5}
            sitting.intent(intents.Calibrated(True))
        else:
            sitting.intent(intents.SkipStep())
    found: CalibrationPage = sitting.until(part("dice"))
    return found


def test_a_whole_first_evening_ends_with_a_table_that_reads_its_own_dice(sitting: Sitting, tmp_path: Path) -> None:
    sitting.program.begin_errand(Wizard(sitting.program))
    page = sitting.step()
    assert isinstance(page, WizardPage)
    assert page.choices == ("en", "fr")
    page = sitting.intent(intents.Chose("language", "fr"))
    assert page.name == "table"
    page = sitting.intent(intents.Chose("table", "simulated"))
    assert page.name == "look"
    sitting.screen.wanted.append(intents.Chose("look", "now"))
    sitting.until(part("light"))
    sitting.intent(intents.Calibrated(True))
    page = sitting.until(part("empty"))
    assert [check.state for check in page.checks] == ["ok"] * 3
    sitting.intent(intents.Calibrated(True))
    page = show_colours(sitting, "red", "blue", "black")
    assert sorted((die.value, die.body) for die in page.dice) == [(3, "black"), (3, "blue"), (3, "red")]
    page = sitting.intent(intents.Calibrated(True))
    assert page.name == "magnets"
    sitting.screen.wanted.append(intents.Chose("magnets", "now"))
    page = sitting.until(lambda page: isinstance(page, MagnetPage) and page.cell == 0)
    assert (page.answered, page.state) == ((True,) * 9, "ok")
    page = sitting.intent(intents.Continue())
    assert isinstance(page, NamesPage)
    page = sitting.intent(intents.NamePlayers(("Zoé", "Yann")))
    assert isinstance(page, MenuPage)
    settings = load_config(tmp_path, environment={}).settings
    assert (settings.table.language, settings.camera.backend, settings.table.players) == (
        "fr", "simulated", ("Zoé", "Yann"),
    )  # fmt: skip
    known = Calibration.from_toml((tmp_path / CALIBRATION).read_text(encoding="utf-8"))
    assert set(known.samples) == {"red", "blue", "black"}
    assert sitting.intent(intents.OpenSetup("cocoon_world")).names[:2] == ("Zoé", "Yann")


def test_a_game_reads_its_rolls_with_what_the_setup_learned(sitting: Sitting, tmp_path: Path) -> None:
    calibrate(sitting)
    devices = sitting.program.devices
    assert isinstance(devices, SimulatedDevices)
    sitting.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("red", "blue"), table="real"))
    sitting.intent(intents.Answered("begin red"))
    loop = sitting.program.loop
    assert loop is not None
    sitting.until(lambda page: len(loop.session.history.played) > 1)
    rolled = loop.session.history.played[1]
    assert isinstance(rolled.answer, Roll)
    assert rolled.source == "camera"
    thrown = {(die.body, die.value) for die in devices.table.tray.dice}
    assert thrown == set(zip(("red", "red", "black"), rolled.answer.values, strict=True))
    assert ("read" in sitting.screen.signals, len(sitting.program.recorder.shots) > 3) == (True, True)


def calibrate(sitting: Sitting, *moves: intents.Intent) -> None:
    """Set up the camera for red, blue and black dice."""
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    sitting.intent(intents.Calibrated(True))
    sitting.until(part("empty"))
    for move in moves:
        sitting.intent(move)
    sitting.until(part("empty"))
    sitting.intent(intents.Calibrated(True))
    show_colours(sitting, "red", "blue", "black")
    sitting.intent(intents.Calibrated(True))


def test_a_corner_that_somebody_moved_is_kept(sitting: Sitting, tmp_path: Path) -> None:
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    sitting.intent(intents.Calibrated(True))
    before = sitting.until(part("empty")).outline[0]
    sitting.intent(intents.MoveCorner(0, 0.05, 0.02))
    after = sitting.until(part("empty")).outline
    width, height = 640, 480
    assert after[0] == pytest.approx((before[0] + 0.05 * width, before[1] + 0.02 * height), abs=1)
    sitting.intent(intents.Calibrated(False))
    for _ in range(5):
        sitting.step()
    assert sitting.until(part("empty")).outline[0] != after[0]


def test_a_corner_that_somebody_added_is_one_more_point_of_the_outline(sitting: Sitting, tmp_path: Path) -> None:
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    sitting.intent(intents.Calibrated(True))
    before = sitting.until(part("empty")).outline
    sitting.intent(intents.AddCorner(3))
    after = sitting.until(part("empty")).outline
    middle = tuple((one + other) / 2 for one, other in zip(before[3], before[0], strict=True))
    assert (len(before), len(after), after[:4], after[4]) == (4, 5, before, pytest.approx(middle))
    for _ in range(20):
        sitting.intent(intents.AddCorner(0))
    assert len(sitting.until(part("empty")).outline) == 12


def test_too_few_dice_are_asked_for_again_and_leaving_keeps_nothing(sitting: Sitting, tmp_path: Path) -> None:
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    errand = sitting.program.errands[-1]
    assert isinstance(errand, Calibrating)
    sitting.intent(intents.Calibrated(True))
    sitting.until(part("empty"))
    errand.shown.append((errand.eye.latest.bgr(), "red"))  # type: ignore[union-attr]
    sitting.intent(intents.Calibrated(True))
    for _ in range(7):
        page = sitting.intent(intents.SkipStep())
    assert (page.phase, page.body, page.says) == ("colour", "red", "too_few")
    assert isinstance(sitting.intent(intents.Back()), MenuPage)
    assert not (tmp_path / CALIBRATION).exists()


def test_dice_in_the_tray_are_no_answer_while_the_camera_is_set_up(sitting: Sitting) -> None:
    sitting.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("red", "blue"), table="real"))
    sitting.intent(intents.Answered("begin red"))
    loop = sitting.program.loop
    assert loop is not None
    sitting.intent(intents.OpenDoctor())
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    sitting.program.devices.lay([("red", 3), ("red", 4), ("black", 5)])
    for _ in range(40):
        sitting.step()
    assert len(loop.session.history.played) == 1
    sitting.intent(intents.Back())
    assert isinstance(sitting.intent(intents.Back()), TablePage)
    sitting.until(lambda page: len(loop.session.history.played) > 1 or loop.counts.asked > 0)
    assert loop.counts.asked or loop.session.history.played[1].source == "camera"


def test_a_second_touch_that_leaves_the_last_colour_out_leaves_nothing_else_out(sitting: Sitting) -> None:
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    sitting.intent(intents.Calibrated(True))
    sitting.until(part("empty"))
    sitting.intent(intents.Calibrated(True))
    sitting.until(part("colour", "red"))
    sitting.intent(intents.Calibrated(True))
    for _ in range(1, len([one for one in PARTS if one.phase == "colour"])):
        sitting.intent(intents.SkipStep())
    sitting.intent(intents.SkipStep())
    assert sitting.until(part("dice")).dice


def test_a_camera_that_goes_away_leaves_a_page_that_says_so(sitting: Sitting) -> None:
    devices = sitting.program.devices
    assert isinstance(devices, SimulatedDevices)
    sitting.screen.wanted.append(intents.OpenCalibration())
    sitting.until(part("light"))
    devices.table.fault("camera_unplugged")
    page = sitting.until(lambda page: page.picture is None)
    assert "bad" == {light.name: light.state for light in page.health}["camera"]
    devices.table.fault("camera_unplugged", False)
    sitting.until(part("light"))


def test_a_table_by_touch_is_asked_for_no_devices(sitting: Sitting) -> None:
    sitting.program.begin_errand(Wizard(sitting.program))
    sitting.intent(intents.Chose("language", "en"))
    page = sitting.intent(intents.Chose("table", "touch"))
    assert isinstance(page, NamesPage)
    page = sitting.intent(intents.Back())
    assert page.name == "table"
