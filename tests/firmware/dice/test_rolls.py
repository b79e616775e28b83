"""Which readings are rolls, and how a roll is written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
