"""A die of a known tray that leans is told from a flat one by what is seen of it beside its bare floor."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, random_scene, scatter
from tablekeeper.vision.reading import LEANING, Die, conclude
from tablekeeper.vision.reading import NO_FACE as NO_FACE_DOUBT
from tablekeeper.vision.trays.calibration import Logits
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.leaning.lean import ODD, doubt_odd, learn_oddest
from tablekeeper.vision.trays.leaning.opinion import look_at
from tablekeeper.vision.trays.leaning.portrait import OWN, PORTRAIT_PX, UPPER, Place, draw_portrait, find_places
from tests.vision.draw_table_lessons import NO_FACE, ROOM_PX, UNKNOWN, draw_lessons

SEED = 20005
LEANS, UNREAD, VALUE = 0, 2, 3  # of a lesson's facts
BODIES = ("red", "yellow", "white", "green")


@pytest.fixture(scope="module")
def empty():
    return random_scene(SEED, 0)


@pytest.fixture(scope="module")
def known(empty):
    floor = vision.calibrate([render(empty, seed=k, at_s=k * 0.1)[0] for k in range(3)])
    return vision.learn_dice(floor, [(throw(empty, number)[0], None) for number in range(3)])


def throw(empty, number, **how):
    dice = scatter(make_dice(BODIES, SEED + number), empty.tray, SEED + number, **how)
    return render(replace(empty, dice=dice), seed=number)


def as_read(truth):
    """Sure dice exactly where they lie."""
    middles = [np.mean(die.top_px, 0) for die in truth.dice]
    return tuple(
        Die(die.value, 0.9, die.body, die.pips, (round(x - 15), round(y - 15), 30, 30))
        for die, (x, y) in zip(truth.dice, middles, strict=True)
    )


@pytest.mark.parametrize("place", [(60, 60), (580, 70), (320, 430), (50, 400)])
def test_the_foot_of_a_flat_die_lies_below_its_face_wherever_it_is_seen(empty, known, place):
    picture = render(empty, seed=9)[0]
    portrait = draw_portrait(picture, Place(*place, 0.3), [], known, find_changes(picture, known))
    assert portrait.shape == (PORTRAIT_PX, PORTRAIT_PX, 7)
    (face_y, face_x), (foot_y, foot_x) = (np.argwhere(portrait[..., 6] == tone).mean(0) for tone in (UPPER, OWN))
    assert foot_y > face_y + 2
    assert abs(foot_x - face_x) < foot_y - face_y


def test_right_below_the_camera_a_portrait_keeps_its_turn(empty, known):
    picture = render(empty, seed=9)[0]
    below = replace(known, rise=0.0)
    portrait = draw_portrait(picture, Place(320, 240, 0.3), [], below, find_changes(picture, below))
    assert (portrait[..., 6] == UPPER).sum() > 300


def test_the_floor_in_a_portrait_is_bare_and_lies_under_the_die(empty, known):
    picture, truth = throw(empty, 31)
    changes = find_changes(picture, known)
    places = find_places(picture, [tuple(np.mean(die.top_px, 0)) for die in truth.dice], known)
    for place in places:
        portrait = draw_portrait(picture, place, [], known, changes).astype(int)
        apart = np.abs(portrait[..., :3] - portrait[..., 3:6]).max(-1)
        assert np.median(apart[portrait[..., 6] == UPPER]) > 25
        assert np.median(apart[:6]) < 12


def test_leaning_dice_are_told_from_flat_ones_and_these_are_read_on_a_tray_that_nobody_trained_on(empty, known):
    flat, leaning, right = [], [], []
    for number in range(40, 50):
        picture, truth = throw(empty, number, leaning=1)
        changes, middles = find_changes(picture, known), [tuple(np.mean(die.top_px, 0)) for die in truth.dice]
        chances = look_at(picture, find_places(picture, middles, known), changes, known)
        for die, chance in zip(truth.dice, chances, strict=True):
            (leaning if die.leaning else flat).append(chance.odd.leaning)
            right += [] if die.leaning else [chance.value == die.value]
    assert np.mean(np.array(leaning) >= ODD) > 0.5
    assert np.mean(np.array(flat) >= ODD) < 0.06
    assert np.mean(right) > 0.97


def test_a_sure_reading_of_a_leaning_die_is_doubted_at_its_place(empty, known):
    picture, truth = throw(empty, 40, leaning=1)
    reading = doubt_odd(picture, conclude(as_read(truth), ()), find_changes(picture, known), known)
    assert (reading.sure, reading.why) == (False, LEANING)
    assert [die.doubt == LEANING for die in reading.dice] == [die.leaning for die in truth.dice]
    assert reading.values == truth.values


def test_where_the_dice_were_not_learned_nothing_is_asked(empty, known):
    picture, truth = throw(empty, 40, leaning=1)
    sure = conclude(as_read(truth), ())
    new = replace(known, oddest=None)
    assert doubt_odd(picture, sure, find_changes(picture, new), new) is sure


def test_an_unread_die_beside_a_read_one_is_noticed(empty, known):
    found = []
    for number in range(60, 66):
        picture, truth = throw(empty, number, touching=1)
        changes = find_changes(picture, known)
        for die in as_read(truth):
            alone = doubt_odd(picture, conclude((die,), ()), changes, known)
            partner = [other.touching for other in truth.dice][as_read(truth).index(die)]
            found.append((partner, alone.sure))
    assert all(not sure for touches, sure in found if touches)


def test_dice_that_look_no_odder_than_the_flat_ones_shown_are_no_doubt(empty, known):
    picture, truth = throw(empty, 40, leaning=1)
    changes, sure = find_changes(picture, known), conclude(as_read(truth), ())
    assert not doubt_odd(picture, sure, changes, known).sure
    odd = replace(known, oddest=Logits(20.0, 20.0))
    assert doubt_odd(picture, sure, changes, odd).sure


def test_a_die_that_shows_another_value_than_was_read_is_doubted(empty, known):
    picture, truth = throw(empty, 41)
    dice = as_read(truth)
    changes = find_changes(picture, known)
    assert doubt_odd(picture, conclude(dice, ()), changes, known).sure
    wrong = replace(dice[0], value=7 - dice[0].value)
    reading = doubt_odd(picture, conclude((wrong, *dice[1:]), ()), changes, known)
    assert [die.doubt for die in reading.dice] == [NO_FACE_DOUBT] + [None] * (len(dice) - 1)


def test_one_odd_die_among_those_shown_is_no_habit():
    plain, odd = Logits(-6.0, -5.0), Logits(4.0, 3.0)
    assert learn_oddest([plain, odd]) is None
    assert learn_oddest([plain, odd, plain]) == plain
    assert learn_oddest([odd, plain, odd]) == odd


def test_lessons_say_which_dice_lean_and_beside_which_one_was_left_out():
    lessons = draw_lessons(1_000_107, leaning=2, usual=2, largest=800)
    facts, stances = lessons["known_facts"], lessons["strange_facts"]
    assert lessons["known"].shape == (len(facts), ROOM_PX, ROOM_PX, 7)
    assert lessons["strange"].shape == (len(stances), ROOM_PX, ROOM_PX, 3)
    bare = facts[:, VALUE] == NO_FACE
    leaning, edges, unread, values = facts[~bare].T
    assert bare.any()
    assert (facts[bare][:, [LEANS, UNREAD]] == UNKNOWN).all()
    assert leaning.sum() >= stances[:, 0].sum() >= 2
    assert ((values == UNKNOWN) == (leaning == 1)).all()
    assert set(values) <= {UNKNOWN, 1, 2, 3, 4, 5, 6}
    assert len(stances) == (unread == 0).sum()
    assert not stances[:, 2].any(), "each of them is a die"
    assert (edges > 5).all()
    plans = lessons["known"][~bare][..., 6]
    for number in np.flatnonzero(unread):
        assert (plans[number] > 0).sum() < (plans[number - 1] > 0).sum()


def test_pictures_that_are_too_large_give_no_lessons():
    assert draw_lessons(1_000_107, leaning=1, usual=1, largest=100) is None
