"""Resolves doubts about faces that look just like faces which people at this table confirmed."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tablekeeper.vision.colours import BGR
from tablekeeper.vision.faces.candidates import Candidate, Picture, read_crops
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.pips import Count, count_pips
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.reading import CUT_OFF, GLARE, LEFT_OVER_PIPS, NO_FACE, ODD_SIZE, Doubt
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.learning.face_memory import ACROSS, FaceMemory

RECALLABLE: Final = frozenset({NO_FACE, CUT_OFF, GLARE, LEFT_OVER_PIPS, ODD_SIZE})  # never leaning, nor crowded dice
ON_FACE: Final = 0.6  # edges from a face's middle to a doubt about it
SIZES: Final = (0.5, 2.0)  # of the lattice's unit, between which a doubtful place may be a face
COUNTED_AT: Final = (1.3, 1.15, 1.0)  # units that a face may be wide: its rim is not known
PIPS_AGREE: Final = 0.5  # quality of a count that agrees with the memory...
NET_AGREES: Final = 0.5  # ...or the crop net's chance of the same value
PIP: Final = 0.09  # of a face: the usual radius
NOWHERE: Final = (0.0, 0.0)


def recall(
    picture: Picture, faces: Sequence[Face], doubts: Sequence[Doubt], known: Calibration
) -> tuple[list[Face], list[Doubt]]:
    """The faces, with those that are remembered; and the doubts that the memory does not answer."""
    memory = known.faces
    if memory is None or not doubts:
        return list(faces), list(doubts)
    added: list[Face] = []
    left = []
    for doubt in doubts:
        if doubt.box is None or doubt.reason not in RECALLABLE:
            left.append(doubt)
            continue
        x, y = doubt.box[0] + doubt.box[2] / 2, doubt.box[1] + doubt.box[3] / 2
        face = face_at([*faces, *added], x, y)
        if face is not None:
            answered = face in added or _is_remembered(picture, face, memory)
        else:
            found = _find_face(picture, x, y, doubt, memory)
            added += [found] if found is not None else []
            answered = found is not None
        left += [] if answered else [doubt]
    return [*faces, *added], [doubt for doubt in left if not lies_on(doubt, added)]


def face_at(faces: Sequence[Face], x: float, y: float) -> Face | None:
    """The face that a place lies on."""
    for face in faces:
        place = face.candidate
        if np.hypot(place.x - x, place.y - y) < ON_FACE * place.edge:
            return face
    return None


def lies_on(doubt: Doubt, faces: Sequence[Face]) -> bool:
    """Whether a doubt is about pips of faces that are remembered."""
    if doubt.box is None or doubt.reason not in RECALLABLE:
        return False
    return face_at(faces, doubt.box[0] + doubt.box[2] / 2, doubt.box[1] + doubt.box[3] / 2) is not None


def _is_remembered(picture: Picture, face: Face, memory: FaceMemory) -> bool:
    """Whether an accepted face looks like faces that people called the same."""
    count = face.count
    if count is None or not _is_whole(picture, count.x, count.y, memory):
        return False
    return memory.recognise(picture, count.x, count.y) == count.value


def _is_whole(picture: Picture, x: float, y: float, memory: FaceMemory) -> bool:
    """Whether the picture shows all of a face: half a 6 is a 3."""
    half = ACROSS * memory.unit_px / 2
    height, width = picture.shape[:2]
    return bool(half <= x <= width - half and half <= y <= height - half)


def _find_face(picture: Picture, x: float, y: float, doubt: Doubt, memory: FaceMemory) -> Face | None:
    """A face at a doubtful place, where the memory and the pips or the crop net agree on its value."""
    size = max(doubt.box[2:]) / memory.unit_px if doubt.box else 0.0
    if not SIZES[0] <= size <= SIZES[1]:
        return None
    counts = [count for share in COUNTED_AT if (count := count_pips(picture, x, y, share * memory.unit_px, NOWHERE))]
    best = max(counts, key=lambda count: count.quality, default=None)
    if best is not None and best.quality >= PIPS_AGREE:
        x, y = best.x, best.y
    value = memory.recognise(picture, x, y) if _is_whole(picture, x, y, memory) else None
    if value is None:
        return None
    edge = COUNTED_AT[0] * memory.unit_px
    place = Candidate(x, y, edge, NOWHERE, 1.0, np.full(6, 1 / 6, np.float32), readable=True)
    chances = read_crops(picture, [place])[0]
    pips = best is not None and best.quality >= PIPS_AGREE and best.value == value
    if not pips and float(chances[value]) < NET_AGREES:
        return None
    return Face(place, chances, best if pips else count_of_nets(picture, x, y, value, memory.unit_px))


def count_of_nets(picture: Picture, x: float, y: float, value: int, unit_px: float) -> Count:
    """What is known of the pips of a face that only nets, or the memory, could read: their colours, roughly."""
    half = max(1, round(0.45 * unit_px))
    part = picture[max(0, round(y) - half) : round(y) + half + 1, max(0, round(x) - half) : round(x) + half + 1]
    colours = part.reshape(-1, 3).astype(np.int32)
    body = np.median(colours, 0)
    ink = colours[int(np.abs(colours - body).sum(1).argmax())]
    return Count(
        value=value,
        misfit=0.0,
        plain=1.0,
        vacant=1.0,
        beside=1.0,
        even=1.0,
        contrast=float(np.abs(ink - body).max()),
        dark=bool(ink.sum() < body.sum()),
        radius=PIP,
        spacing=0.25 / COUNTED_AT[0],
        body=_bgr(body),
        ink=_bgr(ink),
        x=x,
        y=y,
        turn=0.0,
    )


def _bgr(colour: Numbers) -> BGR:
    blue, green, red = (int(level) for level in colour)
    return blue, green, red
