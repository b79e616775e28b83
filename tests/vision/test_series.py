"""Throws under one camera are read as a stranger's, calibrated and as an evening; real ones where they lie."""

import json
import os
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablekeeper.vision.errors import LabelsError
from tablekeeper.vision.measure.series import (
    RIGHT,
    UNSURE,
    WRONG,
    Figures,
    find_series,
    judge,
    measure_series,
    spell_series,
    values_of,
)
from tablekeeper.vision.reading import NO_FACE, Die, Doubt, conclude
from tests.vision.drawing import draw_die, table

ROOT = Path(__file__).resolve().parents[2]
# Beside the checkout, or one folder higher for a worktree.
PLACES = [Path(os.environ.get("TABLEKEEPER_SHARED", ROOT.parent / "shared")), ROOT.parents[1] / "shared"]
REAL = next((place for place in PLACES if place.is_dir()), PLACES[0]) / "dice" / "series"


def die(value):
    return Die(value, 0.9, "white", "black", (10, 10, 40, 40))


def test_what_people_say_is_put_beside_the_dice_that_were_read():
    reading = conclude((die(3), die(5), die(3)), (Doubt(NO_FACE),))
    assert values_of(reading, (3, 3, 5)) == [3, 5, 3]
    assert sorted(values_of(reading, (3, 5, 6))) == [3, 5, 6]
    assert values_of(reading, (3, 5, 6))[1] == 5
    assert values_of(reading, (1, 2)) == [1, 2]


def test_only_a_sure_reading_is_right_or_wrong():
    assert judge(conclude((die(3),), ()), (3,)) == RIGHT
    assert judge(conclude((die(3),), ()), (4,)) == WRONG
    assert judge(conclude((die(3),), (Doubt(NO_FACE),)), (3,)) == UNSURE


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A series of eight throws of two dice, with three pictures of the empty table."""
    folder = tmp_path_factory.mktemp("trays") / "drawn"
    folder.mkdir()
    throws, rng = [], np.random.default_rng(2)
    for number in range(8):
        picture, values = table(seed=number), [int(v) for v in rng.integers(2, 7, 2)]
        for x, value in zip((200, 420), values, strict=True):
            draw_die(picture, value, x, 150 + 20 * number, edge=56, turn_deg=11 * number)
        cv2.imwrite(str(folder / f"{number}.png"), picture)
        throws.append({"file": f"{number}.png", "values": values})
    for number in range(3):
        cv2.imwrite(str(folder / f"empty{number}.png"), table(seed=50 + number))
    labels = {"throws": throws, "empty": [f"empty{number}.png" for number in range(3)]}
    (folder / "labels.json").write_text(json.dumps(labels))
    return folder


def test_a_drawn_series_is_measured_all_ways(drawn):
    (series,) = find_series(drawn)
    figures = measure_series(series)
    assert figures.stranger.total() == figures.calibrated.total() == 4
    assert figures.calibrated == Counter({RIGHT: 4})
    assert (figures.evening_first.total(), figures.evening_first[WRONG]) == (8, 0)
    assert "calibrated 4 right, 0 wrong, 0 not sure of 4" in spell_series([figures])


def test_a_folder_of_series_is_found_and_one_of_photographs_is_none(drawn, tmp_path):
    assert [one.name for one in find_series(drawn.parent)] == [drawn.name]
    (tmp_path / "labels.json").write_text('{"images": []}')
    assert find_series(tmp_path) == []
    (tmp_path / "labels.json").write_text('{"throws": [{"file": "a.png"}]}')
    with pytest.raises(LabelsError, match="values"):
        find_series(tmp_path)


def test_what_cannot_be_calibrated_says_why():
    none = Figures("cup", Counter({RIGHT: 2}), None, "no picture of the empty tray", Counter(), Counter())
    assert "calibrated no picture of the empty tray" in spell_series([none, none])


@pytest.mark.slow
@pytest.mark.skipif(not REAL.is_dir(), reason=f"no series of real throws in {REAL}")
def test_on_real_trays_knowledge_never_makes_a_reading_worse():
    measured = [measure_series(series) for series in find_series(REAL)]
    for one in measured:
        if one.calibrated is not None:
            assert one.calibrated[RIGHT] >= one.stranger[RIGHT], one.name
            assert one.calibrated[WRONG] <= one.stranger[WRONG], one.name
    assert sum(one.calibrated[WRONG] for one in measured if one.calibrated) == 0
    after = sum((one.evening_after for one in measured), Counter())
    assert after[WRONG] == 0
    assert after[RIGHT] >= 0.9 * after.total()
