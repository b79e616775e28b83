"""When a tray counts as settled; time is given, nothing sleeps."""

import numpy as np
import pytest

from tablekeeper.vision.reading import Die, Reading
from tablekeeper.vision.settle import Phase, Settle, sharpest
from tests.vision.drawing import draw_die, table

STEP_S = 0.1


def reading_of(*values, sure=True, x=100):
    dice = tuple(Die(value, 0.9, "white", "black", (x + 60 * n, 100, 40, 40)) for n, value in enumerate(values))
    return Reading(dice, sure, None if sure else "glare")


def tray(value=None, x=200):
    picture = table()
    if value:
        draw_die(picture, value, x, 200, edge=60, turn_deg=10)
    return picture


class Table:
    """Frames and the readings that the reader would give for them."""

    def __init__(self, **options):
        self.says, self.reads, self.now_s = reading_of(), 0, 0.0
        self.settle = Settle(self._read, **options)

    def _read(self, _picture):
        self.reads += 1
        return self.says() if callable(self.says) else self.says

    def show(self, picture, says, frames):
        self.says = says
        verdicts = []
        for _ in range(frames):
            self.now_s += STEP_S
            verdicts.append(self.settle.watch(picture, self.now_s))
        return verdicts


def settled(verdicts):
    return [verdict.reading for verdict in verdicts if verdict.phase is Phase.SETTLED]


def test_a_still_tray_is_accepted_once_and_never_twice():
    table_ = Table()
    assert settled(table_.show(tray(3), reading_of(3), 60)) == [reading_of(3)]


def test_nothing_is_read_while_things_move():
    table_ = Table()
    for x in range(120, 500, 20):
        table_.show(tray(3, x), reading_of(3), 1)
    assert table_.reads == 0


def test_a_new_throw_is_accepted_anew():
    table_ = Table()
    table_.show(tray(3), reading_of(3), 12)
    assert settled(table_.show(tray(5, 400), reading_of(5, x=300), 12)) == [reading_of(5, x=300)]


def test_a_hand_that_passes_does_not_count_the_same_dice_again():
    table_ = Table()
    table_.show(tray(3), reading_of(3), 12)
    table_.show(np.full((480, 640, 3), 150, np.uint8), reading_of(), 3)
    assert settled(table_.show(tray(3), reading_of(3), 30)) == []


def test_an_announced_hand_keeps_the_tray_unread():
    table_ = Table()
    table_.settle.note_hand(until_s=2.0)
    assert settled(table_.show(tray(3), reading_of(3), 15)) == []
    assert settled(table_.show(tray(3), reading_of(3), 20)) == [reading_of(3)]


def test_a_missing_die_is_waited_for_then_told():
    table_ = Table(wanted=2)
    early = table_.show(tray(3), reading_of(3), 40)
    assert early[-1].phase is Phase.SHORT
    assert settled(early) == []
    assert settled(table_.show(tray(3), reading_of(3), 40)) == [reading_of(3)]


def test_frames_that_disagree_end_unsure():
    table_ = Table()
    answers = iter([2, 3, 4, 5, 6, 1] * 20)
    accepted = settled(table_.show(tray(3), lambda: reading_of(next(answers)), 60))
    assert len(accepted) == 1
    assert (accepted[0].sure, accepted[0].why) == (False, "frames-disagree")


def test_an_unsure_reading_is_handed_over_late_and_unsure():
    table_ = Table()
    assert settled(table_.show(tray(3), reading_of(3, sure=False), 30)) == []
    assert [r.sure for r in settled(table_.show(tray(3), reading_of(3, sure=False), 30))] == [False]


def test_an_empty_tray_is_no_roll():
    assert settled(Table().show(tray(), reading_of(), 80)) == []


def test_an_empty_tray_in_which_nothing_changes_is_hardly_ever_read():
    """Somebody thinks for minutes before a throw; to read every frame of that would take a whole core of a Pi."""
    table_ = Table()
    table_.show(tray(), reading_of(), 60)
    before = table_.reads
    table_.show(tray(), reading_of(), round(60 / STEP_S))
    assert 6 <= table_.reads - before <= 13


def test_flicker_as_of_a_real_sensor_is_no_news_in_an_empty_tray():
    table_, chance = Table(), np.random.default_rng(1)
    flickering = [np.clip(tray() + chance.normal(0, 3, (480, 640, 3)), 0, 255).astype(np.uint8) for _ in range(8)]
    for number in range(round(30 / STEP_S)):
        table_.show(flickering[number % 8], reading_of(), 1)
    assert table_.reads <= 12


@pytest.mark.parametrize("shade", [30, -30])
def test_a_die_that_is_too_small_and_dull_for_the_gate_is_read_within_a_second(shade):
    table_ = Table()
    table_.show(tray(), reading_of(), 60)
    with_die = tray()
    with_die[200:218, 300:318] = np.clip(with_die[200:218, 300:318].astype(int) + shade, 0, 255)
    verdicts = table_.show(with_die, reading_of(3), round(1 / STEP_S))
    assert Phase.MOVING not in {verdict.phase for verdict in verdicts}
    assert settled(verdicts) == [reading_of(3)]


def test_even_a_die_that_looks_like_the_tray_is_read_within_six_seconds():
    table_ = Table()
    table_.show(tray(), reading_of(), 60)
    assert settled(table_.show(tray(), reading_of(3), round(6 / STEP_S))) == [reading_of(3)]


def test_an_empty_tray_is_read_anew_after_a_hand_was_over_it():
    table_ = Table()
    table_.show(tray(), reading_of(), 60)
    before = table_.reads
    table_.show(np.full((480, 640, 3), 150, np.uint8), reading_of(), 1)
    table_.show(tray(), reading_of(), 8)
    assert table_.reads - before == 3


def test_a_question_that_comes_while_the_tray_lies_still_for_long_is_given_as_many_readings_as_any_other():
    table_ = Table()
    table_.show(tray(), reading_of(), 60)
    table_.settle.ask(1)
    assert settled(table_.show(tray(), reading_of(3), 12)) == [reading_of(3)]


def test_an_empty_tray_that_lies_still_for_long_is_no_roll_when_a_question_comes():
    table_ = Table()
    table_.show(tray(), reading_of(), 60)
    table_.settle.ask(1)
    assert settled(table_.show(tray(), reading_of(), 60)) == []


def test_a_missing_die_is_waited_for_also_where_the_tray_lay_still_before_the_first_was_put():
    table_ = Table(wanted=2)
    table_.show(tray(), reading_of(), 100)
    assert settled(table_.show(tray(), reading_of(3), 50)) == []
    assert settled(table_.show(tray(), reading_of(3), 50)) == [reading_of(3)]


@pytest.mark.parametrize(("noise", "still"), [(1.0, False), (12.0, True)])
def test_flicker_below_the_measured_noise_is_still(noise, still):
    rng = np.random.default_rng(3)
    table_ = Table(noise=noise)
    verdicts = []
    for _ in range(15):
        flicker = np.clip(tray(3) + rng.normal(0, 12, (480, 640, 1)), 0, 255).astype(np.uint8)
        verdicts += table_.show(flicker, reading_of(3), 1)
    assert bool(settled(verdicts)) is still


def test_the_sharpest_of_a_burst():
    import cv2

    sharp = tray(5)
    burst = [cv2.GaussianBlur(sharp, (0, 0), 2), sharp, cv2.GaussianBlur(sharp, (0, 0), 1)]
    assert sharpest(burst) is sharp


def test_a_table_that_wants_no_dice_accepts_the_empty_tray_and_any_other_waits():
    assert settled(Table(wanted=0).show(tray(), reading_of(), 12)) == [reading_of()]
    assert settled(Table(wanted=2).show(tray(), reading_of(), 70)) == []


@pytest.mark.parametrize(
    ("later", "new"),
    [
        ((3, "white", 100, 100), False),
        ((3, "white", 107, 107), False),  # a fifth of a die is what a box may jump
        ((3, "white", 108, 100), True),
        ((3, "white", 100, 108), True),
        ((3, "white", 92, 100), True),
        ((5, "white", 100, 100), True),
        ((3, "red", 100, 100), True),
    ],
)
def test_dice_of_another_value_colour_or_place_are_a_new_roll_and_crept_light_is_none(later, new):
    value, body, x, y = later
    table_ = Table()
    table_.show(tray(3), reading_of(3), 12)
    again = Reading((Die(value, 0.9, body, "black", (x, y, 40, 40)),), True, None)
    assert settled(table_.show(tray(3, 400), again, 12)) == ([again] if new else [])
