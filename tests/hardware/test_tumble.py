"""Thrown dice move like dice: they stay in the tray, do not pass through one another, and end as they were told."""

import numpy as np
import pytest

from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice
from tablekeeper.hardware.mock.picture.scene import Scene, Tray, TrueDie
from tablekeeper.hardware.mock.picture.solid import middle_of, rest_height_mm
from tablekeeper.hardware.mock.picture.tumble import throw
from tablekeeper.hardware.mock.truth import gap_mm, wall_gap_mm


@pytest.mark.parametrize(("seed", "count"), [(1, 1), (2, 2), (369, 3), (4, 4), (5, 4)])
def test_a_throw_ends_in_the_tray_with_the_values_it_was_given(seed: int, count: int) -> None:
    dice = make_dice(["red", "white", "black", "blue"][:count], seed)
    tumble = throw(dice, Tray(), seed)
    final = tumble.final
    assert [die.value for die in final] == [die.value for die in dice]
    assert 0.25 < tumble.lasts_s <= 3.0
    for die in final:
        assert die.velocity_mm_s == (0, 0, 0)
        assert wall_gap_mm(Tray(), die) > -1.5
    for i, die in enumerate(final):
        for other in final[:i]:
            assert gap_mm(die, other) > -2.0 or abs(middle_of(die)[2] - middle_of(other)[2]) > 8


def test_dice_come_from_the_tower_one_after_the_other_and_fall() -> None:
    tumble = throw(make_dice(["red", "white"], 3), Tray(), 3)
    assert tumble.at(-0.01) == ()
    first, second = tumble.enters_s
    assert len(tumble.at((first + second) / 2)) == 1
    (entering,) = tumble.at(first + 0.004)
    assert entering.y_mm > 30
    assert entering.lift_mm > 10
    assert entering.velocity_mm_s[1] < 0
    assert max(die.lift_mm for die in tumble.final) < 1


def test_a_die_that_lies_there_is_knocked_away_when_it_is_hit() -> None:
    moved = 0
    for seed in range(6):
        lying = [TrueDie("black", "white", 2, x_mm=x, y_mm=-5.0) for x in (-20.0, 0.0, 20.0)]
        tumble = throw(make_dice(["red", "red"], seed), Tray(), seed, lying)
        before, after = tumble.at(0.0), tumble.final[2:]
        assert len(before) == 3
        moved += sum(abs(a.x_mm - b.x_mm) + abs(a.y_mm - b.y_mm) > 1 for a, b in zip(after, lying, strict=True))
    assert moved >= 3


def test_the_same_seed_throws_the_same() -> None:
    dice = make_dice(["red", "white"], 5)
    assert throw(dice, Tray(), 5).final == throw(dice, Tray(), 5).final
    assert throw(dice, Tray(), 5).final != throw(dice, Tray(), 6).final


def test_bounces_lose_height() -> None:
    tumble = throw(make_dice(["red"], 9), Tray(), 9)
    heights = tumble.places[:, 0, 2]
    low = int(np.argmin(heights[: len(heights) // 2]))
    assert heights[low:].max() < heights[0]
    assert heights[-1] == pytest.approx(rest_height_mm(tumble.final[0]), abs=0.7)


def test_moving_dice_are_smeared_and_marked() -> None:
    tumble = throw(make_dice(["white"], 2), Tray(), 2)
    moving = tumble.at(0.1)
    picture, truth = render(Scene(moving))
    assert truth.dice[0].moving
    assert not render(Scene(tumble.final))[1].dice[0].moving
    assert picture.shape == (480, 640, 3)
