"""Simulated tables of every kind: each is what its seed and its truth say, and a part is kept for judging."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper.hardware.mock.picture.backdrop import backdrop_of
from tablekeeper.hardware.mock.picture.outline import floor_at, inner_distance, outwards
from tablekeeper.hardware.mock.picture.places import draw_tray
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, scatter
from tablekeeper.hardware.mock.picture.scene import Camera, Glow, Scene, Tray, TrueDie
from tablekeeper.hardware.mock.picture.tables import BRIGHTEST_FLOOR, LIES, Table, draw_table, floor_light
from tablekeeper.hardware.mock.picture.tumble import throw
from tablekeeper.hardware.mock.picture.variety import FLOORS, RELEASE, SHAPES, choose_kinds, kept_for_judging
from tablekeeper.hardware.mock.truth import leans, wall_gap_mm

SMALL = Camera(width_px=160, height_px=120)
WALLED = [shape for shape in SHAPES if shape not in ("paper", "table")]


def drawn(seed, split="tuning"):
    """A table whose pictures are small enough for a test."""
    table = draw_table(seed, split)
    camera = table.scene.camera
    scale = 200 / max(camera.width_px, camera.height_px)
    small = replace(camera, width_px=round(camera.width_px * scale), height_px=round(camera.height_px * scale))
    return replace(table, scene=replace(table.scene, camera=small))


def test_the_same_seed_draws_the_same_table_and_throw():
    one, other = drawn(4), drawn(4)
    assert one == other
    assert np.array_equal(one.throw(3)[0], other.throw(3)[0])
    assert one.throw(3)[1] == other.throw(3)[1]


def test_tuning_never_sees_what_judges():
    kept = kept_for_judging()
    rng = np.random.default_rng(1)
    for _ in range(200):
        shape, floor, lamps = choose_kinds(rng, "tuning")
        assert shape not in kept.shapes
        assert floor not in kept.floors
        assert lamps not in kept.lamps
        shape, floor, lamps = choose_kinds(rng, "judging")
        assert shape in kept.shapes or floor in kept.floors or lamps in kept.lamps


def test_each_release_keeps_something_else_for_judging():
    assert len({kept_for_judging(RELEASE + k) for k in range(5)}) > 3
    assert kept_for_judging(RELEASE) == kept_for_judging()


@pytest.mark.parametrize("floor", FLOORS)
def test_every_floor_has_a_look_of_its_own(floor):
    empty = Scene(tray=Tray(material=floor, colour=FLOORS[floor][0]), camera=SMALL)
    plain = replace(empty, tray=replace(empty.tray, material="plastic"))
    here = (slice(40, 80), slice(50, 110))
    one, other = (render(scene)[0][here].astype(float) for scene in (empty, plain))
    assert floor == "plastic" or np.abs(one - other).mean() > 1.0


@pytest.mark.parametrize("shape", WALLED)
def test_walls_are_where_the_outline_is_and_look_outwards(shape):
    tray = draw_tray(np.random.default_rng(2), shape, "felt")
    ways = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    far = np.stack([np.cos(ways), np.sin(ways)]) * 400
    low, high = np.zeros(40), np.ones(40)
    for _ in range(30):
        middle = (low + high) / 2
        within = inner_distance(tray, *(far * middle).astype(np.float32)) < 0
        low, high = np.where(within, middle, low), np.where(within, high, middle)
    edge = (far * low).astype(np.float32)
    assert (np.hypot(*edge) > 0.3 * tray.depth_mm).all()
    assert (np.hypot(*edge) < 0.75 * tray.width_mm).all()
    assert ((np.stack(outwards(tray, *edge)) * edge).sum(0) > 0).all()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("how", LIES)
def test_dice_lie_as_asked_in_every_shape(shape, how):
    tray = draw_tray(np.random.default_rng(3), shape, "felt")
    dice = scatter(make_dice(["white", "red", "blue"], 5, size_mm=12), tray, 5, **how)
    stuck_mm = 1.5 if shape == "bowl" else 0.5  # a die on the slope of a bowl stands a little into its wall
    assert all(wall_gap_mm(tray, die) > -stuck_mm for die in dice)
    assert sum(leans(tray, die) for die in dice) == how.get("leaning", 0)


def test_a_die_that_lies_on_a_curved_floor_does_not_lean():
    bowl = Tray(shape="bowl", width_mm=160, depth_mm=160, sag_mm=8)
    _, slope, towards = floor_at(bowl, 55.0, 0.0)
    assert slope > 4
    assert abs(abs(towards) - 180) < 1e-6
    assert not leans(bowl, TrueDie(x_mm=55.0, tilt_deg=slope, tilt_to_deg=towards))
    assert leans(bowl, TrueDie(x_mm=55.0))


@pytest.mark.parametrize("shape", ["oval", "octagon", "bowl", "table"])
def test_thrown_dice_stay_inside_a_tray_of_any_shape(shape):
    tray = Tray(shape=shape, width_mm=160, depth_mm=150, sag_mm=5 if shape == "bowl" else 0)
    for seed in range(3):
        for die in throw(make_dice(["white", "red"], seed), tray, seed).final:
            assert shape == "table" or wall_gap_mm(tray, die) > -2.5


def test_a_high_wall_hides_what_lies_behind_it_from_a_slanted_camera():
    tray = Tray(wall_mm=60, width_mm=160, depth_mm=160)
    beside = Camera(width_px=160, height_px=120, y_mm=-140, z_mm=250, field_deg=50)
    near, far = (TrueDie(y_mm=y) for y in (-68.0, 40.0))
    _, truth = render(Scene((near, far), tray, camera=beside))
    assert truth.dice[0].seen < 0.5
    assert truth.dice[1].seen > 0.95


def test_a_lamp_in_view_burns_the_picture_out_and_veils_it_around():
    dark = Scene(camera=SMALL)
    lit = replace(dark, glows=(Glow(-20, 0, 0, 20, 0, width_mm=8, power=6),))
    one, other = (backdrop_of(scene).whole for scene in (dark, lit))
    assert other[60, 80].min() > 2.0
    assert (other[50, 80] > one[50, 80]).all()


@pytest.mark.parametrize("seed", [501, 505, 3, 11])
@pytest.mark.parametrize("split", ["tuning", "judging"])
def test_no_camera_burns_the_whole_floor_out(seed, split):
    """Judging table 501 was white dice on white paper of which nobody could see anything."""
    assert floor_light(draw_table(seed, split).scene) < BRIGHTEST_FLOOR * 1.05


def test_exposure_wanders_from_picture_to_picture_but_geometry_stays():
    table = replace(drawn(6), wander=0.1)
    means = [picture.mean() for picture in table.empties(6)]
    assert max(means) - min(means) > 1.0
    assert isinstance(table, Table)
    assert len({backdrop_of(table.scene).whole.shape}) == 1


@pytest.mark.parametrize("seed", range(0, 40, 5))
@pytest.mark.parametrize("split", ["tuning", "judging"])
def test_each_throw_shows_its_dice_to_the_camera(seed, split):
    table = drawn(seed, split)
    picture, truth = table.throw(seed % 5)
    height, width = picture.shape[:2]
    assert truth.dice
    for die in truth.dice:
        assert die.seen > 0.5
        assert not die.cut_off
        assert all(-1 <= x <= width and -1 <= y <= height for x, y in die.top_px)
