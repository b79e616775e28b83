"""Stand-ins for libraries that only answer where their devices are."""

from __future__ import annotations

from typing import Any

import numpy as np
from gpiozero.pins.mock import MockSPIDevice

from tablekeeper.hardware.clock import Clock


class FakeCapture:
    """An OpenCV capture that gives so many pictures and then none."""

    def __init__(self, pictures: int = 10**9, opened: bool = True) -> None:
        self.left, self.opened, self.released = pictures, opened, False
        self.asked: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def read(self) -> tuple[bool, Any]:
        if self.left <= 0:
            return False, None
        self.left -= 1
        return True, np.full((48, 64, 3), (200, 100, 50), dtype=np.uint8)

    def release(self) -> None:
        self.released = True


class FakeJob:
    """What picamera2 gives for work that is not done yet."""

    def __init__(self, result: Any) -> None:
        self.result = result


class FakeRequest:
    """A captured picture with its metadata."""

    def __init__(self, array: Any, metadata: dict[str, Any]) -> None:
        self.array, self.metadata, self.released = array, metadata, False

    def make_array(self, name: str) -> Any:
        assert name == "main"
        return self.array

    def get_metadata(self) -> dict[str, Any]:
        return self.metadata

    def release(self) -> None:
        self.released = True


class FakePicamera2:
    """Picamera2 as far as the driver uses it: exposure drifts towards its aim until it is held.

    As with the real one (0.3.38, found by the rig), `stop` waits for ever behind a job that never ends.
    """

    def __init__(self, pixel_format: str = "RGB888", clock: Clock | None = None) -> None:
        self.pixel_format, self.clock = pixel_format, clock
        self.pending: list[FakeJob] = []
        self.late_s = 0.0
        self.controls: dict[str, Any] = {"ExposureTime": 4000, "AnalogueGain": 1.0, "LensPosition": 1.0}
        self.asked: dict[str, Any] = {}
        self.auto, self.unplugged, self.frames, self.closed, self.started = True, False, 0, False, False
        self.obeys = True
        self.requests: list[FakeRequest] = []
        self.camera_controls = dict.fromkeys(
            (
                "AeEnable",
                "AnalogueGain",
                "ExposureTime",
                "AwbEnable",
                "ColourGains",
                "AfMode",
                "AfTrigger",
                "LensPosition",
            )
        )

    def create_video_configuration(self, main: dict[str, Any], buffer_count: int) -> dict[str, Any]:
        return {"main": {**main, "format": self.pixel_format}, "buffer_count": buffer_count}

    def configure(self, layout: dict[str, Any]) -> None:
        self.layout = layout

    def camera_configuration(self) -> dict[str, Any]:
        return self.layout

    def start(self) -> None:
        if self.unplugged:
            raise RuntimeError("Camera __init__ sequence did not complete")
        self.started = True

    def stop(self) -> None:
        assert not self.pending, "the real one would hang here"
        self.started = False

    def cancel_all_and_flush(self) -> None:
        self.pending.clear()

    def close(self) -> None:
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.asked |= controls
        if controls.get("AeEnable") is False:
            self.auto = False
        if self.obeys:
            self.controls |= {
                k: v for k, v in controls.items() if k in ("ExposureTime", "AnalogueGain", "LensPosition")
            }

    def capture_metadata(self, wait: bool) -> FakeJob:
        assert wait is False
        return self._job(self._metadata())

    def capture_request(self, wait: bool) -> FakeJob:
        assert wait is False
        width, height = self.layout["main"]["size"]
        array = np.zeros((height, width, 3), dtype=np.uint8)
        array[..., 0] = 255  # the first byte in memory: blue for "RGB888"
        if self.pixel_format == "NV12":
            array = np.full((height * 3 // 2, width), 128, dtype=np.uint8)
        self.requests.append(FakeRequest(array, self._metadata()))
        return self._job(self.requests[-1])

    def wait(self, job: FakeJob, timeout: float) -> Any:
        assert timeout > 0
        if self.unplugged or timeout < self.late_s:
            self.late_s = max(0.0, self.late_s - timeout)
            if self.clock is not None:
                self.clock.sleep(timeout)
            raise TimeoutError
        self.pending.remove(job)
        return job.result

    def _job(self, result: Any) -> FakeJob:
        self.pending.append(FakeJob(result))
        return self.pending[-1]

    def _metadata(self) -> dict[str, Any]:
        self.frames += 1
        if self.auto:
            self.controls["ExposureTime"] = round(
                self.controls["ExposureTime"] + (23_000 - self.controls["ExposureTime"]) / 2
            )
            self.controls["LensPosition"] = 4.2
        return {**self.controls, "ColourGains": (1.8, 1.5), "AfState": 2 if self.frames > 3 else 1}


class Converter(MockSPIDevice):  # type: ignore[misc]
    """An MCP3008 as its data sheet says: a start bit, single-ended, three bits of channel, then a null and ten bits."""

    values: tuple[float, ...] = (0.5,) * 8

    def on_start(self) -> None:
        super().on_start()
        self.asked: list[int] = []
        self.answered = False

    def on_bit(self) -> None:
        bit = int(self.rx_buf[-1])
        if self.asked or bit:
            self.asked.append(bit)
        if len(self.asked) == 5 and not self.answered:
            self.answered = True
            channel = self.asked[2] * 4 + self.asked[3] * 2 + self.asked[4]
            level = round(self.values[channel] * 1023)
            # the chip takes one clock to sample; then the null bit and the level
            self.tx_buf = [0, 0, *(level >> shift & 1 for shift in range(9, -1, -1))]
