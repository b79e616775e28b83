"""Asks a small net whether dice of a known tray lie flat, and whether another one lies beside them that nobody read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.network import load_network
from tablekeeper.vision.reading import LEANING, NO_FACE, Reading, conclude
from tablekeeper.vision.trays.calibration import Calibration, Logits
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.portrait import Place, draw_portrait, find_places

ODD: Final = 0.5  # logit from which a die is doubted for leaning...
UNREAD: Final = 1.0  # ...or another one is seen beside it...
BEYOND_FLAT: Final = 1.0  # ...and so much more than the owner's flat dice had
PLAIN: Final = -2.5  # below, another check's doubt is lifted
CLEAR: Final = -3.0  # below, a mirror image changes nothing
LEAST_DICE: Final = 3  # flat ones, of which the oddest may be an accident


def doubt_leaning(picture: Picture, reading: Reading, changes: Changes, known: Calibration) -> Reading:
    """The same reading, or a doubtful one where a die leans or another lies beside it unread.

    While no flat dice were shown, nothing is asked.
    """
    if known.oddest is None or not reading.sure or not reading.dice:
        return reading
    middles = [(die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) for die in reading.dice]
    seen = look_at(picture, find_places(picture, middles, known), changes, known)
    reasons = [_reason(one, known.oddest) for one in seen]
    if not any(reasons):
        return reading
    dice = [replace(die, doubt=reason) for die, reason in zip(reading.dice, reasons, strict=True)]
    return conclude(tuple(dice), reading.doubts)


def look_at(picture: Picture, places: Sequence[Place], changes: Changes, known: Calibration) -> list[Logits]:
    """What the net says of each die."""
    return [
        look_at_one(picture, place, [other for other in places if other is not place], changes, known)
        for place in places
    ]


def look_at_one(
    picture: Picture, place: Place, others: Sequence[Place], changes: Changes, known: Calibration
) -> Logits:
    """What the net says of one die beside others, if it is not clear on average with its portrait's mirror image."""
    net, portrait = load_network("lean"), draw_portrait(picture, place, others, known, changes)
    first = Logits(*net.run(portrait).tolist())
    if max(first) < CLEAR:
        return first
    other = Logits(*net.run(np.asarray(cv2.flip(portrait, 1), np.uint8)).tolist())
    return Logits((first.leaning + other.leaning) / 2, (first.unread + other.unread) / 2)


def learn_oddest(shown: Sequence[Logits]) -> Logits | None:
    """How odd flat dice look in this tray, but for the oddest; None while too few were shown."""
    if len(shown) < LEAST_DICE:
        return None
    leaning, unread = (sorted(values)[-2] for values in zip(*shown, strict=True))
    return Logits(leaning, unread)


def _reason(seen: Logits, flat: Logits) -> str | None:
    """Why a die is doubted: it looks odd, also beside the owner's flat dice."""
    if seen.leaning >= max(ODD, flat.leaning + BEYOND_FLAT):
        return LEANING
    return NO_FACE if seen.unread >= max(UNREAD, flat.unread + BEYOND_FLAT) else None
