"""Real devices, as far as a computer without any can show: a folder of pictures as camera, and what is opened."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablekeeper.firmware.checks.probes import open_camera
from tablekeeper.firmware.commands.playing.open_devices import open_devices
from tablekeeper.firmware.program.device_sets import NoDevices
from tablekeeper.firmware.program.real_devices import open_real
from tablekeeper.firmware.senses.camera.known_tray import CALIBRATION
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.settings.config import load_config
from tablekeeper.firmware.settings.hardware import kind_of_table, table_config
from tablekeeper.firmware.simulated.simulated_devices import SimulatedDevices
from tablekeeper.hardware.cameras.factory import make_camera
from tablekeeper.hardware.clock import RealClock

PATIENCE_S = 20.0


@pytest.mark.parametrize("kind", ["pi", "webcam"])
def test_program_and_doctor_ask_a_camera_for_the_size_that_the_settings_name(kind: str, tmp_path: Path) -> None:
    words = (f"camera.kind={kind}", "camera.width_px=800", "camera.height_px=600")
    settings = load_config(tmp_path, words, {}).settings
    config = table_config(settings).camera
    assert config is not None
    cameras = [make_camera(RealClock(), config), open_camera(settings.camera)]
    assert [type(camera).__name__ for camera in cameras] == [{"pi": "PiCamera", "webcam": "Webcam"}[kind]] * 2
    assert {camera.settings.size_px for camera in cameras} == {(800, 600)}  # type: ignore[attr-defined]


def test_every_setting_of_the_box_reaches_the_hardware(tmp_path: Path) -> None:
    wiring = tmp_path / "mine.toml"
    words = ("box.gpio=rpigpio", "box.masked_cell=4", f"box.pins={wiring}", "box.kind=analog")
    config = table_config(load_config(tmp_path, words, {}).settings)
    assert (config.gpio, config.masked_cell, config.pins, config.grid) == ("rpigpio", 4, str(wiring), "analog")


def test_a_simulated_box_plays_without_the_sensor_that_is_called_dead(tmp_path: Path) -> None:
    settings = load_config(tmp_path, ("box.masked_cell=4",), {}).settings
    devices = open_devices(Inbox(), settings, tmp_path, is_pi=False, seed=1)
    assert devices.box is not None
    masked = devices.box.masked
    devices.close()
    assert masked == {4}


@pytest.mark.parametrize(
    ("words", "is_pi", "kind"),
    [
        ((), True, "real"),
        ((), False, "simulated"),
        (("camera.kind=webcam",), False, "real"),
        (("camera.backend=simulated",), True, "simulated"),
        (("camera.backend=none", "box.backend=none"), True, "touch"),
        (("camera.backend=none",), True, "real"),
    ],
)
def test_the_settings_say_which_table_it_is(words: tuple[str, ...], is_pi: bool, kind: str, tmp_path: Path) -> None:
    assert kind_of_table(load_config(tmp_path, words, {}).settings, is_pi) == kind


def test_no_devices_are_opened_where_none_are_wanted(tmp_path: Path) -> None:
    settings = load_config(tmp_path, ("camera.backend=none", "box.backend=none"), {}).settings
    assert isinstance(open_devices(Inbox(), settings, tmp_path, is_pi=True, seed=1), NoDevices)


@pytest.mark.parametrize("missing", ["camera", "box"])
def test_a_simulated_table_has_not_what_its_settings_call_none(missing: str, tmp_path: Path) -> None:
    settings = load_config(tmp_path, (f"{missing}.backend=none",), {}).settings
    devices = open_devices(Inbox(), settings, tmp_path, is_pi=False, seed=1)
    assert isinstance(devices, SimulatedDevices)
    devices.step()
    found = {"camera": devices.eye is not None, "box": devices.box is not None}
    devices.close()
    assert found == {name: name != missing for name in found}


def test_a_broken_calibration_is_told_and_the_table_starts(tmp_path: Path) -> None:
    (tmp_path / CALIBRATION).write_text("version = 99\n", encoding="utf-8")
    settings = load_config(tmp_path, ("camera.backend=simulated",), {}).settings
    inbox = Inbox()
    devices = open_devices(inbox, settings, tmp_path, is_pi=False, seed=1)
    assert isinstance(devices, SimulatedDevices)
    devices.close()
    told = [message for message in inbox.take() if isinstance(message, Ailing) and message.device == "light"]
    assert "calibrate anew" in told[0].why


def test_real_devices_are_served_by_workers_that_end_when_asked(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((120, 160, 3), 80, np.uint8))
    words = ("camera.kind=pictures", f"camera.pictures={folder}", "box.backend=none")
    settings = load_config(tmp_path, words, {}).settings
    before = threading.active_count()
    devices = open_real(Inbox(), settings, tmp_path, Recorder())
    assert devices.eye is not None
    assert devices.box is None
    until_s = time.monotonic() + PATIENCE_S
    while devices.eye.latest is None and time.monotonic() < until_s:
        devices.step()
    assert devices.eye.latest is not None
    began = time.monotonic()
    devices.close()
    assert time.monotonic() - began < 2.0
    assert threading.active_count() == before
