"""The field of a disc magnet against published values, and the judgement made of it."""

from __future__ import annotations

import math

import pytest

from tablekeeper.hardware.errors import ConfigError
from tablekeeper.hardware.magnets.disc import BR_MT, Disc, read_disc, shape
from tablekeeper.hardware.magnets.fit import Box, HallSensor, fit
from tablekeeper.hardware.magnets.sensors import hall_sensors

# diameter, height, down, aside (mm) -> field along the axis in mT for a remanence of 1 T, by Magpylib 6.1.0, whose
# closed form with elliptic integrals shares nothing with our sum
MAGPYLIB = {
    (8, 3, 2, 0): 166.827607, (8, 3, 6, 0): 40.880627, (8, 3, 12, 0): 8.775821, (8, 3, 6, 4): 24.455233,
    (8, 3, 6, 10): 1.136568, (8, 3, 6, 20): -0.773117, (8, 3, 6, 40): -0.160953, (8, 3, 6, 56.5685424949238): -0.061476,
    (10, 3, 6, 4): 35.650807, (10, 3, 6, 10): 2.512506, (10, 3, 6, 40): -0.252648, (6, 2, 12, 0): 3.829957,
    (6, 2, 6, 4): 10.605787, (10, 5, 2, 0): 221.171397, (10, 5, 6, 20): -1.615731, (10, 5, 6, 40): -0.400773,
}  # fmt: skip


@pytest.mark.parametrize(("place", "field_mt"), MAGPYLIB.items())
def test_the_field_is_that_of_an_independent_model(place: tuple[float, ...], field_mt: float) -> None:
    diameter_mm, height_mm, down_mm, aside_mm = place
    assert 1000 * shape(diameter_mm / 2, height_mm, down_mm, aside_mm) == pytest.approx(field_mt, rel=1e-5, abs=1e-6)


def test_the_field_at_the_face_is_what_a_maker_lists() -> None:
    """K&J Magnetics list 2,952 gauss for D82: N42, half an inch wide, an eighth of an inch high, 13,200 gauss."""
    assert 13200 * shape(6.35, 3.175, 0.0, 0.0) == pytest.approx(2952, rel=0.001)


def test_far_away_it_is_a_dipole() -> None:
    radius_mm, height_mm, far_mm = 4.0, 3.0, 200.0
    dipole = radius_mm**2 * height_mm / (2 * (far_mm + height_mm / 2) ** 3)
    assert shape(radius_mm, height_mm, far_mm, 0.0) == pytest.approx(dipole, rel=0.001)


def test_the_sum_around_the_rim_has_converged_beside_the_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [(4.0, 3.0, down, aside) for down in (1.0, 3.0, 6.0) for aside in (3.9, 4.0, 4.1)]
    coarse = [shape.__wrapped__(*place) for place in places]
    monkeypatch.setattr("tablekeeper.hardware.magnets.disc.STEPS", 20_000)
    assert coarse == pytest.approx([shape.__wrapped__(*place) for place in places], rel=1e-3)


def sensor(name: str) -> HallSensor:
    return next(found for found in hall_sensors() if found.name == name)


def test_a_sensitive_switch_may_be_held_by_its_neighbours() -> None:
    """Eight 8 x 3 magnets around an empty cell reach 1.1 mT, and a DRV5032FA may hold on down to 0.5 mT."""
    held = fit(Disc(8, 3), sensor("DRV5032FA"), Box(4.0))
    assert (held.feels, held.lets_go, held.works) == (True, False, False)
    assert -1.3 < held.neighbours_mt < -1.0
    assert fit(Disc(8, 3), sensor("DRV5032AJ"), Box(4.0)).works
    assert fit(Disc(8, 3), sensor("DRV5032FA"), Box(4.0, pitch_mm=60)).works


def test_the_wrong_pole_never_holds_a_switch_that_feels_one_pole() -> None:
    assert fit(Disc(10, 5), sensor("A3144"), Box(4.0)).lets_go


def test_a_thicker_floor_ends_it_where_the_fit_says() -> None:
    found = fit(Disc(8, 3), sensor("DRV5032AJ"), Box(4.0))
    assert found.thickest_floor_mm is not None
    assert found.least_pitch_mm is not None
    assert fit(Disc(8, 3), sensor("DRV5032AJ"), Box(found.thickest_floor_mm)).works
    assert not fit(Disc(8, 3), sensor("DRV5032AJ"), Box(found.thickest_floor_mm + 0.1)).works
    assert fit(Disc(8, 3), sensor("DRV5032AJ"), Box(4.0, found.least_pitch_mm)).works
    assert not fit(Disc(8, 3), sensor("DRV5032AJ"), Box(4.0, found.least_pitch_mm - 1)).works


@pytest.mark.parametrize("grade", BR_MT)
def test_a_stronger_grade_is_felt_further(grade: str) -> None:
    assert Disc(8, 3, grade).field_mt(6.0, strong=True) > Disc(8, 3, grade).field_mt(6.0) > 0
    assert math.isfinite(Disc(8, 3, grade).field_mt(0.0, 4.0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10", "DIAMETERxHEIGHT"),
        ("10x", "DIAMETERxHEIGHT"),
        ("0x3", "0.5 to 100"),
        ("10x999", "0.5 to 100"),
        ("-1x3", "DIA"),
    ],
)
def test_a_magnet_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        read_disc(text, "N42")
    assert read_disc(" 10 X 3 ", "N42") == Disc(10, 3, "N42")


@pytest.mark.parametrize("box", [Box(0.0), Box(99.0), Box(4.0, 5.0), Box(4.0, 40.0, 30.0), Box(math.nan)])
def test_a_box_that_cannot_be_is_refused(box: Box) -> None:
    with pytest.raises(ConfigError, match="expected"):
        fit(Disc(8, 3), sensor("DRV5032AJ"), box)
