"""What the owner's dice teach: their size and stance in the picture, on the simulated tray whose truth is known."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.optics import view_of
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, random_scene, scatter
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.trays.learning.learn import _spacing, _step_near
from tests.vision.measure_tables import calibrated, edge_of

DIE_MM = 16.0


def stance_of(scene):
    """Edge of an upper face, rise and the point below the camera, from the simulated lens itself."""
    floor = np.array([[0, 0, 0.0], [10, 0, 0], [0, 10, 0]])
    upper = np.array([0, 0, DIE_MM])
    low, high = (view_of(scene.camera, 1).project(points) for points in (floor, floor + upper))
    rise = np.hypot(*(high[1] - high[0])) / np.hypot(*(low[1] - low[0])) - 1
    return np.hypot(*(high[1] - high[0])) * DIE_MM / 10, rise, low[0] - (high[0] - low[0]) / rise


@pytest.mark.parametrize("seed", [20005, 20009, 20013])
def test_edge_rise_and_camera_are_learned_from_outlines(seed):
    empty = random_scene(seed, 0)
    known = vision.calibrate([render(empty, seed=k, at_s=k * 0.1)[0] for k in range(3)])
    shown = []
    for number in range(3):
        dice = scatter(make_dice(("red", "yellow", "white", "green", "blue"), seed + number), empty.tray, seed + number)
        shown.append((render(replace(empty, dice=dice), seed=number)[0], None))
    learned = vision.learn_dice(known, shown)
    edge, rise, below = stance_of(empty)
    assert learned.edge_px == pytest.approx(edge, rel=0.03)
    assert learned.rise == pytest.approx(rise, rel=0.2)
    assert np.hypot(*(np.array(learned.below) - below)) < 35
    assert learned.spaced_like_flat(0.25, 0.0)
    assert not learned.spaced_like_flat(0.23, 0.0)
    assert learned.spaced_like_flat(0.23, 0.1)


@pytest.mark.parametrize(("rough", "found"), [(18.0, 20.0), (39.5, 39.5)])
def test_an_edge_is_refined_only_where_both_its_sides_are_seen(rough, found):
    seen = np.full((40, 3), 200.0, np.float32)
    seen[20:] = 50
    assert _step_near(seen, rough) == pytest.approx(found, abs=0.6)


def test_a_tray_is_learned_from_ones_alone():
    empty = random_scene(20005, 0)
    known = vision.calibrate([render(empty, seed=k, at_s=k * 0.1)[0] for k in range(3)])
    dice = [replace(die, value=1) for die in make_dice(("white",) * 4, 20005)]
    shown = render(replace(empty, dice=scatter(dice, empty.tray, 20005)), seed=7)[0]
    learned = vision.learn_dice(known, [(shown, None)])
    assert learned.edge_px is not None
    assert learned.spacing is None


def test_one_face_that_was_counted_wrongly_does_not_change_how_far_apart_pips_lie():
    counts = [[SimpleNamespace(spacing=0.24), SimpleNamespace(spacing=0.25)], [SimpleNamespace(spacing=0.115)]]
    assert _spacing(counts) == pytest.approx((0.24 * 0.985, 0.25 * 1.015))
    assert _spacing([[]]) is None


def test_outlines_that_fit_no_stance_do_not_outvote_the_size_of_the_faces():
    """A dim ring of light on paper, where the outline of small dice is hard to see: half their size was learned."""
    table = draw_table(358006, "judging")
    known, why = calibrated(table)
    assert known is not None, why
    edges = [edge_of(truth) for _, truth in table.shown()]
    assert 0.8 * min(edges) < known.edge_px < 1.25 * max(edges)
