"""Finds what changed in a tray and no die explains.

Sides, glints and shadows are thin and few, and shadows fall as they did beside the dice shown; dice are not so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.reading import NO_FACE, Box, Die, Doubt
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.cast import Place, draw_cast
from tablekeeper.vision.trays.changes import Changes, find_changes
from tablekeeper.vision.trays.leaning.flat import axes_of, find_turn
from tablekeeper.vision.trays.ways import MISSES_NONE

Mask = NDArray[np.uint8]

COVER: Final = 1.3  # edges of the square that a flat die may change: its upper face, and some of its sides
ROOM: Final = 0.25  # edges: the radius of the largest circle in changes that no face explains, and that are no shadow
SMALL_ROOM, SMALL_PX = 0.2, 20.0  # the same for smaller dice: their size is learned too large, so the cover is as well
MOST_SPECKS: Final = 0.5  # of a face's square: the same for changes too thin for such a circle...
MOST_SHADE: Final = 0.5  # of a face's square, shadows too: more is read once more as a stranger would
MOST_ON_EMPTY: Final = 0.4  # ...and, shadows too, where no face was seen at all
AROUND: Final = 2.5  # edges around a die beyond the area within which another one may lie
PLAIN: Final = 0.75  # of the middle of a die that lies there: where less has changed, another die may hardly show
BEYOND: Final = 6.0  # edges from such an area within which dice may come to rest
DIE_WIDE: Final = (0.6, 2.0)  # edges that a lone die may change, with its sides
DIE_FULL: Final = 0.45  # of the box of such a change
REMAINS, MOST_REMAINS = 0.3, 6  # share of a face's square that a die changes at least; places that are looked at
SEARCHED: Final = 0.6  # edges around such a place that are looked at with it
LIGHT_CHANGES: Final = 0.05  # share of a lamp's box that its own light may change
JUST_LIKE: Final = 0.8  # correlation with the empty floor; lamps have more, and dice that change as little far less
LEAST_VALUES: Final = 75  # of five pixels by five, below which it says nothing
MIDDLE: Final = 0.7  # of its edge: beyond lies the floor, if it was found a little off its place or too large
LEAST_EDGE: Final = 0.04  # of the picture's height: while no dice were seen, they may be so small


def find_unexplained(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Changes that no face explains and that have room for a die."""
    edge = known.edge_px or float(np.median([face.candidate.edge for face in faces] or [LEAST_EDGE * known.height_px]))
    places = [_place(face, known) for face in faces]
    return _left_over(changed, _explained(picture, places, changed, known), places, edge, known)


def find_beyond(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Changes of a die's size beyond an area of which only the places are known where dice came to rest so far."""
    if known.drawn or known.walled or not known.edge_px or MISSES_NONE not in known.trusted:
        return []
    reach = round(BEYOND * known.edge_px) | 1  # at half size, to both sides
    near = cv2.dilate(changed.watched, np.ones((reach, reach), np.uint8))
    around = replace(changed, watched=np.asarray(cv2.bitwise_and(near, known.floor.known), np.uint8))
    places = [_place(face, known) for face in faces]
    left = cv2.subtract(_beyond_shadows(changed, places, known)[0], _explained(picture, places, around, known))
    _, _, parts, middles = cv2.connectedComponentsWithStats(left)
    return [
        Doubt(NO_FACE, box_around(2 * x, 2 * y, known.edge_px))
        for (_, _, width, height, area), (x, y) in zip(parts[1:], middles[1:], strict=True)
        if _is_of_a_die(2 * width, 2 * height, 4 * area, known.edge_px)
    ]


def find_remains(
    picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration
) -> Iterator[tuple[float, float]]:
    """Places where much has changed beside these faces, shadows too, most first; beyond a guessed area as well."""
    edge = known.edge_px or 1.0
    watched = changed.watched if known.drawn else known.floor.known
    places = [_place(face, known) for face in faces]
    cover = _explained(picture, places, replace(changed, watched=watched), known)
    left = np.asarray(cv2.subtract(changed.any, cover), np.uint8)
    for _ in range(MOST_REMAINS):
        x, y, share = _densest(left, edge / 2)
        if share < REMAINS:
            return
        yield 2 * x, 2 * y
        cv2.circle(left, (round(x), round(y)), round(SEARCHED * edge / 2), 0, cv2.FILLED)


def _is_of_a_die(width: float, height: float, area: float, edge: float) -> bool:
    """Whether a change may be all that is seen of one die."""
    return (
        DIE_WIDE[0] * edge < min(width, height)
        and max(width, height) < DIE_WIDE[1] * edge
        and area > DIE_FULL * width * height
    )


def leaves_nothing(picture: Picture, dice: Sequence[Die], changed: Changes, known: Calibration) -> bool:
    """Whether dice of the known size explain every change, by the same rule."""
    edge = known.edge_px or 1.0
    places = [_at(die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2, edge, known) for die in dice]
    cover = _explained(picture, places, changed, known)
    if _densest(cv2.subtract(_beyond_shadows(changed, places, known)[1], cover), edge / 2)[2] > MOST_SHADE:
        return False
    return not _left_over(changed, cover, places, edge, known)


def show_plainly(boxes: Sequence[Box], changed: Changes) -> bool:
    """Whether dice in these places changed the floor so plainly that another one would do so as well."""
    middles = [box_around(x + width / 2, y + height / 2, MIDDLE * width) for x, y, width, height in boxes]
    return all(share_of(changed.any, box) >= PLAIN for box in middles)


def looks_empty(box: Box, changed: Changes, known: Calibration) -> bool:
    """Whether a box of the picture looks just like the empty floor there: a lamp, a screw, a printed spot."""
    if share_of(changed.any, box) >= LIGHT_CHANGES:
        return False
    x, y, width, height = (side // 2 for side in box)
    rows, columns = slice(max(y, 0), y + height + 1), slice(max(x, 0), x + width + 1)
    now, empty = (np.asarray(seen[rows, columns], np.float32) for seen in (changed.level, known.background))
    if now.size < LEAST_VALUES:
        return False
    now, empty = now - now.mean(), empty - empty.mean()
    return bool((now * empty).sum() > JUST_LIKE * np.sqrt((now * now).sum() * (empty * empty).sum()))


def share_of(mask: Mask, box: Box) -> float:
    """How much of a box (of the whole picture) a half-size mask covers."""
    x, y, width, height = (side // 2 for side in box)
    part = mask[max(y, 0) : y + max(height, 1) + 1, max(x, 0) : x + max(width, 1) + 1]
    return cv2.countNonZero(part) / max(part.size, 1)


def measure_shade(picture: Picture, faces: Sequence[Face], known: Calibration) -> float:
    """The radius of the largest circle, in edges, that fits into what these faces leave unexplained: their shadows."""
    changed = find_changes(picture, known)
    places = [_place(face, known) for face in faces]
    left = cv2.subtract(_beyond_shadows(changed, places, known)[1], _explained(picture, places, changed, known))
    return 2 * _largest_circle(left)[2] / (known.edge_px or 1.0)


def box_around(x: float, y: float, side: float) -> Box:
    """The upright square of this size."""
    return round(x - side / 2), round(y - side / 2), max(1, round(side)), max(1, round(side))


def box_of(face: Face) -> Box:
    """The square around a face as it was found."""
    return box_around(face.candidate.x, face.candidate.y, face.candidate.edge)


def _place(face: Face, known: Calibration) -> Place:
    if face.count is None:
        return _at(face.candidate.x, face.candidate.y, face.candidate.edge, known)
    place = _at(face.count.x, face.count.y, face.candidate.edge, known)
    return replace(place, turn=face.count.turn) if face.count.value > 1 else place


def _at(x: float, y: float, edge: float, known: Calibration) -> Place:
    """A place of a die that has the known size there."""
    return Place(x, y, known.stance.edge_at(x, y) if known.edge_px else edge)


def _left_over(
    changed: Changes, cover: Numbers, places: Sequence[Place], edge: float, known: Calibration
) -> list[Doubt]:
    """The first place in the changes that is not covered and has room for a die."""
    left = [cv2.subtract(mask, cover) for mask in _beyond_shadows(changed, places, known)]
    for mask, room in zip(left, (SMALL_ROOM if edge < SMALL_PX else ROOM, known.shade_room), strict=True):
        x, y, radius = _largest_circle(mask)
        if radius > room * edge / 2:
            return [Doubt(NO_FACE, box_around(2 * x, 2 * y, 4 * radius))]
    dense = [(left[0], MOST_SPECKS)] if places else [(left[1], MOST_ON_EMPTY)]
    if places and known.cast is not None:
        dense.append((left[1], MOST_SHADE))
    for mask, most in dense:
        x, y, share = _densest(mask, edge / 2)
        if share > most:
            return [Doubt(NO_FACE, box_around(2 * x, 2 * y, edge))]
    return []


def _beyond_shadows(changed: Changes, places: Sequence[Place], known: Calibration) -> tuple[Mask, Mask]:
    """What is no shadow, and all changes, but for the shadows of these dice where such shadows fall.

    There even what is darker than most shadows is one, down to the darkest that was seen.
    """
    cast = draw_cast(known.cast, changed.any, places)
    solid = cv2.bitwise_or(cv2.subtract(changed.solid, cast), changed.sure)
    return np.asarray(solid, np.uint8), np.asarray(cv2.subtract(changed.any, cast), np.uint8)


def _explained(picture: Picture, places: Sequence[Place], changed: Changes, known: Calibration) -> Mask:
    """What these dice may change, and what nobody watches; at half size."""
    mask = np.asarray(cv2.bitwise_not(_watched(changed, places, known)), np.uint8)
    for place in places:
        turn = find_turn(picture, place.x, place.y, place.edge) if place.turn is None else place.turn
        corners = (
            np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) @ axes_of(turn).T * (COVER * place.edge / 2)
        )
        middle = np.array([place.x, place.y], np.float32)
        cv2.fillConvexPoly(mask, np.round((corners + middle) / 2).astype(np.int32), 255)
    return mask


def _watched(changed: Changes, places: Sequence[Place], known: Calibration) -> Mask:
    """Where changes count: the area, and around dice that lie beyond it now, unless somebody drew where it ends."""
    mask = changed.watched.copy()
    if not known.drawn:
        for place in places:
            cv2.circle(mask, (round(place.x / 2), round(place.y / 2)), round(AROUND * place.edge / 2), 255, cv2.FILLED)
    return np.asarray(cv2.subtract(mask, changed.unknown), np.uint8)


def _largest_circle(mask: Numbers) -> tuple[float, float, float]:
    """Middle and radius of the largest circle that fits into a mask."""
    away = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    _, radius, _, (x, y) = cv2.minMaxLoc(away)
    return x - 1.0, y - 1.0, float(radius)


def _densest(mask: Numbers, side: float) -> tuple[float, float, float]:
    """The middle of the square that a mask covers most of, and how much: a die like its floor shows many specks."""
    size = max(3, round(side))
    share = cv2.blur((mask > 0).astype(np.float32), (size, size), borderType=cv2.BORDER_CONSTANT)
    _, most, _, (x, y) = cv2.minMaxLoc(share)
    return float(x), float(y), float(most)
