"""A simulated tray that taught what it looks like: calibration as the wizard asks for it, and a reader that knows it.

Apart from the real tray's, so that a real table loads nothing of the simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tablekeeper.firmware.senses.camera.known_tray import Reader, reader_with, take_pictures
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Tray, TrueDie
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.vision import Calibration, calibrate, learn_dice
from tablekeeper.vision.picture import Picture

EMPTY_PICTURES = 6
SHOWN_DICE = 6
LIGHT_BODIES = ("white", "ivory", "yellow")


def die_of(colour: str, value: int) -> TrueDie:
    """A simulated die: dark pips on light bodies, light ones on dark."""
    return TrueDie(body=colour, pips="black" if colour in LIGHT_BODIES else "white", value=value)


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
