"""Dice have real faces: opposite ones sum to seven and they turn the western way round."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.hardware.mock.picture.scene import TrueDie
from tablekeeper.hardware.mock.picture.solid import (
    FACE_NORMALS,
    describe,
    marks_at,
    middle_of,
    rest_height_mm,
    rotation_of,
    top_corners_of,
)

PIPS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}


def test_opposite_faces_sum_to_seven_and_run_the_western_way() -> None:
    for value, normal in FACE_NORMALS.items():
        assert FACE_NORMALS[7 - value] == tuple(-axis for axis in normal)
    one, two, three = (np.array(FACE_NORMALS[value]) for value in (1, 2, 3))
    assert np.dot(np.cross(one, two), three) == 1  # counter-clockwise around their corner, seen from outside


@pytest.mark.parametrize("value", range(1, 7))
def test_the_value_lies_on_top_whatever_the_turn(value: int) -> None:
    for turn in (0.0, 37.0, 200.0):
        up = rotation_of(TrueDie(value=value, turn_deg=turn)) @ np.array(FACE_NORMALS[value], dtype=float)
        assert up == pytest.approx([0, 0, 1], abs=1e-9)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("variant", [0, 3, 7])
def test_a_face_has_as_many_pips_as_its_value(value: int, variant: int) -> None:
    die = TrueDie(value=value, variant=variant)
    normal = np.array(FACE_NORMALS[value], dtype=float)
    axis = int(np.argmax(np.abs(normal)))
    steps = np.linspace(-0.95, 0.95, 191) * die.size_mm / 2
    u, v = np.meshgrid(steps, steps)
    point = np.zeros((3, u.size), dtype=np.float32)
    point[axis] = normal[axis] * die.size_mm / 2
    point[(axis + 1) % 3], point[(axis + 2) % 3] = u.ravel(), v.ravel()
    marks = marks_at(die, point)
    assert set(marks.value.tolist()) == {value}
    inside = np.hypot(marks.across, marks.along) < 1
    area_mm2 = inside.mean() * (0.95 * die.size_mm) ** 2
    assert area_mm2 / (np.pi * (die.pip_radius * die.size_mm) ** 2) == pytest.approx(PIPS[value], rel=0.06)


@settings(deadline=None)
@given(st.integers(1, 6), st.floats(-179, 179), st.floats(0, 44), st.floats(-179, 179))
def test_a_rotation_reads_back(value: int, turn: float, tilt: float, to: float) -> None:
    wanted = rotation_of(TrueDie(value=value, turn_deg=turn, tilt_deg=tilt, tilt_to_deg=to))
    value_back, turn_back, tilt_back, to_back = describe(wanted)
    again = rotation_of(TrueDie(value=value_back, turn_deg=turn_back, tilt_deg=tilt_back, tilt_to_deg=to_back))
    assert again == pytest.approx(wanted, abs=1e-6)


def test_a_flat_die_stands_on_its_face_and_its_top_is_a_square() -> None:
    die = TrueDie(value=4, size_mm=16, turn_deg=20)
    assert rest_height_mm(die) == pytest.approx(8)
    assert middle_of(die)[2] == pytest.approx(8)
    assert top_corners_of(die)[:, 2] == pytest.approx([16] * 4)
