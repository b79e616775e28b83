"""The three ways back: each gives exactly the state of the other history."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.engines.core import CHANCE, Refused
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.history import Entry, History, Played, standing
from tablekeeper.engines.core.playout import choose_randomly
from tests.engines.tables import Case, cases, open_table

CASES = [case for case in cases() if case.players in (2, 3) and not case.options]
EACH = pytest.mark.parametrize("case", CASES, ids=str)
FEW = settings(max_examples=6, deadline=None, derandomize=True)


class Disk:
    """A journal that only remembers, and that can refuse to write."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.full = False

    def keep(self, entry: Entry) -> None:
        if self.full:
            raise OSError("no space left")
        self.entries.append(entry)


def played(case: Case, seed: int, answers: int) -> tuple[Game, Any, History, Disk]:
    """A game some answers long."""
    game, setup = open_table(case)
    disk = Disk()
    history = History(game.rules, setup, disk.keep)
    luck = random.Random(seed)
    while len(history.played) < answers and not game.rules.is_over(history.state):
        history.answer(choose_randomly(game.rules, history.state, history.question, luck), "test")
    return game, setup, history, disk


def folded(game: Game, setup: Any, disk: Disk) -> tuple[Any, list[Played]]:
    """What the entries on the disk tell: the state, and what was asked and answered on the way."""
    history = History.fold(game.rules, setup, disk.entries)
    return history.state, history.played


@EACH
@FEW
@given(seed=st.integers(0, 10**6), answers=st.integers(1, 80))
def test_the_journal_tells_the_live_state(case: Case, seed: int, answers: int) -> None:
    game, setup, history, disk = played(case, seed, answers)
    assert (history.state, history.played) == folded(game, setup, disk)


@EACH
@FEW
@given(seed=st.integers(0, 10**6), answers=st.integers(2, 80), data=st.data())
def test_a_fix_gives_the_history_in_which_the_reading_was_right(
    case: Case, seed: int, answers: int, data: st.DataObject
) -> None:
    game, setup, history, disk = played(case, seed, answers)
    before = [p.answer for p in history.played]
    at = data.draw(st.integers(0, len(before) - 1))
    luck = random.Random(seed)
    state, _ = game.rules.start(setup)
    for answer in before[:at]:
        state, _ = game.rules.answer(state, answer)
    right = choose_randomly(game.rules, state, game.rules.question(state), luck)

    dropped = history.fix(at, right, "test")

    expected = [*before[:at], right]
    state, _ = game.rules.answer(state, right)
    for answer in before[at + 1 :]:
        try:
            state, _ = game.rules.answer(state, answer)
        except Refused:
            break
        expected.append(answer)
    assert expected == [p.answer for p in history.played]
    assert state == history.state
    assert (state, history.played) == folded(game, setup, disk)
    assert len(before) == len(expected) + len(dropped)


@EACH
@FEW
@given(seed=st.integers(0, 10**6), answers=st.integers(2, 60), data=st.data())
def test_a_rewind_gives_the_state_before_that_answer(case: Case, seed: int, answers: int, data: st.DataObject) -> None:
    game, setup, history, disk = played(case, seed, answers)
    before = [p.answer for p in history.played]
    at = data.draw(st.integers(0, len(before) - 1))
    state, _ = game.rules.start(setup)
    for answer in before[:at]:
        state, _ = game.rules.answer(state, answer)

    assert before[at] == history.rewind(at, "test").answer
    assert state == history.state
    assert (state, history.played) == folded(game, setup, disk)
    assert len(disk.entries) == len(before) + 1


@EACH
@FEW
@given(seed=st.integers(0, 10**6), answers=st.integers(1, 80))
def test_only_a_decision_with_nothing_new_behind_it_is_taken_back(case: Case, seed: int, answers: int) -> None:
    game, setup, history, disk = played(case, seed, answers)
    last = history.played[-1]
    state = history.state
    if last.asked == CHANCE or last.final:
        with pytest.raises(Refused, match="take_back.too_late"):
            history.take_back("test")
        assert state == history.state
        return
    assert last == history.take_back("test")
    assert (history.state, history.played) == folded(game, setup, disk)
    history.answer(last.answer, "test")
    assert state == history.state


@EACH
def test_folding_tells_again_what_happened(case: Case) -> None:
    game, setup = open_table(case)
    disk, luck, told = Disk(), random.Random(1), []
    history = History(game.rules, setup, disk.keep)
    while len(told) < 40 and not game.rules.is_over(history.state):
        answer = choose_randomly(game.rules, history.state, history.question, luck)
        told.append((answer, history.answer(answer, "test")))
    again = History.fold(game.rules, setup, disk.entries)
    assert told == [(played.answer, played.events) for played in again.played]
    assert told[-1][1] == again.happened
    assert any(events for _, events in told)


def test_before_the_first_answer_there_is_nothing_to_take_back_or_go_back_to() -> None:
    game, setup = open_table(CASES[0])
    history = History(game.rules, setup)
    assert history.can_take_back() is None
    with pytest.raises(Refused, match="take_back.too_late"):
        history.take_back("test")
    with pytest.raises(Refused, match="history.no_such_answer"):
        history.rewind(0, "test")


def test_what_the_disk_refuses_does_not_count() -> None:
    game, _, history, disk = played(CASES[0], 1, 10)
    disk.full = True
    state, count = history.state, len(history.played)
    answer = choose_randomly(game.rules, state, history.question, random.Random(1))
    for change in (
        lambda: history.answer(answer, "test"),
        lambda: history.fix(0, history.played[0].answer, "test"),
        lambda: history.rewind(3, "test"),
    ):
        with pytest.raises(OSError, match="no space"):
            change()
        assert (state, count) == (history.state, len(history.played))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (Entry("answer", 2, "x"), "speaks of answer 2, but 1 stand"),
        (Entry("answer", 0, "x"), "an answer is numbered 0, right would be 1"),
        (Entry("fix", 1, "x"), "speaks of answer 1, but 1 stand"),
        (Entry("rewind", 1), "speaks of answer 1, but 1 stand"),
        (Entry("rewind", -1), "speaks of answer -1, but 1 stand"),
        (Entry("sing", 0, "x"), "has kind 'sing', right would be one of answer, fix, take_back, rewind"),
    ],
)
def test_an_entry_that_cannot_follow_is_refused(entry: Entry, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        standing([Entry("answer", 0, "x"), entry])
