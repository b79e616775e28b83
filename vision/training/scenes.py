"""Scenes for training: dice layers painted, lit and laid on surfaces under one camera, with the truth about each."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.training.camera import photograph, see_poorly
from tablekeeper.vision.training.dome import lay_dome
from tablekeeper.vision.training.hands import Hand
from tablekeeper.vision.training.litter import lay_hand, lay_litter
from tablekeeper.vision.training.paint import (
    Light,
    Paint,
    camouflage,
    paint_die,
    random_light,
    random_paint,
    soft_veil,
)
from tablekeeper.vision.training.relief import Relief
from tablekeeper.vision.training.shapes import HALF_EXTENT, LAYER_PX, Layer
from tablekeeper.vision.training.surfaces import SIZE_PX, Surface

Floats = NDArray[np.floating]
SCENE_PX = 320
VISIBLE_SHARE = 0.88
SMALL_PX = 22
STEEP_SHARE = 0.62  # of the scenes: seen nearly from above
THERE_BEFORE = 0.5  # of the scenes of a known floor: things lie on it that are no dice
HAND_SIZES = 18  # edges of a die that a hand's square is long: a finger is about as thick as a die
HAND_PX = (150, 1000)
IN_ROW, LIKE_IN_ROW = 160, 10  # layers of like tilt that are looked through for a row, and of these the best turned


NOT_TO_READ = 0  # a die that leans, is hidden or cut off
SAYS_NOTHING = -1  # too dark or too bright, or partly outside
NO_DIE = -2  # something else that looks like a die
LEANS_FROM = 8  # degrees of a layer
SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
SEEN_AT_ALL = 0.2  # of a face: what is hidden further is not there for anybody


@dataclass(frozen=True)
class Truth:
    """What the nets should say about one die."""

    value: int  # 1 to 6, or one of the three below
    centre: tuple[float, float]
    edge: float
    stretch: tuple[float, float]  # (sxx - syy) / sum and 2 sxy / sum of the face's second moments


@dataclass(eq=False)
class Laid:
    """A die in a scene."""

    truth: Truth
    seen: Floats  # how much of its upper face is seen, pixel by pixel: what is laid before it hides it
    flat: Floats  # corners that its upper face would have, if it lay flat
    foot: Floats  # how far from there the corners of its foot would be seen


@dataclass
class Scene:
    """A picture and the truth about it."""

    picture: Numbers
    truths: list[Truth] = field(default_factory=list)
    hand: Floats | None = None  # how much of each pixel a hand covers


@dataclass(frozen=True)
class Stock:
    """What scenes are composed from, rendered once."""

    layers: list[Layer]
    surfaces: list[Surface]
    reliefs: list[Relief]
    hands: list[Hand]


@dataclass(frozen=True)
class Shares:
    """Shares of the scenes: with dice in rows, with litter, with a hand, without dice, and such as are hard to see."""

    rows: float = 0.0
    litter: float = 0.0
    hands: float = 0.0
    empty: float = 0.12
    small: float = 0.0  # dice of SMALL_PX
    camouflage: float = 0.1  # dice of nearly the colour of what they lie on
    poor: float = 0.0  # pictures of a poor camera in poor light
    leaning: float = 0.05  # of the dice
    domes: float = 0.0  # dice under a clear dome or cup


class Composer:
    """Composes scenes from a stock."""

    def __init__(self, stock: Stock, shares: Shares) -> None:
        layers, self._stock, self._shares = stock.layers, stock, shares
        self._flat = sorted((layer for layer in layers if layer.lean < LEANS_FROM), key=lambda layer: layer.tilt)
        self._tilts = np.array([layer.tilt for layer in self._flat])
        self._turns = np.array([_turn_of(layer.face) for layer in self._flat])
        self._leaning = [layer for layer in layers if layer.lean >= LEANS_FROM]

    def compose(self, rng: np.random.Generator) -> Scene:
        """One scene."""
        light = random_light(rng)
        canvas = self._background(rng)
        pitch = np.radians(rng.uniform(0, 14) if rng.random() < STEEP_SHARE else rng.uniform(10, 52))
        size = float(np.exp(rng.uniform(np.log(9), np.log(SMALL_PX if rng.random() < self._shares.small else 105))))
        alikes = self._lay_litter(canvas, light, rng, size=size, pitch=pitch)
        shown: list[Laid] = []
        if rng.random() > self._shares.empty:
            shown = self._lay_dice(canvas, light, rng, pitch=pitch, size=size)
        hand = self._lay_hand(canvas, light, rng, size)
        if hand is not None:
            for die in shown:
                die.seen = die.seen * (1 - hand)
        truths = [truth for truth in (judge(die.truth, die.seen) for die in shown) if truth]
        truths += [truth for truth in alikes if _is_bare(truth, shown, hand)]
        if hand is None and rng.random() < 0.25:
            canvas, truths = squeeze(canvas, truths, rng)
        if rng.random() < self._shares.domes:
            lay_dome(canvas, rng)
        if rng.random() < self._shares.poor:
            canvas = see_poorly(canvas, rng)
        picture = photograph(canvas, rng)
        contrast = contrast_of(picture)
        truths = [truth if is_legible(contrast, truth) else replace(truth, value=SAYS_NOTHING) for truth in truths]
        return Scene(picture, truths, hand)

    def compose_known(self, rng: np.random.Generator) -> tuple[Numbers, Numbers, list[Laid], list[Truth]]:
        """Dice on a floor, the same floor without them, the dice, and things that look like dice, on both or not."""
        light = random_light(rng)
        canvas = self._background(rng)
        pitch = np.radians(rng.uniform(0, 14) if rng.random() < STEEP_SHARE else rng.uniform(10, 52))
        size = float(np.exp(rng.uniform(np.log(9), np.log(SMALL_PX if rng.random() < self._shares.small else 105))))
        before = rng.random() < THERE_BEFORE
        things = self._lay_litter(canvas, light, rng, size=size, pitch=pitch) if before else []
        floor = canvas.copy()
        things += [] if before else self._lay_litter(canvas, light, rng, size=size, pitch=pitch)
        shown = self._lay_dice(canvas, light, rng, pitch=pitch, size=size)
        both = np.hstack([canvas, floor])
        if rng.random() < self._shares.poor:
            both = see_poorly(both, rng)
        picture, bare = np.hsplit(photograph(both, rng), 2)
        return picture, bare, shown, [thing for thing in things if _is_bare(thing, shown, None)]

    def _lay_litter(
        self, canvas: Floats, light: Light, rng: np.random.Generator, *, size: float, pitch: float
    ) -> list[Truth]:
        if rng.random() >= self._shares.litter:
            return []
        like = size * np.exp(rng.normal(0, 0.35))
        faces = lay_litter(canvas, self._stock.reliefs, light, rng, size=like, pitch=pitch)
        return [Truth(NO_DIE, (x, y), edge, (0.0, 0.0)) for x, y, edge in faces]

    def _lay_hand(self, canvas: Floats, light: Light, rng: np.random.Generator, size: float) -> Floats | None:
        if rng.random() >= self._shares.hands:
            return None
        hand = self._stock.hands[rng.integers(len(self._stock.hands))]
        return lay_hand(
            canvas, hand, light, rng, reach=float(np.clip(size * HAND_SIZES * rng.uniform(0.7, 1.4), *HAND_PX))
        )

    def _background(self, rng: np.random.Generator) -> Floats:
        surface = self._stock.surfaces[rng.integers(len(self._stock.surfaces))]
        zoom = rng.uniform(0.75, 1.0) if rng.random() < 0.6 else rng.uniform(0.3, 0.75)
        size = int(SIZE_PX * zoom)
        x, y = rng.integers(0, SIZE_PX - size + 1, 2)
        cut = surface[y : y + size, x : x + size]
        if rng.random() < 0.5:
            cut = cut[::-1]
        if rng.random() < 0.5:
            cut = cut.transpose(1, 0, 2)
        whole = cv2.resize(np.ascontiguousarray(cut), (SCENE_PX, SCENE_PX), interpolation=cv2.INTER_LINEAR)
        canvas: Floats = whole.astype(np.float32)
        if rng.random() < 0.5:
            canvas = canvas[..., rng.permutation(3)]
        canvas = canvas * np.float32(rng.uniform(0.4, 1.2)) + rng.normal(0, 8, 3).astype(np.float32)
        if rng.random() < 0.4:  # a soft gradient, or the shadow of the one who takes the photograph
            canvas = canvas * (1 - soft_veil(rng, SCENE_PX) * rng.uniform(0.1, 0.7))
        return np.ascontiguousarray(np.clip(canvas, 0, 255), np.float32)

    def _lay_dice(
        self, canvas: Floats, light: Light, rng: np.random.Generator, *, pitch: float, size: float
    ) -> list[Laid]:
        roll = rng.uniform(0, 2 * np.pi) if pitch < np.radians(25) else np.radians(rng.normal(0, 8))
        focal = SCENE_PX * rng.uniform(1.0, 3.0)
        paints = [random_paint(rng) for _ in range(int(rng.choice([1, 1, 2, 3, 6])))]
        if rng.random() < self._shares.camouflage:
            x, y = rng.integers(0, SCENE_PX, 2)
            paints[0] = camouflage(paints[0], canvas[y, x], rng)
        count = int(rng.integers(1, 15)) if size < 50 else int(rng.integers(1, 6))
        mixed = rng.random() < 0.25
        in_row = self._shares.rows > 0 and rng.random() < self._shares.rows
        row_turn = float(rng.uniform(0, 2 * np.pi)) if in_row else None
        spots = _scatter(rng, count, size) if row_turn is None else _line_up(rng, count, size, row_turn)
        spots.sort(key=lambda spot: spot[1] if pitch > 0.2 else rng.random())
        shown: list[Laid] = []
        for spot in spots:
            ray = np.array([spot[0] - SCENE_PX / 2, spot[1] - SCENE_PX / 2, focal])
            ray /= np.linalg.norm(ray)
            up = np.array([np.sin(roll) * np.sin(pitch), -np.cos(roll) * np.sin(pitch), -np.cos(pitch)])
            facing = float(np.clip(-ray @ up, -1, 1))
            tilt = float(np.degrees(np.arccos(facing)))
            across = up - (up @ ray) * ray
            turn = float(np.arctan2(across[0], -across[1]))  # layers lean to the top of the picture
            near = float(np.cos(pitch) / max(facing, 0.2))
            edge = size * near * (rng.uniform(0.75, 1.3) if mixed and not in_row else 1.0)
            layer = self._pick(tilt, rng, None if row_turn is None else row_turn - turn)
            paint = paints[rng.integers(len(paints))]
            die = _paste(canvas, layer, spot, edge=edge, turn=turn, paint=paint, light=light, rng=rng, shown=shown)
            if die:
                shown.append(die)
        return shown

    def _pick(self, tilt: float, rng: np.random.Generator, turn: float | None) -> Layer:
        """A die seen under this tilt, and if asked for turned like this."""
        if rng.random() < self._shares.leaning:
            return self._leaning[rng.integers(len(self._leaning))]
        at = int(np.searchsorted(self._tilts, tilt))
        low = int(np.clip(at - 20, 0, len(self._flat) - 41))
        if turn is None:
            return self._flat[low + int(rng.integers(0, 40))]
        here = slice(max(low - IN_ROW // 2, 0), low + IN_ROW // 2)
        off = np.abs(np.angle(np.exp(4j * (self._turns[here] - turn))))
        return self._flat[here.start + int(rng.choice(np.argsort(off)[:LIKE_IN_ROW]))]


def _turn_of(face: Floats) -> float:
    """How a face is turned, within a quarter turn."""
    along = face[1] - face[0]
    return float(np.arctan2(along[1], along[0]) % (np.pi / 2))


def _line_up(rng: np.random.Generator, count: int, size: float, turn: float) -> list[tuple[float, float]]:
    """Places side by side in one or two rows, as people lay dice down for a photograph."""
    step = size * rng.uniform(1.0, 1.12)
    along, across = np.array([np.cos(turn), np.sin(turn)]) * step, np.array([-np.sin(turn), np.cos(turn)]) * step
    wide = count if rng.random() < 0.7 else (count + 1) // 2
    places = np.array([along * (k % wide) + across * (k // wide) for k in range(count)])
    places += rng.uniform(0.3, 0.7, 2) * SCENE_PX - places.mean(0) + rng.normal(0, 0.01 * size, places.shape)
    inside = (np.abs(places - SCENE_PX / 2) < SCENE_PX / 2 + 0.2 * size).all(1)
    return [(float(x), float(y)) for x, y in places[inside]]


def _scatter(rng: np.random.Generator, count: int, size: float) -> list[tuple[float, float]]:
    """Places for dice: spread out, or in touching clumps."""
    spots: list[tuple[float, float]] = []
    clumped = rng.random() < 0.35
    least = size * (1.02 if clumped else rng.uniform(1.1, 2.5))
    for _ in range(count * 12):
        if len(spots) == count:
            break
        if clumped and spots:
            x, y = spots[rng.integers(len(spots))]
            angle, reach = rng.uniform(0, 2 * np.pi), size * rng.uniform(1.02, 1.35)
            spot = (x + reach * np.cos(angle), y + reach * np.sin(angle))
        else:
            margin = size * rng.choice([-0.2, 0.7])
            spot = (rng.uniform(margin, SCENE_PX - margin), rng.uniform(margin, SCENE_PX - margin))
        if all(np.hypot(spot[0] - x, spot[1] - y) >= least for x, y in spots):
            spots.append(spot)
    return spots


def _paste(
    canvas: Floats,
    layer: Layer,
    spot: tuple[float, float],
    *,
    edge: float,
    turn: float,
    paint: Paint,
    light: Light,
    rng: np.random.Generator,
    shown: list[Laid],
) -> Laid | None:
    """Put one die into the canvas; hides what lies behind it in `shown`."""
    scale = edge * HALF_EXTENT / LAYER_PX
    size = int(edge * HALF_EXTENT) + 4
    left, top = int(spot[0] - size / 2), int(spot[1] - size / 2)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    middle = LAYER_PX / 2
    place = np.array(
        [
            [cos, -sin, spot[0] - left - cos * middle + sin * middle],
            [sin, cos, spot[1] - top - sin * middle - cos * middle],
        ],
        np.float32,
    )
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + size, SCENE_PX), min(top + size, SCENE_PX)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    cover: Numbers = layer.cover
    normal: Numbers = layer.normal
    if scale < 0.6:  # shrink by area first, or pips would shimmer
        small = max(8, int(LAYER_PX * scale * 1.3))
        cover = cv2.resize(cover, (small, small), interpolation=cv2.INTER_AREA)
        normal = cv2.resize(normal, (small, small), interpolation=cv2.INTER_AREA)
        place = place @ np.diag([LAYER_PX / small, LAYER_PX / small, 1]).astype(np.float32)
    cover_f = cv2.warpAffine(cover, place, (size, size)).astype(np.float32) / 255
    normal_f = cv2.warpAffine(normal, place, (size, size), borderValue=(127, 127, 127)).astype(np.float32) / 127.5 - 1
    normal_f[..., :2] = normal_f[..., :2] @ np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32
    )
    window = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    _cast_shadow(canvas, cover_f[..., 0], (left, top), edge, light)
    below = np.zeros((size, size, 3), np.float32)
    below[window] = canvas[y0:y1, x0:x1]
    colour = paint_die(cover_f, normal_f, below, paint=paint, light=light, rng=rng)
    alpha = cover_f[..., :1][window]
    canvas[y0:y1, x0:x1] += (colour[window] - canvas[y0:y1, x0:x1]) * alpha
    for die in shown:
        die.seen[y0:y1, x0:x1] *= 1 - alpha[..., 0]
    full = np.array([[cos, -sin], [sin, cos]], np.float32)
    face = (layer.face - middle) @ full.T + np.array(spot, np.float32)
    mask = np.zeros((SCENE_PX, SCENE_PX), np.float32)
    cv2.fillConvexPoly(mask, face.astype(np.int32), 1.0)
    turned = full / scale
    return Laid(
        _truth(layer, face), mask, _flat_face(layer, face, edge, turned), edge * _sine(layer.tilt) * turned[:, 1]
    )


def _flat_face(layer: Layer, face: Floats, edge: float, turned: Floats) -> Floats:
    """The corners of an upper face with this middle and turn, if its die lay flat: layers lean to their top."""
    if layer.lean < LEANS_FROM:
        return face
    slant = turned @ np.diag([1.0, np.cos(np.radians(layer.tilt))]) * edge
    across, along = np.linalg.solve(slant, face[1] - face[0])
    length = float(np.hypot(across, along)) + 1e-9
    own = np.array([[across, -along], [along, across]]) / length
    return np.asarray(face.mean(0) + SQUARE @ (slant @ own).T)


def _sine(degrees: float) -> float:
    return float(np.sin(np.radians(degrees)))


def _truth(layer: Layer, face: Floats) -> Truth:
    area = float(cv2.contourArea(face))
    centred = face - face.mean(0)
    moments = centred.T @ centred
    total = float(moments[0, 0] + moments[1, 1]) + 1e-6
    stretch = (float(moments[0, 0] - moments[1, 1]) / total, 2 * float(moments[0, 1]) / total)
    centre = face.mean(0)
    value = NOT_TO_READ if layer.lean >= LEANS_FROM else layer.value
    return Truth(value, (float(centre[0]), float(centre[1])), float(np.sqrt(max(area, 1.0))), stretch)


def judge(truth: Truth, mask: Floats) -> Truth | None:
    """A face that is partly hidden or outside the picture must not be read; of one that is hidden nothing is said."""
    visible = float(mask.sum()) / max(truth.edge**2, 1.0)
    if visible < SEEN_AT_ALL:
        return None if truth.value else replace(truth, value=SAYS_NOTHING)
    if truth.value and visible < VISIBLE_SHARE * 0.97:
        return replace(truth, value=NOT_TO_READ)
    return truth


def _is_bare(alike: Truth, shown: list[Laid], hand: Floats | None) -> bool:
    """Whether neither a die nor a hand lies on something."""
    x, y = alike.centre
    if not (0 <= x < SCENE_PX and 0 <= y < SCENE_PX) or (hand is not None and hand[int(y), int(x)] > 0.1):
        return False
    dice = [die.truth for die in shown]
    return all(np.hypot(x - t.centre[0], y - t.centre[1]) > 0.6 * (alike.edge + t.edge) for t in dice)


def _cast_shadow(canvas: Floats, alpha: Floats, at: tuple[int, int], edge: float, light: Light) -> None:
    direction, power = light.keys[0]
    reach = edge * 0.45 * np.hypot(direction[0], direction[1]) / max(float(direction[2]), 0.4)
    length = np.hypot(direction[0], direction[1]) + 1e-6
    shift = (-direction[0] / length * reach, -direction[1] / length * reach)
    pad = int(edge * 0.7) + 2
    soft = cv2.copyMakeBorder(alpha, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    soft = np.maximum(
        cv2.warpAffine(soft, move * np.array([1, 1, 0.5], np.float32), soft.shape[::-1]),
        cv2.warpAffine(soft, move, soft.shape[::-1]),
    )
    blur = max(0.5, edge * 0.06)
    soft = cv2.GaussianBlur(soft, (0, 0), blur)
    left, top = at[0] - pad, at[1] - pad
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + soft.shape[1], SCENE_PX), min(top + soft.shape[0], SCENE_PX)
    if x1 > x0 and y1 > y0:
        part = soft[y0 - top : y1 - top, x0 - left : x1 - left, None]
        canvas[y0:y1, x0:x1] *= 1 - part * (light.shadow * min(power * 1.2, 0.85))


def contrast_of(picture: Numbers) -> Numbers:
    """The picture in grey; noise alone is no contrast."""
    return np.asarray(cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3)), np.uint8)


def is_legible(grey: Numbers, truth: Truth) -> bool:
    """Whether the upper face still shows anything."""
    half = max(2, int(truth.edge * 0.4))
    x, y = int(truth.centre[0]), int(truth.centre[1])
    part = grey[max(y - half, 0) : y + half, max(x - half, 0) : x + half]
    return part.size > 0 and float(part.std()) > 5.0


def squeeze(canvas: Floats, truths: list[Truth], rng: np.random.Generator) -> tuple[Floats, list[Truth]]:
    """Lengthen the picture one way, as oblong pixels and wide lenses do; what leaves the picture says nothing."""
    grown = float(rng.uniform(1.05, 1.3))
    across = bool(rng.random() < 0.5)
    scale = np.array([grown, 1.0] if across else [1.0, grown])
    shift = -(scale - 1) * SCENE_PX * rng.random()
    place = np.array([[scale[0], 0, shift[0]], [0, scale[1], shift[1]]], np.float32)
    longer = np.asarray(
        cv2.warpAffine(canvas, place, (SCENE_PX, SCENE_PX), borderMode=cv2.BORDER_REPLICATE), canvas.dtype
    )
    return longer, [_squeezed(truth, scale, shift) for truth in truths]


def _squeezed(truth: Truth, scale: Floats, shift: Floats) -> Truth:
    x, y = np.array(truth.centre) * scale + shift
    e1, e2 = truth.stretch
    xx, yy, xy = (1 + e1) * scale[0] ** 2, (1 - e1) * scale[1] ** 2, e2 * scale[0] * scale[1]
    edge = truth.edge * float(np.sqrt(scale[0] * scale[1]))
    inside = 0.6 * edge < min(x, y) and max(x, y) < SCENE_PX - 0.6 * edge
    value = truth.value if inside or truth.value == NOT_TO_READ else SAYS_NOTHING
    return Truth(value, (float(x), float(y)), edge, (float((xx - yy) / (xx + yy)), float(2 * xy / (xx + yy))))
