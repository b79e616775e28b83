"""A reading becomes an answer only when it is sure and fits; its faces are never touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.engines.core import CHANCE, Question, Rolls
from tablekeeper.firmware.senses.arbiter import EARLY, NOT_MOVED, Accepted, Doubted, Early, Misfit, judge
from tablekeeper.vision.reading import Die, conclude

ROLL = Question("roll", CHANCE, Rolls(3), {"dice": (("red", 2), ("black", 1)), "seat": 0})
REROLL = Question("roll", CHANCE, Rolls(2), {"dice": (("red", 2),), "seat": 0})
PIT = Question("roll", CHANCE, Rolls(4), {"dice": (("white", 4),), "seat": 0})


def die(value: int, body: str, x: int = 0, doubt: str | None = None) -> Die:
    return Die(value, 0.99, body, "white", (x, 100, 40, 40), doubt)


def reading(*dice: Die):  # type: ignore[no-untyped-def]
    return conclude(dice, ())


def test_dice_are_spelled_colour_by_colour_as_asked() -> None:
    verdict = judge(ROLL, reading(die(6, "black", 10), die(5, "red", 300), die(3, "red", 200)))
    assert isinstance(verdict, Accepted)
    assert (3, 5, 6) == verdict.roll.values


def test_a_doubtful_die_is_asked_about() -> None:
    verdict = judge(ROLL, reading(die(3, "red"), die(5, "red", 99, "leaning"), die(6, "black", 200)))
    assert isinstance(verdict, Doubted)
    assert [None, "leaning", None] == [d.doubt for d in verdict.dice]


@pytest.mark.parametrize(
    ("dice", "missing", "extra"),
    [
        ((die(3, "red"), die(5, "red", 99)), {"black": 1}, {}),
        ((die(3, "red"), die(5, "blue", 99), die(6, "black", 200)), {"red": 1}, {"blue": 1}),
        ((), {"red": 2, "black": 1}, {}),
    ],
)
def test_other_dice_than_those_asked_for_are_a_misfit(dice, missing, extra) -> None:  # type: ignore[no-untyped-def]
    verdict = judge(ROLL, reading(*dice))
    assert isinstance(verdict, Misfit)
    assert (missing, extra) == (verdict.missing, verdict.extra)


def test_the_black_die_left_in_the_tray_does_not_disturb_the_next_roll() -> None:
    black = die(6, "black", 200)
    verdict = judge(REROLL, reading(die(2, "red"), die(4, "red", 99), black), before=[black, die(1, "red", 400)])
    assert isinstance(verdict, Accepted)
    assert ((2, 4), ("black",)) == (verdict.roll.values, verdict.left)


def test_a_black_die_that_moved_is_no_leftover() -> None:
    before = [die(6, "black", 200)]
    assert isinstance(judge(REROLL, reading(die(2, "red"), die(4, "red", 99), die(6, "black", 300)), before), Misfit)


def test_a_die_that_has_not_moved_since_the_last_roll_is_asked_about() -> None:
    before = [die(2, "red", 0), die(5, "red", 99)]
    verdict = judge(REROLL, reading(die(2, "red", 0), die(4, "red", 300)), before)
    assert isinstance(verdict, Doubted)
    assert [NOT_MOVED, None] == [d.doubt for d in verdict.dice]


def test_a_die_that_was_only_knocked_aside_is_asked_about() -> None:
    before = [die(6, "black", 200)]
    verdict = judge(ROLL, reading(die(2, "red", 0), die(4, "red", 80), die(6, "black", 225)), before)
    assert isinstance(verdict, Doubted)
    assert [None, None, NOT_MOVED] == [d.doubt for d in verdict.dice]


def test_dice_nobody_asked_for_are_early() -> None:
    other = Question("pit", 0, ())
    for question in (None, other):
        assert isinstance(judge(question, reading(die(1, "red"))), Early)
    assert EARLY == "early"


def test_ivory_dice_serve_as_white_ones() -> None:
    dice = [die(i + 1, "ivory" if i % 2 else "white", 60 * i) for i in range(4)]
    assert isinstance(judge(PIT, reading(*dice)), Accepted)


@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from(["red", "black", "blue"])), max_size=6))
def test_no_face_is_ever_changed(thrown: list[tuple[int, str]]) -> None:
    dice = [die(value, body, 50 * i) for i, (value, body) in enumerate(thrown)]
    verdict = judge(ROLL, reading(*dice))
    if isinstance(verdict, Accepted):
        assert sorted(value for value, _ in thrown) == sorted(verdict.roll.values)
        assert [v for v, b in thrown if b == "black"] == [verdict.roll.values[2]]
    else:
        assert sorted(d.value for d in verdict.dice) == sorted(value for value, _ in thrown)
