"""Reads a calibrated tray: the quick way first, the nets only where it leaves something unexplained."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.candidates import Candidate, Picture, find_candidates_at, read_crops
from vision.colours import name_colour, nearest_sample
from vision.decide import Face
from vision.pips import Count, count_pips
from vision.reading import CUT_OFF, HAND, LEANING, MOVED_CAMERA, NO_FACE, TOUCHING, Box, Die, Doubt, Reading, conclude
from vision.tray import (
    WHOLE,
    Spot,
    TrayDie,
    find_shaded_spots,
    flatness_excess,
    look_quickly,
    nearest_wall,
    outline_edges,
)

LEAST_QUALITY = 0.65
LEAST_VACANT = 0.75
LEAST_EVEN = 0.7
AGREED_QUALITY, AGREED_EVEN = 0.25, 0.8  # of a count that both nets confirm
MOST_ASKEW = 0.2
PLAIN_SIDE = 1.24  # edges from which an outline is too long for any flat die with its shadow
NET_EDGE_PX = 22.0  # the nets look at the tray shrunk to this size of a die: enough to find it, quick to compute
SIZE_TOLERANCE = 1.3
LEAST_SCORE = 0.6
WALL_ZONE = 0.95  # edges from the wall within which a die may lean on it
FLAT_EXCESS = (
    -0.06,
    0.045,
)  # edges by which the outline of a flat die at a wall may be shorter or longer than expected
WITH_SHADOW = 1.85  # faces that one die explains together with its shadow
BODY_SHARE = 1.6  # faces that one accepted die may explain of a spot, with its side and rests of shadow
HAND_FACES = (14.0, 3.0)  # faces from which a change is a hand; the same where it comes in from outside
MOVED_SHARE = 0.45  # of the picture that changed: the camera or the tray was moved, or the light


@dataclass(frozen=True)
class Found:
    """An accepted die of the tray."""

    count: Count
    confidence: float
    doubt: str | None


def read_tray(picture: Picture, calibration: Calibration) -> Reading:
    """Read a calibrated tray."""
    if not calibration.fits(picture):
        return conclude((), (Doubt(MOVED_CAMERA),))
    edge = calibration.edge_px or 0.0
    look = look_quickly(picture, calibration)
    changed = [die.spot for die in look.dice] + list(look.unexplained)
    if sum(spot.area for spot in changed) > MOVED_SHARE * calibration.width_px * calibration.height_px:
        return conclude((), (Doubt(MOVED_CAMERA),))
    hands = [spot for spot in changed if spot.area > _hand_faces(spot, calibration) * edge**2]
    if hands:
        return conclude((), tuple(Doubt(HAND, spot.box) for spot in hands))
    found, open_spots = [], list(look.unexplained)
    for die in look.dice:
        if _clean(die.count) and die.askew <= MOST_ASKEW:
            found.append(Found(die.count, 0.5 + 0.5 * die.count.quality, _lean_doubt(die, calibration)))
        else:
            open_spots.append(die.spot)
    doubts: list[Doubt] = []
    if open_spots:
        more, doubts = _look_with_nets(picture, calibration, open_spots, found)
        found += more
    doubts += _overlooked(picture, calibration, found)
    return conclude(tuple(_die(one, calibration) for one in found), tuple(doubts))


def _overlooked(picture: Picture, calibration: Calibration, found: list[Found]) -> list[Doubt]:
    """Changes too large for the dice found in them, shadows included: a die of the floor's colour may be there."""
    edge = calibration.edge_px or 1.0
    doubts = []
    for spot in find_shaded_spots(picture, calibration):
        inside = sum(_inside(spot, one.count.x, one.count.y, 0.2 * edge) for one in found)
        beside = any(np.hypot(one.count.x - spot.x, one.count.y - spot.y) < 1.3 * edge for one in found)
        if spot.area > WITH_SHADOW * inside * edge**2 and not (inside == 0 and beside and spot.area < 0.8 * edge**2):
            doubts.append(Doubt(NO_FACE, spot.box))
    return doubts


def _clean(count: Count) -> bool:
    """Whether the pips alone are trusted: a clear layout of equally deep pips, and nothing where none belong."""
    return count.quality >= LEAST_QUALITY and count.vacant >= LEAST_VACANT and count.even >= LEAST_EVEN


def _lean_doubt(die: TrayDie, calibration: Calibration) -> str | None:
    """A die at a wall counts as flat only when its outline proves it; elsewhere unless it plainly shows a side."""
    edge = calibration.edge_px or 1.0
    if nearest_wall(calibration, die.spot)[1] > WALL_ZONE * edge:
        longest = max(length for length, _ in outline_edges(die, calibration))
        return LEANING if longest > PLAIN_SIDE * edge else None
    return None if FLAT_EXCESS[0] <= flatness_excess(die, calibration) <= FLAT_EXCESS[1] else LEANING


def _look_with_nets(
    picture: Picture, calibration: Calibration, spots: list[Spot], found: list[Found]
) -> tuple[list[Found], list[Doubt]]:
    """Let the nets look at what the quick way could not explain; every spot must be explained in the end."""
    edge = calibration.edge_px or 1.0
    faces = _faces_near(picture, calibration, spots)
    accepted: list[Found] = []
    for face in sorted(faces, key=lambda f: -f.score):
        count = face.count
        if count is None or not _trusted(face, count) or _overlaps(count, [*found, *accepted], edge):
            continue
        accepted.append(Found(count, float(min(face.score, 0.5 + 0.5 * count.quality)), None))
    doubts = [
        Doubt(NO_FACE, _box(f.candidate.x, f.candidate.y, edge))
        for f in faces
        if f.score > LEAST_SCORE and not _covered(f.candidate, [*found, *accepted], edge)
    ]
    result = list(accepted)
    for spot in spots:
        inside = [one for one in accepted if _inside(spot, one.count.x, one.count.y, 0.25 * edge)]
        reason = _unexplained(spot, inside, [*found, *accepted], calibration)
        if reason:
            doubts.append(Doubt(reason, spot.box))
    return result, doubts


def _faces_near(picture: Picture, calibration: Calibration, spots: list[Spot]) -> list[Face]:
    edge = calibration.edge_px or 1.0
    candidates = [
        c
        for c in find_candidates_at(picture, NET_EDGE_PX / edge)
        if c.readable
        and edge / SIZE_TOLERANCE < c.edge < edge * SIZE_TOLERANCE
        and any(_inside(spot, c.x, c.y, 0.8 * edge) for spot in spots)
    ]
    chances = read_crops(picture, candidates)
    counts = [count_pips(picture, c.x, c.y, edge, (0.0, 0.0)) for c in candidates]
    return [Face(c, chance, count) for c, chance, count in zip(candidates, chances, counts, strict=True)]


def _trusted(face: Face, count: Count) -> bool:
    """Whether both nets and the counted pips agree; fainter spots (a translucent die's far side) may pass then."""
    agreed = count.value == int(face.candidate.values.argmax()) + 1 == int(face.chances[1:].argmax()) + 1
    return agreed and face.score >= LEAST_SCORE and count.quality >= AGREED_QUALITY and count.even >= AGREED_EVEN


def _unexplained(spot: Spot, inside: list[Found], every: list[Found], calibration: Calibration) -> str | None:
    """Why a changed spot is still a riddle, or None."""
    edge = calibration.edge_px or 1.0
    faces = spot.area / edge**2
    if faces > BODY_SHARE * len(inside) and not inside:
        beside = any(np.hypot(one.count.x - spot.x, one.count.y - spot.y) < 1.1 * edge for one in every)
        return None if beside and faces < 0.35 else NO_FACE
    if faces > BODY_SHARE * len(inside):
        return TOUCHING
    if _at_border(spot, calibration):
        return CUT_OFF
    if len(inside) == 1 and faces > WHOLE[0]:
        return _lean_doubt(TrayDie(spot, inside[0].count, 0.0), calibration)
    return LEANING if nearest_wall(calibration, spot)[1] < WALL_ZONE * edge else None


def _at_border(spot: Spot, calibration: Calibration) -> bool:
    left, top, width, height = spot.box
    return (
        left <= 2 or top <= 2 or left + width >= calibration.width_px - 2 or top + height >= calibration.height_px - 2
    )


def _hand_faces(spot: Spot, calibration: Calibration) -> float:
    return HAND_FACES[1] if _at_border(spot, calibration) else HAND_FACES[0]


def _inside(spot: Spot, x: float, y: float, slack: float) -> bool:
    return float(cv2.pointPolygonTest(spot.outline, (float(x), float(y)), True)) >= -slack


def _overlaps(count: Count, others: list[Found], edge: float) -> bool:
    return any(np.hypot(one.count.x - count.x, one.count.y - count.y) < 0.75 * edge for one in others)


def _covered(place: Candidate, others: list[Found], edge: float) -> bool:
    return any(np.hypot(one.count.x - place.x, one.count.y - place.y) < 0.7 * edge for one in others)


def _die(one: Found, calibration: Calibration) -> Die:
    count = one.count
    body = nearest_sample(count.body, calibration.samples) if calibration.samples else name_colour(count.body)
    box = _box(count.x, count.y, calibration.edge_px or 1.0)
    return Die(count.value, round(one.confidence, 3), body, name_colour(count.ink), box, one.doubt)


def _box(x: float, y: float, size: float) -> Box:
    return round(x - size / 2), round(y - size / 2), max(1, round(size)), max(1, round(size))
