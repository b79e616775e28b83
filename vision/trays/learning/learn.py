"""Learns an owner's dice on a calibrated tray: their size, their stance in the picture, their shadows and colours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.colours import BGR, NAMES
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.faces.candidates import Picture, expose
from tablekeeper.vision.faces.decide import Face, decide
from tablekeeper.vision.faces.looks import find_faces
from tablekeeper.vision.faces.pips import CLOSE, Count
from tablekeeper.vision.reader import RULE
from tablekeeper.vision.trays.area import area_around
from tablekeeper.vision.trays.calibration import Beyond, Calibration, Logits
from tablekeeper.vision.trays.camera.stance_fit import fit_stance, gather
from tablekeeper.vision.trays.cast import Place, learn_cast
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.floor.shadow import SHADOW_KEEPS, share_of
from tablekeeper.vision.trays.floor.walls import find_floor
from tablekeeper.vision.trays.fusion import has_size, is_there
from tablekeeper.vision.trays.leaning.beyond import learn_usual, look_beyond
from tablekeeper.vision.trays.leaning.flat import Flat, count_as_flat, outline_of_flat
from tablekeeper.vision.trays.leaning.hue import APART_DEG, apart_deg, body_share
from tablekeeper.vision.trays.leaning.lean import learn_oddest
from tablekeeper.vision.trays.leaning.opinion import look_at
from tablekeeper.vision.trays.leaning.portrait import find_places
from tablekeeper.vision.trays.leaning.reach import HUE_ENDS, STEPS_AN_EDGE, end_of, look_around
from tablekeeper.vision.trays.learning.trust import Shown, find_shade_room, find_trusted
from tablekeeper.vision.trays.unexplained import box_of, find_unexplained

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

LEAST_DICE = 3
CLEAN_QUALITY = 0.6
SLACK = 4  # steps by which the mask may show the outline too far out
LIKELY = (0.38, 0.85)  # edges from a face's middle to its outline: beyond, a neighbour or a lost side was measured
ROUNDS = 3
SIZES = (0.8, 1.25)  # of the faces as a stranger sees them, between which the learned size must be
AROUND = 0.5  # edges around an outline where its shadow is measured
LEAST_SHADED = 0.01  # of a face, at half size
SHADED = 0.82  # of the floor's light: less shows the shadow's tint
MOST_TINT = 0.25  # of the floor's light: more is no shadow
BLACKEST = 0.06  # nothing is darker than this by shadow alone
LIT = 0.85  # of the floor's light: less is shade
SPACING_SLACK = 0.015  # of the pips' spacing, beyond what the shown dice have
SPACED_ALIKE = 1.33  # ratio to the usual spacing; others are Asian 2s and 3s, or counted wrongly
ON_FLOOR = 0.4  # edges around a die's middle that surely are floor
LEAST_CLOSE = 2  # faces with close-lying pips from which they are no accident


@dataclass(frozen=True)
class Side:
    """How far a die's outline is from the middle of its upper face, on one side (pixels)."""

    x: float
    y: float
    axes: Floats
    quarter: int
    reach_px: float
    lit: bool = True  # whether the floor beyond lies in light; in shade the foot may go on, too dark to show its hue

    @property
    def towards(self) -> Floats:
        """The way in the picture, one edge long."""
        return np.asarray(self.axes[:, self.quarter % 2] * (1 if self.quarter < 2 else -1), np.float64)


def learn_dice(calibration: Calibration, shown: Sequence[tuple[Picture, str | None]]) -> Calibration:
    """Learn from still pictures of dice lying flat and apart; each with the colour that all its dice have, or None."""
    for _, colour in shown:
        if colour is not None and colour not in NAMES:
            raise CalibrationError(
                "Cannot learn dice: found the colour {colour!r}; expected one of {known}",
                colour=colour,
                known=", ".join(NAMES),
            )
    pictures = [picture for picture, _ in shown]
    if not all(calibration.fits(picture) for picture in pictures):
        raise CalibrationError("Cannot learn dice: found a picture of another size; expected that of the calibration")
    faces = [find_shown(picture, calibration) for picture in pictures]
    known, counts = learn_stance(calibration, pictures, faces)
    places = [_places_of(accepted) for accepted in faces]
    known = _measure_shadows(known, pictures, counts)
    close = sum(count.value in (2, 3) and count.spacing < CLOSE for found in counts for count in found)
    known = replace(known, close_pips=close >= LEAST_CLOSE, spacing=_spacing(counts))
    samples = _samples(counts, [colour for _, colour in shown])
    edge = known.edge_px or 0.0
    seen = [Shown.of(picture) for picture in pictures]
    rested = [at for found, one in zip(places, seen, strict=True) for at in (*found, *_others_in(one, known))]
    resting = area_around(rested, edge, known.width_px, known.height_px)
    known = replace(known, samples=MappingProxyType({**calibration.samples, **samples}), resting=resting)
    known = replace(known, cast=_learn_cast(known, pictures, places))
    known = replace(known, shade_room=find_shade_room(known, seen))
    known = _with_walls(known, pictures, faces)
    flat = [_flat_dice(known, picture, found) for picture, found in zip(pictures, counts, strict=True)]
    known = replace(known, usual=_learn_usual(known, pictures, flat), oddest=_learn_oddest(known, pictures, faces))
    return replace(known, trusted=find_trusted(known, seen, flat))


def learn_stance(
    calibration: Calibration, pictures: Sequence[Picture], faces: Sequence[Sequence[Face]]
) -> tuple[Calibration, list[list[Count]]]:
    """How large the dice are and how they stand in this camera's view, from these faces; and their clear pips."""
    rough = [face.candidate.edge for accepted in faces for face in accepted]
    if len(rough) < LEAST_DICE:
        raise CalibrationError(
            "Cannot learn dice: found {count} readable dice; expected at least {least_dice}, flat and apart",
            count=len(rough),
            least_dice=LEAST_DICE,
        )
    usual = float(np.median(rough))
    known = replace(calibration, edge_px=usual)
    for _ in range(ROUNDS):
        counts = [
            _clean_counts(known, picture, _places_of(found)) for picture, found in zip(pictures, faces, strict=True)
        ]
        measured = _measure(known, pictures, counts, usual)
        if not SIZES[0] * usual < (measured.edge_px or 0.0) < SIZES[1] * usual:
            break  # outlines that fit no stance: shadows, or a body and a floor of one hue
        known = _measure_tint(measured, pictures, counts)
    return known, counts


def _places_of(faces: Sequence[Face]) -> list[tuple[float, float]]:
    return [(face.candidate.x, face.candidate.y) for face in faces]


def _others_in(shown: Shown, known: Calibration) -> list[tuple[float, float]]:
    """Where a stranger's reader sees dice of the known size, also those that the first look left out."""
    changed = find_changes(shown.picture, known)
    return _places_of([face for face in shown.faces if is_there(box_of(face), changed) and has_size(face, known)])


def _learn_usual(known: Calibration, pictures: Sequence[Picture], flat: Sequence[Sequence[Flat]]) -> Beyond | None:
    """What the dice shown show on their sides."""
    seen = []
    for picture, dice in zip(pictures, flat, strict=True):
        light = find_changes(picture, known).light
        seen += [look_beyond(picture, die, [o for o in dice if o is not die], known, light) for die in dice]
    return learn_usual(seen)


def _learn_oddest(known: Calibration, pictures: Sequence[Picture], faces: Sequence[Sequence[Face]]) -> Logits | None:
    """How odd the dice shown look to the net for known trays."""
    seen: list[Logits] = []
    for picture, accepted in zip(pictures, faces, strict=True):
        places = find_places(picture, _places_of(accepted), known)
        seen += [one.odd for one in look_at(picture, places, find_changes(picture, known), known)]
    return learn_oddest(seen)


def _learn_cast(
    known: Calibration, pictures: Sequence[Picture], places: Sequence[Sequence[tuple[float, float]]]
) -> NDArray[np.uint8] | None:
    """Where the shadows of the dice shown fall."""
    changes = (find_changes(picture, known).any for picture in pictures)
    dice = ([Place(x, y, known.stance.edge_at(x, y)) for x, y in found] for found in places)
    return learn_cast(zip(changes, dice, strict=True))


def _with_walls(known: Calibration, pictures: Sequence[Picture], faces: Sequence[Sequence[Face]]) -> Calibration:
    """The same with the floor inside its walls, if it is found and nothing in it changes but the dice shown."""
    places = [(face.candidate.x, face.candidate.y) for found in faces for face in found]
    rested = area_around(places, known.edge_px or 0.0, known.width_px, known.height_px, beyond=ON_FLOOR)
    wider = replace(known, walled=find_floor(known.background, rested, known.floor.known))
    if known.drawn or not wider.walled:
        return replace(known, walled=())
    before, after = (
        [find_unexplained(p, found, find_changes(p, one), one) for p, found in zip(pictures, faces, strict=True)]
        for one in (known, wider)
    )
    return known if any(new and not old for old, new in zip(before, after, strict=True)) else wider


def find_shown(picture: Picture, calibration: Calibration) -> list[Face]:
    """The dice in a picture; what the empty tray shows as well is none, whatever it looks like."""
    changed = find_changes(picture, calibration)
    accepted = decide(*find_faces(expose(picture)), RULE).accepted
    return [face for face in accepted if is_there(box_of(face), changed)]


def _flat_dice(known: Calibration, picture: Picture, counts: Sequence[Count]) -> list[Flat]:
    return [Flat.of(picture, count, 1.0, known) for count in counts]


def _clean_counts(known: Calibration, picture: Picture, places: list[tuple[float, float]]) -> list[Count]:
    counts = [count_as_flat(picture, x, y, known) for x, y in places]
    return [count for count in counts if count is not None and count.quality > CLEAN_QUALITY and count.value > 1]


def _measure(known: Calibration, pictures: Sequence[Picture], counts: list[list[Count]], usual: float) -> Calibration:
    """The upper faces' size, and how they stand out from their feet, from the outlines of all dice.

    The search begins near the usual size of the faces as they were seen: small dice show little of their outlines.
    """
    sides: list[Side] = []
    for picture, found in zip(pictures, counts, strict=True):
        solid = find_changes(picture, known).solid
        for count in found:
            sides += _sides(picture, solid, count, known)
    outer = [_in_the_middle(side, known) for side in sides if _outwards(side, known) > 0]
    if len(outer) < 2 * LEAST_DICE:
        return known
    seen = float(np.clip(2 * _densest(np.array(outer)), SIZES[0] * usual, SIZES[1] * usual))
    first = replace(known.stance, edge_px=seen)
    measured = [((side.x, side.y), side.axes, side.quarter, side.reach_px, side.lit) for side in sides]
    stance = fit_stance(first, gather(measured))
    return replace(known, edge_px=stance.edge_px, rise=stance.rise, below_camera=stance.below)


def _in_the_middle(side: Side, known: Calibration) -> float:
    """How far a side would reach in the picture's middle, by the stance known so far."""
    return side.reach_px / float(np.hypot(*side.towards)) * (known.edge_px or 0.0)


def _outwards(side: Side, known: Calibration) -> float:
    """How far from the point below the camera a side looks away from it; there the upper face hides the foot."""
    below_x, below_y = known.below
    return float((np.array([side.x - below_x, side.y - below_y]) @ side.towards) / np.hypot(*side.towards))


def _sides(picture: Picture, solid: NDArray[np.uint8], count: Count, known: Calibration) -> list[Side]:
    """The outline's distance along both axes of a face, both ways.

    Where the body's hue ends, in light or shade. Where body and floor have one hue a foot in its own shadow shows no
    end: then only the upper face's own edge is taken, where what is no shadow ends.
    """
    edge = known.edge_px or 0.0
    at = (count.x, count.y)
    axes = known.stance.axes_at(*at, count.turn)
    seen = look_around(picture, at, axes).mean(1, dtype=np.float32)
    ground = look_around(known.background, at, axes, scale=0.5).mean(1, dtype=np.float32)
    covered = look_around(solid, at, axes, scale=0.5).mean((1, 3), dtype=np.float32) / 255
    share = body_share(seen, ground, count.body, known.shadow_tint)
    sides = []
    for quarter in range(4):
        side = Side(count.x, count.y, axes, quarter, 0.0)
        if apart_deg(count.body, ground[quarter]) >= APART_DEG:
            reach = end_of(share[quarter], HUE_ENDS)
        elif _outwards(side, known) > 0:
            reach = end_of(covered[quarter], HUE_ENDS)
        else:
            continue
        if reach is not None and _outwards(side, known) > -edge / 2:
            reach = _step_near(seen[quarter], reach)
        if reach is not None and LIKELY[0] < reach / STEPS_AN_EDGE < LIKELY[1]:
            lit = _is_lit(seen[quarter], ground[quarter], round(reach) + SLACK)
            sides.append(replace(side, reach_px=reach / STEPS_AN_EDGE * float(np.hypot(*side.towards)), lit=lit))
    return sides


def _is_lit(seen: Floats32, ground: Floats32, start: int) -> bool:
    """Whether hardly any of the floor's light is missing there."""
    here, floor = seen[start : start + SLACK], ground[start : start + SLACK]
    return bool(len(here)) and float((here * floor).sum() / max(float((floor * floor).sum()), 1.0)) > LIT


def _step_near(seen: Floats32, rough: float) -> float:
    """Where colours are half-way between those on both sides of an edge that is roughly known; in steps."""
    if round(rough) + SLACK // 2 >= len(seen):
        return rough  # nothing of the outside is in view
    inside = seen[max(round(rough) - 3 * SLACK // 2, 0) : max(round(rough) - SLACK // 2, 1)].mean(0)
    outside = seen[round(rough) + SLACK // 2 : round(rough) + 3 * SLACK // 2].mean(0)
    step = inside - outside
    share = (seen - outside) @ step / max(float(step @ step), 1.0)
    for at in range(max(round(rough) - SLACK, 1), min(round(rough) + SLACK, len(seen))):
        if share[at] < 0.5 <= share[at - 1]:
            return at - 1 + float((share[at - 1] - 0.5) / (share[at - 1] - share[at]))
    return rough


def _densest(lengths: Floats) -> float:
    """Where most lengths lie: shadows make some longer, sides that look like shadows make some shorter."""
    while len(lengths) > 3:
        lengths = np.sort(lengths)
        half = (len(lengths) + 1) // 2
        widths = lengths[half - 1 :] - lengths[: len(lengths) - half + 1]
        first = int(widths.argmin())
        if len(lengths) <= 12:
            return float(np.median(lengths[first : first + half]))
        lengths = lengths[first : first + half]
    return float(np.median(lengths))


def _measure_shadows(known: Calibration, pictures: Sequence[Picture], counts: list[list[Count]]) -> Calibration:
    """How dark the darkest shadows are beside dice: what is darker is no shadow."""
    edge = known.edge_px or 0.0
    open_minded, ground = replace(known, darkest_shadow=0.0), known.background.astype(np.float32) + 1
    darkest: list[float] = []
    for picture, found in zip(pictures, counts, strict=True):
        changes = find_changes(picture, open_minded)
        share = share_of(changes.level.astype(np.float32), ground)
        shade = cv2.bitwise_and(changes.any, cv2.bitwise_not(changes.sure))
        for count in found:
            ring = cv2.bitwise_and(_ring_around(count, known), shade)
            if cv2.countNonZero(ring) > LEAST_SHADED * edge**2:
                darkest.append(float(np.percentile(share[ring > 0], 3)))
    if len(darkest) < LEAST_DICE:
        return known
    least = float(np.percentile(darkest, 10))
    return replace(known, darkest_shadow=float(np.clip(0.85 * least, BLACKEST, SHADOW_KEEPS)))


def _measure_tint(known: Calibration, pictures: Sequence[Picture], counts: list[list[Count]]) -> Calibration:
    """What the shadows beside dice have more or less of each colour, die by die."""
    ground = known.background.astype(np.float32) + 1
    found: list[Floats32] = []
    for picture, beside in zip(pictures, counts, strict=True):
        light = find_changes(picture, known).level.astype(np.float32)
        share = share_of(light, ground)
        off = (light - ground * share[..., None]) / ground / np.maximum(1 - share, 0.1)[..., None]
        shade = (share < SHADED) & (share > BLACKEST) & (np.abs(off).max(2) < MOST_TINT)
        for count in beside:
            ring = (_ring_around(count, known) > 0) & shade
            if np.count_nonzero(ring) > LEAST_SHADED * (known.edge_px or 0.0) ** 2:
                found.append(np.asarray(np.median(off[ring], 0), np.float32))
    if len(found) < LEAST_DICE:
        return known
    blue, green, red = (float(tint) for tint in np.median(np.array(found), 0))
    return replace(known, shadow_tint=(blue, green, red))


def _ring_around(count: Count, known: Calibration) -> NDArray[np.uint8]:
    """A mask of what lies close around a flat die, at half size."""
    outline = np.round((outline_of_flat(known, count.x, count.y, count.turn) - 0.5) / 2).astype(np.int32)
    around, inside = (np.zeros(known.background.shape[:2], np.uint8) for _ in range(2))
    cv2.polylines(around, [outline], True, 255, round(AROUND * (known.edge_px or 0.0)))
    cv2.fillConvexPoly(inside, outline, 255)
    outside = cv2.bitwise_not(cv2.dilate(inside, np.ones((5, 5), np.uint8)))
    return np.asarray(cv2.bitwise_and(around, outside), np.uint8)


def _spacing(counts: list[list[Count]]) -> tuple[float, float] | None:
    """Between which the pips of flat dice are spaced, in edges; None where no face with two pips is clear."""
    found = [count.spacing for picture in counts for count in picture]
    if not found:
        return None
    usual = float(np.median(found))
    alike = [spacing for spacing in found if 1 / SPACED_ALIKE < spacing / usual < SPACED_ALIKE]
    return min(alike) * (1 - SPACING_SLACK), max(alike) * (1 + SPACING_SLACK)


def _samples(counts: list[list[Count]], colours: list[str | None]) -> dict[str, BGR]:
    found: dict[str, BGR] = {}
    for named, colour in zip(counts, colours, strict=True):
        if colour is not None and named:
            blue, green, red = np.median(np.array([count.body for count in named]), 0)
            found[colour] = (int(blue), int(green), int(red))
    return found
