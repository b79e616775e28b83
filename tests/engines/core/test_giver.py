"""Answers from outside: from whom, and to which question."""

from __future__ import annotations

import random

import pytest

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Refused
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.record.giver import OUT_OF_TURN, STALE, Giver, QuestionId
from tablekeeper.engines.core.record.history import History
from tests.engines.core.test_history import Disk
from tests.engines.tables import Case, open_table

ALL_DRAW = Case("kokoro", 3, "real", ())
HANDS = Case("cocoon_world", 3, "virtual", ())


def until(history: History, kind: str) -> None:
    """Play at random until a question of this kind is open."""
    luck = random.Random(3)
    while history.question.kind != kind:
        history.answer(choose_randomly(history.rules, history.state, history.question, luck), "test")


def open_game(case: Case) -> History:
    game, setup = open_table(case)
    history = History(game.rules, setup, Disk().keep)
    history.game = 7
    return history


def refusal(history: History, answer: Answer, giver: Giver) -> str:
    """Why an answer is refused; nothing has changed then."""
    before = history.state, len(history.played), history.asked
    with pytest.raises(Refused) as refused:
        history.answer(answer, "phone", giver=giver)
    assert before == (history.state, len(history.played), history.asked)
    return refused.value.reason


def test_an_answer_to_an_earlier_question_is_refused_even_where_it_would_fit() -> None:
    history = open_game(HANDS)
    asked = history.asked
    option = history.question.options[0]
    history.answer(option, "phone", giver=Giver(to=asked))
    assert refusal(history, history.question.options[0], Giver(to=asked)) == STALE


def test_after_a_rewind_the_same_place_is_another_question() -> None:
    history = open_game(HANDS)
    asked = history.asked
    option = history.question.options[0]
    history.answer(option, "phone")
    history.rewind(0, "touch")
    assert refusal(history, option, Giver(to=asked)) == STALE
    history.answer(option, "phone", giver=Giver(to=history.asked))


def test_a_question_of_another_game_is_another_question() -> None:
    history = open_game(HANDS)
    elsewhere = QuestionId(8, history.asked.number)
    assert refusal(history, history.question.options[0], Giver(to=elsewhere)) == STALE


def test_a_seat_answers_only_when_it_is_asked() -> None:
    history = open_game(HANDS)
    until(history, "place")
    seat = history.question.asked
    assert seat >= 0
    option = history.question.options[0]
    assert refusal(history, option, Giver((seat + 1) % 3)) == OUT_OF_TURN
    history.answer(option, "phone", giver=Giver(seat))
    history.rewind(len(history.played) - 1, "touch")


def test_what_one_seat_alone_may_see_is_told_by_that_seat_alone() -> None:
    history = open_game(HANDS)
    until(history, "draw")
    question = history.question
    assert (question.asked, question.only_for >= 0) == (CHANCE, True)
    assert refusal(history, question.options[0], Giver((question.only_for + 1) % 3)) == OUT_OF_TURN
    history.answer(question.options[0], "phone", giver=Giver(question.only_for))


def test_where_all_answer_at_once_each_seat_speaks_for_itself() -> None:
    history = open_game(ALL_DRAW)
    until(history, "act")
    drew = find_game("kokoro").rules.read("drew 1")
    assert history.question.asked == TEAM
    assert refusal(history, drew, Giver(2)) == OUT_OF_TURN
    history.answer(drew, "phone", giver=Giver(1))
    with pytest.raises(Refused, match=OUT_OF_TURN):
        history.take_back("phone", giver=Giver(0))
    history.take_back("phone", giver=Giver(1))


def test_whoever_sees_the_dice_may_tell_them() -> None:
    history = open_game(HANDS)
    until(history, "roll")
    before = len(history.played)
    history.answer(history.question.options[5], "phone", giver=Giver(2, history.asked))
    assert len(history.played) == before + 1


def test_every_way_back_names_its_question_too() -> None:
    history = open_game(HANDS)
    stale = Giver(to=history.asked)
    until(history, "place")
    history.answer(history.question.options[0], "phone")
    option = history.played[0].answer
    with pytest.raises(Refused, match=STALE):
        history.take_back("phone", giver=stale)
    with pytest.raises(Refused, match=STALE):
        history.rewind(0, "phone", giver=stale)
    with pytest.raises(Refused, match=STALE):
        history.fix(0, option, "phone", giver=stale)


def test_a_folded_game_goes_on_with_the_same_number() -> None:
    game, setup = open_table(HANDS)
    disk = Disk()
    history = History(game.rules, setup, disk.keep)
    until(history, "place")
    history.rewind(1, "touch")
    assert History.fold(game.rules, setup, disk.entries).asked == history.asked
