"""Reads a known tray: by its changes where that way is trusted there, else as a stranger would, with what is known."""

import math
from typing import Final

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import CUT_OFF, LEANING, Die, Reading
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes, find_changes
from tablekeeper.vision.trays.fusion import read_with_knowledge
from tablekeeper.vision.trays.leaning.lean import doubt_odd
from tablekeeper.vision.trays.tray_reader import read_tray
from tablekeeper.vision.trays.unexplained import leaves_nothing, show_plainly
from tablekeeper.vision.trays.ways import BY_CHANGES, LEANING_CHECK

FINAL: Final = frozenset({LEANING, CUT_OFF})  # what the tray's own reader sees of a die and a stranger's does not
APART: Final = 0.7  # edges from which two dice are not the same


def read_known_tray(picture: Picture, known: Calibration) -> Reading:
    """What two ways of reading say together, doubted where a die leans."""
    changes = find_changes(picture, known)
    return doubt_odd(picture, _read_both_ways(picture, changes, known), changes, known)


def _read_both_ways(picture: Picture, changes: Changes, known: Calibration) -> Reading:
    """The reading that is sure and most is known for; where none is sure, the one that read more dice."""
    own = read_tray(picture, known, changes) if BY_CHANGES in known.trusted else None
    if own is not None and own.sure and not _explains(picture, own, changes, known):
        own = None  # a die may hide in what it takes for a shadow, or for the floor
    if own is not None and (own.sure or (LEANING_CHECK in known.trusted and _is_final(own))):
        return own
    reading = read_with_knowledge(picture, changes, known)
    if own is None or (not reading.sure and len(reading.dice) >= len(own.dice)):
        return reading
    return own if _misses_any(reading, own, known) or _contradicts(reading, own, known) else reading


def _explains(picture: Picture, own: Reading, changes: Changes, known: Calibration) -> bool:
    """Whether the dice leave no change over, and are plain enough in the changes for that to say something."""
    return show_plainly([die.box for die in own.dice], changes) and leaves_nothing(picture, own.dice, changes, known)


def _misses_any(reading: Reading, own: Reading, known: Calibration) -> bool:
    """Whether a die of the tray's own reader, doubtful as it may be, lies where the other reading has none."""
    return any(all(_apart(one, die) > APART * (known.edge_px or 1.0) for die in reading.dice) for one in own.dice)


def _contradicts(reading: Reading, own: Reading, known: Calibration) -> bool:
    """Whether the two ways read another value in the same place: of a leaning die each may see another face."""
    near = APART * (known.edge_px or 1.0)
    return any(one.value != die.value and _apart(one, die) <= near for one in own.dice for die in reading.dice)


def _apart(one: Die, other: Die) -> float:
    """How far two dice's middles are from each other, in pixels."""
    (x, y), (other_x, other_y) = ((die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) for die in (one, other))
    return math.hypot(x - other_x, y - other_y)


def _is_final(reading: Reading) -> bool:
    return any(doubt.reason in FINAL for doubt in reading.doubts)
