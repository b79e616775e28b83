"""The readers that ours is compared with do read: each is given drawings that it is made for."""

import json

import cv2
import pytest

from tests.vision.benchmark import READERS, load, never_doubting, spell
from tests.vision.drawing import draw_die, table
from tests.vision.readers import blobs, circles, contours


@pytest.mark.parametrize("reader", [blobs, circles, contours])
def test_each_reads_a_plain_throw(reader):
    picture = table()
    for value, x, y in ((5, 150, 120), (4, 420, 150), (6, 300, 340)):
        draw_die(picture, value, x, y, edge=70, turn_deg=20)
    assert reader.read_values(picture) == (4, 5, 6)


@pytest.mark.parametrize("reader", [blobs, circles, contours])
def test_each_finds_nothing_where_nothing_is(reader):
    assert reader.read_values(table()) == ()


def test_photographs_and_series_are_both_labelled_pictures(tmp_path):
    (tmp_path / "labels.json").write_text(
        json.dumps(
            {
                "images": [{"file": "a.png", "view": "overhead", "values": [6, 2]}, {"file": "b.png", "values": []}],
                "throws": [{"file": "c.png", "values": [1]}],
            }
        )
    )
    found = [(one.file.name, one.group, one.values) for one in load(tmp_path)]
    assert found == [
        ("a.png", "overhead", (2, 6)),
        ("b.png", "no dice", ()),
        ("c.png", f"series {tmp_path.name}", (1,)),
    ]


def test_ours_is_the_only_one_that_may_doubt():
    blank = cv2.cvtColor(table()[..., 0], cv2.COLOR_GRAY2BGR)
    assert never_doubting(blobs.read_values)(blank)[1] is True
    assert next(iter(READERS)) == "this reader"


def test_figures_are_shares_of_all_pictures():
    cells = spell([(True, True, 4.0), (False, True, 6.0), (True, False, 5.0), (False, False, 5.0)]).split(" | ")
    assert cells[:2] == ["50.0", "25.0"]
    assert cells[2].startswith("25.0 [")
    assert cells[3:] == ["50.0", "5"]
