"""What a confidence is worth: the curve, the table and the bound, on readings whose truth is known."""

import pytest

from tablekeeper.vision.measure.confidence import (
    bound,
    confidence_of,
    miscalibration,
    reliability,
    risk_coverage,
    spell_confidence,
)
from tablekeeper.vision.reading import Die, Reading


def reading(*dice, sure=True):
    """Dice as (value, confidence)."""
    found = tuple(Die(value, confidence, "white", "black", (0, 0, 9, 9)) for value, confidence in dice)
    return Reading(found, sure, None if sure else "glare")


def test_a_reading_is_as_sure_as_its_weakest_die_and_a_doubted_one_less_than_any_other():
    assert confidence_of(reading((1, 0.9), (2, 0.6))) == 0.6
    assert confidence_of(reading((1, 0.99), sure=False)) < confidence_of(reading((1, 0.01)))
    assert confidence_of(reading()) == 1.0


def test_risk_grows_with_coverage_where_confidence_is_worth_something():
    judged = [
        (reading((1, 0.95)), (1,)),
        (reading((2, 0.9)), (2,)),
        (reading((3, 0.6)), (4,)),
        (reading((5, 0.97), sure=False), (6,)),
    ]
    points = {point["at"]: point for point in risk_coverage(judged)}
    assert (points["50 %"]["wrong"], points["50 %"]["of"]) == (0, 2)
    assert (points["shipped"]["wrong"], points["shipped"]["of"]) == (1, 3)
    assert (points["100 %"]["wrong"], points["100 %"]["risk"]) == (2, 0.5)
    assert [point["of"] for point in risk_coverage(judged)] == sorted(point["of"] for point in risk_coverage(judged))


def test_of_too_many_dice_of_a_value_the_least_confident_is_the_wrong_one():
    rows = reliability([(reading((3, 0.92), (3, 0.55), (4, 0.93)), (3, 4))])
    assert {(row["from"], row["dice"], row["right"]) for row in rows} == {(0.5, 1, 0.0), (0.9, 2, 1.0)}


def test_what_is_said_is_compared_with_what_holds():
    rows = reliability([(reading((1, 0.8)), (1,)), (reading((1, 0.8)), (2,))])
    assert rows[0]["said"] == pytest.approx(0.8)
    assert miscalibration(rows) == pytest.approx(0.3)
    assert reliability([(reading((6, 1.0)), (6,))])[0]["dice"] == 1


def test_no_error_in_three_hundred_dice_bounds_the_rate_at_one_per_cent():
    assert bound(0, 300)["at_most"] == pytest.approx(1 - 0.05 ** (1 / 300), abs=1e-6)
    assert bound(0, 0)["at_most"] == 1.0


def test_nothing_read_is_no_fault():
    assert reliability([]) == []
    assert miscalibration([]) == 0.0
    figures = {"risk_coverage": risk_coverage([]), "reliability": [], "miscalibration": 0.0}
    assert "0 of 0 wrong" in spell_confidence(figures)[0]
