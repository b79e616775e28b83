"""Dice in the window: rolls on a page, one tap where the reader is not sure, and back to the menu."""

from __future__ import annotations

import csv
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.pages import DoubtPage, MenuPage
from tablekeeper.firmware.journal.statistics import TOO_FEW, Fairness
from tablekeeper.firmware.senses.inbox import Seen
from tablekeeper.vision.reading import Die, Doubt, conclude
from tests.firmware.sitting import Sitting, simulated_devices


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    sitting.intent(intents.OpenDice())
    yield sitting
    sitting.close()


def die(value: int, x: int, body: str = "white", doubt: str | None = None) -> Die:
    return Die(value, 0.9, body, "black", (x, 0, 40, 40), doubt)


def see(sitting: Sitting, *dice: Die, doubts: tuple[Doubt, ...] = ()) -> DicePage | DoubtPage:
    sitting.program.inbox.put(Seen(conclude(dice, doubts), None, sitting.now_s))
    sitting.step()
    page = sitting.step()
    assert isinstance(page, DicePage | DoubtPage)
    return page


def values(page: object) -> list[int]:
    assert isinstance(page, DicePage)
    return [die.value for die in page.dice]


def test_rolls_are_shown_and_counted_by_colour(sitting: Sitting) -> None:
    see(sitting, die(3, 0), die(5, 100, "red"))
    page = see(sitting, die(6, 300))
    assert isinstance(page, DicePage)
    assert (page.number, values(page)) == (2, [6])
    assert page.before == ((("white", 3), ("red", 5)),)
    assert page.counts == {"white": ((0, 0, 1, 0, 0, 1), "few"), "red": ((0, 0, 0, 0, 1, 0), "few")}


def test_a_doubtful_roll_is_asked_about_and_counts_once_it_is_told(sitting: Sitting) -> None:
    page = see(sitting, die(3, 0), die(4, 100, doubt="glare"))
    assert isinstance(page, DoubtPage)
    assert [crop.doubt for crop in page.dice] == [None, "glare"]
    page = sitting.intent(intents.FixReading(-1, "roll 3,5"))
    assert values(page) == [3, 5]
    assert page.counts == {"white": ((0, 0, 1, 0, 1, 0), "few")}


def test_a_doubt_about_the_whole_picture_asks_about_every_die(sitting: Sitting) -> None:
    page = see(sitting, die(3, 0), die(4, 100), doubts=(Doubt("hand-in-view"),))
    assert isinstance(page, DoubtPage)
    assert all(crop.doubt for crop in page.dice)


def test_a_doubtful_roll_can_be_thrown_again(sitting: Sitting) -> None:
    see(sitting, die(4, 100, doubt="glare"))
    page = sitting.intent(intents.RollAgain())
    assert isinstance(page, DicePage)
    assert (page.number, page.dice) == (0, ())


def test_the_latest_roll_can_be_fixed_and_is_counted_as_fixed(sitting: Sitting) -> None:
    see(sitting, die(3, 0))
    assert isinstance(sitting.intent(intents.OpenFix()), DoubtPage)
    page = sitting.intent(intents.FixReading(-1, "roll 2"))
    assert (page.number, values(page), page.before) == (1, [2], ())
    assert page.counts == {"white": ((0, 1, 0, 0, 0, 0), "few")}


@pytest.mark.parametrize("text", ["roll 2,3", "roll", "roll 7", "quit", "", "roll x"])
def test_a_fix_that_is_no_roll_of_these_dice_changes_nothing(sitting: Sitting, text: str) -> None:
    see(sitting, die(3, 0))
    sitting.intent(intents.OpenFix())
    page = sitting.intent(intents.FixReading(-1, text))
    assert values(page) == [3]


def test_dice_that_stay_keep_their_value_and_count_in_the_next_roll(sitting: Sitting) -> None:
    see(sitting, die(3, 0), die(5, 100))
    assert values(see(sitting, die(5, 100))) == [3, 5]
    assert values(see(sitting, die(5, 100), die(1, 300))) == [5, 1]


def test_back_leads_from_the_fix_to_the_roll_and_from_there_to_the_menu(sitting: Sitting) -> None:
    see(sitting, die(3, 0))
    sitting.intent(intents.OpenFix())
    assert values(sitting.intent(intents.Back())) == [3]
    assert isinstance(sitting.intent(intents.Back()), MenuPage)
    sitting.program.inbox.put(Seen(conclude((die(4, 0),), ()), None, 0.0))
    assert isinstance(sitting.step(), MenuPage)


def test_without_a_camera_the_page_says_so(sitting: Sitting) -> None:
    assert sitting.step().phase == "no_camera"


def test_the_eye_of_the_table_sees_what_simulated_hands_throw(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, simulated_devices)
    page = sitting.intent(intents.OpenDice())
    assert page.hands
    sitting.intent(intents.RollAgain())
    page = sitting.until(lambda page: isinstance(page, DicePage) and page.number == 1)
    thrown = sorted((die.body, die.value) for die in sitting.program.devices.table.tray.dice)  # type: ignore[attr-defined]
    assert sorted((die.body, die.value) for die in page.dice) == thrown
    sitting.intent(intents.Back())
    eye = sitting.program.devices.eye
    assert eye is not None
    assert eye.expected is None
    sitting.close()


def test_the_rolls_are_saved_as_people_confirmed_them(sitting: Sitting, tmp_path: Path) -> None:
    see(sitting, die(3, 0), die(5, 100, "red"))
    see(sitting, die(6, 300))
    sitting.intent(intents.OpenFix())
    sitting.intent(intents.FixReading(-1, "roll 4"))
    page = sitting.intent(intents.SaveRolls())
    assert isinstance(page, DicePage)
    with (tmp_path / page.saved).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["roll"], row["sum"], row["dice"]) for row in rows] == [
        ("1", "8", "white:3 red:5"),
        ("2", "4", "white:4"),
    ]
    assert not see(sitting, die(1, 200)).saved  # type: ignore[union-attr]


def test_rolls_that_cannot_be_saved_are_one_sentence(sitting: Sitting, tmp_path: Path) -> None:
    see(sitting, die(3, 0))
    place = sitting.program.errands[-1]._log._path  # type: ignore[attr-defined]
    place.with_suffix(".new").mkdir()
    page = sitting.intent(intents.SaveRolls())
    assert isinstance(page, DicePage)
    assert (page.saved, page.fault) == ("", "is a directory")


@pytest.mark.slow
def test_ten_hours_of_rolls_keep_no_more_than_the_rolls(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """3,600 rolls, one in ten seconds: what grows is the list of rolls to save, which has a bound of its own."""
    few = Fairness(0, (0,) * 6, None, TOO_FEW)  # the judgement throws 20,000 times, whatever the number of rolls
    monkeypatch.setattr("tablekeeper.firmware.errands.dicing.judge_dice", lambda *counts: few)
    objects = []
    for hour in range(10):
        for number in range(360):
            see(sitting, die(1 + (number + hour) % 6, 20 + 30 * (number % 2)), die(1 + number % 5, 200, "red"))
        gc.collect()
        objects.append(len(gc.get_objects()))
    page = sitting.step()
    assert isinstance(page, DicePage)
    assert page.number == 3600
    assert len(page.before) == 8
    assert objects[-1] - objects[1] < 8 * 360 * 6
