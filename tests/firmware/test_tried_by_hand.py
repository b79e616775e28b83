"""The doctor's tests by hand in the window: each device of a table, shown live, told, and printed at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display.words.texts import Said
from tablekeeper.firmware.errands.checkup import PAGE
from tablekeeper.firmware.program.program import Program
from tablekeeper.firmware.program.table_devices import TableDevices
from tablekeeper.firmware.simulated.turns import Turns
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tests.firmware.sitting import Sitting, simulated_devices

REAL = '[box]\nbackend = "real"\n[camera]\nbackend = "none"\n'


def real_devices(program: Program) -> TableDevices:
    """The program takes its pins for real; nobody serves the workers but the test."""
    table = SimulatedTable(seed=3)
    table.open()
    return TableDevices(program.inbox, table, Turns())


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path, simulated_devices)
    sitting.intent(intents.OpenDoctor())
    yield sitting
    sitting.close()


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Sitting]:
    (tmp_path / "config.toml").write_text(REAL)
    sitting = Sitting(tmp_path, real_devices)
    sitting.intent(intents.OpenDoctor())
    yield sitting
    sitting.close()


def finding_of(page: care.DoctorPage, name: str) -> care.Finding:
    return next(finding for finding in page.findings if finding.name == name)


def end(sitting: Sitting) -> care.Finding:
    """Go on from what was found, back to the doctor's row."""
    name = sitting.screen.page.name
    sitting.intent(intents.Continue())
    return finding_of(sitting.step(), name)


def do(sitting: Sitting, script: str) -> Any:
    """Simulated hands at the pins, and the workers that notice."""
    devices = sitting.program.devices
    assert isinstance(devices, TableDevices)
    table = devices.table
    assert isinstance(table, SimulatedTable)
    table.hands.act(script)
    assert isinstance(devices.serving, Turns)
    for worker in devices.serving.listening:
        worker.report_due()
    return sitting.step()


def test_the_camera_is_mounted_with_its_picture_on_the_screen(simulated: Sitting) -> None:
    page = simulated.intent(intents.Test("sight"))
    assert isinstance(page, care.HandsPage)
    page = simulated.until(lambda page: page.picture is not None)
    assert (page.ask, page.live) == (Said("hands.sight"), Said("hands.sight_well"))
    assert page.gauge == care.Gauge(1.0, 1.0)
    assert simulated.program.devices.eye is not None
    assert simulated.program.devices.eye.paused
    page = simulated.until(lambda page: not page.ask)
    assert page.state == "ok"
    assert end(simulated).state == "ok"
    assert not simulated.program.devices.eye.paused


def test_the_knob_turns_the_test_and_not_the_screen(real: Sitting) -> None:
    page = real.intent(intents.Test("knob"))
    for ask, script in (("turn_right", "turn 1"), ("turn_left", "turn -1"), ("push", "press knob")):
        assert page.ask == Said(f"hands.{ask}")
        page = do(real, f"{script}\nwait 0.3")
    assert (page.ask, page.state) == ("", "ok")
    assert end(real).state == "ok"
    assert real.program.listener is None


def test_a_knob_with_crossed_wires_is_told(real: Sitting) -> None:
    real.intent(intents.Test("knob"))
    for script in ("turn -1", "turn 1", "press knob"):
        page = do(real, f"{script}\nwait 0.3")
    assert page.state == "doubt"
    assert end(real).mend == Said("doctor.mend.knob_backwards")


def test_each_button_is_asked_for_and_one_that_is_silent_is_named(real: Sitting) -> None:
    page = real.intent(intents.Test("buttons"))
    asked = page.ask
    page = do(real, "press next\nwait 0.3") if "next" in asked else do(real, "press back\nwait 0.3")
    assert page.ask != asked
    page = real.until(lambda page: not page.ask)
    assert page.state == "doubt"
    assert "Press the button" in page.says


@pytest.mark.parametrize(("seen", "state"), [(("yes", "yes"), "ok"), (("yes", "no"), "doubt")])
def test_only_a_person_knows_whether_the_lamp_shines(seen: tuple[str, str], state: str, real: Sitting) -> None:
    assert real.program.devices.table is not None
    lamp = real.program.devices.table.lamp
    page = real.intent(intents.Test("lamp"))
    for half, answer in zip(("left", "right"), seen, strict=True):
        assert (page.confirm, lamp.mood, page.ask) == (True, half, Said(f"hands.lamp_{half}"))
        page = real.intent(intents.Chose("hands", answer))
    assert (page.state, lamp.mood) == (state, "steady")
    assert end(real).state == state


def test_who_leaves_in_the_middle_finds_the_lamp_as_it_was(real: Sitting) -> None:
    assert real.program.devices.table is not None
    lamp = real.program.devices.table.lamp
    real.intent(intents.Test("lamp"))
    assert lamp.mood == "left"
    page = real.intent(intents.Back())
    assert isinstance(page, care.DoctorPage)
    assert (lamp.mood, {finding.name for finding in page.findings} & {"lamp"}) == ("steady", set())


def test_all_of_it_goes_on_by_itself_and_ends_with_a_page_to_print(real: Sitting, tmp_path: Path) -> None:
    page = real.intent(intents.Test("hands"))
    tried = []
    while not isinstance(page, care.DoctorPage):
        tried.append("screen" if isinstance(page, care.CornersPage) else getattr(page, "name", "box"))
        page = real.intent(intents.Continue() if isinstance(page, care.CornersPage | care.MagnetPage)
                           else intents.SkipStep())  # fmt: skip
    assert tried == ["sight", "light", "focus", "sound", "screen", "box", "knob", "buttons", "lamp", "buzzer"]
    page = real.step()
    assert str(tmp_path / PAGE) in finding_of(page, "hands").says
    assert (tmp_path / PAGE).read_text(encoding="utf-8").count("<tr>") > 5


def test_who_leaves_one_test_leaves_all(real: Sitting, tmp_path: Path) -> None:
    real.intent(intents.Test("hands"))
    real.intent(intents.Back())
    assert isinstance(real.step(), care.DoctorPage)
    assert not (tmp_path / PAGE).exists()


def test_a_page_that_cannot_be_written_is_a_finding(real: Sitting, tmp_path: Path) -> None:
    (tmp_path / PAGE).mkdir()
    page = real.intent(intents.Test("hands"))
    while not isinstance(page, care.DoctorPage):
        page = real.intent(intents.Continue() if isinstance(page, care.CornersPage | care.MagnetPage)
                           else intents.SkipStep())  # fmt: skip
    assert finding_of(real.step(), "hands").state == "doubt"
