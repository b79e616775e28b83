"""The three ways back: each gives exactly the state of the other history."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.engines.core import CHANCE, Refused
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.record.entries import Entry, Misfit, standing
from tablekeeper.engines.core.record.history import History, Played
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

    would_go = history.dropped_by(at, right, "test")
    assert len(history.played) == len(before), "looking changes nothing"
    dropped = history.fix(at, right, "test")
    assert dropped == would_go

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
    assert disk.entries[-1].kept == len(expected) - at - 1


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
    assert disk.entries[len(before) :] == [Entry("rewind", at, "", 0, "test", 0.0)]


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


@pytest.mark.parametrize("case", [case for case in CASES if case.game == "kokoro"], ids=str)
def test_what_was_asked_for_good_is_never_taken_back(case: Case) -> None:
    """Who has looked has looked, whatever the events show to others."""
    game, setup = open_table(case)
    history, luck, asked = History(game.rules, setup), random.Random(3), 0
    while not game.rules.is_over(history.state) and len(history.played) < 400:
        final = history.question.final
        history.answer(choose_randomly(game.rules, history.state, history.question, luck), "test")
        if final:
            asked += 1
            assert history.can_take_back() is None
    assert asked


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
    ("entry", "code"),
    [
        (Entry("answer", 2, "x"), "entry.misplaced"),
        (Entry("answer", 0, "x"), "entry.misplaced"),
        (Entry("fix", 1, "x"), "entry.misplaced"),
        (Entry("fix", 0, "x", -1), "entry.misplaced"),
        (Entry("rewind", 1), "entry.misplaced"),
        (Entry("rewind", -1), "entry.misplaced"),
        (Entry("sing", 0, "x"), "entry.unknown"),
    ],
)
def test_an_entry_that_cannot_follow_stops_the_count_until_a_rewind(entry: Entry, code: str) -> None:
    first, next_one = Entry("answer", 0, "a"), Entry("answer", 1, "c")
    found = standing([first, entry, next_one])
    assert ([("a", "")], Misfit(code, 1, entry.text or entry.kind, 2)) == found
    assert ([("a", ""), ("c", "")], None) == standing([first, entry, next_one, Entry("rewind", 1), next_one])


@EACH
@FEW
@given(seed=st.integers(0, 10**6), answers=st.integers(2, 60), data=st.data())
def test_an_answer_that_no_longer_fits_ends_the_fold_where_it_fits(
    case: Case, seed: int, answers: int, data: st.DataObject
) -> None:
    game, setup, history, disk = played(case, seed, answers)
    at = data.draw(st.integers(0, len(disk.entries) - 1))
    texts = st.one_of(st.sampled_from(["roll 9,9", "sing", ""]), st.text())
    disk.entries[at] = disk.entries[at]._replace(text=data.draw(texts))
    again = History.fold(game.rules, setup, disk.entries)
    again.keep = disk.keep
    if again.misfit is None:
        assert disk.entries[at].text.split() == history.played[at].answer.spell().split()
        return
    assert (at, len(history.played) - at) == (again.misfit.at, again.misfit.lost)
    assert history.played[:at] == again.played
    before = len(disk.entries)
    for change in (
        lambda: again.answer(history.played[at].answer, "test"),
        lambda: again.fix(0, history.played[0].answer, "test"),
        lambda: again.take_back("test"),
    ):
        with pytest.raises(Refused):
            change()
    assert before == len(disk.entries)
    again.settle("test")
    assert (before + 1, None) == (len(disk.entries), again.misfit)
    again.answer(history.played[at].answer, "test")
    assert (again.state, again.played) == folded(game, setup, disk)
    assert History.fold(game.rules, setup, disk.entries).misfit is None


def test_settling_is_for_games_that_do_not_fit() -> None:
    _, _, history, disk = played(CASES[0], 1, 3)
    with pytest.raises(Refused, match="settle.fits"):
        history.settle("test")
    assert 3 == len(disk.entries)


def test_rules_that_break_over_an_old_answer_stop_the_fold_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    game, setup, _, disk = played(CASES[0], 1, 12)
    answer = game.rules.answer

    def break_down(state: Any, given: Any) -> Any:
        if len(calls) == 7:
            raise KeyError("a place that there was once")
        calls.append(given)
        return answer(state, given)

    calls: list[Any] = []
    monkeypatch.setattr(game.rules, "answer", break_down)
    again = History.fold(game.rules, setup, disk.entries)
    assert again.misfit is not None
    assert ("rules.broken", 7, 5, "KeyError") == (
        again.misfit.code,
        again.misfit.at,
        again.misfit.lost,
        again.misfit.detail,
    )


def test_a_state_that_cannot_be_shown_is_gone_back_from(monkeypatch: pytest.MonkeyPatch) -> None:
    game, setup, history, disk = played(CASES[0], 1, 12)
    last, view = history.state, game.rules.view

    def refuse(state: Any, *words: Any) -> Any:
        if state == last:
            raise IndexError("nothing to see here")
        return view(state, *words)

    monkeypatch.setattr(game.rules, "view", refuse)
    again = History.fold(game.rules, setup, disk.entries)
    assert again.misfit is not None
    assert ("rules.broken", 11, 1) == (again.misfit.code, again.misfit.at, again.misfit.lost)
    assert history.played[:11] == again.played
