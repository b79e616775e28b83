"""A folder of pictures or a video file, played back as a camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.cameras.frame import Frame, Pixels
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import RecordingError
from tablekeeper.hardware.health import Health, HealthLog, Reason

PICTURE_KINDS = (".jpg", ".jpeg", ".png", ".bmp")
VIDEO_KINDS = (".mp4", ".avi", ".mkv", ".mov", ".webm")
USUAL_RATE = 30.0
RATES = (1.0, 240.0)
"""What a camera may have recorded at; a file that says anything else is not believed."""


PNG = b"\x89PNG\r\n\x1a\n"
MOST_FILE_BYTES = 64_000_000
MOST_PIXELS = 20_000_000
"""More than any camera of a Pi gives."""


class Pictures(Opened):
    """Plays a folder (in the order of its names) or a video, once or for ever."""

    def __init__(self, clock: Clock, path: Path, *, frames_per_s: float = 30.0, loop: bool = False) -> None:
        self.clock, self.path, self.frames_per_s, self.loop = clock, path, frames_per_s, loop
        self.log = HealthLog()
        self._source: Iterator[tuple[str, Pixels]] = iter(())
        self._size_px: tuple[int, int] | None = None
        self._next_s = 0.0

    @property
    def health(self) -> Health:
        """`lost` once the last picture was shown."""
        return self.log.present

    def open(self) -> None:
        """Look what there is to play."""
        if self.frames_per_s <= 0:
            raise RecordingError(
                "Cannot play {path!r}: found {frames_per_s!r} pictures a second; expected more than 0",
                path=str(self.path),
                frames_per_s=self.frames_per_s,
            )
        self._source = self._play()
        self._size_px = None
        self._next_s = self.clock.now()
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Close the files."""
        self._source = iter(())
        self.log.set("closed", "", self.clock.now())

    def frame(self, timeout_s: float) -> Frame | None:
        """The next picture, when its moment has come."""
        wait_s = self._next_s - self.clock.now()
        if wait_s > timeout_s or not self.health.usable:
            self.clock.sleep(timeout_s)
            return None
        if wait_s > 0:
            self.clock.sleep(wait_s)
        name, pixels = next(self._source, ("", None))
        if pixels is None:
            self.log.set(
                "lost", Reason("pictures_over", "{name} has no more pictures", name=self.path.name), self.clock.now()
            )
            return None
        self._same_size(name, pixels)
        self._next_s += 1 / self.frames_per_s
        return Frame(pixels, "bgr", self.clock.now(), {"source": name})

    def _same_size(self, name: str, pixels: Pixels) -> None:
        size = (pixels.shape[1], pixels.shape[0])
        self._size_px = self._size_px or size
        if size != self._size_px:
            raise RecordingError(
                "Cannot play {path!r}: found {name!r} of {size} pixels after pictures of {first} pixels; "
                "expected all of one size",
                path=str(self.path),
                name=name,
                size=f"{size[0]}x{size[1]}",
                first=f"{self._size_px[0]}x{self._size_px[1]}",
            )

    def _play(self) -> Iterator[tuple[str, Pixels]]:
        if self.path.is_dir():
            names = sorted(p for p in self.path.iterdir() if p.suffix.lower() in PICTURE_KINDS)
            if not names:
                raise RecordingError(
                    "Cannot play {path!r}: found no pictures; expected {known}",
                    path=str(self.path),
                    known=", ".join(PICTURE_KINDS),
                )
            return self._files(names)
        if self.path.is_file() and self.path.suffix.lower() in VIDEO_KINDS:
            return self._video()
        kinds = ", ".join(VIDEO_KINDS)
        raise RecordingError(
            "Cannot play {path!r}: found neither a folder nor a video; expected one of them ({kinds})",
            path=str(self.path),
            kinds=kinds,
        )

    def _files(self, names: list[Path]) -> Iterator[tuple[str, Pixels]]:
        while True:
            for path in names:
                yield path.name, load_picture(path)
            if not self.loop:
                return

    def _video(self) -> Iterator[tuple[str, Pixels]]:
        number = 0
        while True:
            video = cv2.VideoCapture(str(self.path))
            try:
                if not video.isOpened():
                    raise RecordingError(
                        "Cannot play {path!r}: found no video that OpenCV can read; try .avi or .mp4",
                        path=str(self.path),
                    )
                while (got := video.read())[0]:
                    number += 1
                    yield f"{self.path.name}#{number}", np.asarray(got[1], dtype=np.uint8)
            finally:
                video.release()
            if not self.loop or not number:
                return


def _decode(path: Path) -> Pixels | None:
    if not _is_measured(path):
        return None
    try:
        found = cv2.imread(str(path), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if found is None else np.asarray(found, dtype=np.uint8)


def _is_measured(path: Path) -> bool:
    """Whether a PNG, as recordings hold them, promises no more pixels and no longer chunks than it can have."""
    data = path.read_bytes()
    if not data.startswith(PNG):
        return True
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    at = len(PNG)
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if length > len(data) - at:
            return False
        at += 12 + length
    return width * height <= MOST_PIXELS


def load_picture(path: Path) -> Pixels:
    """A picture file's pixels (blue, green, red)."""
    pixels = _decode(path) if path.is_file() and path.stat().st_size <= MOST_FILE_BYTES else None
    if pixels is None:
        raise RecordingError(
            "Cannot load the picture {path!r}: found no picture that OpenCV can read; expected a JPEG or PNG",
            path=str(path),
        )
    return np.asarray(pixels, dtype=np.uint8)


def rate_of(path: Path) -> float:
    """The pictures a second that a video says it was recorded at; the usual ones where it says nothing credible."""
    video = cv2.VideoCapture(str(path))
    try:
        rate = float(video.get(cv2.CAP_PROP_FPS)) if video.isOpened() else 0.0
    finally:
        video.release()
    return rate if RATES[0] <= rate <= RATES[1] else USUAL_RATE
