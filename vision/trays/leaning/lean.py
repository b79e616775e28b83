"""Doubts dice of a known tray that do not look as flat ones do, or beside which another one lies that nobody read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import LEANING, NO_FACE, Reading, conclude
from tablekeeper.vision.trays.calibration import Calibration, Logits
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.opinion import Opinion, look_at
from tablekeeper.vision.trays.leaning.portrait import find_places

ODD: Final = 1.0  # logit from which a die is doubted for leaning...
UNREAD: Final = 1.0  # ...or another one is seen beside it...
BEYOND_FLAT: Final = 1.0  # ...and so much more than the owner's flat dice had
PLAIN: Final = -1.0  # below, another check's doubt is lifted
LEAST_CHANCE: Final = 0.2  # of the value that was read; of 868 right throws one has less than 0.5
LEAST_DICE: Final = 3  # flat ones, of which the oddest may be an accident


def doubt_odd(picture: Picture, reading: Reading, changes: Changes, known: Calibration) -> Reading:
    """The same reading, or a doubtful one where a die leans, another lies beside it unread, or shows something else.

    While no flat dice were shown, nothing is asked.
    """
    if known.oddest is None or not reading.sure or not reading.dice:
        return reading
    middles = [(die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) for die in reading.dice]
    seen = look_at(picture, find_places(picture, middles, known), changes, known)
    reasons = [_reason(die.value, one, known.oddest) for die, one in zip(reading.dice, seen, strict=True)]
    if not any(reasons):
        return reading
    dice = [replace(die, doubt=reason) for die, reason in zip(reading.dice, reasons, strict=True)]
    return conclude(tuple(dice), reading.doubts)


def learn_oddest(shown: Sequence[Logits]) -> Logits | None:
    """How odd flat dice look in this tray, but for the oddest; None while too few were shown."""
    if len(shown) < LEAST_DICE:
        return None
    leaning, unread = (sorted(values)[-2] for values in zip(*shown, strict=True))
    return Logits(leaning, unread)


def _reason(value: int, seen: Opinion, flat: Logits) -> str | None:
    """Why a die is doubted: it looks odd, also beside the owner's flat dice, or as if it showed another value."""
    if seen.odd.leaning >= max(ODD, flat.leaning + BEYOND_FLAT):
        return LEANING
    if seen.odd.unread >= max(UNREAD, flat.unread + BEYOND_FLAT):
        return NO_FACE
    return NO_FACE if seen.chances[value] < LEAST_CHANCE else None
