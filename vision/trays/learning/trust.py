"""Which ways of reading a known tray may be trusted: those that were right about the flat dice shown in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.reader import find_dice, weigh
from tablekeeper.vision.reading import Doubt
from tablekeeper.vision.trays.calibration import SHADE_ROOM, Calibration
from tablekeeper.vision.trays.changes import Changes, find_changes, look_for_walls
from tablekeeper.vision.trays.known_size import find_overlooked
from tablekeeper.vision.trays.leaning.explain import find_support, is_bare, is_spaced_like_flat
from tablekeeper.vision.trays.leaning.flat import Flat
from tablekeeper.vision.trays.leaning.sides import Support, look_at_sides, looks_flat
from tablekeeper.vision.trays.tray_reader import read_tray
from tablekeeper.vision.trays.unexplained import box_of, find_unexplained, looks_empty, measure_shade, show_plainly
from tablekeeper.vision.trays.ways import BY_CHANGES, FLOOR_SHOWS, LEANING_CHECK, MISSES_NONE

LEAST_THROWS: Final = 2  # that the tray's own reader must be sure of...
MOST_MISSED: Final = 0.25  # ...and share of the throws that may fail, but one may always
LEAST_WIDE: Final = 2  # throws with wide shadows, from which these are no accident: something unseen lay there
WIDER: Final = 1.25
LEAST_EDGE_PX: Final = 24.0  # of a face: the sides of smaller dice are a pixel or two
LEAST_DICE: Final = 6  # flat dice from which a leaning check has been tried often enough
LEAST_PLAIN: Final = 0.8  # of the dice
LEAST_ASKED: Final = 4  # dice of which one would have been missed by now where some are
LEAST_FLAT: Final = 0.75  # of the dice, asked as if each could lean on anything


@dataclass(frozen=True)
class Shown:
    """A picture of flat dice, with what a stranger reads in it."""

    picture: Picture
    faces: list[Face]
    doubts: list[Doubt]

    @classmethod
    def of(cls, picture: Picture) -> "Shown":
        """Read it."""
        return cls(picture, *find_dice(picture))


def find_trusted(known: Calibration, shown: Sequence[Shown], flat: Sequence[Sequence[Flat]]) -> frozenset[str]:
    """The ways of reading that stand the test on the pictures shown, each with its flat dice."""
    trusted = set()
    dice = [_dice_in(one, known) for one in shown]
    if _shows_dice(dice):
        trusted.add(FLOOR_SHOWS)
        if _reads_by_changes(known, shown):
            trusted.add(BY_CHANGES)
    if FLOOR_SHOWS in trusted or _misses_none(known, shown, dice):
        trusted.add(MISSES_NONE)
    large = (known.edge_px or 0.0) >= LEAST_EDGE_PX
    if large and sum(map(len, flat)) >= LEAST_DICE and _knows_flat_dice(known, [one.picture for one in shown], flat):
        trusted.add(LEANING_CHECK)
    return frozenset(trusted)


def find_shade_room(known: Calibration, shown: Sequence[Shown]) -> float:
    """From which size a shadow is none: wider than those of the dice shown, of which a stranger's reader is sure."""
    sure = [one for one in shown if one.faces and not one.doubts]
    shades = [measure_shade(one.picture, one.faces, known) for one in sure]
    wide = [shade for shade in shades if shade > SHADE_ROOM]
    if len(wide) < LEAST_WIDE:
        return SHADE_ROOM
    return WIDER * max(wide)


def _reads_by_changes(known: Calibration, shown: Sequence[Shown]) -> bool:
    """Whether the tray's own reader is sure about as often as a stranger's, and never of other values."""
    pairs = [(weigh(one.picture, one.faces, one.doubts), read_tray(one.picture, known)) for one in shown]
    if any(other.sure and own.sure and other.values != own.values for other, own in pairs):
        return False
    sure, strangers = sum(own.sure and bool(own.dice) for _, own in pairs), sum(other.sure for other, _ in pairs)
    return sure >= LEAST_THROWS and strangers - sure <= _most_missed(strangers)


def _shows_dice(dice: Sequence[tuple[list[Face], Changes]]) -> bool:
    """Whether the floor changes plainly where the dice lie: it may be as dark, as light and as coloured as they are."""
    plain = [show_plainly([box_of(face)], changes) for faces, changes in dice for face in faces]
    return bool(plain) and sum(plain) >= LEAST_PLAIN * len(plain)


def _misses_none(known: Calibration, shown: Sequence[Shown], dice: Sequence[tuple[list[Face], Changes]]) -> bool:
    """Whether each of the dice shown, left out beside others, leaves a change over that is noticed."""
    noticed = []
    for one, (faces, changes) in zip(shown, dice, strict=True):
        for face in faces:
            others = [other for other in faces if other is not face]
            if others:  # where no other die lies, less is enough to be noticed
                noticed.append(_is_noticed(one.picture, others, changes, known))
    return len(noticed) >= LEAST_ASKED and all(noticed)


def _is_noticed(picture: Picture, others: Sequence[Face], changes: Changes, known: Calibration) -> bool:
    """Whether anything shows that another die lies beside these."""
    return bool(find_unexplained(picture, others, changes, known) or find_overlooked(picture, others, changes, known))


def _dice_in(shown: Shown, known: Calibration) -> tuple[list[Face], Changes]:
    """What a stranger reads in a picture, but for lamps and the like, which look just as they do in the empty tray."""
    changes = find_changes(shown.picture, known)
    return [face for face in shown.faces if not looks_empty(box_of(face), changes, known)], changes


def _most_missed(throws: int) -> float:
    return max(1.0, MOST_MISSED * throws)


def _knows_flat_dice(known: Calibration, shown: Sequence[Picture], flat: Sequence[Sequence[Flat]]) -> bool:
    """Whether flat dice pass the leaning check."""
    asked, passed, throws = 0, 0, 0
    for picture, dice in zip(shown, flat, strict=True):
        changes = find_changes(picture, known)
        if any(is_bare(changes, die, known) or not is_spaced_like_flat(die, known, at_wall=True) for die in dice):
            return False
        fine = True
        for die in dice:
            others = [other for other in dice if other is not die]
            anything = Support(
                dice=True, walls=[inward for _, inward in look_for_walls(known, die.count.x, die.count.y)]
            )
            asked += 1
            sides = look_at_sides(picture, die, others, known, changes.light)
            passed += looks_flat(die, sides, anything)
            fine &= looks_flat(die, sides, find_support(die, others, known))
        throws += fine
    return passed >= LEAST_FLAT * asked and len(shown) - throws <= _most_missed(len(shown))
