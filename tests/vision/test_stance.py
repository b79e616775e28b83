"""What three learned values say about a camera that looks down at a slant, beside the simulated lens itself."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper.hardware.mock.picture.optics import view_of
from tablekeeper.hardware.mock.picture.scene import Camera
from tablekeeper.vision.trays.camera.stance import Stance
from tablekeeper.vision.trays.camera.stance_fit import fit_stance, gather

DIE_MM = 16.0
MIDDLE = (320.0, 240.0)
PLACES_MM = ((0, 0), (-90, 50), (80, -60), (70, 70), (-60, -80))
TURNS = (0.1, 0.5, 0.9, 1.2, 0.3)


def camera(slant_mm):
    """A camera 40 cm above the table that looks at its middle from one side."""
    return view_of(
        Camera(width_px=640, height_px=480, x_mm=0.0, y_mm=slant_mm, z_mm=400.0, roll_deg=0.0, k1=0.0, k2=0.0)
    )


def corners(x, y, turn, z):
    """A die's level corners on the table, in millimetres."""
    ways = np.exp(1j * (turn + np.pi / 2 * np.arange(4))) * DIE_MM / np.sqrt(2)
    return np.stack([x + ways.real, y + ways.imag, np.full(4, z)], 1)


def true_stance(view):
    """The stance of dice under a lens that is known."""
    below = view.project(np.array([[view.eye[0], view.eye[1], 0.0]]))[0]
    away = float(np.hypot(*(below - MIDDLE)))
    straight = view.focal_px / np.hypot(view.focal_px, away)
    edge = view.focal_px * DIE_MM / ((view.eye[2] - DIE_MM) / straight)
    return Stance(edge, edge * straight / view.focal_px, (float(below[0]), float(below[1])), MIDDLE)


def face(stance, view, x, y, turn):
    """The middle of an upper face in the picture, and its turn once straightened."""
    upper = view.project(corners(x, y, turn, DIE_MM))
    middle = view.project(np.array([[x, y, DIE_MM]]))[0]
    side = upper[0] - upper[1]
    axes = np.linalg.inv(stance.axes_at(*middle, 0.0))
    return middle, float(np.arctan2(*(axes @ side)[::-1]))


@pytest.mark.parametrize("slant_mm", [0.0, 60.0, 145.0])
@pytest.mark.parametrize(("place", "turn"), list(zip(PLACES_MM, TURNS, strict=True)))
def test_a_flat_dies_corners_are_where_the_lens_shows_them(slant_mm, place, turn):
    view = camera(slant_mm)
    stance = true_stance(view)
    middle, seen_turn = face(stance, view, *place, turn)
    for depth in (0.0, 1.0):
        shown = view.project(corners(*place, turn, DIE_MM * (1 - depth)))
        drawn = stance.corners_at(*middle, seen_turn, (depth,))
        for corner in shown:
            assert np.hypot(*(drawn - corner).T).min() < 0.03 * stance.edge_px


@pytest.mark.parametrize("slant_mm", [0.0, 60.0, 145.0])
def test_outlines_give_the_camera_back_although_some_are_shadows(slant_mm):
    true = true_stance(camera(slant_mm))
    view, found = camera(slant_mm), []
    for number, (place, turn) in enumerate(zip(PLACES_MM, TURNS, strict=True)):
        middle, seen_turn = face(true, view, *place, turn)
        axes = true.axes_at(*middle, seen_turn)
        for quarter in range(4):
            reach = max(true.reach(*middle, seen_turn, quarter, (0.1, 0.9)))
            wrong = 0.2 if (number, quarter) in {(0, 1), (2, 3), (3, 0)} else 0.0
            px = (reach + wrong) * float(np.hypot(*axes[:, quarter % 2]))
            found.append((tuple(middle), axes, quarter, px, True))
    first = replace(true, edge_px=1.1 * true.edge_px, rise=0.055, below=MIDDLE)
    fitted = fit_stance(first, gather(found))
    assert fitted.edge_px == pytest.approx(true.edge_px, rel=0.02)
    assert fitted.rise == pytest.approx(true.rise, rel=0.15)
    assert np.hypot(*np.subtract(fitted.below, true.below)) < 0.05 * 640


@pytest.mark.parametrize("slant_mm", [0.0, 120.0, 300.0])
def test_one_place_is_seen_as_among_many(slant_mm):
    stance = true_stance(camera(slant_mm))
    places = np.array([(40.0, 60.0), (320.0, 240.0), (600.0, 430.0)])
    for (x, y), one in zip(places, stance.jacobians(places), strict=True):
        square = one @ one.T
        assert stance.edge_at(x, y) == pytest.approx(np.sqrt(abs(np.linalg.det(one))))
        assert stance.stretch_at(x, y) == pytest.approx(
            ((square[0, 0] - square[1, 1]) / np.trace(square), 2 * square[0, 1] / np.trace(square)), abs=1e-9
        )
        axes = stance.axes_at(x, y, 0.4)
        for quarter, way in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            rim = np.array([[x, y]]) + axes @ way / 2
            seen = [np.linalg.solve(axes, (stance.lower(rim, depth) - (x, y))[0]) @ way for depth in (0.1, 0.9)]
            assert stance.reach(x, y, 0.4, quarter, (0.1, 0.9)) == pytest.approx(seen)
