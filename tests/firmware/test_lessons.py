"""The tray is learned in the eye's worker, from rolls that stood or were put right, and kept in the table's home."""

import numpy as np
import pytest

from tablekeeper.firmware.senses.camera.known_tray import CALIBRATION, load_calibration
from tablekeeper.firmware.senses.camera.learning import Confirmed, Corrected
from tablekeeper.firmware.senses.camera.lessons import TrayLessons
from tablekeeper.firmware.senses.inbox import Ailing, Inbox, Seen
from tablekeeper.vision.reading import Die, conclude
from tests.vision.drawing import draw_die, table

EDGE = 44


class RecordedEye:
    """What an eye was told."""

    def __init__(self):
        self.inbox, self.learned = Inbox(), []

    def learn(self, known):
        self.learned.append(known)


def roll(number, values=(2, 5, 6)):
    rng, picture, dice = np.random.default_rng(number), table(seed=number), []
    for x, value in zip((120, 320, 520), values, strict=True):
        y = int(rng.integers(80, 400))
        draw_die(picture, value, x, y, edge=EDGE, turn_deg=float(rng.uniform(0, 90)))
        dice.append(Die(value, 0.9, "white", "black", (x - EDGE // 2, y - EDGE // 2, EDGE, EDGE)))
    return Seen(conclude(tuple(dice), ()), picture, float(number))


@pytest.fixture
def eye():
    return RecordedEye()


def stand(lessons, number):
    seen = roll(number)
    lessons.hear(Confirmed(number, seen, seen.reading.dice, asked=False))
    return seen


def test_rolls_that_stood_teach_the_tray_and_one_line_says_so(eye, tmp_path):
    lessons = TrayLessons(eye, tmp_path, None)
    for number in range(14):
        stand(lessons, number)
    assert eye.learned[-1].floor.known.mean() > 200
    (news,) = [message for message in eye.inbox.take() if isinstance(message, Ailing)]
    assert (news.device, news.state) == ("learning", "ready")
    kept, fault = load_calibration(tmp_path)
    assert not fault
    assert kept.faces is not None


def test_an_unquestioned_roll_is_learned_only_when_the_next_one_stands(eye, tmp_path):
    lessons = TrayLessons(eye, tmp_path, None)
    stand(lessons, 0)
    assert eye.learned == []
    stand(lessons, 1)
    assert len(eye.learned) == 1


def test_a_roll_that_is_put_right_later_is_learned_as_people_say(eye, tmp_path):
    lessons = TrayLessons(eye, tmp_path, None)
    for number in range(6):
        stand(lessons, number)
    lessons.hear(Corrected(5, None, (), (2, 5, 4)))
    assert sorted(look.value for look in eye.learned[-1].faces.looks)[:8].count(4) == 1
    lessons.hear(Corrected(5, None, (), (2, 5, 4)))  # said twice
    assert len(eye.learned) == 6


def test_learning_goes_on_from_what_was_kept(eye, tmp_path):
    lessons = TrayLessons(eye, tmp_path, None)
    for number in range(14):
        stand(lessons, number)
    kept, _ = load_calibration(tmp_path)
    again = TrayLessons(eye, tmp_path, kept)
    stand(again, 20)
    stand(again, 21)
    assert eye.learned[-1].edge_px == kept.edge_px
    assert len(eye.learned[-1].faces.looks) >= len(kept.faces.looks)
    assert (tmp_path / CALIBRATION).exists()


def test_an_empty_tray_is_looked_at_now_and_then(eye, tmp_path):
    lessons = TrayLessons(eye, tmp_path, None)
    for at_s in (0.0, 1.0, 2.0, 30.0):
        lessons.see_still(table(seed=int(at_s)), at_s, conclude((), ()))
    lessons.see_still(table(seed=9), 90.0, None)
    assert len(eye.learned) == 2
