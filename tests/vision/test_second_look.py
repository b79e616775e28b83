"""The second look: it finds a die in its place, and tells which of two looks is to be believed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablekeeper.vision.faces.candidates import Candidate
from tablekeeper.vision.faces.decide import Face, Rule, decide
from tablekeeper.vision.faces.pips import count_pips
from tablekeeper.vision.faces.second_look import MORE_VIEWS, find_overlooked, look_again, look_closer
from tablekeeper.vision.reading import LEFT_OVER_PIPS
from tests.vision.drawing import PLACES, draw_die, table

RULE = Rule()


def place(x, y, edge, heat=0.7):
    return Candidate(x, y, edge, (0.0, 0.0), heat, np.full(6, 1 / 6, np.float32), readable=True)


def seen(value, chance=0.9):
    rest = (1 - chance) / 5
    return np.array([chance if value == k + 1 else rest for k in range(6)], np.float32)


def face(detector=5, crop=5, counted=5, score=0.8):
    """A face of an 80 px die that shows `counted` pips, as the nets might have seen it."""
    picture = table()
    draw_die(picture, counted, 200, 200, edge=80)
    count = count_pips(picture, 200.0, 200.0, 80.0, (0.0, 0.0))
    assert count is not None
    assert count.value == counted
    chances = np.concatenate([[1 - score], seen(crop) * score]).astype(np.float32)
    return Face(replace(place(200, 200, 80, heat=score), values=seen(detector)), chances, count)


@pytest.mark.parametrize("edge", [16, 24, 48, 110])
@pytest.mark.parametrize("value", [2, 5, 6])
def test_a_die_is_found_in_its_place_at_any_size(edge, value):
    picture = table()
    draw_die(picture, value, 300, 220, edge=edge, turn_deg=20)
    found = look_closer(picture, place(300 + 0.15 * edge, 220, edge * 1.15))
    assert found is not None
    assert found.count is not None
    assert found.count.value == value
    assert np.hypot(found.candidate.x - 300, found.candidate.y - 220) < 0.2 * edge


@pytest.mark.parametrize("at", [(2, 2), (638, 478), (300, 220)])
def test_an_empty_place_holds_nothing_even_at_the_border(at):
    assert look_closer(table(), place(*at, 40)) is None


# first look, second look -> value that is accepted and sure, or None
@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        (face(5, 4, 5), face(5, 5, 5), 5),
        (face(5, 6, 4), face(6, 5, 6), 6),  # a count that one net confirms beats one that none does
        (face(5, 3, 5), face(6, 6, 6), 6),  # both nets beat one
        (face(5, 4, 5), face(4, 5, 4), None),  # equally good and not the same
    ],
)
def test_the_look_that_nets_and_pips_agree_on_is_believed(monkeypatch, first, second, value):
    monkeypatch.setattr("tablekeeper.vision.faces.second_look.look_closer", lambda *_: second)
    verdict = decide(look_again(table(), [first], RULE), [], RULE)
    read = [one.count.value for one in verdict.accepted if one.count]
    assert (read, bool(verdict.doubts)) == (([value], False) if value else ([], True))


def test_clutter_that_falls_apart_is_no_doubt(monkeypatch):
    seen_once = face(2, 6, 4, score=0.7)
    clutter = replace(seen_once, candidate=replace(seen_once.candidate, heat=RULE.notice_hot - 0.01), count=None)
    assert decide([clutter], [], RULE).doubts
    monkeypatch.setattr("tablekeeper.vision.faces.second_look.look_closer", lambda *_: None)
    assert not decide(look_again(table(), [clutter], RULE), [], RULE).doubts


@pytest.mark.parametrize("view", MORE_VIEWS)
def test_every_view_of_a_place_finds_the_die_where_it_lies(view):
    picture = table()
    draw_die(picture, 3, 500, 160, edge=40, turn_deg=20)
    found = look_closer(picture, place(505, 160, 45), view)
    assert found is not None
    assert found.count is not None
    assert found.count.value == 3
    assert np.hypot(found.candidate.x - 500, found.candidate.y - 160) < 8


# what the first, the second and three more looks see -> value that is accepted, or None
@pytest.mark.parametrize(
    ("looks", "value"),
    [
        ([face(2, 1, 6, score=0.6), None, face(5, 5, 5), face(5, 5, 5), face(6, 5, 5)], 5),
        ([face(2, 1, 6, score=0.6), None, face(5, 5, 5), None, None], None),  # one look of many
        ([face(2, 2, 6, score=0.6), face(2, 2, 6), face(1, 1, 1), face(1, 1, 1), face(2, 2, 6)], None),  # half see a 2
    ],
)
def test_more_looks_are_believed_where_they_agree(monkeypatch, looks, value):
    rest = iter(looks[1:])
    monkeypatch.setattr("tablekeeper.vision.faces.second_look.look_closer", lambda *_: next(rest))
    uncounted = [replace(looks[0], count=None)]
    accepted = decide(look_again(table(), uncounted, RULE), [], RULE).accepted
    assert [one.count.value for one in accepted if one.count] == ([value] if value else [])


@pytest.mark.parametrize(("size", "doubted"), [(1.0, True), (0.6, False)])
def test_spots_just_like_the_counted_pips_are_a_doubt_where_no_net_sees_a_die(monkeypatch, size, doubted):
    """A white die on white paper has no outline for a net to see."""
    monkeypatch.setattr("tablekeeper.vision.faces.second_look.sees_a_die", lambda *_: False)
    picture = table((238, 240, 240))
    draw_die(picture, 5, 200, 200, edge=80)
    for x, y in PLACES[2]:
        cv2.circle(picture, (440 + 20 * x, 200 + 20 * y), round(0.09 * 80 * size), (22, 22, 24), -1, cv2.LINE_AA)
    count = count_pips(picture, 200.0, 200.0, 80.0, (0.0, 0.0))
    shown = Face(place(200, 200, 80), np.zeros(7, np.float32), count)
    assert {doubt.reason for doubt in find_overlooked(picture, [shown])} == ({LEFT_OVER_PIPS} if doubted else set())
