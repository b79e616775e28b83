"""What the nets are taught: litter is no die, what a hand hides is not read, and truths lie where things are drawn."""

import numpy as np
import pytest

from tablekeeper.vision.training.camera import see_poorly
from tablekeeper.vision.training.dome import lay_dome
from tablekeeper.vision.training.furnishings import PRINTED, furnish
from tablekeeper.vision.training.hands import render_hand
from tablekeeper.vision.training.litter import lay_hand, lay_litter
from tablekeeper.vision.training.lookalikes import KINDS
from tablekeeper.vision.training.paint import random_light
from tablekeeper.vision.training.scenes import (
    NO_DIE,
    NOT_TO_READ,
    SAYS_NOTHING,
    SCENE_PX,
    SMALL_PX,
    Composer,
    Shares,
    Truth,
    judge,
)
from tablekeeper.vision.training.targets import ALIKE, IGNORED, make_lesson, make_stock


@pytest.fixture(scope="module")
def stock():
    return make_stock(3, 60, 3, 12, 3)


def rng(seed=1):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("kind", [kind for kind, _ in KINDS])
def test_every_thing_fills_a_part_of_its_square(kind):
    for seed in range(4):
        relief = kind(rng(seed)).finish()
        share = (relief.cover > 127).mean()
        assert 0.01 < share < 0.95
        assert all(abs(x) < 1.3 and abs(y) < 1.3 and 0 < edge < 2.6 for x, y, edge in relief.faces)


def test_litter_is_a_look_alike_and_no_die_to_both_nets(stock):
    composer = Composer(stock, Shares(litter=1.0, empty=1.0))
    lessons = [make_lesson(composer, rng(seed)) for seed in range(6)]
    for lesson in lessons:
        assert lesson.heat[:2].max() == 0
        assert set(lesson.classes) <= {0, ALIKE, IGNORED}
    assert max(lesson.heat[2].max() for lesson in lessons) > 0.9
    assert any(ALIKE in lesson.classes for lesson in lessons)


def test_dice_are_no_look_alikes(stock):
    lessons = [make_lesson(Composer(stock, Shares()), rng(seed)) for seed in range(6)]
    assert all(lesson.heat[2].max() == 0 and ALIKE not in lesson.classes for lesson in lessons)


def test_the_lesson_says_where_a_hand_is(stock):
    lessons = [make_lesson(Composer(stock, Shares(hands=1.0)), rng(seed)) for seed in range(6)]
    assert max(float(lesson.hand.max()) for lesson in lessons) > 0.9
    assert make_lesson(Composer(stock, Shares()), rng(1)).hand.max() == 0


def test_small_dice_are_small(stock):
    small = [Composer(stock, Shares(small=1.0, empty=0.0)).compose(rng(seed)) for seed in range(6)]
    edges = [truth.edge for scene in small for truth in scene.truths]
    assert edges
    assert max(edges) < 2 * SMALL_PX


def test_a_poor_camera_keeps_the_size_and_loses_detail():
    stripes = np.tile(np.float32([[[0] * 3, [200] * 3]]), (SCENE_PX, SCENE_PX // 2, 1))
    seen = [see_poorly(stripes, rng(seed)) for seed in range(8)]
    assert all(one.shape == stripes.shape for one in seen)
    assert min(np.abs(np.diff(one[..., 0], axis=1)).mean() for one in seen) < 60


def test_a_dome_brightens_a_part_of_the_scene():
    for seed in range(6):
        canvas = np.full((SCENE_PX, SCENE_PX, 3), 60, np.float32)
        lay_dome(canvas, rng(seed))
        assert 0.001 < (np.abs(canvas - 60).max(2) > 3).mean() < 0.98


def test_litter_lies_where_its_truth_says():
    canvas = np.full((SCENE_PX, SCENE_PX, 3), 90, np.float32)
    before = canvas.copy()
    cube = next(kind for kind, _ in KINDS if kind.__name__ == "cube")
    faces = lay_litter(canvas, [cube(rng(2)).finish()], random_light(rng(5)), rng(7), size=40, pitch=0.0)
    inside = [(x, y) for x, y, _ in faces if 20 < x < SCENE_PX - 20 and 20 < y < SCENE_PX - 20]
    assert inside
    for x, y in inside:
        assert np.abs(canvas[int(y), int(x)] - before[int(y), int(x)]).max() > 3


@pytest.mark.parametrize(("seen", "value"), [(1.0, 5), (0.5, NOT_TO_READ), (0.05, None)])
def test_what_is_hidden_is_not_read_and_what_nobody_sees_is_not_told(seen, value):
    mask = np.zeros((SCENE_PX, SCENE_PX), np.float32)
    mask[100:140, 100 : 100 + round(40 * seen)] = 1
    judged = judge(Truth(5, (120.0, 120.0), 40.0, (0.0, 0.0)), mask)
    assert (judged.value if judged else None) == value


def test_a_hand_covers_what_its_map_says():
    canvas = np.full((SCENE_PX, SCENE_PX, 3), 20, np.float32)
    cover = lay_hand(canvas, render_hand(rng(3)), random_light(rng(4)), rng(9), reach=400)
    assert 0.02 < cover.mean() < 0.9
    assert np.abs(canvas - 20).max(2)[cover > 0.9].mean() > 10


def test_scenes_tell_where_hands_are(stock):
    scenes = [Composer(stock, Shares(hands=1.0)).compose(rng(seed)) for seed in range(6)]
    assert sum(float(scene.hand.mean()) > 0.01 for scene in scenes) >= 3
    assert Composer(stock, Shares()).compose(rng(1)).hand is None


def test_truths_are_of_known_kinds(stock):
    composer = Composer(stock, Shares(rows=0.2, litter=0.6, hands=0.3))
    values = {truth.value for seed in range(20) for truth in composer.compose(rng(seed)).truths}
    assert values <= {NO_DIE, SAYS_NOTHING, NOT_TO_READ, 1, 2, 3, 4, 5, 6}
    assert {NO_DIE, 1, 6} <= values


@pytest.mark.parametrize("seed", range(2 * len(PRINTED)))
def test_furnished_surfaces_are_pictures(seed):
    plain = np.full((448, 448, 3), 120, np.float32)
    made = furnish(plain.copy(), plain * 0.5, rng(seed))
    assert made.shape == plain.shape
    assert made.std() > 1
