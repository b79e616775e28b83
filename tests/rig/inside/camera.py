"""Proves PiCamera on the real picamera2 and libcamera: pictures of the simulated tray through a virtual camera."""

from __future__ import annotations

import faulthandler
import gc
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tablekeeper.firmware.simulated.known_tray import die_of, simulated_calibration
from tablekeeper.hardware.cameras.frame import Frame, Pixels
from tablekeeper.hardware.cameras.picamera import PiCamera, PiCameraSettings
from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Scene, Tray
from tablekeeper.vision import read
from tests.rig.camera import BEGUN
from tests.rig.inside.proof import check, fail, report

SIZE_PX = (640, 480)
THROWS = 48
BODIES = ("red", "red", "black")
PICTURES = Path("/tmp/tray")
CAMERAS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
_LOST: list[Any] = []
_YAML = """\
"Tray":
  supported_formats:
  - width: {width}
    height: {height}
    frame_rates: [30]
  frames:
    path: "{pictures}/"
  location: "CameraLocationFront"
  model: "Tray"
"""


class Thrown:
    """Pictures of throws on the simulated tray, as files, and what lies in each."""

    def __init__(self) -> None:
        PICTURES.mkdir()
        luck = random.Random(10)
        self.pictures: list[Pixels] = []
        self.values: list[tuple[int, ...]] = []
        for seed in range(THROWS):
            dice = [die_of(body, luck.randint(1, 6)) for body in BODIES]
            picture, truth = render(Scene(dice=scatter(dice, Tray(), seed)), seed=seed)
            path = PICTURES / f"{seed:03}.jpg"
            cv2.imwrite(str(path), _in_video_range(picture), [cv2.IMWRITE_JPEG_QUALITY, 95])
            self.pictures.append(picture)
            self.values.append(truth.values)
        self._small = np.stack([_small(picture) for picture in self.pictures])

    def find(self, frame: Frame) -> int:
        """Which throw a frame shows: the one that differs least."""
        return int(np.abs(self._small - _small(frame.bgr())).mean(axis=(1, 2, 3)).argmin())


def _in_video_range(picture: Pixels) -> Pixels:
    """The virtual camera hands JPEG's full range on as if it were video's, 16 to 235, so it is given that."""
    return np.asarray(np.round(picture * (219 / 255) + 16), dtype=np.uint8)


def _small(picture: Pixels) -> np.ndarray[Any, np.dtype[np.int16]]:
    return np.asarray(cv2.resize(picture, (80, 60), interpolation=cv2.INTER_AREA)).astype(np.int16)


def make_camera(index: int) -> Any:
    """picamera2 as it is, but for three things that libcamera's virtual camera lacks."""
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator

    class VirtualCamera(Picamera2):  # type: ignore[misc]
        """Has no raw stream, has buffers from libcamera itself, and its cable can come loose."""

        loose = False

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "SRGGB10", "size": SIZE_PX}]

        def create_video_configuration(self, *words: Any, **wanted: Any) -> Any:
            return super().create_video_configuration(*words, raw=None, **wanted)

        def process_requests(self, display: Any) -> None:
            if self.loose:  # no picture arrives any more; everything else goes on
                with self._requestslock:
                    _LOST.extend(self._requests)  # libcamera still knows them, so they must not be freed
                    self._requests: list[Any] = []
            super().process_requests(display)

    camera = VirtualCamera(index)
    camera.allocator = LibcameraAllocator(camera.camera)
    return camera


def new_driver(index: int = 0) -> PiCamera:
    """Our driver, with nothing changed in it."""
    return PiCamera(RealClock(), PiCameraSettings(index=index, size_px=SIZE_PX, pixel_format="NV12"), make_camera)


def frames(driver: PiCamera, count: int) -> Iterator[Frame]:
    """So many frames; one that does not come is a failure."""
    for number in range(count):
        frame = driver.frame(2.0)
        if frame is None:
            fail(f"frame {number} did not come: {driver.health}")
        yield frame


def prove_stream(thrown: Thrown) -> None:
    """Open, settle, stream: every frame is one of the pictures, in the right colours, and is read right."""
    known = simulated_calibration(("red", "black"))
    seen: dict[int, Frame] = {}
    count, worst_diff, moments = 0, 0.0, []
    with new_driver() as driver:
        check(driver.health.state == "starting", f"after opening the health is {driver.health}")
        for frame in frames(driver, 600):
            count += 1
            check(frame.size_px == SIZE_PX and frame.order == "bgr", f"a frame of {frame.size_px}, {frame.order}")
            check("SensorTimestamp" in frame.metadata, f"metadata without a moment: {dict(frame.metadata)}")
            moments.append(frame.taken_at_s)
            which = thrown.find(frame)
            right, swapped = (np.abs(thrown.pictures[which].astype(np.int16) - pixels).mean()
                              for pixels in (frame.bgr(), frame.rgb()))  # fmt: skip
            check(right < 4 < swapped - right, f"colours differ by {right:.1f}, exchanged by {swapped:.1f}")
            worst_diff = max(worst_diff, float(right))
            seen[which] = frame
        check(driver.health.state == "ready", f"while streaming the health is {driver.health}")
        check(moments == sorted(moments), "frames were not in order of time")
    report(f"stream: {count} frames of NV12 became Frames in blue, green, red; at most {worst_diff:.1f} of 255 from "
         "the picture that went in")  # fmt: skip
    readings = {which: read(frame.bgr(), None, known) for which, frame in seen.items()}
    sure = {which for which, reading in readings.items() if reading.sure}
    wrong = {which for which in sure if readings[which].values != thrown.values[which]}
    direct = sum(read(thrown.pictures[which], None, known).sure for which in seen)
    report(
        f"reading: {len(seen)} throws of {len(BODIES)} dice seen, {len(sure)} read surely, {len(sure - wrong)} of them "
        f"right; {direct} are read surely when no camera is between"
    )
    check(not wrong, f"read wrong: {sorted(wrong)}")
    check(len(sure) >= 0.8 * direct > 0, "the camera between costs too many readings")


def state(driver: PiCamera) -> str:
    """How the driver says that its camera is."""
    return driver.health.state


def prove_loss() -> None:
    """A camera that stops answering is lost, is looked for again, and comes back."""
    driver = new_driver()
    driver.open()
    list(frames(driver, 5))
    driver._device.loose = True
    stopped_s = time.monotonic()
    while state(driver) == "ready":
        driver.frame(0.5)
        check(time.monotonic() < stopped_s + 10, "a camera that stands still is taken to be ready")
    check(state(driver) == "lost", f"a camera that stands still is {driver.health}")
    why, lost_s = driver.health.why, time.monotonic()
    while (frame := driver.frame(0.5)) is None:
        check(time.monotonic() < lost_s + 15, f"the camera did not come back: {driver.health}")
    check(state(driver) == "ready", f"after coming back: {driver.health}")
    report(f"loss: {why!r}, back after {time.monotonic() - lost_s:.1f} s with a frame of {frame.size_px}")
    driver.close()
    driver.close()


def prove_busy() -> None:
    """A camera that somebody else has is lost, with no exception, and is there when they let go of it."""
    first, second = new_driver(), new_driver()
    first.open()
    list(frames(first, 2))
    second.open()
    check(second.health.state == "lost", f"a busy camera is {second.health}")
    check(second.frame(0.2) is None, "a busy camera gave a frame")
    report(f"busy: {second.health.why!r}")
    first.close()
    deadline_s = time.monotonic() + 15
    while second.frame(0.5) is None:
        check(time.monotonic() < deadline_s, f"the camera did not come free: {second.health}")
    second.close()
    absent = new_driver(index=7)
    absent.open()
    check(absent.health.state == "lost", f"a camera that does not exist is {absent.health}")
    report(f"absent: {absent.health.why!r}")
    absent.close()


def prove_no_leak() -> None:
    """Opening and closing again and again leaves nothing open."""
    counts = []
    for _ in range(12):
        with new_driver() as driver:
            list(frames(driver, 2))
        gc.collect()  # picamera2's objects hold each other, and their files, until they are looked for
        counts.append((len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))))
    check(counts[-1] == counts[2], f"open files and threads grew: {counts}")
    report(
        f"again: opened, closed {len(counts)} times, {counts[-1][0]} open files and {counts[-1][1]} threads at the end"
    )


def main() -> None:
    """All proofs of the camera, one after the other."""
    faulthandler.dump_traceback_later(300, exit=True)
    thrown = Thrown()
    width, height = SIZE_PX
    CAMERAS.parent.mkdir(parents=True, exist_ok=True)
    CAMERAS.write_text(_YAML.format(width=width, height=height, pictures=PICTURES), encoding="utf-8")
    from picamera2 import Picamera2

    found = Picamera2.global_camera_info()
    report(f"{BEGUN} {[camera['Model'] for camera in found]}")
    check(len(found) == 1, "there should be one camera")
    prove_stream(thrown)
    prove_loss()
    prove_busy()
    prove_no_leak()
    report("not shown by a virtual camera: exposure, gain, colours, focus and their lock; RGB888; the pace of frames")


if __name__ == "__main__":
    main()
