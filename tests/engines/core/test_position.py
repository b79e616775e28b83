"""Positions from plain data: in the middle of any game, and refused where they cannot be."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.core.errors import PositionFault
from tests.engines.tables import GAMES, Case, cases, edition, open_table

MIDDLE = [case for case in cases() if case.players == 2]


def played(case: Case, answers: int) -> tuple[Any, Any, list[str]]:
    """A game some answers long."""
    game, setup = open_table(case)
    luck, told = random.Random(5), []
    state, _ = game.rules.start(setup)
    while len(told) < answers and not game.rules.is_over(state):
        options = game.rules.question(state).options
        answer = options[luck.randrange(len(options))]
        told.append(answer.spell())
        state, _ = game.rules.answer(state, answer)
    return setup, state, told


@pytest.mark.parametrize("case", MIDDLE, ids=str)
def test_a_position_is_what_stands_after_its_answers(case: Case) -> None:
    setup, state, told = played(case, 25)
    rules = GAMES[case.game].rules
    assert rules.position(setup, told) == state
    fields = {name: value for name, value in rules.to_plain(state).items() if name != "setup"}
    assert rules.position(setup, (), fields) == state


@pytest.mark.parametrize("case", MIDDLE, ids=str)
def test_a_field_that_there_is_not_or_that_is_of_another_kind_is_refused(case: Case) -> None:
    game, setup = open_table(case)
    with pytest.raises(PositionFault, match="found the field 'luck'; expected one of .*agenda, "):
        game.rules.position(setup, (), {"luck": 7})
    with pytest.raises(PositionFault):
        game.rules.position(setup, (), {"agenda": [["no_such_step"]]})
    with pytest.raises(PositionFault):
        game.rules.position(setup, (), {"seat": "Ann", "turn": None, "agenda": 3})


def test_a_position_of_pig_is_gone_on_with() -> None:
    rules = GAMES["pig"].rules
    setup = GAMES["pig"].prepare(("Ann", "Ben"), edition("pig"), options={"goal": "30"})
    state = rules.position(setup, ("roll 5",), {"points": [28, 3], "turn": 9})
    state, events = rules.answer(state, rules.read("hold"))
    assert events[-1].kind == "game_won"
    assert rules.outcome(state).scores == (33, 3)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"points": [1, 2, 3]}, "for 2 players; expected one number each"),
        ({"seat": 2}, "found seat = 2; expected 0 to 1"),
        ({"gained": -1}, "below nought"),
    ],
)
def test_a_game_says_what_cannot_be(fields: dict[str, Any], says: str) -> None:
    setup = GAMES["pig"].prepare(("Ann", "Ben"), edition("pig"))
    with pytest.raises(PositionFault, match=says):
        GAMES["pig"].rules.position(setup, (), fields)
