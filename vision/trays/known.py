"""Reads a known tray: by its changes where that way is trusted there, else as a stranger would, with what is known."""

from typing import Final

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import CUT_OFF, LEANING, Reading
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.fusion import read_with_knowledge
from tablekeeper.vision.trays.tray_reader import read_tray
from tablekeeper.vision.trays.unexplained import leaves_nothing
from tablekeeper.vision.trays.ways import BY_CHANGES, LEANING_CHECK

FINAL: Final = frozenset({LEANING, CUT_OFF})  # what the tray's own reader sees of a die and a stranger's does not


def read_known_tray(picture: Picture, known: Calibration) -> Reading:
    """The reading that is sure and most is known for; where none is sure, the doubts of the tray's own reader."""
    changes = find_changes(picture, known)
    own = read_tray(picture, known, changes) if BY_CHANGES in known.trusted else None
    if own is not None and own.sure and not leaves_nothing(picture, own.dice, changes, known):
        own = None  # a die may hide in what it takes for a shadow
    if own is not None and (own.sure or (LEANING_CHECK in known.trusted and _is_final(own))):
        return own
    reading = read_with_knowledge(picture, changes, known)
    return reading if reading.sure or own is None else own


def _is_final(reading: Reading) -> bool:
    return any(doubt.reason in FINAL for doubt in reading.doubts)
