"""What the second opinion learns from: crops of dice, and of what only looks like dice."""

import numpy as np
import pytest

from tablekeeper.vision.training import draw_things
from tablekeeper.vision.training.draw_things import ROOM_PX, crops_of
from tablekeeper.vision.training.scenes import NO_DIE, NOT_TO_READ, Scene, Truth

FLAT = (0.0, 0.0)


@pytest.fixture
def scene():
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[:, :150] = 255
    return Scene(
        picture,
        [
            Truth(3, (60.0, 100.0), 30.0, FLAT),
            Truth(NO_DIE, (240.0, 100.0), 30.0, FLAT),
            Truth(NO_DIE, (65.0, 105.0), 30.0, FLAT),
            Truth(NOT_TO_READ, (200.0, 40.0), 30.0, FLAT),
        ],
    )


def test_dice_and_things_are_cut_out_but_nothing_that_lies_under_a_die_or_must_not_be_read(scene):
    crops, facts = crops_of(scene, np.random.default_rng(1))
    assert [no_die for _, _, no_die in facts] == [0.0, 1.0]
    assert [crop.shape for crop in crops] == [(ROOM_PX, ROOM_PX, 3)] * 2
    assert crops[0].mean() > 200, "the die lies on white"
    assert crops[1].mean() < 55, "the thing on black"


def test_a_scene_gives_a_few_of_each_at_most(scene):
    many = [Truth(1, (10.0 * k, 20.0), 8.0, FLAT) for k in range(20)]
    _, facts = crops_of(Scene(scene.picture, many), np.random.default_rng(1))
    assert len(facts) == draw_things.DICE
