"""Where the shadows of the dice shown fell, others' shadows are no doubt; what lies beside them still is one."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.reader import find_dice
from tablekeeper.vision.reading import NO_FACE
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.cast import CELLS, CELLS_AN_EDGE, Place, draw_cast, learn_cast
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.unexplained import find_unexplained
from tablekeeper.vision.trays.ways import FLOOR_SHOWS
from tests.vision.drawing import draw_die, table

EDGE = 40


def shaded(places):
    """A half-size mask in which each die has a shadow to its right, one edge long."""
    mask = np.zeros((240, 320), np.uint8)
    for x, y in places:
        mask[(y - 20) // 2 : (y + 20) // 2, (x + 20) // 2 : (x + 60) // 2] = 255
    return mask


def learned(throws):
    return learn_cast([(shaded(places), [Place(x, y, EDGE) for x, y in places]) for places in throws])


def test_a_shadow_is_drawn_where_most_dice_have_it():
    cast = learned([[(100, 100), (300, 200)], [(400, 320), (200, 380)]])
    drawn = draw_cast(cast, shaded([]), [Place(240, 240, EDGE)])
    shadow = shaded([(240, 240)]) > 0
    assert (drawn[shadow] > 0).mean() > 0.95
    assert (drawn[~shadow] > 0).sum() < 0.6 * shadow.sum()  # a cell around it


def test_what_only_one_die_has_beside_it_is_no_shadow_and_three_dice_teach_nothing():
    lone = [[(100, 100)], [(300, 200)], [(400, 320)], [(200, 380)]]
    masks = [shaded(places if number == 0 else []) for number, places in enumerate(lone)]
    cast = learn_cast([(m, [Place(x, y, EDGE) for x, y in p]) for m, p in zip(masks, lone, strict=True)])
    assert not draw_cast(cast, masks[0], [Place(240, 240, EDGE)]).any()
    assert learned(lone[:3]) is None


@pytest.mark.parametrize("at", [(2, 2), (638, 478), (-30, 240), (700, 500)])
def test_a_shadow_may_leave_the_picture(at):
    cast = np.full((CELLS, CELLS), 255, np.uint8)
    drawn = draw_cast(cast, shaded([]), [Place(*at, EDGE)])
    assert drawn.shape == (240, 320)
    assert drawn.any() == (at != (700, 500) or bool(drawn[-1, -1]))


def lit_from_aside(values, places, seed, black=()):
    """A white table with dark sharp shadows, nearly as large as dice, to the right of the dice."""
    picture = table(seed=seed)
    for number, (value, (x, y)) in enumerate(zip(values, places, strict=True)):
        picture[y - 27 : y + 27, x + 20 : x + 92] = picture[y - 27 : y + 27, x + 20 : x + 92] * 0.3
        draw_die(picture, value, x, y, edge=56, turn_deg=3 * number)
    for x, y in black:
        picture[y - 26 : y + 26, x - 26 : x + 26] = picture[y - 26 : y + 26, x - 26 : x + 26] * 0.3
    return picture


PLACES = ((150, 120), (330, 200), (470, 330))


@pytest.fixture(scope="module")
def tray():
    floor = vision.calibrate([table(seed=seed) for seed in range(3)])
    shown = [(lit_from_aside(v, PLACES, 60 + k), None) for k, v in enumerate(((4, 5, 6), (5, 6, 3), (6, 4, 5)))]
    return replace(vision.learn_dice(floor, shown), trusted=frozenset({FLOOR_SHOWS}), shade_room=0.38)


def left_over(tray, picture):
    faces, _ = find_dice(picture)
    return find_unexplained(picture, faces, find_changes(picture, tray), tray)


def test_dark_sharp_shadows_are_explained_where_they_fell_before(tray):
    picture = lit_from_aside((3, 6, 4), ((180, 260), (400, 120), (480, 380)), 70)
    assert left_over(replace(tray, cast=None), picture)
    assert left_over(tray, picture) == []


def test_the_same_dark_patch_elsewhere_is_a_doubt(tray):
    picture = lit_from_aside((3, 6), ((180, 260), (400, 120)), 71, black=((330, 330),))
    (doubt,) = left_over(tray, picture)
    assert doubt.reason == NO_FACE
    assert doubt.box[0] < 330 < doubt.box[0] + doubt.box[2]


def test_what_was_learned_is_saved_and_other_sizes_are_refused(tray):
    again = Calibration.from_toml(tray.to_toml())
    assert np.array_equal(again.cast, tray.cast)
    with pytest.raises(CalibrationError, match="cells"):
        Calibration.from_toml(replace(tray, cast=np.zeros((CELLS_AN_EDGE, CELLS), np.uint8)).to_toml())
