"""Reads the dice in any picture taken from above: `read` is this room's door."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tablekeeper.vision.colours import BGR, NAMES, find_white, name_colour, name_ink, same_colour, thin
from tablekeeper.vision.errors import ExpectationError
from tablekeeper.vision.faces.candidates import Picture, brighten, copies_of, exposure_of
from tablekeeper.vision.faces.conditions import eats_pips, find_conditions
from tablekeeper.vision.faces.contradict import find_burnt
from tablekeeper.vision.faces.decide import Face, Rule
from tablekeeper.vision.faces.looks import NO_EVIDENCE, Evidence, look, watch
from tablekeeper.vision.picture import check_array
from tablekeeper.vision.reading import GLARE, NOT_AS_EXPECTED, Box, Die, Doubt, Reading, conclude
from tablekeeper.vision.trays.calibration import Calibration

RULE = Rule()


def read(picture: Picture, expect: Mapping[str, int] | None = None, calibration: Calibration | None = None) -> Reading:
    """Read all dice of a picture (H x W x 3 bytes: blue, green, red).

    `expect` says which dice should lie there (colour: how many); it can make a reading unsure, never change a value.
    A calibration of pictures of another size says nothing about this one, which is then read without it.
    """
    picture = check_array(picture)
    check_expectation(expect)
    if calibration is not None and calibration.fits(picture):
        from tablekeeper.vision.trays.known import read_known_tray

        reading = read_known_tray(picture, calibration)
    else:
        reading = read_photograph(picture)
    return compare_with_expectation(reading, expect)


def check_expectation(expect: Mapping[str, int] | None) -> None:
    """Refuse colours that no reading could ever name."""
    for name, count in (expect or {}).items():
        if name not in NAMES:
            raise ExpectationError(
                "Cannot read dice: found the expected colour {name!r}; expected one of {known}",
                name=name,
                known=", ".join(NAMES),
            )
        if count < 0:
            raise ExpectationError(
                "Cannot read dice: found {count!r} expected {name} dice; expected a count from 0",
                count=count,
                name=name,
            )


def compare_with_expectation(reading: Reading, expect: Mapping[str, int] | None) -> Reading:
    """Doubt a reading whose dice are not those that were asked for."""
    if expect is None:
        return reading
    wanted = Counter({name: count for name, count in expect.items() if count})
    for die in reading.dice:
        match = next((name for name in (die.body, *wanted) if wanted[name] > 0 and same_colour(name, die.body)), None)
        if match is None:
            return conclude(reading.dice, (*reading.doubts, Doubt(NOT_AS_EXPECTED, die.box)))
        wanted[match] -= 1
    if any(count > 0 for count in wanted.values()):
        return conclude(reading.dice, (*reading.doubts, Doubt(NOT_AS_EXPECTED)))
    return reading


def read_photograph(picture: Picture, rule: Rule = RULE) -> Reading:
    """Read a picture of which nothing is known."""
    return weigh(picture, *find_dice(picture, rule))


def find_dice(picture: Picture, rule: Rule = RULE, evidence: Evidence = NO_EVIDENCE) -> tuple[list[Face], list[Doubt]]:
    """The upper faces of a picture, and what speaks against trusting them."""
    times = exposure_of(picture)
    bright = brighten(picture, times)
    copies = copies_of(bright)
    seen = look(bright, rule, evidence, copies)
    accepted = seen.decision.accepted
    glare = [_doubt_glare(face) for face in accepted if face.count and eats_pips(face.count)]
    faces, doubts = evidence.weigh(accepted, [*seen.doubts, *find_burnt(picture, accepted, times), *glare])
    if doubts or evidence.explained_by(faces):
        return faces, doubts
    return evidence.weigh(faces, watch(bright, faces, seen.places, copies))


def weigh(picture: Picture, faces: Sequence[Face], doubts: Sequence[Doubt]) -> Reading:
    """A reading of these faces; what is wrong with the whole picture is named before the doubts that it explains."""
    white = find_white(brighten(thin(picture), exposure_of(picture)))
    dice = tuple(_die(face, white) for face in faces)
    return conclude(dice, find_conditions(picture, dice=len(dice), doubts=doubts))


def _doubt_glare(face: Face) -> Doubt:
    return Doubt(GLARE, _box(face.candidate.x, face.candidate.y, face.candidate.edge))


def _die(face: Face, white: BGR) -> Die:
    count, candidate = face.count, face.candidate
    if count is None:
        raise AssertionError("an accepted face has counted pips")
    confidence = min(face.belief, 0.5 + 0.5 * count.quality)
    return Die(
        count.value,
        round(float(confidence), 3),
        name_colour(count.body, white),
        name_ink(count.ink, count.body, white),
        _box(candidate.x, candidate.y, candidate.edge),
    )


def _box(x: float, y: float, size: float) -> Box:
    return round(x - size / 2), round(y - size / 2), max(1, round(size)), max(1, round(size))
