"""A net that knows the size of the dice answers doubts; what it does not see, or what lies beside it, stays one."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.reader import find_dice
from tablekeeper.vision.reading import CROWDED, GLARE, LEANING, LEFT_OVER_PIPS, NO_FACE, Doubt
from tablekeeper.vision.trays import known_size
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.known_size import Found, answer, find_overlooked, find_unread, middle_of
from tablekeeper.vision.trays.unexplained import box_around, looks_empty
from tests.vision.drawing import draw_die, table
from tests.vision.test_known import EDGE, PLACES, learn_tray, throw

EMPTY = (520, 400)


@pytest.fixture(scope="module")
def tray():
    return learn_tray()


def ask(picture, tray, faces, doubts, *, fits=True):
    return answer(picture, faces, doubts, find_changes(picture, tray), tray, lambda _: fits)


def doubt_at(place, reason=NO_FACE):
    return Doubt(reason, box_around(*place, EDGE))


@pytest.fixture
def three(tray):
    """A throw of three dice, and their faces in the order of their places."""
    picture = throw((2, 6, 4), 80)
    faces, doubts = find_dice(picture)
    assert not doubts
    return picture, [min(faces, key=lambda f: np.hypot(f.candidate.x - x, f.candidate.y - y)) for x, y in PLACES[:3]]


def values(faces):
    return sorted(face.count.value for face in faces)


def test_a_die_that_was_doubted_is_read_at_the_known_size(three, tray):
    picture, faces = three
    found, left = ask(picture, tray, faces[:2], [doubt_at(PLACES[2])])
    assert (values(found), left) == ([2, 4, 6], [])


@pytest.mark.parametrize("reason", [LEANING, CROWDED])
def test_what_no_look_can_answer_stays(three, tray, reason):
    picture, faces = three
    doubts = [doubt_at(PLACES[2], reason), Doubt(NO_FACE)]
    assert ask(picture, tray, faces[:2], doubts) == (faces[:2], doubts)


def test_where_no_die_is_seen_the_doubt_stays(three, tray):
    picture, faces = three
    cv2.circle(picture, EMPTY, 26, (30, 40, 200), -1)
    assert ask(picture, tray, faces, [doubt_at(EMPTY)]) == (faces, [doubt_at(EMPTY)])


def test_what_may_be_none_of_the_dice_is_not_added(three, tray):
    picture, faces = three
    assert ask(picture, tray, faces[:2], [doubt_at(PLACES[2])], fits=False)[0] == faces[:2]


@pytest.mark.parametrize("reason", [NO_FACE, GLARE])
@pytest.mark.parametrize(("says", "answered"), [(4, True), (6, False)])
def test_a_doubt_about_a_face_is_answered_by_looks_that_see_it_so(three, tray, reason, says, answered):
    picture, faces = three
    faces[2] = replace(faces[2], count=replace(faces[2].count, value=says))
    doubt = doubt_at(PLACES[2], reason)
    assert ask(picture, tray, faces, [doubt]) == (faces, [] if answered else [doubt])


def test_what_speaks_against_a_face_is_not_outvoted(three, tray, monkeypatch):
    picture, faces = three
    doubt = doubt_at(PLACES[1])
    monkeypatch.setattr(known_size, "find_contradictions", lambda *_: [doubt])
    assert ask(picture, tray, faces, [doubt])[1] == [doubt]


def test_beside_a_die_that_nobody_read_an_answer_is_not_enough(tray):
    picture = table(seed=81)
    draw_die(picture, 4, 300, 250, edge=EDGE)
    draw_die(picture, 6, 300 + EDGE + 3, 250, edge=EDGE)
    faces = sorted(find_dice(picture)[0], key=lambda face: face.candidate.x)
    assert values(faces) == [4, 6]
    changed = find_changes(picture, tray)
    assert find_unread(picture, faces, changed, tray) == []
    assert [doubt.reason for doubt in find_unread(picture, faces[:1], changed, tray)] == [NO_FACE]


def test_where_nothing_changed_and_no_face_is_seen_nothing_lies(three, tray):
    picture, faces = three
    x, y = PLACES[1]
    assert ask(picture, tray, faces, [doubt_at(EMPTY)]) == (faces, [])
    assert ask(picture, tray, faces, [doubt_at((x + 0.9 * EDGE, y))])[0] == faces


def test_no_die_is_found_where_another_one_lies(three, tray, monkeypatch):
    picture, faces = three
    x, y = PLACES[1]
    monkeypatch.setattr(known_size.Desk, "find_middle", lambda desk, *_: Found(x, y, desk.look(x, y)))
    near = doubt_at((x + 0.8 * EDGE, y))
    assert ask(picture, tray, faces, [near]) == (faces, [near])


def test_pips_that_were_doubted_are_none_on_a_face_that_was_found(three, tray):
    picture, faces = three
    x, y = PLACES[2]
    pip = Doubt(LEFT_OVER_PIPS, box_around(x + 0.2 * EDGE, y + 0.2 * EDGE, 8))
    found, left = ask(picture, tray, faces[:2], [doubt_at(PLACES[2]), pip])
    assert (values(found), left) == ([2, 4, 6], [])


def test_a_doubt_that_lies_beside_its_die_finds_the_middle(three, tray):
    picture, faces = three
    x, y = PLACES[2]
    found, _ = ask(picture, tray, faces[:2], [doubt_at((x + 0.3 * EDGE, y - 0.2 * EDGE))])
    assert math.dist(middle_of(found[-1]), PLACES[2]) < 0.12 * EDGE


def test_many_doubts_take_no_longer_than_a_few(three, tray, monkeypatch):
    picture, faces = three
    asked, find = [], known_size.Desk.find_middle

    def counted(desk, x, y):
        asked.append((x, y))
        return find(desk, x, y)

    monkeypatch.setattr(known_size.Desk, "find_middle", counted)
    ask(picture, tray, faces, [doubt_at((30 + 20 * k, 430)) for k in range(25)])
    assert len(asked) == known_size.MOST_PLACES


def test_a_die_that_changed_the_floor_and_nobody_read_is_noticed(three, tray):
    picture, faces = three
    changed = find_changes(picture, tray)
    assert find_overlooked(picture, faces, changed, tray) == []
    (doubt,) = find_overlooked(picture, faces[:2], changed, tray)
    assert math.dist((doubt.box[0] + doubt.box[2] / 2, doubt.box[1] + doubt.box[3] / 2), PLACES[2]) < 0.25 * EDGE


def test_a_thing_that_changed_the_floor_is_no_die(three, tray):
    picture, faces = three
    cv2.circle(picture, EMPTY, 26, (30, 40, 200), -1)
    assert find_overlooked(picture, faces, find_changes(picture, tray), tray) == []


def test_without_flat_dice_that_were_shown_nothing_is_answered(three, tray):
    picture, faces = three
    doubts = [doubt_at(PLACES[2])]
    assert ask(picture, replace(tray, oddest=None), faces[:2], doubts) == (faces[:2], doubts)


def test_a_lamp_that_was_there_before_looks_empty_and_a_die_does_not():
    def lit(seed, *dice):
        picture = table(seed=seed)
        cv2.circle(picture, (300, 100), 14, (255, 255, 255), -1)
        for place in dice:
            draw_die(picture, 1, *place, edge=EDGE)
        return picture

    tray = vision.calibrate([lit(seed) for seed in range(3)])
    lamp, die = box_around(300, 100, EDGE), box_around(*PLACES[1], EDGE)
    changes = find_changes(lit(5, PLACES[1]), tray)
    assert looks_empty(lamp, changes, tray)
    assert not looks_empty(die, changes, tray)
    assert not looks_empty(lamp, find_changes(lit(6, (300, 100)), tray), tray)
    assert not looks_empty(box_around(300, 100, 6), changes, tray), "so few pixels say nothing"
