"""Layouts laid over spots: every value however turned and slanted, and nothing where the spots are no face."""

import cmath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.vision.faces.layouts import LAYOUTS, Spot, fit_layouts


def spots_of(value, *, spacing=0.25, turn=0.0, squeeze=1.0, off=0j, radius=0.08, narrow=1.0):
    """The pips of a face, squeezed across after turning, as a slanted view would."""
    places = [complex(x * narrow, y) * spacing * cmath.exp(1j * turn) for x, y in LAYOUTS[value]]
    return [Spot(complex(p.real, p.imag * squeeze) + off, radius, n) for n, p in enumerate(places, 1)]


@given(st.sampled_from(range(1, 7)), st.floats(0, 6.3), st.floats(0.85, 1.0), st.complex_numbers(max_magnitude=0.1))
def test_every_face_is_fitted_however_turned_and_slanted(value, turn, squeeze, off):
    fit = fit_layouts(spots_of(value, turn=turn, squeeze=squeeze, off=off))
    assert fit is not None
    assert fit.value == value
    assert abs(fit.centre - off) < 1e-6


@given(st.floats(0, 6.3), st.sampled_from([1.0, 0.62]))
def test_the_turn_of_a_six_is_found_whatever_its_shape(turn, narrow):
    fit = fit_layouts(spots_of(6, turn=turn, narrow=narrow))
    assert fit is not None
    quarter = (cmath.phase(fit.turn) - turn) % (cmath.pi / 2)
    assert min(quarter, cmath.pi / 2 - quarter) < 0.01


@pytest.mark.parametrize("value", [3, 4, 5, 6])  # any two spots are a 2
def test_one_spot_out_of_place_is_no_face_of_that_value(value):
    first, *others = spots_of(value)
    moved = [Spot(first.place + 0.12 - 0.1j, first.radius, first.number), *others]
    fit = fit_layouts(moved)
    assert fit is None or fit.value != value or fit.misfit > 0.03


def test_spots_of_unlike_sizes_are_no_face():
    first, *others = spots_of(4)
    assert fit_layouts([Spot(first.place, 3 * first.radius, first.number), *others]) is None


def test_a_spot_too_many_on_the_face_is_no_face():
    fit = fit_layouts([*spots_of(4), Spot(0.25 + 0j, 0.08, 9)])
    assert fit is None or fit.misfit > 0.14  # from there on a count has no quality at all


def test_a_spot_beside_the_face_is_left_out():
    fit = fit_layouts([*spots_of(4), Spot(0.5 + 0j, 0.08, 9)])
    assert fit is not None
    assert fit.value == 4


def test_no_spots_are_no_face():
    assert fit_layouts([]) is None
