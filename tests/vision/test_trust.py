"""A floor that hides the owner's dice says nothing of what is empty."""

from dataclasses import replace

import pytest

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.ways import FLOOR_SHOWS
from tests.vision.measure_tables import calibrated

HIDING = 351038  # a basket in whose dark and light squares purple dice change nothing but their pips


@pytest.fixture(scope="module")
def hiding():
    table = draw_table(HIDING, "judging")
    known, why = calibrated(table)
    assert known is not None, why
    return table, known


def test_a_floor_in_which_dice_hardly_show_is_not_trusted(hiding):
    _, known = hiding
    assert FLOOR_SHOWS not in known.trusted


def test_dice_that_change_nothing_are_no_empty_tray(hiding):
    table, known = hiding
    for number in range(3):
        picture, truth = table.throw(number)
        reading = vision.read(picture, calibration=known)
        assert not reading.sure or reading.values == truth.values


def test_where_it_is_trusted_what_did_not_change_is_empty(hiding):
    """The same knowledge with more trust than it deserves: this is what must not happen, and what the trust decides."""
    table, known = hiding
    picture, _ = table.throw(0)
    assert vision.read(picture, calibration=replace(known, trusted=frozenset({FLOOR_SHOWS}))).values == ()


def test_the_trust_is_saved(hiding):
    known = replace(hiding[1], trusted=frozenset({FLOOR_SHOWS}))
    assert Calibration.from_toml(known.to_toml()).trusted == {FLOOR_SHOWS}


def test_where_dice_change_nothing_at_all_the_whole_picture_is_looked_at():
    """White dice in the glare of a spot, on a basket: nobody may look only where something changed."""
    table = draw_table(352042, "judging")
    known, why = calibrated(table)
    assert known is not None, why
    for number in (0, 4):
        picture, truth = table.throw(number)
        reading = vision.read(picture, calibration=known)
        assert not reading.sure or reading.values == truth.values


def test_lamps_that_look_like_dice_are_none_that_the_floor_hides():
    """A strip of lamps in view, which a stranger takes for 1s: they look as they did in the empty tray."""
    table = draw_table(62036)
    known, why = calibrated(table)
    assert known is not None, why
    assert FLOOR_SHOWS in known.trusted
    picture, truth = table.throw(0)
    assert not vision.read(picture).sure
    reading = vision.read(picture, calibration=known)
    assert (reading.sure, reading.values) == (True, truth.values)
