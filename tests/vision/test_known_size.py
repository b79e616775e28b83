"""Looks at the known size answer doubts; what they do not see, or what lies beside it unread, stays a doubt."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.reader import find_dice
from tablekeeper.vision.reading import CROWDED, GLARE, LEANING, NO_FACE, Doubt
from tablekeeper.vision.trays import known_size, sized_looks
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.known_size import answer, find_unread
from tablekeeper.vision.trays.sized_looks import look_alike, read_by_nets, read_by_pips
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
@pytest.mark.parametrize(("says", "answered"), [(6, True), (4, False)])
def test_a_doubt_about_a_face_is_answered_by_looks_that_see_it_so(three, tray, reason, says, answered):
    picture, faces = three
    faces[1] = replace(faces[1], count=replace(faces[1].count, value=says))
    doubt = doubt_at(PLACES[1], reason)
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


@pytest.fixture
def looks(three, tray):
    """Four looks at the 6 of a throw."""
    return look_alike(three[0], *PLACES[1], tray)


def uncounted(looks, **seen):
    return [replace(look, count=replace(look.count, **seen) if seen else None) for look in looks]


@pytest.mark.parametrize(("counted", "read"), [(4, True), (3, True), (2, False)])
def test_nearly_all_looks_must_count_what_the_nets_see(looks, counted, read):
    face = read_by_pips(looks[:counted] + uncounted(looks[counted:]))
    assert (face is not None) is read
    assert read_by_pips(looks[1:] + uncounted(looks[:1], value=4)) is None


def test_where_no_pips_can_be_counted_a_second_net_must_see_the_same(three, looks, tray, monkeypatch):
    picture, faces = three
    face = read_by_nets(picture, uncounted(looks), tray)
    assert (face.count.value, face.count.body) == (6, pytest.approx(faces[1].count.body, abs=12))
    assert math.dist((face.candidate.x, face.candidate.y), PLACES[1]) < 0.1 * EDGE
    assert read_by_nets(picture, uncounted(looks, value=4, misfit=0.2), tray) is not None
    assert read_by_nets(picture, uncounted(looks, value=4), tray) is None
    monkeypatch.setattr(sized_looks, "is_seen_as", lambda *_: False)
    assert read_by_nets(picture, uncounted(looks), tray) is None


def test_looks_that_see_other_values_read_nothing(three, tray, monkeypatch):
    picture, _ = three
    seen = iter(look_alike(picture, *PLACES[1], tray)[:3] + look_alike(picture, *PLACES[2], tray)[:1])
    monkeypatch.setattr(sized_looks, "look_closer", lambda *_: next(seen))
    assert look_alike(picture, *PLACES[1], tray) == []


def test_no_die_is_found_where_another_one_lies(three, tray):
    picture, faces = three
    x, y = PLACES[1]
    near = doubt_at((x + 0.8 * EDGE, y))
    assert ask(picture, tray, faces, [near]) == (faces, [near])


def test_many_doubts_take_no_longer_than_a_few(three, tray, monkeypatch):
    picture, faces = three
    asked = []
    monkeypatch.setattr(known_size, "look_closer", lambda *_: asked.append(1))
    ask(picture, tray, faces, [doubt_at((30 + 20 * k, 430)) for k in range(25)])
    assert len(asked) == known_size.MOST_PLACES


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
