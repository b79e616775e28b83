"""The doctor on faked computers: a Pi that is well, and each thing that can be wrong with it."""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablekeeper.firmware.checks.findings import found
from tablekeeper.firmware.checks.probes import Module
from tablekeeper.firmware.doctor import Finding, Probes, examine, real_probes
from tablekeeper.firmware.doctor.bundle import clean, write_bundle
from tablekeeper.firmware.doctor.hands import try_box, walk_box
from tablekeeper.firmware.doctor.steps import Hands, Step
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.care.backup import JOURNAL, write_backup
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.settings.config import BoxSettings, CameraSettings
from tablekeeper.hardware.errors import CameraError, HardwareError
from tablekeeper.hardware.header.pins import load_pins
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.sliding_box.hall_grid import Edge
from tablekeeper.vision import calibrate
from tests.conftest import Clock
from tests.firmware.commands import call
from tests.firmware.test_repair import play

APT = "/usr/lib/python3/dist-packages/"
PI = {
    "/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0",
    "/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/sys/devices/platform/soc/soc:firmware/get_throttled": "0",
    "/proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n",
}


def sharp_picture(_: CameraSettings) -> np.ndarray:
    picture = np.full((240, 320, 3), 120, np.uint8)
    picture[::8] = 30
    picture[:, ::8] = 200
    return picture


def no_camera(_: CameraSettings) -> np.ndarray:
    raise CameraError("opening the camera: found none; expected one at the connector")


def no_pins(library: str) -> str:
    raise HardwareError("opening the pins through lgpio: found PinUnknownPi; is this a Raspberry Pi?")


WELL = Probes(
    read_text=PI.get,
    run=lambda words: None,
    free_bytes=lambda folder: (20 * 1024**3, 32 * 1024**3),
    find_module=lambda name: Module("4.10.0", APT + name),
    environment={"WAYLAND_DISPLAY": "wayland-0"},
    python=("3.13.5", "/home/pi/tablekeeper/.venv/bin/python"),
    exists=lambda path: False,
    take_picture=sharp_picture,
    open_pins=lambda library: library,
)


def throttled(flags: str) -> Probes:
    return replace(WELL, read_text={**PI, "/sys/devices/platform/soc/soc:firmware/get_throttled": flags}.get)


def by_name(home: Path, probes: Probes) -> dict[str, Finding]:
    return {finding.name: finding for finding in examine(home, probes)}


def test_a_pi_that_is_well_has_nothing_to_mend_but_the_tray(tmp_path: Path) -> None:
    findings = by_name(tmp_path, WELL)
    assert {name for name, finding in findings.items() if finding.state != "ok"} == {"tray"}
    assert findings["computer"].found == "Raspberry Pi 5 Model B Rev 1.0 with Debian GNU/Linux 13 (trixie)"


WRONG: dict[str, tuple[Probes, str, str, str]] = {
    "low now": (throttled("50005"), "power", "bad", "too weak at this moment"),
    "low before": (throttled("50000"), "power", "look", "too weak since the start"),
    "hot": (throttled("8"), "power", "look", "too hot"),
    "told by vcgencmd": (
        replace(
            WELL,
            read_text={key: value for key, value in PI.items() if "throttled" not in key}.get,
            run=lambda words: "throttled=0x50005" if words[0] == "vcgencmd" else None,
        ),
        "power",
        "bad",
        "0x50005",
    ),
    "silent supply": (
        replace(WELL, read_text={key: value for key, value in PI.items() if "throttled" not in key}.get),
        "power",
        "look",
        "does not tell",
    ),
    "disk low": (replace(WELL, free_bytes=lambda folder: (5 * 1024**2 * 100, 32 * 1024**3)), "disk", "look", "0.5 of"),
    "disk full": (replace(WELL, free_bytes=lambda folder: (1024, 32 * 1024**3)), "disk", "bad", "0.0 of"),
    "pip's opencv": (
        replace(WELL, find_module=lambda name: Module("5.0.0", f"/home/pi/.venv/lib/{name}")),
        "cv2",
        "look",
        "not from apt",
    ),
    "no pygame": (replace(WELL, find_module=lambda name: None), "pygame", "bad", "not installed"),
    "no camera": (replace(WELL, take_picture=no_camera), "camera", "bad", "found none"),
    "blurred": (
        replace(WELL, take_picture=lambda settings: cv2.GaussianBlur(sharp_picture(settings), (0, 0), 9)),
        "camera",
        "look",
        "sharpness",
    ),
    "dark": (replace(WELL, take_picture=lambda settings: sharp_picture(settings) // 8), "light", "look", "dark"),
    "no pins": (replace(WELL, open_pins=no_pins), "pins", "bad", "PinUnknownPi"),
    "no screen": (replace(WELL, environment={}), "screen", "look", "none can be reached"),
    "no sound": (
        replace(WELL, read_text={**PI, "/proc/asound/cards": "--- no soundcards ---"}.get),
        "sound",
        "look",
        "no sound card",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found_and_said_how_to_mend(what: str, tmp_path: Path) -> None:
    probes, name, state, words = WRONG[what]
    finding = by_name(tmp_path, probes)[name]
    assert finding.state == state
    assert words in finding.found
    assert finding.why
    assert finding.mend


def test_the_simulated_camera_is_looked_through_like_a_real_one(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[camera]\nbackend = 'simulated'\n")
    findings = by_name(tmp_path, replace(WELL, take_picture=real_probes().take_picture))
    assert (findings["camera"].state, findings["light"].state) == ("ok", "ok")
    assert "640 x 480" in findings["camera"].found


def test_the_tray_is_judged_by_its_calibration(tmp_path: Path) -> None:
    empty = [sharp_picture(CameraSettings())] * 3
    kept = calibrate(empty)
    (tmp_path / "calibration.toml").write_text(kept.to_toml(), encoding="utf-8")
    assert by_name(tmp_path, WELL)["tray"].state == "ok"
    smaller = replace(WELL, take_picture=lambda settings: sharp_picture(settings)[:200, :280])
    assert "240" in by_name(tmp_path, smaller)["tray"].found
    (tmp_path / "calibration.toml").write_text("version = 'old'\n", encoding="utf-8")
    broken = by_name(tmp_path, WELL)["tray"]
    assert (broken.state, broken.mend) == ("bad", "choose “Set up the camera” on the doctor’s page")


def test_pictures_of_a_folder_that_is_not_there_are_a_finding(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[camera]\nkind = 'pictures'\npictures = '/nowhere'\n")
    findings = by_name(tmp_path, replace(WELL, take_picture=real_probes().take_picture))
    assert findings["camera"].state == "bad"


def test_a_laptop_has_no_pins_and_that_is_fine(tmp_path: Path) -> None:
    laptop = replace(WELL, read_text=lambda path: None, open_pins=no_pins, take_picture=no_camera)
    findings = by_name(tmp_path, laptop)
    assert {findings["pins"].state, findings["camera"].state} == {"look"}
    assert findings["power"].state == "ok"


def test_no_advice_on_a_laptop_needs_what_only_a_pi_has(tmp_path: Path) -> None:
    bare = replace(
        WELL, read_text=lambda path: None, open_pins=no_pins, take_picture=no_camera, find_module=lambda name: None
    )
    advice = [finding.mend for finding in by_name(tmp_path, bare).values() if finding.mend]
    only_there = ("picamera2", "lgpio", "raspi-utils", "raspi-config", "usermod")
    alone = [words for words in advice if any(name in words for name in only_there) and "on a Pi, " not in words]
    assert (alone, len(advice) > 4) == ([], True)


def test_what_is_switched_off_is_not_missed(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        "[camera]\nbackend = 'none'\n[box]\nbackend = 'none'\n[table]\nsound = 'off'\n[screen]\ndriver = 'dummy'\n"
    )
    bare = replace(WELL, open_pins=no_pins, take_picture=no_camera, environment={}, read_text=lambda path: None)
    assert {finding.state for finding in by_name(tmp_path, bare).values()} == {"ok"}


def test_wrong_settings_and_a_damaged_journal_are_findings_not_faults(tmp_path: Path, clock: Clock) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        play(journal, clock, 9, random.Random(1))
    assert by_name(tmp_path, WELL)["backup"].mend == "tablekeeper backup"
    backup = write_backup(tmp_path, None, clock)
    assert {by_name(tmp_path, WELL)[name].state for name in ("journal", "backup")} == {"ok"}
    (tmp_path / "config.toml").write_text("[table]\nlangauge = 'de'\n")
    content = (tmp_path / JOURNAL).read_bytes()
    (tmp_path / JOURNAL).write_bytes(content.replace(b"draw ", b"drew ", 1))
    findings = by_name(tmp_path, WELL)
    assert findings["settings"].state == "bad"
    assert findings["journal"].state == "bad"
    assert findings["journal"].mend == f"tablekeeper repair, or tablekeeper restore --force {backup}"


def test_the_command_tells_machines_and_people(tmp_path: Path) -> None:
    words = ["--set", "camera.backend=none", "doctor"]
    told = json.loads(call(tmp_path, *words, "--json").output)
    assert {"name", "state", "found", "why", "mend", "cells"} == set(told[0])
    assert {finding["state"] for finding in told} <= {"ok", "look", "bad"}
    assert "camera: switched off" in call(tmp_path, *words).output


@given(
    player=st.from_regex(r"[A-Z][a-z]{4,8}[0-9]{3}", fullmatch=True),
    user=st.from_regex(r"[a-z]{6,12}7", fullmatch=True),
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_name_hand_or_path_gets_into_the_bundle(player: str, user: str, tmp_path: Path) -> None:
    home = tmp_path / user / "table"
    home.mkdir(parents=True, exist_ok=True)
    for old in home.iterdir():
        old.unlink()
    setup = {"players": [player, "Ben"], "hands": [[player + "hand"]]}
    with Journal(home / JOURNAL) as journal:
        number = journal.begin("cocoon_world", setup, 0.0)
    (home / "config.toml").write_text(
        f"[camera]\nkind = 'pictures'\npictures = '/home/{user}/{player}'\n[box]\npins = '/media/{user}/pins.toml'\n"
        f"[table]\nplayers = ['{player}', 'Ben']\n"
    )
    probes = replace(
        WELL,
        python=("3.11.7", f"/home/{user}/.venv/bin/python"),
        find_module=lambda name: Module("4.6", f"/home/{user}/.venv/{name}"),
    )
    findings = [
        *examine(home, probes),
        Finding("journal", "bad", found("journal_damaged", f"open the journal {home}: damaged")),
    ]
    findings.append(Finding("settings", "bad", found("settings_wrong", f"found {player!r}; expected 'real'")))
    write_bundle(tmp_path / "b.zip", home, findings, [user])
    with zipfile.ZipFile(tmp_path / "b.zip") as bundle:
        content = "".join(name + bundle.read(name).decode() for name in bundle.namelist())
    assert number == 1
    assert "Raspberry Pi 5" in content
    assert '"entries": 0' in content
    assert player not in content
    assert user not in content


def test_a_short_user_name_is_blotted_out_where_it_stands_alone() -> None:
    assert clean(["pip by pi at /srv/pi/x"], ["pi"]) == ["pip by *** at /***"]


class FakeGrid:
    """Answers as the script says: for each look, the edges that came since the last."""

    on_edge = None
    health = Health("ready")

    def __init__(self, looks: list[list[tuple[int, bool]]]) -> None:
        self.looks = iter(looks)

    def open(self) -> None: ...

    def close(self) -> None: ...

    def due_s(self) -> None: ...

    def edges(self) -> list[Edge]:
        return [Edge(cell, present, 0.0) for cell, present in next(self.looks, [])]


def run_hands(steps: Iterator[Step], clock: Clock) -> tuple[list[str], Finding]:
    asked = []
    for step in steps:
        if step.finding is not None:
            return asked, step.finding
        if step.ask not in asked:
            asked.append(step.ask)
        clock.pass_s(1.0)
    raise AssertionError("the test of the box ended without a finding")


START: list[list[tuple[int, bool]]] = [[(cell, False) for cell in range(1, 10)]]


def touch(cells: list[int]) -> list[list[tuple[int, bool]]]:
    return [look for cell in cells for look in ([], [(cell, True), (cell, False)])]


def test_all_nine_places_answer_the_magnet(clock: Clock) -> None:
    asked, finding = run_hands(try_box(FakeGrid(START + touch([*range(1, 10)])), clock), clock)
    assert asked[4] == "Hold a magnet over place 5"
    assert (finding.state, finding.cells) == ("ok", (True,) * 9)


BOX_FAULTS: list[tuple[list[list[tuple[int, bool]]], str, str]] = [
    (START, "bad", "no sensor answered"),
    (START + touch([1, 2, 3, 4, 6]), "bad", "place 5 answered as 6"),
    (START + touch([1, 2, 3, 4]) + [[]] * 5 + touch([5, 6, 7, 8]), "look", "no answer from place 9"),
    ([[(7, True)], *touch([1, 2, 3, 4, 5, 6]), [], [(7, True)], *touch([8, 9])], "look", "place 7 feels"),
]


@pytest.mark.parametrize(("looks", "state", "words"), BOX_FAULTS)
def test_each_fault_of_the_box_has_its_own_words(
    looks: list[list[tuple[int, bool]]], state: str, words: str, clock: Clock
) -> None:
    _, finding = run_hands(try_box(FakeGrid(looks), clock), clock)
    assert (finding.state, words in finding.found) == (state, True), finding
    assert finding.mend


def test_hands_walk_over_the_real_driver_on_mocked_pins(clock: Clock) -> None:
    """The same wires as on a Pi: a magnet pulls the pin of its place to ground."""
    from gpiozero.pins.mock import MockFactory

    factory, told = MockFactory(), []
    pins = load_pins().hall

    def hold_magnet() -> None:
        clock.pass_s(0.5)
        pin = factory.pin(pins[int(told[-1].split()[-1]) - 1])
        pin.drive_low()
        pin.drive_high()

    finding = walk_box(BoxSettings(), Hands(told.append, bool, clock, hold_magnet), lambda: factory)
    assert (finding.state, finding.found) == ("ok", "all nine places answered")
    assert told == [f"Hold a magnet over place {place}" for place in range(1, 10)]


def test_without_a_box_hands_are_told_why(clock: Clock) -> None:
    hands = Hands(print, bool, clock, lambda: clock.pass_s(1.0))
    with pytest.raises(BadInput, match="is this a Raspberry Pi"):
        walk_box(BoxSettings(), hands, lambda: no_pins("lgpio"))
    with pytest.raises(BadInput, match="expected 'real'"):
        walk_box(BoxSettings(backend="none"), hands, lambda: None)
