"""Weighs what the nets saw against what the pips say: which faces to accept, and what to doubt."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.candidates import Candidate
from vision.pips import Count
from vision.reading import CROWDED, NO_FACE, ODD_SIZE, Doubt

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Rule:
    """The thresholds, chosen with whole sources of photographs left out (docs/vision.md)."""

    accept: float = 0.5  # least score of a face whose pips agree
    accept_split: float = 0.62  # the same where the two nets differ
    notice: float = 0.55  # from this score on, a place that is not accepted is a doubt
    unreadable: float = 0.5  # heat from which a die that must not be read is a doubt
    quality: float = 0.45  # least quality of a count that confirms
    vacant: float = 0.6  # least emptiness of the places of absent pips
    small: float = 0.5  # least and greatest size beside the others' median
    large: float = 2.1
    crowded: float = 0.72  # least distance of two upper faces, in edges


@dataclass(frozen=True)
class Face:
    """A candidate with everything that was found out about it."""

    candidate: Candidate
    chances: Floats  # of none and 1..6, from the crop
    count: Count | None

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
        """Whether the counted pips say what at least one net says, on a clean face."""
        count = self.count
        if count is None or count.quality < rule.quality or count.vacant < rule.vacant:
            return False
        return count.value in (int(self.candidate.values.argmax()) + 1, int(self.chances[1:].argmax()) + 1)


@dataclass(frozen=True)
class Verdict:
    """Accepted faces, and what speaks against trusting them."""

    accepted: tuple[Face, ...]
    doubts: tuple[Doubt, ...]


def decide(faces: list[Face], unreadable: list[Candidate], rule: Rule) -> Verdict:
    """Accept what is confirmed and of one size; doubt what is die-like and not accepted."""
    confirmed = [
        face
        for face in faces
        if face.confirmed(rule) and face.score >= (rule.accept_split if face.split else rule.accept)
    ]
    accepted = _of_one_size(confirmed, rule)
    doubts = [
        _doubt(ODD_SIZE, face.candidate) for face in confirmed if face not in accepted and face.score > rule.notice
    ]
    for face in faces:
        if face in confirmed or face.score < rule.notice or _lies_in(face.candidate, accepted, 0.6):
            continue
        doubts.append(_doubt(NO_FACE, face.candidate))
    doubts += [
        _doubt(NO_FACE, place)
        for place in unreadable
        if place.heat >= rule.unreadable and not _lies_in(place, accepted, 0.6)
    ]
    doubts += _crowded(accepted, rule)
    return Verdict(tuple(accepted), tuple(doubts))


def _of_one_size(faces: list[Face], rule: Rule) -> list[Face]:
    """Dice of one picture have like sizes; a far smaller or larger one is an accident."""
    if len(faces) < 2:
        return faces
    typical = float(np.median([face.candidate.edge for face in faces]))
    return [face for face in faces if rule.small * typical <= face.candidate.edge <= rule.large * typical]


def _lies_in(place: Candidate, accepted: list[Face], reach: float) -> bool:
    return any(
        np.hypot(place.x - face.candidate.x, place.y - face.candidate.y) < reach * face.candidate.edge
        for face in accepted
    )


def _crowded(accepted: list[Face], rule: Rule) -> list[Doubt]:
    """Upper faces nearer to each other than dice can lie: one of them is a side face."""
    doubts = []
    for number, one in enumerate(accepted):
        for other in accepted[:number]:
            away = np.hypot(one.candidate.x - other.candidate.x, one.candidate.y - other.candidate.y)
            if away < rule.crowded * (one.candidate.edge + other.candidate.edge) / 2:
                doubts.append(_doubt(CROWDED, one.candidate))
    return doubts


def _doubt(reason: str, place: Candidate) -> Doubt:
    half = place.edge / 2
    return Doubt(reason, (int(place.x - half), int(place.y - half), int(place.edge), int(place.edge)))


def with_count(face: Face, count: Count | None) -> Face:
    """The same face with another count."""
    return replace(face, count=count)
