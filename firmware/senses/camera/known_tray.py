"""From a camera over an empty tray to a reader that knows this tray: calibration, as the wizard asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.settings.bounded import read_bounded
from tablekeeper.firmware.settings.whole_file import write_whole
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Tray, TrueDie
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.vision import Calibration, CalibrationError, calibrate, learn_dice, read
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Reading

CALIBRATION = "calibration.toml"
EMPTY_PICTURES = 6
SHOWN_DICE = 6
FRAME_TIMEOUT_S = 2.0
LIGHT_BODIES = ("white", "ivory", "yellow")

Reader = Callable[[Picture, Mapping[str, int] | None], Reading]


def die_of(colour: str, value: int) -> TrueDie:
    """A simulated die: dark pips on light bodies, light ones on dark."""
    return TrueDie(body=colour, pips="black" if colour in LIGHT_BODIES else "white", value=value)


MOST_BYTES = 40_000_000
"""A calibration holds pictures of the tray."""


def load_calibration(home: Path) -> tuple[Calibration | None, str]:
    """The tray's calibration, if there is a good one, and what is wrong with it, if there is a bad one."""
    path = home / CALIBRATION
    if not path.exists():
        return None, ""
    try:
        return Calibration.from_toml(read_bounded(path, MOST_BYTES)), ""
    except (OSError, UnicodeDecodeError, CalibrationError) as fault:
        return None, words_of(fault)


def write_calibration(home: Path, known: Calibration) -> None:
    """Put the calibration in its place, whole or not at all."""
    home.mkdir(parents=True, exist_ok=True)
    write_whole(home / CALIBRATION, known.to_toml())


def take_pictures(camera: Camera, count: int) -> list[Picture]:
    """So many pictures, one after the other."""
    frames = (camera.frame(FRAME_TIMEOUT_S) for _ in range(count))
    return [frame.bgr() for frame in frames if frame is not None]


def reader_with(calibration: Calibration | None) -> Reader:
    """What the eye calls: read a picture, expecting these dice."""

    def look(picture: Picture, expect: Mapping[str, int] | None) -> Reading:
        return read(picture, expect, calibration)

    return look


def calibrate_simulated(tray: SimulatedTray, colours: Sequence[str]) -> Calibration:
    """Show the simulated tray empty, then with some dice of each colour."""
    tray.put(())
    known = calibrate(take_pictures(tray, EMPTY_PICTURES))
    shown: list[tuple[Picture, str | None]] = []
    for number, colour in enumerate(dict.fromkeys(colours)):
        dice = [die_of(colour, value) for value in range(1, SHOWN_DICE + 1)]
        tray.put(scatter(dice, Tray(), seed=number))
        shown.extend((picture, colour) for picture in take_pictures(tray, 1))
    tray.put(())
    return learn_dice(known, shown)


@cache
def simulated_calibration(colours: tuple[str, ...]) -> Calibration:
    """What the usual simulated tray teaches when dice of these colours are shown in it, once a program."""
    tray = SimulatedTray(TableClock())
    tray.open()
    return calibrate_simulated(tray, colours)


def simulated_reader(colours: Sequence[str]) -> Reader:
    """A reader that knows the usual simulated tray and dice of these colours."""
    return reader_with(simulated_calibration(tuple(dict.fromkeys(colours))))
