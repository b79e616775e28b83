"""What is known of a tray adds to what a stranger would read: it takes nothing away but for a stated reason."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.faces import looks
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.reader import find_dice
from tablekeeper.vision.reading import LEANING, NO_FACE, ODD_SIZE, Doubt, conclude
from tablekeeper.vision.trays import known as known_tray
from tablekeeper.vision.trays.area import area_around
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.fusion import TrayEvidence, has_size, weigh_with_knowledge
from tablekeeper.vision.trays.unexplained import box_around, find_beyond, find_unexplained
from tablekeeper.vision.trays.ways import BY_CHANGES, FLOOR_SHOWS, MISSES_NONE
from tests.vision.drawing import draw_die, table

EDGE = 58
PLACES = ((170, 150), (320, 250), (440, 160), (230, 330))


def throw(values, seed, places=PLACES):
    picture = table(seed=seed)
    for number, (value, (x, y)) in enumerate(zip(values, places, strict=False)):
        draw_die(picture, value, x, y, edge=EDGE, turn_deg=17 * number + 5 * seed)
    return picture


def learn_tray():
    calibrated = vision.calibrate([table(seed=seed) for seed in range(3)])
    shown = [(throw(values, 10 + k), None) for k, values in enumerate(((4, 5, 6, 3), (5, 6, 2, 4), (3, 4, 5, 6)))]
    return vision.learn_dice(calibrated, shown)


@pytest.fixture(scope="module")
def known():
    return learn_tray()


def test_a_throw_is_read_with_and_without_what_is_known(known):
    picture = throw((2, 6, 4), 30)
    assert vision.read(picture).values == vision.read(picture, calibration=known).values == (2, 4, 6)
    assert vision.read(picture, calibration=known).sure


def test_dice_printed_on_the_table_are_no_dice(known):
    printed = [throw((5,), seed, places=((520, 400),)) for seed in range(3)]
    floor = vision.calibrate(printed)
    tray = replace(known, background=floor.background, seen_floor=floor.seen_floor, trusted=frozenset({FLOOR_SHOWS}))
    picture = throw((5, 3), 40, places=((520, 400), (250, 200)))
    assert vision.read(picture).values == (3, 5)
    assert (vision.read(picture, calibration=tray).values, vision.read(picture, calibration=tray).sure) == ((3,), True)


def test_a_face_far_larger_than_the_dice_is_a_doubt_or_none_of_them(known):
    """Two dice in a tray lie like the pips of a 2 that is as large as the tray."""
    picture = throw((6, 4), 32)
    face = next(face for face in find_dice(picture)[0] if face.count.value == 6)
    giant = replace(face, candidate=replace(face.candidate, edge=7 * EDGE))
    blind = replace(known, trusted=frozenset())
    faces, doubts = TrayEvidence(picture, find_changes(picture, blind), blind).weigh([giant], [])
    assert (faces, [doubt.reason for doubt in doubts]) == ([giant], [ODD_SIZE])
    assert TrayEvidence(picture, find_changes(picture, known), known).weigh([giant], []) == ([], [])


def test_a_die_that_was_overlooked_is_noticed(known):
    picture = throw((2, 6, 4), 31)
    faces, _ = find_dice(picture)
    changed = find_changes(picture, known)
    assert find_unexplained(picture, faces, changed, known) == []
    for left_out in faces:
        found = find_unexplained(picture, [face for face in faces if face is not left_out], changed, known)
        assert [doubt.reason for doubt in found] == [NO_FACE]
        assert _lies_in(left_out, found[0].box)


def lit_from_aside(values, seed):
    """Dice with long sharp shadows, as a lamp beside the table casts them."""
    picture = table(seed=seed)
    for x, y in PLACES[: len(values)]:
        long = np.array([(x - 29, y - 29), (x + 60, y - 60), (x + 120, y - 60), (x + 120, y), (x + 29, y + 29)])
        shade = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), long, 255) > 0
        picture[shade] = picture[shade] * 0.55
    for number, (value, (x, y)) in enumerate(zip(values, PLACES, strict=False)):
        draw_die(picture, value, x, y, edge=EDGE, turn_deg=5 * number)
    return picture


def test_shadows_as_wide_as_those_of_the_dice_shown_are_no_doubt():
    floor = vision.calibrate([table(seed=seed) for seed in range(3)])
    shown = [(lit_from_aside(values, 60 + k), None) for k, values in enumerate(((4, 5, 6), (5, 6, 3), (6, 4, 5)))]
    tray = replace(vision.learn_dice(floor, shown), trusted=frozenset({FLOOR_SHOWS}))
    picture = lit_from_aside((3, 6, 4), 70)
    assert vision.read(picture, calibration=tray).sure
    assert not vision.read(picture, calibration=replace(tray, shade_room=0.38, cast=None)).sure


def _lies_in(face: Face, box) -> bool:
    x, y, width, height = box
    return x < face.candidate.x < x + width and y < face.candidate.y < y + height


def test_what_moves_outside_the_area_does_not_count(known):
    picture = throw((2, 6, 4), 32)
    cv2.rectangle(picture, (560, 0), (639, 120), (30, 40, 200), -1)  # a cup at the table's edge
    reading = vision.read(picture, calibration=known)
    assert (reading.values, reading.sure) == ((2, 4, 6), True)
    cv2.circle(picture, (300, 160), 30, (30, 40, 200), -1)  # among the dice it may hide one
    assert not vision.read(picture, calibration=known).sure


def test_nothing_outside_an_area_that_somebody_drew_counts(known):
    picture = throw((2, 6, 4, 5), 35)
    drawn = known.with_corners(((60, 60), (540, 60), (540, 280), (60, 280)))
    reading = vision.read(picture, calibration=drawn)
    assert (reading.values, reading.sure) == ((2, 4, 6), True), "the fourth die lies outside"
    cv2.rectangle(picture, (0, 400), (639, 479), (30, 40, 200), -1)
    assert vision.read(picture, calibration=drawn).sure
    cv2.circle(picture, (300, 160), 30, (30, 40, 200), -1)
    assert not vision.read(picture, calibration=drawn).sure


def test_a_die_that_reaches_out_of_a_drawn_area_still_counts(known):
    picture = throw((2, 6, 4), 36)
    drawn = known.with_corners(((60, 60), (450, 60), (450, 400), (60, 400)))
    assert vision.read(picture, calibration=drawn).values == (2, 4, 6)


def test_many_specks_in_the_place_of_a_die_are_a_doubt(known):
    """A die like the floor it lies on shows little more: no circle fits into that."""
    picture = throw((2, 6, 4), 37)
    for x in range(220, 290, 14):
        cv2.line(picture, (x, 300), (x, 360), (20, 30, 40), 9)
    assert not vision.read(picture, calibration=known).sure


def test_an_empty_tray_is_only_sure_where_hardly_anything_changed(known):
    picture = table(seed=80)
    assert vision.read(picture, calibration=known).sure
    for x in range(290, 350, 12):
        cv2.line(picture, (x, 200), (x, 260), (90, 100, 90), 5)
    assert not vision.read(picture, calibration=known).sure


def test_pips_far_too_close_for_the_dice_are_none_of_them(known):
    """A pattern of pips as large as a die, whose pips lie as close as on one of two thirds of its size."""
    face = find_dice(throw((5,), 38))[0][0]
    small = replace(face, count=replace(face.count, spacing=0.68 * face.count.spacing))
    assert [has_size(one, known) for one in (face, small)] == [True, False]


def test_the_closer_look_is_left_out_once_every_change_is_explained(known, monkeypatch):
    picture = throw((2, 6, 4), 39)
    looked = []
    monkeypatch.setattr(looks, "look_near", lambda *_: looked.append(1) or [])
    monkeypatch.setattr(looks, "_is_clear", lambda *_: False)
    tray = replace(known, trusted=frozenset({FLOOR_SHOWS}))
    assert vision.read(picture, calibration=tray).values == (2, 4, 6)
    assert looked == []
    cv2.circle(picture, (300, 380), 30, (30, 40, 200), -1)
    vision.read(picture, calibration=tray)
    assert looked == [1]


def test_nets_look_only_where_something_changed(known, monkeypatch):
    looked = []
    monkeypatch.setattr(looks, "look_near", lambda _, around, *__: looked.append(around) or [])
    monkeypatch.setattr(looks, "look_far", lambda *_: [])
    tray = replace(known, trusted=frozenset({FLOOR_SHOWS}))
    picture = table(seed=41)
    vision.read(picture, calibration=tray)
    assert looked == []
    cv2.circle(picture, (300, 380), 30, (30, 40, 200), -1)
    vision.read(picture, calibration=tray)
    ((upper, lower),) = looked
    assert upper == pytest.approx((270 - EDGE, 350 - EDGE), abs=20)
    assert lower == pytest.approx((330 + EDGE, 410 + EDGE), abs=20)


@pytest.mark.parametrize(("body", "explained"), [((245, 245, 245), True), ((74, 100, 64), False)])
def test_changes_explain_nothing_where_they_hardly_show_the_dice_that_were_read(known, body, explained):
    """Beside a die of the cloth's own colour another one may lie as unseen."""
    picture = table(seed=43)
    draw_die(picture, 5, *PLACES[1], edge=EDGE, body=body)
    faces, _ = find_dice(picture)
    assert [face.count.value for face in faces if face.count] == [5]
    changed = find_changes(picture, known)
    assert not find_unexplained(picture, faces, changed, known)
    assert TrayEvidence(picture, changed, known).explained_by(faces) is explained


def test_a_hand_over_the_area_is_a_doubt(known):
    picture = throw((2, 6, 4), 33)
    cv2.ellipse(picture, (300, 20), (70, 150), 0, 0, 360, (120, 150, 210), -1)
    assert not vision.read(picture, calibration=known).sure


def test_a_calibration_of_another_camera_changes_nothing(known):
    picture = throw((2, 6, 4), 34)
    small = cv2.resize(picture, (480, 360), interpolation=cv2.INTER_AREA)
    assert vision.read(small, calibration=known) == vision.read(small)


def test_the_area_reaches_around_all_places_where_dice_rested():
    area = np.array(area_around([(100, 100), (300, 100), (300, 200)], 40.0, 640, 480), np.float32)
    for place in ((100, 100), (250, 150), (300, 250), (50, 90)):
        assert cv2.pointPolygonTest(area, place, False) > 0
    assert cv2.pointPolygonTest(area, (100, 300), False) < 0
    assert np.array(area_around([(5, 5)], 40.0, 640, 480)).min() == 0
    assert area_around([], 40.0, 640, 480) == ()


def test_beside_a_die_beyond_the_area_another_one_is_noticed(known):
    nearer = replace(
        known, resting=area_around([(170, 150)], EDGE, 640, 480), walled=(), trusted=frozenset({FLOOR_SHOWS})
    )
    picture = throw((2, 6), 41, places=((170, 150), (450, 300)))
    faces, _ = find_dice(picture)
    picture[195:250, 430:475] = 200, 60, 40  # a thing that shows no pips
    assert find_unexplained(picture, faces, find_changes(picture, nearer), nearer)
    picture = throw((2,), 41, places=((170, 150),))
    faces, _ = find_dice(picture)
    picture[195:250, 430:475] = 200, 60, 40
    assert not find_unexplained(picture, faces, find_changes(picture, nearer), nearer)


@pytest.mark.parametrize(
    ("corner", "side", "noticed"),
    [((420, 300), EDGE, True), ((420, 300), 3 * EDGE, False), ((578, 418), 20, False)],
)
def test_near_a_guessed_area_what_has_a_die_s_size_is_noticed(known, corner, side, noticed):
    """No wall was found: the area is where dice rested so far, and one may roll a little farther."""
    guessed = replace(
        known,
        resting=area_around([(170, 150), (300, 200)], EDGE, 640, 480),
        walled=(),
        trusted=frozenset({MISSES_NONE}),
    )
    picture = throw((2,), 41, places=((170, 150),))
    faces, _ = find_dice(picture)
    x, y = corner
    picture[y : y + side, x : x + side] = 200, 60, 40
    found = find_beyond(picture, faces, find_changes(picture, guessed), guessed)
    assert [doubt.reason for doubt in found] == [NO_FACE] * noticed
    for bounded in (
        replace(guessed, walled=known.resting),
        guessed.with_corners(((9, 9), (300, 9), (300, 300), (9, 300))),
    ):
        assert find_beyond(picture, faces, find_changes(picture, bounded), bounded) == []


@pytest.mark.parametrize(("side", "kept"), [(1.2, True), (3.0, False)])
def test_what_looks_like_a_far_larger_die_is_no_doubt(known, side, kept):
    picture = throw((2, 6, 4), 42)
    faces, _ = find_dice(picture)
    changed = find_changes(picture, known)
    x, y = PLACES[0]
    doubt = Doubt(NO_FACE, box_around(x, y, side * EDGE))
    unasked = replace(known, oddest=None)  # looks at the known size answer nothing
    weighed = weigh_with_knowledge(picture, faces, [doubt], changed, unasked)
    assert (doubt in weighed.doubts) is kept


@pytest.mark.parametrize(("x", "trusted"), [(PLACES[1][0] + 8, True), (PLACES[0][0], False)])
def test_a_doubtful_die_of_the_trusted_way_is_not_passed_over_in_silence(known, monkeypatch, x, trusted):
    sure = vision.read(throw((5,), 50, places=PLACES[1:2]), calibration=known)
    box = box_around(x, sure.dice[0].box[1] + EDGE / 2, EDGE)
    own = conclude((replace(sure.dice[0], box=box),), (Doubt(NO_FACE, box),))
    monkeypatch.setattr(known_tray, "read_tray", lambda *_: own)
    monkeypatch.setattr(known_tray, "read_with_knowledge", lambda *_: sure)
    tray = replace(known, trusted=frozenset({BY_CHANGES}))
    assert vision.read(throw((5,), 50, places=PLACES[1:2]), calibration=tray).sure is trusted


@pytest.mark.parametrize(("value", "trusted"), [(5, True), (4, False)])
def test_two_ways_that_read_other_values_in_a_place_are_a_doubt(known, monkeypatch, value, trusted):
    sure = vision.read(throw((5,), 50, places=PLACES[1:2]), calibration=known)
    own = conclude((replace(sure.dice[0], value=value),), (Doubt(LEANING, sure.dice[0].box),))
    monkeypatch.setattr(known_tray, "read_tray", lambda *_: own)
    monkeypatch.setattr(known_tray, "read_with_knowledge", lambda *_: sure)
    tray = replace(known, trusted=frozenset({BY_CHANGES}))
    assert vision.read(throw((5,), 50, places=PLACES[1:2]), calibration=tray).sure is trusted


@pytest.mark.parametrize(("values", "reasons"), [((3,), []), ((3, 6), [NO_FACE])])
def test_a_small_die_beside_one_that_was_learned_too_large_is_noticed(values, reasons):
    floor = vision.calibrate([table(seed=seed) for seed in range(3)])
    small = replace(floor, edge_px=18.0, rise=0.01, below_camera=(320.0, 240.0))
    picture = throw(values, 0, places=())
    for number, value in enumerate(values):
        draw_die(picture, value, 320 + 14 * number, 240, edge=14)
    face = SimpleNamespace(count=None, candidate=SimpleNamespace(x=320.0, y=240.0, edge=18.0))
    found = find_unexplained(picture, [face], find_changes(picture, small), small)
    assert [doubt.reason for doubt in found] == reasons
