"""What is accepted and what is doubted, from what the nets and the counter said of each place."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper.vision.faces.candidates import Candidate
from tablekeeper.vision.faces.decide import Face, Rule, decide, find_doubtful, find_giants, find_unclear
from tablekeeper.vision.faces.pips import count_pips
from tablekeeper.vision.reading import CROWDED, LEANING, NO_FACE, ODD_SIZE
from tests.vision.drawing import draw_die, table

RULE = Rule()
EDGE = 80.0


def face(value, x=200.0, y=200.0, heat=0.8, chance=0.9):
    """A face of a die that shows so many pips, with what the nets gave it."""
    picture = table()
    draw_die(picture, value, 200, 200, edge=EDGE)
    count = count_pips(picture, 200.0, 200.0, EDGE, (0.0, 0.0))
    assert count is not None
    assert count.value == value
    values = np.full(6, (1 - chance) / 5, np.float32)
    values[value - 1] = chance
    place = Candidate(x, y, EDGE, (0.0, 0.0), heat, values, readable=True)
    return Face(place, np.concatenate([[1 - heat], values * heat]).astype(np.float32), replace(count, x=x, y=y))


def reasons(*faces):
    return {doubt.reason for doubt in decide(list(faces), [], RULE).doubts}


def test_plain_faces_are_accepted_without_doubt():
    verdict = decide([face(3), face(5, 400)], [], RULE)
    assert sorted(one.count.value for one in verdict.accepted if one.count) == [3, 5]
    assert not verdict.doubts


@pytest.mark.parametrize(("values", "doubted"), [((1,), True), ((2, 1), True), ((2, 3), False), ((1, 6), False)])
def test_faint_ones_and_twos_need_another_face(values, doubted):
    faces = [face(value, 100 + 150 * number, heat=0.52) for number, value in enumerate(values)]
    assert (NO_FACE in reasons(*faces)) == doubted


@pytest.mark.parametrize(
    ("right", "down", "doubted"), [(0.8, 0.0, True), (0, -0.8, True), (0, 0.8, False), (1.3, 0, False)]
)
def test_a_die_that_shows_two_faces_leans_unless_the_second_is_its_near_side(right, down, doubted):
    faint = face(2, 200 + right * EDGE, 200 + down * EDGE, heat=0.3, chance=0.3)
    assert (LEANING in reasons(face(5), faint)) == doubted


@pytest.mark.parametrize(("away", "crowded"), [(0.8, True), (0.95, False)])
def test_two_dice_cannot_lie_nearer_than_they_are_wide(away, crowded):
    others = [face(4, 400, 400), face(6, 500, 100), face(3, 600, 300)]
    pair = [face(5), face(5, 200 + away * EDGE)]
    small = [replace(one, candidate=replace(one.candidate, edge=0.8 * EDGE)) for one in pair]
    assert (CROWDED in reasons(*others, *small)) == crowded


def test_pips_far_from_their_places_are_not_accepted():
    loose = face(5)
    assert loose.count is not None
    assert not decide([replace(loose, count=replace(loose.count, misfit=0.05))], [], RULE).accepted


def test_a_2_on_a_face_that_shows_more_is_not_accepted():
    shown = face(2)
    assert shown.count is not None
    assert not decide([replace(shown, count=replace(shown.count, vacant=0.66))], [], RULE).accepted


@pytest.mark.parametrize(("apart", "crowded"), [(1.0, False), (1.25, True)])
def test_a_large_estimate_does_not_crowd_two_dice_whose_pips_lie_equally_far_apart(apart, crowded):
    one, other = face(3), face(5, 200 + 0.96 * EDGE)
    assert other.count is not None
    wide = replace(other.candidate, edge=1.25 * EDGE)
    spacing = other.count.spacing / 1.25 * apart
    larger = replace(other, candidate=wide, count=replace(other.count, spacing=spacing))
    assert (CROWDED in reasons(one, larger)) == crowded


@pytest.mark.parametrize(("value", "even", "accepted"), [(2, 0.6, False), (2, 0.7, True), (3, 0.6, True)])
def test_the_two_pips_of_a_2_are_alike(value, even, accepted):
    """Beside a 1, a pip of the die's side looks like the other one of a 2."""
    shown = face(value)
    assert shown.count is not None
    assert bool(decide([replace(shown, count=replace(shown.count, even=even))], [], RULE).accepted) == accepted


@pytest.mark.parametrize(("size", "no_die", "looked"), [(1.1, 0.03, True), (1.1, 0.4, False), (0.4, 0.03, False)])
def test_a_place_of_a_dies_size_is_looked_at_twice_where_the_crop_net_is_sure(size, no_die, looked):
    faint = face(6, 400, heat=0.2)
    chances = np.concatenate([[no_die], np.full(6, (1 - no_die) / 6)]).astype(np.float32)
    place = replace(faint.candidate, edge=size * EDGE)
    unread = replace(faint, candidate=place, chances=chances, count=None)
    assert any(one is unread for one in find_doubtful([face(4), unread], RULE)) == looked


@pytest.mark.parametrize(("edge", "size", "doubted"), [(16, 18, True), (16, 28, False), (40, 44, False)])
def test_closer_looks_clear_no_place_that_is_too_small_to_show_them_more(edge, size, doubted):
    read = replace(face(5), candidate=replace(face(5).candidate, edge=edge))
    blurred = replace(face(3, 400, heat=0.5), count=None)
    blurred = replace(blurred, candidate=replace(blurred.candidate, edge=size))
    assert bool(find_unclear([blurred], [read], RULE)) == doubted


def test_a_face_as_large_as_half_the_picture_is_a_doubt():
    """A dark tray with two white dice in it looks like a 2."""
    one = face(5)
    side = one.candidate.edge / 0.5
    assert find_giants([one], round(side) + 3, 4000) == []
    (doubt,) = find_giants([one], 4000, round(side) - 3)
    assert doubt.reason == ODD_SIZE
