"""Kill -9 at every answer of a whole game of each kind: each start resumes at exactly the last accepted answer.

Each start is a process of its own (a fork), which opens the journal, finds out how far the game is, gives one more
answer and is killed: before the answer is written, between writing it and noting it, or before anything is shown.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.bots.playout import play_out
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.journal.care.repair import open_journal
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.settings.copies import load_edition

AFTER = ("between writing and noting", "before showing")
"""When a start is killed with one more answer on disk; each answer is killed before writing first."""


def die(*_: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("a killed process went on")


def resume_answer_and_die(path: Path, truth: list[str], moment: str, told: int) -> None:
    """What each start does; tells how many answers it found, or 'wrong', before it dies."""
    journal, notice = open_journal(path)
    record = journal.unfinished()
    assert record is not None
    session = Session.resume(journal, record, lambda: 0.0)
    found = [played.answer.spell() for played in session.history.played]
    os.write(told, str(len(found) if (notice, found) == ("", truth[: len(found)]) else notice or "wrong").encode())
    if moment == "before writing":
        session.history.keep = die
    elif moment == "between writing and noting":
        session.journal._head.note = die  # type: ignore[method-assign]
        session.history.keep = journal.writer(record.id)
    session.answer(session.game.rules.read(truth[len(found)]), "test")
    die()


def start(do: Callable[[int], None]) -> str:
    """Fork, do, be killed; returns what was told."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            do(write)
        finally:
            os._exit(3)
    os.close(write)
    with os.fdopen(read) as pipe:
        told = pipe.read()
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL, told
    return told


def begin(path: Path, name: str) -> list[str]:
    """A new game on disk, and the answers that its story will have."""
    game = find_game(name)
    setup = game.prepare(["Ann", "Ben"], load_edition(game), table="virtual", options={})
    truth: list[str] = []
    state, _ = game.rules.start(setup)
    play_out(game.rules, state, random.Random(7), on_answer=lambda _, answer, __: truth.append(answer.spell()))
    with Journal(path) as journal:
        journal.begin(game.name, to_plain(setup), 0.0)
    return truth


def kill_through(path: Path, name: str, every: int, after: str) -> int:
    """Kill at every so many answers, before it is written and after; returns the number of kills."""
    truth = begin(path, name)
    kills = done = 0
    while done < len(truth):
        for moment in ("before writing", after):
            told = start(lambda pipe, moment=moment: resume_answer_and_die(path, truth, moment, pipe))  # type: ignore[misc]
            assert told == str(done), (name, moment, done)
            kills += 1
        done += 1
        if every > 1 and done < len(truth):
            done = play_on(path, truth, min(every, len(truth) - 1 - done))
    with Journal(path) as journal:
        record = journal.records()[-1]
        # killed before the end was noted, whoever resumes it finds it over
        assert record.ending == ("over" if after == "before showing" else "")
        session = Session.resume(journal, record, lambda: 0.0)
        assert (session.is_over, len(session.history.played)) == (True, len(truth))
    return kills


def play_on(path: Path, truth: list[str], answers: int) -> int:
    """Give some answers without being killed; returns how many stand."""
    with Journal(path) as journal:
        record = journal.unfinished()
        assert record is not None
        history: History = Session.resume(journal, record, lambda: 0.0).history
        for text in truth[len(history.played) : len(history.played) + answers]:
            history.answer(history.rules.read(text), "test")
        return len(history.played)


def play_and_show(path: Path, truth: list[str], shown: int) -> None:
    """Play on as fast as it goes; one byte for each answer that people saw."""
    journal, _ = open_journal(path)
    record = journal.unfinished()
    assert record is not None
    session = Session.resume(journal, record, lambda: 0.0)
    for text in truth[len(session.history.played) : -1]:
        session.answer(session.game.rules.read(text), "test")
        os.write(shown, b".")
    die()


def kill_from_outside(path: Path, truth: list[str], luck: random.Random) -> int:
    """Start, wait for some answers to be seen, kill; returns how many were seen in all."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            play_and_show(path, truth, write)
        finally:
            os._exit(3)
    os.close(write)
    seen = len(os.read(read, luck.randint(1, 5)))
    os.kill(child, signal.SIGKILL)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    while more := os.read(read, 1000):
        seen += len(more)
    os.close(read)
    return seen


def test_killed_at_any_moment_all_that_was_shown_is_there(tmp_path: Path) -> None:
    """The kill comes from outside, in the middle of whatever SQLite is doing: what was shown stands, nothing twice."""
    luck = random.Random(5)
    kills = 0
    for number in range(3):
        path = tmp_path / str(number)
        truth = begin(path, "cocoon_world")
        stands = 0
        while stands < len(truth) - 1:
            seen = kill_from_outside(path, truth, luck)
            before, stands = stands, play_on(path, truth, 0)
            assert before + seen <= stands <= before + seen + 1
            kills += 1
    assert kills > 5


@pytest.mark.parametrize("after", AFTER)
@pytest.mark.parametrize("name", NAMES)
def test_killed_at_many_answers_nothing_is_lost_or_doubled(name: str, after: str, tmp_path: Path) -> None:
    assert kill_through(tmp_path / "j", name, 20, after) > 3


@pytest.mark.slow
@pytest.mark.parametrize("after", AFTER)
@pytest.mark.parametrize("name", NAMES)
def test_killed_at_every_answer_nothing_is_lost_or_doubled(name: str, after: str, tmp_path: Path) -> None:
    kills = kill_through(tmp_path / "j", name, 1, after)
    with Journal(tmp_path / "j") as journal:
        assert kills == 2 * len(journal.entries(journal.records()[-1].id))
    print(f"{name}, before writing and {after}: {kills} kills, 0 lost, 0 doubled")


def test_an_entry_on_disk_that_was_never_noted_stands(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        number = journal.begin("cocoon_world", {}, 0.0)
        keep = journal.writer(number)
        keep(Entry("answer", 0, "a"))
        journal._head.note = lambda tail: None  # type: ignore[method-assign]
        journal.writer(number)(Entry("answer", 1, "b"))
    journal, notice = open_journal(tmp_path / "j")
    with journal:
        assert ([entry.text for entry in journal.entries(number)], notice) == (["a", "b"], "")
