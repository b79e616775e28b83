"""Looks once more at each accepted face: what in it or beside it says that these are not its upper pips."""

import math
from cmath import rect
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.bar import LEAST_EDGE_PX, has_bar
from tablekeeper.vision.faces.candidates import Picture, brightest_channel, darkest_channel
from tablekeeper.vision.faces.decide import Face, is_unbacked
from tablekeeper.vision.faces.layouts import LAYOUTS
from tablekeeper.vision.faces.leftover import is_of_brightest
from tablekeeper.vision.faces.pips import QUICKEST, Count
from tablekeeper.vision.faces.roundness import ROUND_BELOW, TOLD_FROM_PX, measure_corners
from tablekeeper.vision.quantiles import percentile
from tablekeeper.vision.reading import CUT_OFF, LEANING, NO_FACE, Box, Doubt

Floats = NDArray[np.float32]

CROP_PX: Final = 96
SPAN: Final = 3.0  # face edges that the crop shows
A_PX: Final = CROP_PX / SPAN  # pixels of an edge
INSIDE: Final = (
    0.4  # edges from a face's middle to the picture's border: half an edge at least, but for a wrong estimate
)
NEAR_BORDER: Final = 0.85  # edges from a face's middle within which its body may reach the border...
ALONG: Final = 0.3  # ...so many edges of it to both sides...
MOST_BODY_THERE: Final = 0.4  # ...and does where so much of that has its colour
ON_FACE: Final = 0.36  # edges from the middle: rims and sides of the die lie farther out
STRONGER: Final = 1.5  # of the counted pips' depth: those shine through from the far side of a translucent die
BODY_TOLERANCES: Final = (60.0, 30.0)  # in BGR, within which something is body: the table may be like it
SPOTS_OF_ROUND: Final = (1, 2, 4)  # the mark of a token, the glint of a bead, the holes of a button
LEAST_BODY: Final = 0.3  # of a face: a smaller patch is a part of one, lit by chance
MOST_BODY: Final = 1.3  # of a face: a larger patch is more than its upper face
LEAST_FULL: Final = 0.68  # of its narrowest box: with its sides in view too a die has 0.75, petals and berries less
LEAST_LONE_RADIUS: Final = 0.055  # of a lone pip, in edges; photographed ones have 0.065 and more
OFF_CENTRE: Final = 0.25  # sides of a body from its middle to a lone pip: photographed 1s have at most 0.24, most 0.1
BULGED: Final = 1.045  # hull over area: the upper face of a rounded die may be lit as a disc, but as a frayed one
DISC: Final = 0.045  # fourfold moment: most round things have less, the bodies of photographed dice 0.05 and more
PIP_SPAN: Final = 5.0  # radii of a lone pip that its own crop shows
ALIKE: Final = 0.9  # evenness from which all counted pips are alike
BURNT: Final = 254  # of 255: a brightened pip of that level may have been any brighter
UNEVEN: Final = 0.84  # of the deepest counted pip: shallower ones may shine through...
PLACE: Final = 0.09  # ...and how far from its place in the layout a pip's deepest point may be, in edges
FROM_ABOVE: Final = 0.08  # stretch of a face below which it seems to be seen from straight above
FACES_CAMERA: Final = 0.4  # cosine: sides that are seen of a flat die look down in the picture, or to its middle
BESIDE: Final = (0.42, 1.1)  # edges from the middle: where the pips of the same die's next face are seen
VISIBLE: Final = 0.5  # of the counted pips' depth
PIP_AREA: Final = (0.3, 1.8)  # of a counted pip's
NARROWEST: Final = 0.3  # of a slanted pip's box
BODY_NEARNESS: Final = 60.0  # greatest distance in BGR between what surrounds a pip and the body
AROUND: Final = 0.6  # share of what surrounds a pip that is body
SAME_PIP: Final = 0.12  # edges from a counted pip's place
LEAST_PIPS: Final = 2  # of a next face
UPPER_PIPS: Final = 0.5  # edges between the outer pips of a face...
WIDEST_SIDE: Final = 0.6  # ...and the share of them that the side of a die seen from above may show: it shrinks
NEXT_DIE: Final = 0.75  # edges around the middle of another accepted face, whose pips these may be


def find_contradictions(picture: Picture, accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of accepted faces that a closer look at their pips and at what is beside them speaks against."""
    doubts = []
    unbacked = is_unbacked(accepted)
    for face in accepted:
        count = face.count
        if count is None:
            continue
        if _is_cut_off(picture, face, count):
            doubts.append(Doubt(CUT_OFF, _box(face)))
            continue
        crop = _crop(picture, count, SPAN * face.candidate.edge)
        depth = _depth(crop, count)
        bodies = _outline_body(crop, count) if count.value in SPOTS_OF_ROUND else []
        odd = any(map(_is_round, bodies[:1])) or _shows_stronger(depth) or _hides_fewer(depth, count)
        odd = odd or (face.candidate.edge >= LEAST_EDGE_PX and has_bar(crop, depth, count, A_PX))
        odd = odd or (count.value == 1 and (_is_off_centre(bodies) or (unbacked and _is_dented(bodies))))
        if odd or (count.value == 1 and not _has_round_pip(picture, face)):
            doubts.append(Doubt(NO_FACE, _box(face)))
        elif _is_from_above(face) and _shows_next_face(crop, depth, face, accepted, picture.shape):
            doubts.append(Doubt(LEANING, _box(face)))
    return doubts


def _is_cut_off(picture: Picture, face: Face, count: Count) -> bool:
    """Whether the picture ends within the face, or its body goes on up to the border: half a 6 is a 3."""
    x, y, edge = face.candidate.x, face.candidate.y, face.candidate.edge
    height, width = picture.shape[:2]
    rows, columns = (slice(max(0, round(at - ALONG * edge)), round(at + ALONG * edge) + 1) for at in (y, x))
    borders = (
        (x, picture[rows, 0]),
        (width - x, picture[rows, -1]),
        (y, picture[0, columns]),
        (height - y, picture[-1, columns]),
    )
    return any(
        away < INSIDE * edge or (away < NEAR_BORDER * edge and _share_of_body(border, count) > MOST_BODY_THERE)
        for away, border in borders
    )


def _share_of_body(pixels: NDArray[np.uint8], count: Count) -> float:
    """The share of pixels that have the body's colour, but for some shade."""
    away = np.linalg.norm(pixels.astype(np.float32) - np.array(count.body, np.float32), axis=-1)
    return float((away < BODY_NEARNESS).mean()) if len(away) else 0.0


_TICKS: Final = (np.arange(CROP_PX) + 0.5) / A_PX - SPAN / 2
_X, _Y = np.meshgrid(_TICKS, _TICKS)
_AWAY: Final = np.hypot(_X, _Y)
_ON_FACE: Final = _AWAY < ON_FACE
_AT_FACE: Final = np.flatnonzero(_ON_FACE)


def _crop(picture: Picture, count: Count, span_px: float) -> Picture:
    """What lies around a count's middle, quickly: it needs no undoing of slants."""
    side = max(3, round(span_px))
    left, top = round(count.x - side / 2), round(count.y - side / 2)
    if side > CROP_PX and min(left, top) >= 0 and left + side <= picture.shape[1] and top + side <= picture.shape[0]:
        around = picture[top : top + side, left : left + side]
    else:
        around = np.asarray(cv2.getRectSubPix(picture, (side, side), (count.x - 0.5, count.y - 0.5)), np.uint8)
    how = cv2.INTER_AREA if side > 2 * CROP_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(around, (CROP_PX, CROP_PX), interpolation=how), np.uint8)


def _depth(crop: Picture, count: Count) -> Floats:
    """How much like the counted pips each pixel is: 0 body, 1 pip."""
    plane, chosen = (brightest_channel, max) if is_of_brightest(count) else (darkest_channel, min)
    body, ink = chosen(count.body), chosen(count.ink)
    depth = (plane(crop).astype(np.float32) - body) / (ink - body if ink != body else 1)
    return np.asarray(cv2.GaussianBlur(depth, (0, 0), 0.7), np.float32)


def _outline_body(crop: Picture, count: Count) -> list[NDArray[np.int32]]:
    """The outlines of what has the body's colour, loosely and strictly, where the crop shows all of it."""
    around = cv2.GaussianBlur(crop, (0, 0), 0.7).astype(np.float32) - np.array(count.body, np.float32)
    away = np.sqrt(cv2.transform(cv2.multiply(around, around), np.ones((1, 3), np.float32)))
    unlike = np.linalg.norm(np.subtract(count.ink, count.body))
    outlines = [_outline_of(np.asarray(away < min(unlike / 2, tolerance))) for tolerance in BODY_TOLERANCES]
    return [outline for outline in outlines if _is_whole(outline)]


def _is_whole(outline: NDArray[np.int32]) -> bool:
    x, y, width, height = cv2.boundingRect(outline)
    return min(x, y) > 0 and max(x + width, y + height) < CROP_PX


def _is_off_centre(bodies: Sequence[NDArray[np.int32]]) -> bool:
    """Whether a lone pip lies far from the middle of its body: highlights may have eaten the other pips."""
    aside = []
    for body in bodies:
        moments = cv2.moments(body)
        area = moments["m00"]
        if LEAST_BODY * A_PX**2 <= area <= MOST_BODY * A_PX**2:
            middle = np.array((moments["m10"], moments["m01"])) / area - (CROP_PX - 1) / 2
            aside.append(float(np.hypot(*middle)) / np.sqrt(area))
    return bool(aside) and min(aside) > OFF_CENTRE


def _is_dented(bodies: Sequence[NDArray[np.int32]]) -> bool:
    """Whether a body is far from filling its narrowest box, loosely and strictly outlined: dice have no dents."""
    return bool(bodies) and all(cv2.contourArea(body) < LEAST_FULL * _box_area(body) for body in bodies)


def _box_area(body: NDArray[np.int32]) -> float:
    (_, _), (width, height), _ = cv2.minAreaRect(body)
    return max(width * height, 1.0)


def _outline_of(body: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The outline of the largest part of a mask in the middle."""
    _, labels = cv2.connectedComponents(body.astype(np.uint8), connectivity=4)
    middle = np.bincount(labels[_ON_FACE & body], minlength=1)
    patch = (labels == middle.argmax()).astype(np.uint8)
    outlines, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(max(outlines, key=cv2.contourArea), np.int32)


def _is_round(outline: NDArray[np.int32]) -> bool:
    """Whether an outline is a disc's."""
    area = cv2.contourArea(outline)
    if area < LEAST_BODY * A_PX**2 or cv2.contourArea(cv2.convexHull(outline)) > BULGED * area:
        return False
    whole = np.zeros((CROP_PX, CROP_PX), np.uint8)
    cv2.drawContours(whole, [outline], -1, 1, cv2.FILLED)
    return measure_corners(whole) < DISC


def _has_round_pip(picture: Picture, face: Face) -> bool:
    """Whether a lone pip, looked at closely, is as round as can be measured, and no speck."""
    if face.count is None or face.count.radius < LEAST_LONE_RADIUS:
        return False
    radius = face.count.radius * face.candidate.edge
    if 2 * radius < TOLD_FROM_PX:
        return True
    crop = _crop(picture, face.count, PIP_SPAN * radius)
    mask = (_depth(crop, face.count) > VISIBLE).astype(np.uint8)
    _, labels = cv2.connectedComponents(mask, connectivity=4)
    pip = labels == labels[CROP_PX // 2, CROP_PX // 2]
    return not mask[CROP_PX // 2, CROP_PX // 2] or measure_corners(pip.astype(np.uint8)) < ROUND_BELOW


def _shows_stronger(depth: Floats) -> bool:
    """Whether something on the face is far deeper than the counted pips."""
    return percentile(depth.ravel().take(_AT_FACE), 99) > STRONGER


def find_burnt(picture: Picture, accepted: Sequence[Face], times: float) -> list[Doubt]:
    """Doubts of faces whose pips are alike only because the picture was made so many times brighter.

    That burns out white pips, and with them what shines through a translucent die between them.
    """
    doubts = []
    for face in accepted:
        count = face.count
        if times > 1 and count is not None and not count.dark and max(count.ink) >= BURNT:
            levels = (np.array(count.body) / times).tolist(), (np.array(count.ink) / times).tolist()
            dim = replace(count, body=tuple(levels[0]), ink=tuple(levels[1]))
            if _deeper_are_a_face(_depth(_crop(picture, dim, SPAN * face.candidate.edge), dim), dim):
                doubts.append(Doubt(NO_FACE, _box(face)))
    return doubts


def _hides_fewer(depth: Floats, count: Count) -> bool:
    """Whether unlike pips hide a face of fewer ones."""
    return count.even < ALIKE and _deeper_are_a_face(depth, count)


def _deeper_are_a_face(depth: Floats, count: Count) -> bool:
    """Whether the deeper pips are a face by themselves, as all faces are the same upside down."""
    axis = count.spacing * np.exp(1j * count.turn)
    places = [complex(*slot) * axis for slot in LAYOUTS[count.value]]
    depths = np.array([_deepest(depth, place) for place in places])
    if depths.min() > UNEVEN * depths.max():
        return False
    deep = depths > (depths.max() + depths.min()) / 2
    left = np.array([place for place, kept in zip(places, deep, strict=True) if kept])
    return bool(np.abs(left.sum()) < PLACE)


def _deepest(depth: Floats, place: complex) -> float:
    """The deepest point of a pip; only pixels near its place are looked at."""
    columns, rows = (
        slice(max(0, int((side - PLACE + SPAN / 2) * A_PX) - 1), int((side + PLACE + SPAN / 2) * A_PX) + 2)
        for side in (place.real, place.imag)
    )
    away = np.hypot(_X[rows, columns] - place.real, _Y[rows, columns] - place.imag)
    return float(depth[rows, columns][away < PLACE].max())


def _is_from_above(face: Face) -> bool:
    return float(np.hypot(*face.candidate.stretch)) < FROM_ABOVE


def _shows_next_face(
    crop: Picture, depth: Floats, face: Face, accepted: Sequence[Face], shape: tuple[int, ...]
) -> bool:
    """Whether the die shows the pips of another face where the camera could not see one if it lay flat."""
    others = [other.candidate for other in accepted if other is not face]
    place = np.array([face.candidate.x, face.candidate.y])
    pips = [(pip, place + np.array(pip) * face.candidate.edge) for pip in _pips_beside(crop, depth, face)]
    beside = [
        np.array(pip)
        for pip, (x, y) in pips
        if not any(math.hypot(x - other.x, y - other.y) < NEXT_DIE * other.edge for other in others)
    ]
    if len(beside) < LEAST_PIPS:
        return False
    towards = _unit(np.mean(beside, 0))
    if float(np.ptp(np.array(beside) @ towards)) > WIDEST_SIDE * UPPER_PIPS:
        return True
    inwards = _unit(np.array([shape[1] / 2, shape[0] / 2]) - place)
    return float(towards[1]) < FACES_CAMERA and float(towards @ inwards) < FACES_CAMERA


def _unit(arrow: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(arrow / max(float(np.hypot(*arrow)), 1e-6))


def _pips_beside(crop: Picture, depth: Floats, face: Face) -> list[tuple[float, float]]:
    """Where spots like the counted pips lie beside the face, in edges from its middle."""
    if face.count is None:
        return []
    pip = np.pi * (face.count.radius * A_PX) ** 2
    _, mask = cv2.threshold(depth, VISIBLE, 255, cv2.THRESH_BINARY)
    _, labels, stats, centres = cv2.connectedComponentsWithStatsWithAlgorithm(
        mask.astype(np.uint8), 8, cv2.CV_32S, QUICKEST
    )
    found = []
    for label, (_, _, width, height, area) in enumerate(stats[1:].tolist(), 1):
        if not PIP_AREA[0] * pip < area < PIP_AREA[1] * pip:
            continue
        x, y = ((centres[label] + 0.5) / A_PX - SPAN / 2).tolist()
        if not BESIDE[0] < math.hypot(x, y) < BESIDE[1] or _is_counted(complex(x, y), face.count):
            continue
        if min(width, height) >= NARROWEST * max(width, height) and _lies_on_body(crop, labels == label, face.count):
            found.append((x, y))
    return found


def _is_counted(place: complex, count: Count) -> bool:
    """Whether a spot lies where the counted face has a pip."""
    axis = rect(count.spacing, count.turn)
    return any(abs(complex(*slot) * axis - place) < SAME_PIP for slot in LAYOUTS[count.value])


def _lies_on_body(crop: Picture, spot: NDArray[np.bool_], count: Count) -> bool:
    """Whether what surrounds a spot has the body's colour, but for some shade."""
    whole = spot.astype(np.uint8)
    ring = cv2.dilate(whole, np.ones((5, 5), np.uint8)) - cv2.dilate(whole, np.ones((3, 3), np.uint8))
    return _share_of_body(crop[ring > 0], count) >= AROUND


def _box(face: Face) -> Box:
    place = face.candidate
    side = max(1, round(place.edge))
    return round(place.x - side / 2), round(place.y - side / 2), side, side
