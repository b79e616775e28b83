"""Weighs what the nets saw against what the pips say: which faces to accept, and what to doubt."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Candidate
from tablekeeper.vision.faces.pips import Count
from tablekeeper.vision.reading import CROWDED, LEANING, NO_FACE, ODD_SIZE, TOO_SMALL, Doubt

Floats = NDArray[np.float32]

FEW = 3  # pips: so few may lie like a face by accident
FEWEST = 2  # pips: any two spots fit a layout
TOGETHER = 0.5  # mean chance that the nets give to few counted pips
INSIDE = 0.6  # edges from a face's middle
ALIKE = 1.06  # distances between pips that may be the same
NEXT_FACE = (0.5, 1.05)  # edges between the pips' middles of two faces of one die
NEAR_SIDE = 0.4  # sine of the angle below the horizontal from which a face beside another may be a flat die's side
GIANT = 0.5  # of the picture's shorter side: of 257 photographs none shows a face of more than 0.35
LOOKED_FROM = 0.5  # score or heat from which a place that is not accepted is looked at twice
NO_DIE = 0.2  # chance of no face below which the crop net alone has a place of a die's size looked at twice


@dataclass(frozen=True)
class Rule:
    """The thresholds, chosen with whole sources of photographs left out (docs/vision.md)."""

    accept_one: float = 0.5  # least score of a confirmed 1, 2, 3: few pips may lie like that by accident
    accept_few: float = 0.45
    accept_many: float = 0.35  # least score of a confirmed 4, 5, 6
    overrule: float = 0.6  # quality from which four and more counted pips need no net that says the same
    notice: float = 0.6  # from this score on, a place that is not accepted is a doubt
    notice_confirmed: float = 0.28  # the same where the counted pips agree with a net
    notice_one: float = 0.5  # the same for a lone pip, of which every clutter has some
    notice_like: float = 0.45  # the same for clean pips on a place of the accepted faces' own size
    like: float = 1.25  # greatest ratio of such sizes
    notice_unclear: float = 0.45  # the same for the first look at small places of the accepted faces' size...
    unclear_px: float = 24.0  # ...where both are smaller than this: no closer look shows more than a few blurred pixels
    unclear_like: float = 1.6  # greatest ratio of such sizes: a few pixels tell them badly
    notice_heat: float = 0.6  # the detector's own heat from which a place is a doubt, whatever the crop net says
    notice_hot: float = 0.65  # the same of a place where a second look saw less
    unreadable: float = 0.5  # heat from which a die that must not be read is a doubt
    unbacked: float = 0.55  # least heat of faces where no face of the picture has more than two pips
    quality: float = 0.55  # least quality of a count that confirms
    quality_two: float = 0.65  # the same of a 2: any two spots fit its layout
    vacant_two: float = 0.68  # least vacancy of a 2, for the same reason
    misfit: float = 0.045  # greatest distance of two and more counted pips from their places, in face edges
    even: float = 0.55  # least depth of the faintest counted pip beside the deepest
    even_two: float = 0.65  # the same of a 2: one of its pips may be another face's
    smallest_px: float = 10.0  # of a face in the picture: below, pips are a pixel or two
    small: float = 0.5  # least and greatest size beside the others' median
    large: float = 2.1
    crowded: float = 0.84  # of the larger edge: two faces of one die lie nearer, however slanted the view
    crowded_mean: float = 0.93  # of the mean edge, for dice of unlike sizes
    squeezed: float = 0.75  # of the usual edge: two faces of one leaning die look no smaller


@dataclass(frozen=True)
class Face:
    """A candidate with everything that was found out about it."""

    candidate: Candidate
    chances: Floats  # of none and 1..6, from the crop
    count: Count | None
    other_scores: tuple[float, ...] = ()  # of the other looks at this place; none where one look sufficed

    @property
    def belief(self) -> float:
        """How much all looks together believe that something lies here."""
        return (self.score + sum(self.other_scores)) / (1 + len(self.other_scores))

    @property
    def score(self) -> float:
        """How much the nets believe that this is an upper face."""
        return float(np.sqrt(self.candidate.heat * (1 - self.chances[0])))

    @property
    def seen(self) -> int:
        """The value the two nets together see."""
        return int((self.candidate.values + self.chances[1:]).argmax()) + 1

    @property
    def split(self) -> bool:
        """Whether the two nets see different values."""
        return int(self.candidate.values.argmax()) != int(self.chances[1:].argmax())

    def confirmed(self, rule: Rule) -> bool:
        """Whether the counted pips say what at least one net says, on a clean face; or are many and clear."""
        count = self.count
        if count is None or count.quality < (rule.quality_two if count.value == 2 else rule.quality):
            return False
        if count.value == 2 and (count.vacant < rule.vacant_two or count.even < rule.even_two):
            return False
        if count.even < rule.even or (count.value > 1 and count.misfit > rule.misfit):
            return False
        return self.agreed or (count.value > FEW and count.quality >= rule.overrule)

    @property
    def chance(self) -> float:
        """The mean chance that the nets give to the counted value."""
        return 0.0 if self.count is None else self.chance_of(self.count.value)

    def chance_of(self, value: int) -> float:
        """The mean chance that the nets give to a value."""
        crop = float(self.chances[value] / max(float(self.chances[1:].sum()), 1e-6))
        return (float(self.candidate.values[value - 1]) + crop) / 2

    @property
    def agreed(self) -> bool:
        """Whether the counted pips say what at least one net says; few pips, what both together say."""
        if self.count is None:
            return False
        at = self.count.value - 1
        if self.count.value <= FEW:
            return self.chance >= TOGETHER
        return at in (int(self.candidate.values.argmax()), int(self.chances[1:].argmax()))


@dataclass(frozen=True)
class Decision:
    """Accepted faces, and what speaks against trusting them."""

    accepted: tuple[Face, ...]
    doubts: tuple[Doubt, ...]


def decide(faces: list[Face], unreadable: list[Candidate], rule: Rule) -> Decision:
    """Accept what is confirmed and of one size; doubt what is die-like and not accepted."""
    accepted = _accept(faces, rule)
    doubts = [doubt_at(_why_not(face, rule), face.candidate) for face in _unaccepted(faces, accepted, rule)]
    doubts += [
        doubt_at(NO_FACE, place)
        for place in unreadable
        if place.heat >= rule.unreadable and not lies_in(place, accepted)
    ]
    doubts += _crowded(accepted, rule) + _leaning(faces, accepted, rule) + _unbacked(accepted, rule)
    return Decision(tuple(accepted), tuple(doubts))


def find_unclear(faces: Sequence[Face], accepted: Sequence[Face], rule: Rule) -> list[Doubt]:
    """Doubts of what one look saw outside the accepted faces, where both are too small for closer looks to say more.

    A closer look may as well see something else beside it, and so lose the place.
    """
    usual = median(face.candidate.edge for face in accepted) if accepted else 0.0
    doubts = [
        doubt_at(NO_FACE, face.candidate)
        for face in faces
        if face.score >= rule.notice_unclear
        and max(face.candidate.edge, usual) < rule.unclear_px
        and max(face.candidate.edge, usual) <= rule.unclear_like * min(face.candidate.edge, usual)
        and not lies_in(face.candidate, accepted)
    ]
    return list(dict.fromkeys(doubts))


def find_giants(accepted: Sequence[Face], height: int, width: int) -> list[Doubt]:
    """Doubts of faces too large for a picture of a throw: a dark tray with two dice in it looks like a 2."""
    return [doubt_at(ODD_SIZE, face.candidate) for face in accepted if face.candidate.edge > GIANT * min(height, width)]


def find_doubtful(faces: list[Face], rule: Rule) -> list[Face]:
    """The places that deserve a second look: die-like and not accepted, or accepted against one of the nets."""
    accepted = _accept(faces, rule)
    usual = median(face.candidate.edge for face in accepted) if accepted else 0.0
    open_places = [
        face
        for face in faces
        if _may_be_a_die(face, usual, rule)
        and not any(face is one for one in accepted)
        and not lies_in(face.candidate, accepted)
    ]
    return open_places + [face for face in accepted if face.split or not face.agreed]


def _may_be_a_die(face: Face, usual: float, rule: Rule) -> bool:
    """Whether the nets see a die, pips were counted, or the crop net sees a face of the accepted ones' size."""
    if max(face.score, face.candidate.heat) >= LOOKED_FROM or _says_something(face, rule):
        return True
    return float(face.chances[0]) < NO_DIE and _is_like(face, usual, rule)


def _is_like(face: Face, usual: float, rule: Rule) -> bool:
    """Whether a face has about the usual size."""
    return max(face.candidate.edge, usual) <= rule.like * min(face.candidate.edge, usual)


def _accept(faces: list[Face], rule: Rule) -> list[Face]:
    legible = [face for face in faces if face.candidate.edge >= rule.smallest_px]
    strong = [face for face in legible if face.confirmed(rule) and face.belief >= _least_score(face, rule)]
    return _of_one_size(_apart(strong), rule)


def _unaccepted(faces: list[Face], accepted: list[Face], rule: Rule) -> list[Face]:
    """Die-like places outside every accepted face."""
    usual = median(face.candidate.edge for face in accepted) if accepted else 0.0
    found = []
    for face in faces:
        if any(face is one for one in accepted) or lies_in(face.candidate, accepted):
            continue
        hot = face.candidate.heat >= (rule.notice_hot if face.other_scores else rule.notice_heat)
        like = _is_clean(face, rule) and _is_like(face, usual, rule)
        if hot or face.belief >= min(_least_notice(face, rule), rule.notice_like if like else 1.0):
            found.append(face)
    return found


def _is_clean(face: Face, rule: Rule) -> bool:
    return face.count is not None and face.count.quality >= rule.quality


def _least_notice(face: Face, rule: Rule) -> float:
    """From which belief a place that is not accepted is a doubt."""
    if not face.confirmed(rule):
        return rule.notice
    return rule.notice_confirmed if _says_something(face, rule) else rule.notice_one


def _says_something(face: Face, rule: Rule) -> bool:
    """Whether its pips were counted and confirmed; a lone pip says too little."""
    return face.confirmed(rule) and face.count is not None and face.count.value > 1


def _why_not(face: Face, rule: Rule) -> str:
    if face.candidate.edge < rule.smallest_px:
        return TOO_SMALL
    return ODD_SIZE if _says_something(face, rule) else NO_FACE


def _least_score(face: Face, rule: Rule) -> float:
    """The score that a confirmed face needs: the fewer its pips, the more."""
    value = face.count.value if face.count else 0
    return rule.accept_one if value == 1 else rule.accept_few if value <= FEW else rule.accept_many


def _apart(faces: list[Face]) -> list[Face]:
    """Of faces whose counted pips are the same pips, the best one."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda f: -f.score * (f.count.quality if f.count else 0)):
        x, y = _middle(face)
        if all(math.hypot(x - _middle(k)[0], y - _middle(k)[1]) > 0.35 * k.candidate.edge for k in kept):
            kept.append(face)
    return kept


def _middle(face: Face) -> tuple[float, float]:
    return (face.count.x, face.count.y) if face.count else (face.candidate.x, face.candidate.y)


def _of_one_size(faces: list[Face], rule: Rule) -> list[Face]:
    """Dice of one picture have like sizes; a far smaller or larger one is an accident."""
    if len(faces) < 2:
        return faces
    typical = median(face.candidate.edge for face in faces)
    return [face for face in faces if rule.small * typical <= face.candidate.edge <= rule.large * typical]


def lies_in(place: Candidate, accepted: Sequence[Face]) -> bool:
    """Whether a place lies in an accepted face."""
    return any(
        math.hypot(place.x - face.candidate.x, place.y - face.candidate.y) < INSIDE * face.candidate.edge
        for face in accepted
    )


def _crowded(accepted: list[Face], rule: Rule) -> list[Doubt]:
    """Upper faces nearer to each other than dice can lie: one of them is a side face."""
    doubts = []
    usual = median(face.candidate.edge for face in accepted) if accepted else 0.0
    for number, one in enumerate(accepted):
        for other in accepted[:number]:
            away = math.hypot(one.candidate.x - other.candidate.x, one.candidate.y - other.candidate.y)
            edges = _edges_of(one, other)
            of_one_die = away < rule.crowded * max(edges) and away < rule.crowded_mean * sum(edges) / 2
            if of_one_die or (min(edges) > rule.squeezed * usual and away < rule.crowded * usual):
                doubts.append(doubt_at(CROWDED, one.candidate))
    return doubts


def _edges_of(one: Face, other: Face) -> tuple[float, float]:
    """The sizes of two faces; where their pips lie equally far apart, the larger size is only a wrong estimate."""
    edges = one.candidate.edge, other.candidate.edge
    if one.count is None or other.count is None or min(one.count.value, other.count.value) < FEWEST:
        return edges
    apart = one.count.spacing * edges[0], other.count.spacing * edges[1]
    return (min(edges), min(edges)) if max(apart) < ALIKE * min(apart) else edges


def _leaning(faces: list[Face], accepted: list[Face], rule: Rule) -> list[Doubt]:
    """Accepted faces beside which clean pips lie nearer than those of another die could: the die shows two faces.

    Below a face these may be on the near side of a die that lies flat.
    """
    others = [face for face in faces if _is_clean(face, rule) and not any(face is one for one in accepted)]
    doubts = []
    for face in accepted:
        x, y = _middle(face)
        for other in others:
            right, down = _middle(other)[0] - x, _middle(other)[1] - y
            away = float(math.hypot(right, down))
            beside = NEXT_FACE[0] * face.candidate.edge < away < NEXT_FACE[1] * face.candidate.edge
            alike = other.candidate.edge > rule.squeezed * face.candidate.edge
            if beside and alike and down < NEAR_SIDE * away and not _is_of(other, accepted):
                doubts.append(doubt_at(LEANING, face.candidate))
    return doubts


def _is_of(face: Face, accepted: list[Face]) -> bool:
    """Whether its pips are those of an accepted face, or lie between them."""
    x, y = _middle(face)
    return any(
        math.hypot(x - _middle(one)[0], y - _middle(one)[1]) < NEXT_FACE[0] * one.candidate.edge for one in accepted
    )


def _unbacked(accepted: list[Face], rule: Rule) -> list[Doubt]:
    """Faint faces of one or two pips where no other face backs them: clutter has nothing else to show."""
    if not is_unbacked(accepted):
        return []
    return [doubt_at(NO_FACE, face.candidate) for face in accepted if face.candidate.heat < rule.unbacked]


def is_unbacked(accepted: Sequence[Face]) -> bool:
    """Whether no face of a picture has more pips than clutter shows by chance."""
    return all(face.count is None or face.count.value <= FEWEST for face in accepted)


def doubt_at(reason: str, place: Candidate) -> Doubt:
    """A doubt of the size of what looks like a face there."""
    half = place.edge / 2
    return Doubt(reason, (int(place.x - half), int(place.y - half), int(place.edge), int(place.edge)))


def with_count(face: Face, count: Count | None) -> Face:
    """The same face with another count."""
    return replace(face, count=count)
