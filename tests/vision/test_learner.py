"""A tray is learned while people play: its floor beside the dice, its area, and how the dice look; and it forgets."""

from collections import Counter

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.reading import CUT_OFF, NO_FACE, Die, Doubt
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.floor.floor_memory import FloorMemory
from tablekeeper.vision.trays.learning.face_memory import FaceMemory
from tablekeeper.vision.trays.learning.learner import NEWS_FORGOTTEN, NEWS_KNOWN, TrayLearner
from tablekeeper.vision.trays.learning.recall import recall
from tests.vision.drawing import draw_die, table

EDGE = 44


def throw(values, seed):
    """Dice of these values anywhere, apart; and where they lie."""
    rng, picture, places = np.random.default_rng(seed), table(seed=seed), []
    for value in values:
        while True:
            x, y = (int(v) for v in rng.integers((60, 60), (580, 420)))
            if all(np.hypot(x - a, y - b) > 2.5 * EDGE for a, b in places):
                break
        places.append((x, y))
        draw_die(picture, value, x, y, edge=EDGE, turn_deg=float(rng.uniform(0, 90)))
    dice = [_die(value, *place) for value, place in zip(values, places, strict=True)]
    return picture, dice


def _die(value, x, y):
    return Die(value, 0.9, "white", "black", (x - EDGE // 2, y - EDGE // 2, EDGE, EDGE))


def evening(rolls, first=0):
    learner = TrayLearner()
    for number in range(first, first + rolls):
        values = [int(v) for v in np.random.default_rng(number).integers(1, 7, 3)]
        picture, dice = throw(values, number)
        learner.see_roll(picture, dice, values)
    return learner


@pytest.fixture(scope="module")
def learned():
    return evening(12)


def test_after_some_rolls_the_empty_tray_is_known_although_nobody_showed_it(learned):
    assert list(learned.news) == [NEWS_KNOWN]
    floor = learned.known.floor
    empty = cv2.resize(table(seed=99), (320, 240), interpolation=cv2.INTER_AREA)
    assert np.abs(floor.middle.astype(int) - empty)[floor.known > 0].mean() < 4
    assert (floor.known > 0).mean() > 0.9
    reading = vision.read(table(seed=98), calibration=learned.known)
    assert (reading.dice, reading.sure) == ((), True)


def test_what_was_learned_is_used_and_survives_a_file(learned):
    again = Calibration.from_toml(learned.known.to_toml())
    assert again == learned.known
    picture, dice = throw((1, 4, 6), 300)
    reading = vision.read(picture, calibration=again)
    assert (reading.values, reading.sure) == ((1, 4, 6), True)
    x, y = dice[0].box[0], dice[0].box[1]
    cv2.circle(picture, ((x + 200) % 500 + 60, (y + 150) % 300 + 80), 30, (90, 60, 20), -1)  # a pawn was left there
    assert not vision.read(picture, calibration=again).sure


def test_a_new_cloth_is_learned_and_the_old_one_forgotten():
    learner = evening(9)
    cloth = (120, 60, 60)
    for number in range(50, 59):
        picture, dice = throw((2, 5), number)
        picture = np.where((picture == table(seed=number)).all(2, keepdims=True), table(cloth, seed=number), picture)
        learner.see_roll(picture.astype(np.uint8), dice, (2, 5))
    assert np.abs(np.median(learner.known.floor.middle, (0, 1)) - cloth).max() < 6


def test_another_camera_begins_anew():
    learner = evening(4)
    picture, dice = throw((3, 3), 70)
    small = cv2.resize(picture, (480, 360))
    learner.see_roll(small, [_die(3, d.box[0], d.box[1]) for d in dice], (3, 3))
    assert learner.known is None
    assert learner.news[-1] == NEWS_FORGOTTEN


def test_memory_has_a_bound():
    floor = FloorMemory()
    for look in range(40):
        floor.add(np.full((24, 32, 3), 100 + look % 3, np.uint8), np.zeros((24, 32), np.uint8))
    assert len(floor._looks) < 10
    memory, (picture, dice) = FaceMemory(4 * 0.25 * EDGE), throw((5,), 3)
    for _ in range(40):
        memory = memory.with_face(picture, dice[0].box[0] + EDGE / 2, dice[0].box[1] + EDGE / 2, 5)
    assert len(memory.looks) < 10


def test_one_hand_in_view_is_no_floor():
    memory = FloorMemory()
    for look in range(7):
        small = np.full((60, 80, 3), 100, np.uint8)
        if look == 3:
            small[20:40, 20:60] = (120, 150, 200)
        memory.add(small, np.zeros((60, 80), np.uint8))
    assert memory.floor.high.max() == 100


@pytest.fixture(scope="module")
def memory():
    faces = FaceMemory(4 * 0.25 * EDGE)
    for number in range(24):
        value = number % 6 + 1
        picture, (die,) = throw((value,), 500 + number)
        faces = faces.with_face(picture, die.box[0] + EDGE / 2, die.box[1] + EDGE / 2, value)
    return faces


def verdicts(faces, first=700, many=36):
    found = Counter()
    for number in range(first, first + many):
        picture, (die,) = throw((number % 6 + 1,), number)
        value = faces.recognise(picture, die.box[0] + EDGE / 2, die.box[1] + EDGE / 2)
        found["none" if value is None else "right" if value == die.value else "wrong"] += 1
    return found


def test_faces_are_recognised_by_faces_that_people_confirmed(memory):
    found = verdicts(memory)
    assert found["wrong"] == 0
    assert found["right"] > 30


def test_one_in_ten_called_wrongly_names_no_wrong_value():
    faces, rng = FaceMemory(4 * 0.25 * EDGE), np.random.default_rng(5)
    for number in range(30):
        value = number % 6 + 1
        picture, (die,) = throw((value,), 900 + number)
        told = value if number % 10 else int(rng.choice([v for v in range(1, 7) if v != value]))
        faces = faces.with_face(picture, die.box[0] + EDGE / 2, die.box[1] + EDGE / 2, told)
    assert verdicts(faces)["wrong"] == 0


def test_a_doubt_about_a_face_that_people_know_is_answered_and_no_other(memory):
    picture, (die,) = throw((6,), 41)
    known = _knowing(picture, memory)
    box = die.box
    faces, doubts = recall(picture, [], [Doubt(NO_FACE, box)], known)
    assert ([face.count.value for face in faces], doubts) == ([6], [])
    for other in (Doubt("leaning", box), Doubt(NO_FACE, (5, 5, EDGE, EDGE)), Doubt(NO_FACE, (*box[:2], 400, 400))):
        assert recall(picture, [], [other], known) == ([], [other])


def test_a_face_that_the_picture_cuts_off_is_not_answered(memory):
    picture, (die,) = throw((6,), 41)
    x, y = die.box[0] + EDGE // 2, die.box[1] + EDGE // 2
    part = np.ascontiguousarray(picture[:, x - 8 :])
    doubt = Doubt(CUT_OFF, (8 - EDGE // 2, y - EDGE // 2, EDGE, EDGE))
    assert recall(part, [], [doubt], _knowing(part, memory)) == ([], [doubt])


def _knowing(picture, memory):
    height, width = picture.shape[:2]
    background = np.zeros((height // 2, width // 2, 3), np.uint8)
    corners = ((0, 0), (width, 0), (width, height), (0, height))
    return Calibration(width, height, corners, background, 1.0, 1.0, EDGE, faces=memory)
