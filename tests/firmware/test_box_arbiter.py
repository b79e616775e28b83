"""What the sliding box says, judged against what the game asks and where it has the gap."""

from __future__ import annotations

from typing import Any

import pytest

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import Question
from tablekeeper.firmware.senses.arbiter import agrees, hole_of, judge_gap, judge_slide
from tablekeeper.hardware.sliding_box.facts import Differs, Lifted, NoHole, Rests, Slid, Unknown
from tests.engines.tables import Case, open_table

GAME, SETUP = open_table(Case("cocoons", 2, "virtual", (("level", "1"),)))
SLIDES: Any = find_game("cocoons").slides
AT_S = 1.0


def question_after(*answers: str) -> Question:
    state, _ = GAME.rules.start(SETUP)
    for answer in answers:
        state, _ = GAME.rules.answer(state, GAME.rules.read(answer))
    question: Question = GAME.rules.question(state)
    return question


def first_turn() -> Question:
    """The first question to slide, with the gap in the middle."""
    state, _ = GAME.rules.answer(GAME.rules.start(SETUP)[0], GAME.rules.read("start 4"))
    while (question := GAME.rules.question(state)).kind != "turn":
        state, _ = GAME.rules.answer(state, question.options[0])
    found: Question = question
    return found


@pytest.mark.parametrize(
    ("fact", "hole"),
    [
        (Rests(AT_S, 5), 5),
        (Differs(AT_S, 4, 5), 4),
        (Unknown(AT_S, 6, 5, "nobody knows"), 6),
        (Slid(AT_S, 4, 5), 4),
        (Lifted(AT_S, (1,)), None),
        (NoHole(AT_S), None),
    ],
)
def test_the_hole_is_where_a_fact_says(fact: Any, hole: int | None) -> None:
    assert hole == hole_of(fact)
    assert agrees(fact, -1)
    assert agrees(fact, 4) is (hole == 5)
    assert agrees(fact, 0) is False


def test_a_resting_box_answers_where_the_gap_is_and_nothing_else() -> None:
    opening = question_after()
    assert str(judge_gap(SLIDES, opening, Rests(AT_S, 5))) == "start 4"
    assert str(judge_gap(SLIDES, opening, Differs(AT_S, 1, 5))) == "start 0"
    assert str(judge_gap(SLIDES, opening, Unknown(AT_S, 9, 5, "nobody knows"))) == "start 8"
    assert judge_gap(SLIDES, opening, Lifted(AT_S, (1,))) is None
    assert judge_gap(SLIDES, opening, Slid(AT_S, 4, 5)) is None
    assert judge_gap(SLIDES, None, Rests(AT_S, 5)) is None
    assert judge_gap(SLIDES, question_after("start 4"), Rests(AT_S, 5)) is None


def test_a_slide_is_the_answer_only_into_the_gap_that_the_game_has_and_from_beside_it() -> None:
    turn = first_turn()
    assert str(judge_slide(SLIDES, turn, Slid(AT_S, 4, 5), 4)) == "slide 3"
    assert judge_slide(SLIDES, turn, Slid(AT_S, 4, 5), 3) is None
    assert judge_slide(SLIDES, turn, Slid(AT_S, 1, 5), 4) is None
    assert judge_slide(SLIDES, None, Slid(AT_S, 4, 5), 4) is None
    assert judge_slide(SLIDES, question_after(), Slid(AT_S, 4, 5), 4) is None
