"""Looks at a picture as closely as it needs: once from afar, closer where that leaves anything open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median
from typing import Protocol

from tablekeeper.vision.faces.candidates import (
    LEAST_HEAT,
    Candidate,
    Copies,
    Picture,
    Point,
    copies_of,
    far_scale,
    look_far,
    look_near,
    merge,
    read_crops,
)
from tablekeeper.vision.faces.contradict import find_contradictions
from tablekeeper.vision.faces.decide import (
    FEW,
    Decision,
    Face,
    Rule,
    decide,
    find_giants,
    find_unclear,
    lies_in,
    with_count,
)
from tablekeeper.vision.faces.look_alikes import find_look_alikes
from tablekeeper.vision.faces.nested import find_nested
from tablekeeper.vision.faces.paired import find_paired
from tablekeeper.vision.faces.pips import count_pips, count_pips_unsized
from tablekeeper.vision.faces.second_look import find_overlooked, look_again, sees_a_die
from tablekeeper.vision.faces.second_opinion import find_no_dice
from tablekeeper.vision.faces.watch import find_hidden
from tablekeeper.vision.reading import Doubt

COUNTED_FROM = 0.33  # score from which the pips of a place are counted
SEARCHED_FROM = 0.5  # score from which they are also counted at other sizes
MOST_FACES = 60
RESIZED = 1.12  # ratio of sizes from which another count can differ
CLEAR_EDGE_PX = 14.0  # of every face, as seen from afar: smaller dice may be overlooked there
CLEAR_HEAT = 0.3  # of every face
CLEAR_CHANCE = 0.65  # that the nets together give to few counted pips
FAINT_HEAT = 0.08  # from which a place of a die's size may be a die that is hard to see from afar...
FAINTEST_HEAT = 0.06  # from which a place of the closer look is kept for the watching net to confirm
FAINT_CHANCE = 0.3  # ...where the crop net gives it this chance to be a face
UNREADABLE_HEAT = 0.3  # from which it may be a die that must not be read
MOST_OPEN = 3  # such places that are looked at one by one
OPEN_HEAT = 0.4  # from which a place of any size needs a closer look


@dataclass(frozen=True)
class Seen:
    """All that was found out about a picture."""

    faces: list[Face]
    unreadable: list[Candidate]
    decision: Decision  # about these faces
    overlooked: list[Doubt]  # pips that no face explains, hands, and what speaks against accepted faces
    places: list[Candidate]  # where anything like a die was seen, however faintly

    @property
    def doubts(self) -> list[Doubt]:
        """All doubts."""
        return [*self.decision.doubts, *self.overlooked]


class Evidence(Protocol):
    """What somebody knows of a picture before it is looked at."""

    def may_lie(self, place: Candidate) -> bool:
        """Whether anything may lie there: where it may not, whatever looks like a die is none."""

    def where(self) -> Sequence[Point] | None:
        """Corners of the part in which anything may lie: none where nothing does, None where nobody knows."""

    def explained_by(self, faces: Sequence[Face]) -> bool:
        """Whether these faces are known to be all that lies there."""

    def weigh(self, faces: Sequence[Face], doubts: Sequence[Doubt]) -> tuple[list[Face], list[Doubt]]:
        """The faces and doubts that count, weighed with what is known."""


class NoEvidence:
    """Nothing is known."""

    def may_lie(self, place: Candidate) -> bool:
        """Anything may lie anywhere."""
        return True

    def where(self) -> None:
        """The same."""

    def explained_by(self, faces: Sequence[Face]) -> bool:
        """There may always be more."""
        return False

    def weigh(self, faces: Sequence[Face], doubts: Sequence[Doubt]) -> tuple[list[Face], list[Doubt]]:
        """All of them."""
        return list(faces), list(doubts)


NO_EVIDENCE = NoEvidence()


def watch(picture: Picture, accepted: Sequence[Face], places: list[Candidate], copies: Copies) -> list[Doubt]:
    """What two more nets say against faces that nothing else speaks against, or against a picture without any."""
    return find_no_dice(picture, accepted) or find_hidden(picture, accepted, places, copies)


def look(picture: Picture, rule: Rule, evidence: Evidence = NO_EVIDENCE, copies: Copies | None = None) -> Seen:
    """Look from afar; where that is not clear, or leaves a doubt, look closer as well."""
    copies = copies or copies_of(picture)
    where = evidence.where()
    seen_far = look_far(picture, where or (), FAINT_HEAT, copies) if where is None or where else []
    places = [place for place in seen_far if evidence.may_lie(place)]
    far = _at_least(LEAST_HEAT, places)
    faces, unreadable = _read(picture, far, ())
    verdict = decide(faces, unreadable, rule)
    accepted, doubts = verdict.accepted, verdict.doubts
    large = _are_large(picture, accepted)
    left_open = cache(lambda: _left_open(picture, faces, accepted, places, rule))
    if not doubts and (evidence.explained_by(accepted) or (large and _is_clear(picture, accepted, left_open))):
        seen = _look_twice(picture, faces, unreadable, places, rule, copies)
        if not seen.doubts:
            return seen
        doubts = tuple(seen.doubts)
    part = _open_points(accepted, doubts, left_open()) if large else where
    seen_near = look_near(picture, part or (), FAINTEST_HEAT, copies) if part is None or part else []
    near = [place for place in seen_near if evidence.may_lie(place)]
    found = _read(picture, merge(_at_least(LEAST_HEAT, near) + far), faces)
    return _look_twice(picture, *found, near + places, rule, copies)


def _at_least(heat: float, places: list[Candidate]) -> list[Candidate]:
    return [place for place in places if place.heat >= heat]


def find_faces(picture: Picture) -> tuple[list[Face], list[Candidate]]:
    """Every place that may be an upper face, from afar and closer; and dice that must not be read."""
    return _read(picture, merge(look_near(picture) + look_far(picture)), ())


def _read(picture: Picture, candidates: list[Candidate], known: Sequence[Face]) -> tuple[list[Face], list[Candidate]]:
    """The places, read by the crop net and counted, and dice that must not be read."""
    readable = [place for place in candidates if place.readable][:MOST_FACES]
    read = {id(face.candidate): face for face in known}
    unread = [place for place in readable if id(place) not in read]
    for place, chances in zip(unread, read_crops(picture, unread), strict=True):
        face = Face(place, chances, None)
        if face.score >= COUNTED_FROM:
            count_face = count_pips_unsized if face.score >= SEARCHED_FROM else count_pips
            face = with_count(face, count_face(picture, place.x, place.y, place.edge, place.stretch))
        read[id(place)] = face
    return [read[id(place)] for place in readable], [place for place in candidates if not place.readable]


def _is_clear(picture: Picture, accepted: Sequence[Face], left_open: Callable[[], list[Candidate]]) -> bool:
    """Whether the accepted faces are agreed on, and nothing else that was seen from afar could be a die."""
    if not all(_is_plain(face) for face in accepted):
        return False
    return len(left_open()) <= MOST_OPEN and not any(
        sees_a_die(picture, place.x, place.y, place.edge) for place in left_open()
    )


def _is_plain(face: Face) -> bool:
    """Whether an accepted face was seen so well from afar that a closer look adds nothing."""
    few = face.count is not None and face.count.value <= FEW
    return face.agreed and face.candidate.heat >= CLEAR_HEAT and (not few or face.chance >= CLEAR_CHANCE)


def _left_open(
    picture: Picture, faces: Sequence[Face], accepted: Sequence[Face], places: list[Candidate], rule: Rule
) -> list[Candidate]:
    """Places beside the accepted faces that may be dice."""
    typical = median(face.candidate.edge for face in accepted)
    others = [place for place in places if not lies_in(place, accepted)]
    alike = [place for place in others if rule.small * typical <= place.edge <= rule.large * typical]
    read = {id(face.candidate): face.chances for face in faces}
    unread = [place for place in alike if id(place) not in read]
    read |= {id(place): chances for place, chances in zip(unread, read_crops(picture, unread), strict=True)}
    faint = [place for place in alike if 1 - read[id(place)][0] >= FAINT_CHANCE]
    hot = [place for place in others if place.heat >= (OPEN_HEAT if place.readable else UNREADABLE_HEAT)]
    return faint + [place for place in hot if not any(place is one for one in faint)]


def _open_points(accepted: Sequence[Face], doubts: Sequence[Doubt], left_open: list[Candidate]) -> list[Point]:
    """The corners of all that the look from afar left open: doubts, faces that are not plain, what may be a die."""
    unsure = [face.candidate for face in accepted if not _is_plain(face)]
    squares = [(place.x, place.y, place.edge) for place in (*unsure, *left_open)]
    squares += [(x + w / 2, y + h / 2, max(w, h)) for x, y, w, h in (doubt.box for doubt in doubts if doubt.box)]
    return [(x + half * edge, y + half * edge) for x, y, edge in squares for half in (-0.5, 0.5)]


def _are_large(picture: Picture, accepted: Sequence[Face]) -> bool:
    """Whether there are faces and all are so large that others like them would be seen from afar."""
    return bool(accepted) and min(face.candidate.edge for face in accepted) >= CLEAR_EDGE_PX / far_scale(picture)


def _look_twice(
    picture: Picture,
    faces: list[Face],
    unreadable: list[Candidate],
    places: list[Candidate],
    rule: Rule,
    copies: Copies,
) -> Seen:
    """What closer looks at single places add."""
    first, faces = faces, look_again(picture, count_again(picture, faces, rule), rule)
    decision = decide(faces, unreadable, rule)
    accepted = decision.accepted
    doubts = find_unclear([*first, *faces], accepted, rule)
    doubts += find_overlooked(picture, accepted, copies) + find_contradictions(picture, accepted)
    doubts += find_nested(picture, accepted) + find_paired(accepted) + find_giants(accepted, *picture.shape[:2])
    return Seen(faces, unreadable, decision, doubts + find_look_alikes(picture, accepted), places)


def count_again(picture: Picture, faces: list[Face], rule: Rule) -> list[Face]:
    """Dice of one picture have like sizes: where the pips did not confirm, count once more at the others' size."""
    sure = [face.candidate.edge for face in faces if face.confirmed(rule) and face.score >= rule.notice]
    if not sure:
        return faces
    typical = median(sure)
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
