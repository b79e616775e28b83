"""One contract for every camera, and what is special about each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.exposure import Lock, mismatch, whole_half_periods_us
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.cameras.picamera import PiCamera, PiCameraSettings, to_pixels
from tablekeeper.hardware.cameras.pictures import Pictures
from tablekeeper.hardware.cameras.webcam import Webcam, WebcamSettings
from tablekeeper.hardware.clock import Clock, RealClock
from tablekeeper.hardware.errors import CameraError, ConfigError, DriverMissingError, RecordingError
from tablekeeper.hardware.mock.picture.scatter import make_dice
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock

from .fakes import FakeCapture, FakePicamera2

SMALL = PiCameraSettings(size_px=(64, 48))


def write_pictures(folder: Path, count: int = 5, size: tuple[int, int] = (64, 48)) -> Path:
    folder.mkdir(exist_ok=True)
    for number in range(count):
        cv2.imwrite(str(folder / f"{number:03}.png"), np.full((size[1], size[0], 3), 40 * number, dtype=np.uint8))
    return folder


def write_video(path: Path) -> Path:
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for number in range(6):
        video.write(np.full((48, 64, 3), 30 * number, dtype=np.uint8))
    video.release()
    return path


MAKERS: dict[str, Callable[[Clock, Path], Camera]] = {
    "simulated tray": lambda clock, _path: SimulatedTray(clock),  # type: ignore[arg-type]
    "folder": lambda clock, path: Pictures(clock, write_pictures(path / "pictures")),
    "video": lambda clock, path: Pictures(clock, write_video(path / "film.avi")),
    "webcam on a fake V4L2": lambda clock, _path: Webcam(clock, make=lambda _: FakeCapture()),
    "picamera on a fake picamera2": lambda clock, _path: PiCamera(clock, SMALL, make=lambda _: FakePicamera2()),
}
REAL: dict[str, Callable[[Clock, Path], Camera]] = {
    "webcam": lambda _clock, _path: Webcam(RealClock()),
    "picamera": lambda _clock, _path: PiCamera(RealClock()),
}


def cases() -> list[Any]:
    made = [pytest.param(maker, id=name) for name, maker in MAKERS.items()]
    return made + [pytest.param(maker, id=f"real {name}", marks=pytest.mark.bench) for name, maker in REAL.items()]


@pytest.mark.parametrize("make", cases())
def test_every_camera_keeps_the_contract(make: Callable[[Clock, Path], Camera], tmp_path: Path) -> None:
    camera = make(TableClock(), tmp_path)
    assert camera.health.state == "closed"
    camera.open()
    frames: list[Frame] = []
    for _ in range(20):
        if len(frames) < 4 and (frame := camera.frame(1.0)) is not None:
            frames.append(frame)
    assert len(frames) == 4
    for before, after in pairwise(frames):
        assert after.taken_at_s >= before.taken_at_s
        assert after.size_px == before.size_px
    assert frames[0].bgr().shape == frames[0].rgb().shape
    assert np.array_equal(frames[0].bgr()[..., 0], frames[0].rgb()[..., 2])
    assert camera.health.state == "ready"
    assert camera.health.why == ""
    camera.close()
    camera.close()
    assert camera.health.state == "closed"
    assert camera.frame(0.01) is None
    camera.open()
    assert camera.frame(1.0) is not None
    camera.close()


def test_a_frame_refuses_what_is_no_picture() -> None:
    with pytest.raises(ValueError, match="expected uint8"):
        Frame(np.zeros((4, 4), dtype=np.uint8), "bgr", 0.0)
    with pytest.raises(ValueError, match="'grb'"):
        Frame(np.zeros((4, 4, 3), dtype=np.uint8), "grb", 0.0)  # type: ignore[arg-type]


# the simulated tray


def test_a_throw_is_seen_moving_then_at_rest_with_its_truth() -> None:
    clock = TableClock()
    with SimulatedTray(clock, seed=4) as tray:
        tray.throw(make_dice(["red", "white"], 4))
        moving = 0
        while clock.now() < tray.settles_s + 0.1:
            assert tray.frame(1.0) is not None
            moving += any(die.moving for die in tray.truth.dice)  # type: ignore[union-attr]
        assert moving > 5
        assert tray.truth is not None
        assert tray.truth.values == tuple(sorted(die.value for die in make_dice(["red", "white"], 4)))
        tray.take_out()
        seen_hand = False
        while clock.now() < tray.settles_s + 0.1:
            tray.frame(1.0)
            seen_hand = seen_hand or tray.truth.hand
        assert seen_hand
        assert tray.truth.dice == ()


def test_frames_keep_the_cameras_rhythm_in_fast_time() -> None:
    clock = TableClock()
    with SimulatedTray(clock, frames_per_s=25) as tray:
        times = [frame.taken_at_s for _ in range(10) if (frame := tray.frame(1.0))]
    assert np.diff(times) == pytest.approx([0.04] * 9)
    assert tray.frame(0.2) is None
    assert clock.now() == pytest.approx(times[-1] + 0.2)


def test_an_unplugged_camera_is_lost_and_comes_back() -> None:
    clock = TableClock()
    changes: list[str] = []
    with SimulatedTray(clock) as tray:
        tray.log.listeners.append(lambda health: changes.append(health.state))
        assert tray.frame(0.1)
        tray.set_fault("camera_unplugged")
        assert tray.frame(0.1) is None
        assert "unplugged" in tray.health.why
        tray.set_fault("camera_unplugged", False)
        assert tray.frame(0.1)
    assert changes == ["lost", "ready", "closed"]


# the folder and the film


def test_a_folder_ends_and_can_go_round(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "p", 3)
    with Pictures(TableClock(), folder) as once:
        assert [f.metadata["source"] for _ in range(3) if (f := once.frame(1))] == ["000.png", "001.png", "002.png"]
        assert once.frame(1) is None
        assert once.health.state == "lost"
    with Pictures(TableClock(), folder, loop=True) as ever:
        assert all(ever.frame(1) for _ in range(7))


def test_folders_that_cannot_be_played_say_why(tmp_path: Path) -> None:
    write_pictures(tmp_path / "two", 1)
    cv2.imwrite(str(tmp_path / "two" / "zzz.png"), np.zeros((10, 20, 3), dtype=np.uint8))
    with Pictures(TableClock(), tmp_path / "two") as odd:
        odd.frame(1)
        with pytest.raises(RecordingError, match=r"'zzz.png' of 20x10 pixels after pictures of 64x48"):
            odd.frame(1)
    (tmp_path / "none").mkdir()
    for path, said in (("none", "found no pictures"), ("nowhere", "neither a folder nor a video")):
        with pytest.raises(RecordingError, match=said):
            Pictures(TableClock(), tmp_path / path).open()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.jpg").write_text("no picture")
    with (
        pytest.raises(RecordingError, match="found no picture that OpenCV can read"),
        Pictures(TableClock(), tmp_path / "bad") as bad,
    ):
        bad.frame(1)


# the webcam


def test_a_webcam_that_is_not_there_is_named() -> None:
    with pytest.raises(CameraError, match="found none at index 7"):
        Webcam(TableClock(), WebcamSettings(index=7), make=lambda _: FakeCapture(opened=False)).open()


def test_no_such_device_is_one_sentence_and_nothing_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match="found none at index 93"):
        Webcam(RealClock(), WebcamSettings(index=93)).open()
    assert capfd.readouterr() == ("", "")


def test_a_webcam_that_goes_away_is_lost_and_found_again() -> None:
    devices = [FakeCapture(pictures=1), FakeCapture(opened=False), FakeCapture()]
    used: list[FakeCapture] = []

    def make(index: int) -> FakeCapture:
        used.append(devices[len(used)])
        return used[-1]

    webcam = Webcam(TableClock(), WebcamSettings(exposure=100, focus=30, white_kelvin=4000), make=make)
    assert [webcam.read_once() for _ in range(2)] == [True, False]
    assert webcam.health.state == "lost"
    assert used[0].released
    assert [webcam.read_once() for _ in range(2)] == [False, True]
    assert webcam.health.state == "ready"
    assert used[2].asked[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert used[2].asked[cv2.CAP_PROP_EXPOSURE] == 100
    webcam.close()
    assert used[2].released


# the Pi's own camera


def test_the_pi_camera_holds_a_shutter_that_fits_the_mains() -> None:
    device = FakePicamera2()
    with PiCamera(TableClock(), SMALL, make=lambda _: device) as camera:
        assert camera.lock == Lock(20_000, pytest.approx(1.15, abs=0.01), (1.8, 1.5), 4.2)  # type: ignore[arg-type]
        assert device.asked["AeEnable"] is False
        assert device.asked["AfMode"] == 0
        frame = camera.frame(1.0)
        assert frame is not None
        assert frame.order == "bgr"
        assert frame.bgr()[0, 0].tolist() == [255, 0, 0]
        assert frame.metadata["ExposureTime"] == 20_000
    assert device.closed
    assert all(request.released for request in device.requests)


def test_frames_that_do_not_match_the_lock_are_dropped_and_doubted() -> None:
    device = FakePicamera2()
    clock = TableClock()
    with PiCamera(clock, SMALL, make=lambda _: device) as camera:
        device.controls["ExposureTime"] = 8000
        real_wait = device.wait
        device.wait = lambda job, timeout: (clock.sleep(0.03), real_wait(job, timeout))[1]  # type: ignore[method-assign]
        assert camera.frame(1.2) is None
        assert camera.dropped > 30
        assert camera.health.state == "doubtful"
        assert "ExposureTime is 8000, locked at 20000" in camera.health.why
        device.controls["ExposureTime"] = 20_000
        assert camera.frame(1.0) is not None
        assert camera.health.state == "ready"


def test_a_pi_camera_without_cable_is_lost_not_an_exception() -> None:
    clock = TableClock()
    device = FakePicamera2(clock=clock)
    with PiCamera(clock, SMALL, make=lambda _: device) as camera:
        assert camera.frame(0.5) is not None
        device.unplugged, gone_s = True, clock.now()
        while camera.health.state == "ready":
            assert camera.frame(0.5) is None
        assert camera.health.state == "lost"
        assert clock.now() - gone_s == pytest.approx(2.0)
        assert "ribbon cable" in camera.health.why
        assert not device.pending, "work that never ends was left behind"
        assert camera.frame(0.5) is None  # not tried again at every call
        device.unplugged, device.closed = False, False
        clock.sleep(3)
        assert camera.frame(0.5) is not None
        assert camera.health.state == "ready"


def test_a_picture_that_comes_late_is_awaited_and_no_second_one_asked_for() -> None:
    clock = TableClock()
    device = FakePicamera2(clock=clock)
    with PiCamera(clock, SMALL, make=lambda _: device) as camera:
        assert camera.frame(0.1) is not None
        device.late_s = 0.25
        assert [camera.frame(0.1), camera.frame(0.1)] == [None, None]
        assert camera.health.state == "ready"
        assert camera.frame(0.1) is not None
        assert len(device.requests) == 2
        assert all(request.released for request in device.requests)


def test_a_pi_camera_that_never_settles_is_lost_and_let_go() -> None:
    clock = TableClock()
    device = FakePicamera2(clock=clock)
    device.late_s = 60.0
    with PiCamera(clock, SMALL, make=lambda _: device) as camera:
        assert camera.health.state == "lost"
        assert device.closed
        assert not device.pending


def test_a_known_lock_is_used_without_settling() -> None:
    device, known = FakePicamera2(), Lock(10_000, 2.0, (1.7, 1.6), 4.0)
    settings = PiCameraSettings(size_px=(64, 48), known=known)
    with PiCamera(TableClock(), settings, make=lambda _: device) as camera:
        assert camera.lock == known
        assert device.frames == 0


def test_without_picamera2_the_remedy_is_named() -> None:
    with pytest.raises(DriverMissingError, match="sudo apt install python3-picamera2"):
        PiCamera(TableClock()).open()


@pytest.mark.parametrize(("wish", "mains", "held"), [(23_000, 50, 20_000), (3_000, 50, 10_000), (23_000, 60, 25_000)])
def test_shutters_are_whole_half_periods(wish: float, mains: float, held: int) -> None:
    assert whole_half_periods_us(wish, mains) == held
    with pytest.raises(ConfigError, match="expected 50 and 60"):
        whole_half_periods_us(wish, 55)


def test_metadata_is_compared_with_the_lock() -> None:
    lock = Lock(20_000, 2.0, (1.8, 1.5), 4.0)
    good = {"ExposureTime": 19_980, "AnalogueGain": 2.02, "LensPosition": 4.05, "ColourGains": (1.8, 1.5)}
    assert mismatch(good, lock) == ""
    assert mismatch({}, lock) == ""
    for name, value in (
        ("ExposureTime", 10_000),
        ("AnalogueGain", 3.0),
        ("LensPosition", 3.0),
        ("ColourGains", (2, 1.5)),
    ):
        assert name in mismatch({**good, name: value}, lock)


def test_libcameras_formats_come_out_in_the_right_order() -> None:
    array = np.zeros((4, 10, 3), dtype=np.uint8)
    assert to_pixels(array, "RGB888", (8, 4))[1] == "bgr"
    assert to_pixels(array, "BGR888", (8, 4))[1] == "rgb"
    assert to_pixels(array, "RGB888", (8, 4))[0].shape == (4, 8, 3)  # rows may be padded
    grey, order = to_pixels(np.full((6, 8), 128, dtype=np.uint8), "NV12", (8, 4))
    assert (order, grey.shape) == ("bgr", (4, 8, 3))
    with pytest.raises(ConfigError, match="'YUYV'"):
        to_pixels(array, "YUYV", (8, 4))
