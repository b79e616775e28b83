"""What the net for known trays learns from beside simulated tables: dice of all makers on a floor that is known."""

import numpy as np
import pytest

from tablekeeper.vision.training import draw_faces
from tablekeeper.vision.training.draw_faces import SHARES, find_sitters, portraits_of
from tablekeeper.vision.training.draw_things import ROOM_PX
from tablekeeper.vision.training.lookalikes import random_relief
from tablekeeper.vision.training.scenes import NOT_TO_READ, Composer, Stock
from tablekeeper.vision.training.shapes import render_layer
from tablekeeper.vision.training.surfaces import render_surface
from tablekeeper.vision.trays.leaning.portrait import OWN, UPPER

NO_FACE, UNKNOWN = 0, -1


@pytest.fixture(scope="module")
def composer():
    rng = np.random.default_rng(5)
    layers = [render_layer(rng, tilt, 0.0) for tilt in np.linspace(0, 50, 42)]
    layers += [render_layer(rng, 20.0, 30.0) for _ in range(3)]
    return Composer(Stock(layers, [render_surface(rng)], [random_relief(rng) for _ in range(3)], []), SHARES)


@pytest.fixture(scope="module")
def lessons(composer):
    rng = np.random.default_rng(7)
    return [lesson for _ in range(12) for lesson in portraits_of(composer, rng)]


def test_each_lesson_shows_a_place_its_bare_floor_and_where_a_flat_die_would_be_seen(lessons):
    for portrait, _ in lessons:
        assert portrait.shape == (ROOM_PX, ROOM_PX, 7)
        plan = portrait[..., 6]
        face_y, foot = np.argwhere(plan == UPPER)[:, 0].mean(), np.argwhere(plan == OWN)
        assert abs(face_y - ROOM_PX / 2) < 4
        assert len(foot) < 60 or foot[:, 0].mean() > face_y, "the foot lies below the face"


def test_flat_dice_have_a_value_leaning_ones_are_not_asked_and_bare_places_have_none(lessons):
    facts = np.array([facts for _, facts in lessons])
    leaning, _, unread, value = facts.T
    assert set(value[leaning == 0]) <= {1, 2, 3, 4, 5, 6}
    assert set(value[leaning == 1]) == {UNKNOWN}
    assert set(value[leaning == UNKNOWN]) == {NO_FACE}
    assert (unread[leaning == UNKNOWN] == UNKNOWN).all()
    assert unread.max() == 1


def test_a_die_changes_the_floor_that_is_told_and_a_bare_place_is_like_it(lessons):
    def change(portrait):
        middle = portrait[34:52, 34:52, :6].astype(int)
        return np.abs(middle[..., :3] - middle[..., 3:]).mean()

    dice = [change(portrait) for portrait, facts in lessons if facts[3] > 0]
    bare = [change(portrait) for portrait, facts in lessons if facts[3] == NO_FACE]
    assert np.median(dice) > 2 * np.median(bare)


def test_the_face_of_a_leaning_die_is_told_as_if_it_lay_flat(composer):
    rng = np.random.default_rng(3)
    scenes = [composer.compose_known(rng) for _ in range(12)]
    flat = [die for _, _, dice, _ in scenes for die in dice if die.truth.value != NOT_TO_READ]
    leaning = [die for _, _, dice, _ in scenes for die in dice if die.truth.value == NOT_TO_READ]
    assert leaning

    def of_square(die):
        place = draw_faces.Sitter(die.flat, die.foot, (0.0, 0.0, 1.0))
        return place.edge / die.truth.edge

    assert np.allclose([of_square(die) for die in flat], 1, atol=0.02)
    for die in leaning:
        assert np.allclose(die.flat.mean(0), die.truth.centre, atol=0.01)
        assert not np.isclose(of_square(die), 1, atol=0.01), "a leaning face is seen larger or smaller"
        first, second, third, fourth = die.flat
        assert np.allclose(second - first, third - fourth, atol=0.01)


def test_no_bare_place_lies_on_a_die_also_if_nothing_can_be_told_of_that(composer):
    rng = np.random.default_rng(11)
    for _ in range(12):
        _, _, dice, _ = composer.compose_known(rng)
        for sitter in find_sitters(dice, dice[:1], [], rng):
            if sitter.fact[2] == NO_FACE:
                away = [np.hypot(*(sitter.centre - die.truth.centre)) / die.truth.edge for die in dice]
                assert min(away) > draw_faces.BARE_AWAY[0]
