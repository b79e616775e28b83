"""Reads the dice in any picture taken from above: `read` is this room's door."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from vision.calibration import Calibration
from vision.candidates import Candidate, Picture, expose, find_candidates, read_crops
from vision.colours import BGR, NAMES, find_white, name_colour, name_ink, same_colour
from vision.conditions import eats_pips, find_conditions
from vision.decide import Face, Rule, decide, with_count
from vision.errors import ExpectationError
from vision.picture import check_array
from vision.pips import count_pips, count_pips_unsized
from vision.reading import GLARE, NOT_AS_EXPECTED, Box, Die, Doubt, Reading, conclude
from vision.second_look import find_overlooked, look_again

RULE = Rule()
COUNTED_FROM = 0.33  # score from which the pips of a place are counted
SEARCHED_FROM = 0.5  # score from which they are also counted at other sizes
MOST_FACES = 60
RESIZED = 1.12  # ratio of sizes from which another count can differ


def read(picture: Picture, expect: Mapping[str, int] | None = None, calibration: Calibration | None = None) -> Reading:
    """Read all dice of a picture (H x W x 3 bytes: blue, green, red).

    `expect` says which dice should lie there (colour: how many); it can make a reading unsure, never change a value.
    """
    picture = check_array(picture)
    check_expectation(expect)
    if calibration is not None and calibration.edge_px is not None:
        from vision.tray_reader import read_tray

        reading = read_tray(picture, calibration)
    else:
        reading = read_photograph(picture)
    return compare_with_expectation(reading, expect)


def check_expectation(expect: Mapping[str, int] | None) -> None:
    """Refuse colours that no reading could ever name."""
    for name, count in (expect or {}).items():
        if name not in NAMES:
            raise ExpectationError(
                f"reading dice: found the expected colour {name!r}; expected one of {', '.join(NAMES)}"
            )
        if count < 0:
            raise ExpectationError(f"reading dice: found {count!r} expected {name} dice; expected a count from 0")


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
    bright = expose(picture)
    faces, unreadable = find_faces(bright)
    faces = look_again(bright, count_again(bright, faces, rule), rule)
    verdict = decide(faces, unreadable, rule)
    doubts = [*verdict.doubts, *find_overlooked(bright, verdict.accepted)]
    doubts += [_doubt_glare(f) for f in verdict.accepted if f.count and eats_pips(f.count)]
    white = find_white(bright)
    dice = tuple(_die(face, white) for face in verdict.accepted)
    return conclude(dice, find_conditions(picture, dice=len(dice), doubts=doubts))


def find_faces(picture: Picture) -> tuple[list[Face], list[Candidate]]:
    """Every place that may be an upper face, read by the crop net and counted; and dice that must not be read."""
    candidates = find_candidates(picture)
    readable = [c for c in candidates if c.readable][:MOST_FACES]
    chances = read_crops(picture, readable)
    faces = []
    for candidate, chance in zip(readable, chances, strict=True):
        face = Face(candidate, chance, None)
        if face.score >= COUNTED_FROM:
            count_face = count_pips_unsized if face.score >= SEARCHED_FROM else count_pips
            count = count_face(picture, candidate.x, candidate.y, candidate.edge, candidate.stretch)
            face = with_count(face, count)
        faces.append(face)
    return faces, [c for c in candidates if not c.readable]


def count_again(picture: Picture, faces: list[Face], rule: Rule) -> list[Face]:
    """Dice of one picture have like sizes: where the pips did not confirm, count once more at the others' size."""
    sure = [face.candidate.edge for face in faces if face.confirmed(rule) and face.score >= rule.notice]
    if not sure:
        return faces
    typical = float(np.median(sure))
    result = []
    for face in faces:
        place = face.candidate
        doubtful = face.score >= rule.notice and not face.confirmed(rule)
        if doubtful and max(place.edge / typical, typical / place.edge) > RESIZED:
            count = count_pips(picture, place.x, place.y, typical, place.stretch)
            if count is not None and (face.count is None or count.quality > face.count.quality):
                face = with_count(face, count)  # noqa: PLW2901
        result.append(face)
    return result


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
