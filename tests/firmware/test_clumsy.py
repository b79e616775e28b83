"""The truth that faulty evenings are judged by: what was undone counts no more, what nobody gave is found."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tablekeeper.display import intents
from tests.firmware.clumsy import Clumsy, Meant
from tests.firmware.fakes import Table


@pytest.fixture
def people(table: Table) -> Clumsy:
    """Somebody who has seen everything so far."""
    nothing: Any = SimpleNamespace()
    return Clumsy(table.loop, nothing, table.intent, luck=Random(1), bots={}, plan=(), strike=lambda name: None)


def type_roll(table: Table, people: Clumsy, roll: str) -> None:
    """They give this as the first answer after the beginning, and see it."""
    table.intent(intents.Answered(roll))
    people._chosen = (1, roll)
    people._notice()


def test_answers_that_replace_undone_ones_before_anybody_looks_are_not_measured_by_what_those_meant(
    table: Table, people: Clumsy
) -> None:
    type_roll(table, people, "roll 1,4,6")
    table.intent(intents.Rewind(1))
    type_roll(table, people, "roll 2,4,6")
    assert [] == people.differences()
    assert {1: Meant("roll 2,4,6")} == people.meant


def test_an_answer_that_changed_without_anybody_wanting_it_is_found(table: Table, people: Clumsy) -> None:
    type_roll(table, people, "roll 1,4,6")
    people._chosen = (-1, "")
    table.loop.session.fix(1, table.loop.session.game.rules.read("roll 1,4,5"), "touch")
    people._notice()
    assert ["answer 1: roll 1,4,5 by touch, but nobody gave it"] == people.differences()
