"""Options of dice, and how a refusal names options."""

from __future__ import annotations

import pytest

from tablekeeper.engines.core import CHANCE, PUBLIC, Question
from tablekeeper.engines.core.answer import Roll
from tablekeeper.engines.core.options import Rolls
from tablekeeper.engines.core.rules import describe_options


@pytest.mark.parametrize(
    ("values", "offered"),
    [
        ((1, 6), True),
        ((6, 1), True),
        ((0, 6), False),
        ((1, 7), False),
        ((7, 7), False),
        ((1,), False),
        ((1, 1, 1), False),
    ],
)
def test_a_roll_is_offered_when_every_die_shows_a_face_that_it_has(values: tuple[int, ...], offered: bool) -> None:
    rolls = Rolls(2)
    assert (Roll(values) in rolls) is offered
    assert (Roll(values) in list(rolls)) is offered


def asked(dice: int, only_for: int = PUBLIC) -> Question:
    return Question(kind="roll", asked=CHANCE, options=Rolls(dice), only_for=only_for)


def test_a_refusal_names_up_to_eight_options() -> None:
    assert describe_options(asked(1)) == "roll 1, roll 2, roll 3, roll 4, roll 5, roll 6"
    eight = Question(kind="roll", asked=CHANCE, options=Rolls(1, 8))
    assert describe_options(eight).endswith("roll 7, roll 8")
    assert describe_options(Question(kind="roll", asked=CHANCE, options=Rolls(1, 9))).endswith("roll 8, ...")


def test_a_refusal_names_no_secret_option() -> None:
    words = describe_options(asked(1, only_for=0))
    assert "roll 1" not in words
    assert "not for everybody" in words
