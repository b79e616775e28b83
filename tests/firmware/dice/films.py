"""Films of a simulated tray: hands throw dice and take them out at moments that the test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2

from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.mock.picture.scatter import make_dice, scatter
from tablekeeper.hardware.mock.picture.scene import Tray, TrueDie
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock

SLOW = 10.0
"""Pictures a second: enough to settle, and quickly drawn."""


class Film(SimulatedTray):
    """Plays until a moment and is over then."""

    def __init__(self, lasts_s: float) -> None:
        super().__init__(TableClock(), frames_per_s=SLOW)
        self.lasts_s = lasts_s

    @property
    def health(self) -> Health:
        over = self.clock.now() >= self.lasts_s
        return Health("lost", "the film is over", self.clock.now()) if over else self.log.present

    def at(self, moment_s: float, happens: Callable[[], object]) -> None:
        self.clock.at(moment_s, lambda: (happens(), None)[1])

    def roll(self, moment_s: float, bodies: Sequence[str], values: Sequence[int]) -> None:
        """Throw dice at a moment."""
        self.at(moment_s, partial(self.throw, dice_of(bodies, values)))


def dice_of(bodies: Sequence[str], values: Sequence[int]) -> list[TrueDie]:
    return [replace(die, value=value) for die, value in zip(make_dice(list(bodies), 1), values, strict=True)]


def picture_of(bodies: Sequence[str], values: Sequence[int], seed: int = 0) -> Frame:
    """A tray in which these dice lie apart from each other."""
    tray = SimulatedTray(TableClock())
    tray.open()
    tray.put(scatter(dice_of(bodies, values), Tray(), seed=seed) if bodies else ())
    frame = tray.frame(1.0)
    assert frame is not None
    return frame


def write_film(path: Path, film: Film) -> Path:
    """The same film as a video file."""
    video = None
    film.open()
    while film.health.usable and (frame := film.frame(1.0)) is not None:
        video = video or cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), SLOW, frame.size_px)
        video.write(frame.bgr())
    assert video is not None
    video.release()
    return path
