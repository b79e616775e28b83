"""Which readings are rolls, and how a roll is written down."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablekeeper.firmware.dice.presets import KEEP, find_preset
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.dice.rolls import Rolls
from tablekeeper.firmware.dice.table import RollTable
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.senses.inbox import Ailing, Inbox, Lain, Message, Seen
from tablekeeper.vision.reading import Die, Doubt, conclude


def die(value: int, x: int = 0, body: str = "white") -> Die:
    return Die(value, 0.9, body, "black", (x, 0, 40, 40))


def seen(*dice: Die, at_s: float = 1.0, doubts: tuple[Doubt, ...] = ()) -> Seen:
    return Seen(conclude(dice, doubts), None, at_s)


def test_each_reading_of_new_dice_is_one_roll() -> None:
    rolls = Rolls()
    first, second = rolls.judge(seen(die(3))), rolls.judge(seen(die(4, x=300)))
    assert first is not None
    assert second is not None
    assert [(first.number, first.sum), (second.number, second.sum)] == [(1, 3), (2, 4)]


def test_taking_dice_out_is_no_roll() -> None:
    rolls = Rolls()
    rolls.judge(seen(die(3), die(5, x=100), die(5, x=200)))
    assert rolls.judge(seen(die(5, x=100), die(5, x=200))) is None
    assert rolls.judge(seen(die(5, x=200))) is None
    assert rolls.count == 1


def test_dice_that_were_kept_count_with_those_that_were_thrown_again() -> None:
    rolls = Rolls()
    rolls.judge(seen(die(3), die(5, x=100)))
    assert rolls.judge(seen(die(5, x=100))) is None
    again = rolls.judge(seen(die(5, x=100), die(1, x=300)))
    assert again is not None
    assert (again.number, again.sum) == (2, 6)


def test_the_same_die_thrown_onto_its_old_place_is_a_roll_once_the_tray_was_seen_empty() -> None:
    rolls = Rolls()
    rolls.judge(seen(die(3), die(5, x=100)))
    assert rolls.judge(Lain(())) is None
    again = rolls.judge(seen(die(5, x=100)))
    assert again is not None
    assert again.number == 2


@pytest.mark.parametrize(("name", "count"), [("two", 2), ("five", 5)])
def test_another_number_of_dice_than_the_preset_says_is_asked_about_and_moves_no_value(name: str, count: int) -> None:
    rolls = Rolls(preset=find_preset(name))
    dice = [die(3, x=100 * n) for n in range(count)]
    right, wrong = rolls.judge(seen(*dice)), rolls.judge(seen(*dice, die(6, x=900)))
    assert right is not None
    assert wrong is not None
    assert (right.sure, wrong.sure, wrong.why) == (True, False, "not-as-expected")
    assert [one.value for one in wrong.dice] == [3] * count + [6]


def test_dice_that_stay_keep_the_value_that_people_confirmed() -> None:
    """The reader doubts the same die at each roll; people are asked about it once."""
    rolls = Rolls(preset=KEEP)
    doubted = replace(die(4, x=100), doubt="glare")
    first = rolls.judge(seen(die(3), doubted))
    assert first is not None
    assert not first.sure
    rolls.confirm((3, 5))
    again = rolls.judge(seen(die(1, x=300), replace(doubted, box=(103, 2, 40, 40))))
    assert again is not None
    assert again.sure
    assert [one.value for one in again.dice] == [1, 5]
    assert again.kept == {1}
    assert [one.get("kept") for one in again.to_plain()["dice"]] == [None, True]  # type: ignore[union-attr, index]


@pytest.mark.parametrize("thrown", [die(2, x=100), die(5, x=140), die(5, x=100, body="red")])
def test_a_die_that_shows_another_value_or_lies_elsewhere_was_thrown(thrown: Die) -> None:
    rolls = Rolls(preset=KEEP)
    rolls.judge(seen(die(3), die(5, x=100)))
    again = rolls.judge(seen(die(3), thrown))
    assert again is not None
    assert again.kept == {0}
    assert again.dice[1].value == thrown.value


def test_a_doubtful_die_that_moved_is_asked_about() -> None:
    rolls = Rolls(preset=KEEP)
    rolls.judge(seen(die(3), die(5, x=100)))
    again = rolls.judge(seen(die(3), replace(die(5, x=140), doubt="touching")))
    assert again is not None
    assert (again.sure, again.why) == (False, "touching")


def test_a_table_that_is_knocked_while_all_dice_stay_is_no_roll() -> None:
    rolls = Rolls(preset=KEEP)
    rolls.judge(seen(die(3), die(5, x=100)))
    assert rolls.judge(seen(die(3, x=1), die(5, x=101))) is None


def test_what_is_wrong_with_the_whole_picture_stays_wrong() -> None:
    rolls = Rolls(preset=KEEP)
    rolls.judge(seen(die(3), die(5, x=100)))
    again = rolls.judge(seen(die(3), die(1, x=300), doubts=(Doubt("hand-in-view"),)))
    assert again is not None
    assert (again.sure, again.why) == (False, "hand-in-view")


def test_a_reading_without_dice_is_no_roll() -> None:
    assert Rolls().judge(seen(doubts=(Doubt("hand-in-view"),))) is None


def test_what_is_no_reading_is_handed_on() -> None:
    inbox, others = Inbox(), list[Message]()
    for message in (Ailing("camera", "lost", "gone"), seen(die(2))):
        inbox.put(message)
    assert [roll.sum for roll in Rolls().take(inbox, others.append)] == [2]
    assert others == [Ailing("camera", "lost", "gone")]


def test_a_roll_in_json_has_exactly_the_promised_fields() -> None:
    reading = conclude((die(3), die(4, body="red")), (Doubt("glare"),))
    told = json.loads(DiceRoll(7, 1.23456, reading).to_json())
    assert told == {
        "roll": 7,
        "at": 1.235,
        "sure": False,
        "why": "glare",
        "dice": [
            {"value": 3, "body": "white", "confidence": 0.9},
            {"value": 4, "body": "red", "confidence": 0.9},
        ],
        "sum": 7,
    }


def test_sums_are_counted_for_each_colour() -> None:
    roll = DiceRoll(1, 0.0, conclude((die(3), die(4, body="red"), die(6)), ()))
    assert roll.sums == {"white": 9, "red": 4}


def test_a_table_is_continued_and_every_line_is_on_its_way_at_once(tmp_path: Path) -> None:
    path = tmp_path / "rolls.csv"
    for number in (1, 2):
        table = RollTable(path)
        table.add(DiceRoll(number, 2.5, conclude((die(3), die(4, body="red")), ())))
        assert path.read_text(encoding="utf-8").splitlines()[-1] == f"{number},2.5,True,,7,white:3 red:4"
        table.close()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_a_foreign_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "letter.csv"
    path.write_text("Dear Ann,\n", encoding="utf-8")
    with pytest.raises(BadInput, match="found a file that begins 'Dear Ann,'"):
        RollTable(path)
    assert path.read_text(encoding="utf-8") == "Dear Ann,\n"
