"""The calibrated reader on the simulated tray (whose geometry is not the reader's)."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, random_scene, scatter
from tablekeeper.hardware.mock.picture.scene import BODY_COLOURS, Hand, Scene, TrueDie
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.reading import HAND, MOVED_CAMERA
from tablekeeper.vision.trays.tray_reader import read_tray

SEEDS = (1, 4, 8, 11)


class Rig:
    """One tray under one light, calibrated."""

    def __init__(self, seed):
        self.seed, self.empty = seed, random_scene(seed, 0)
        frames = [render(self.empty, seed=k, at_s=k * 0.1)[0] for k in range(5)]
        shown = [(self.throw(("white", "red", "blue", "yellow"), 900 + k)[0], None) for k in range(3)]
        self.calibration = vision.learn_dice(vision.calibrate(frames), shown)

    def throw(self, bodies, number, **how):
        dice = scatter(make_dice(bodies, self.seed * 100 + number), self.empty.tray, self.seed * 100 + number, **how)
        return render(replace(self.empty, dice=dice), seed=number, at_s=number * 0.37)


@pytest.fixture(scope="module", params=SEEDS)
def rig(request):
    return Rig(request.param)


def test_the_empty_tray_is_surely_empty(rig):
    reading = read_tray(render(rig.empty, seed=77, at_s=3.3)[0], rig.calibration)
    assert (reading.dice, reading.sure) == ((), True)


def test_throws_are_never_silently_wrong(rig):
    """Apart, touching, at the wall: what is sure is right."""
    right, sure = 0, 0
    for number, how in enumerate(({}, {}, {}, {"touching": 1}, {"at_wall": 1}, {"touching": 1, "at_wall": 1})):
        bodies = [str(c) for c in np.random.default_rng(number).choice(BODY_COLOURS, 4)]
        picture, truth = rig.throw(bodies, number, **how)
        reading = vision.read(picture, calibration=rig.calibration)
        assert not reading.sure or reading.values == truth.values
        right += reading.values == truth.values
        sure += reading.sure
    assert right >= 4
    assert sure >= 1


def test_a_leaning_die_is_never_sure(rig):
    for number in range(4):
        picture, truth = rig.throw(("white", "red", "yellow"), 50 + number, leaning=1)
        assert any(die.leaning for die in truth.dice)
        assert not vision.read(picture, calibration=rig.calibration).sure


def test_a_hand_is_no_reading(rig):
    scene = replace(rig.empty, hands=(Hand(0.0, 0.0),))
    reading = read_tray(render(scene, seed=5)[0], rig.calibration)
    assert not reading.sure
    assert reading.dice == ()
    assert reading.why in {HAND, MOVED_CAMERA}


def test_another_picture_size_is_not_read(rig):
    assert read_tray(np.zeros((100, 100, 3), np.uint8), rig.calibration).why == MOVED_CAMERA


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "turn_deg", "seed"),
    [(-65.851, -34.889, -99.917, 1484), (-39.153, -38.33, -47.8, 1643), (-32.599, -42.354, 92.502, 148)],
)
def test_a_black_2_on_dark_felt_is_never_surely_a_1_although_little_more_than_its_pips_is_seen(
    usual_calibration, x_mm, y_mm, turn_deg, seed
):
    die = TrueDie("black", "white", 2, x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg)
    picture, _ = render(replace(Scene(), dice=(die,)), quality="live", seed=seed, at_s=seed * 0.37)
    reading = vision.read(picture, calibration=usual_calibration)
    assert not reading.sure or reading.values == (2,)


@pytest.fixture(scope="module")
def usual_calibration():
    frames = [render(Scene(), quality="live", seed=k, at_s=k * 0.1)[0] for k in range(6)]
    dice = make_dice(("red", "black"), 1)
    return vision.learn_dice(
        vision.calibrate(frames),
        [(render(replace(Scene(), dice=scatter(dice, Scene().tray, k)), seed=k)[0], None) for k in range(3)],
    )


def test_one_pip_of_a_floor_coloured_die_is_no_one():
    """A black 2 on charcoal shows nothing but its two pips: each looks like a 1 of its own."""
    empty, colours = random_scene(31019, 0), BODY_COLOURS
    frames = [render(empty, seed=k, at_s=k * 0.1)[0] for k in range(5)]
    shown = []
    for number in (900, 901, 902, 903, 4):
        rng = np.random.default_rng([31019, number])
        bodies = [str(c) for c in rng.choice(colours, int(rng.integers(2, 7)))]
        how = {"touching": 1, "at_wall": 1} if number == 4 else {}
        dice = scatter(make_dice(bodies, 31019000 + number), empty.tray, 31019000 + number, **how)
        shown.append(render(replace(empty, dice=dice), seed=number, at_s=number * 0.37))
    known = vision.learn_dice(vision.calibrate(frames), [(picture, None) for picture, _ in shown[:4]])
    reading = vision.read(shown[4][0], calibration=known)
    assert not reading.sure or reading.values == shown[4][1].values


@pytest.mark.parametrize(("value", "body"), [(2, "blue"), (3, "red"), (4, "purple"), (6, "green")])
def test_the_far_side_that_shines_through_a_clear_die_is_not_counted(usual_calibration, value, body):
    """Right below the camera its pips lie where those of another face would."""
    die = TrueDie(body, "white", value, x_mm=3.0, y_mm=-4.0, turn_deg=31.0, finish="translucent")
    picture, _ = render(replace(Scene(), dice=(die,)), quality="live", seed=5)
    reading = vision.read(picture, calibration=usual_calibration)
    assert (reading.values, reading.sure) == ((value,), True)


def test_a_white_die_on_white_paper_is_not_left_out_beside_another():
    """Read by changes alone it passed for a shadow of the die that it touches."""
    paper = draw_table(90505, "judging")
    known = vision.learn_dice(vision.calibrate(paper.empties()), [(picture, None) for picture, _ in paper.shown()])
    picture, truth = paper.throw(1)
    reading = vision.read(picture, calibration=known)
    assert not reading.sure or reading.values == truth.values
