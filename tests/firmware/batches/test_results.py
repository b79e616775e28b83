"""The file of results: a run that was stopped goes on with it, and whatever does not belong to the run is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablekeeper.firmware.batches.results import Results
from tablekeeper.firmware.batches.run import Where, run
from tablekeeper.firmware.batches.task import Task
from tablekeeper.firmware.errors import BadInput
from tests.firmware.batches.plays import task


def stopped_after(path: Path, games: int, whole: Task) -> None:
    """A run that is stopped once so many games are kept."""

    def stop(done: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(whole, Where(results=path), stop)


def test_a_run_that_was_stopped_goes_on_and_plays_no_game_twice(tmp_path: Path) -> None:
    path, note = tmp_path / "results", tmp_path / "note"
    whole = task(40, note=str(note))
    stopped_after(path, 10, whole)
    played = len(note.read_text().split())
    assert 10 <= played < 40
    total = run(whole, Where(results=path))
    assert sorted(map(int, note.read_text().split())) == list(range(40))
    assert (total.found["numbers"], total.fresh) == (list(range(40)), 40 - played)
    assert total.found["heads"] == run(task(40)).found["heads"]
    assert run(whole, Where(results=path)).fresh == 0


def test_more_games_can_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(task(10), Where(results=path))
    total = run(task(25), Where(results=path))
    assert (total.fresh, total.found["numbers"]) == (15, list(range(25)))


def test_a_line_that_was_cut_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(task(40), Where(results=path))
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        with_file = Results(task(40), path)
        with_file.close()
        kept = with_file.games
        assert path.read_bytes().count(b"\n") == whole[:cut].count(b"\n") + (b"\n" not in whole[:cut])
        assert kept <= 40
    path.write_bytes(whole[:-5])
    assert run(task(40), Where(results=path)).found["numbers"] == list(range(40))
    assert path.read_bytes().endswith(b"\n")


def spoil(path: Path, line: int, text: str) -> None:
    lines = path.read_text().splitlines()
    lines[line] = text
    path.write_text("\n".join(lines) + "\n")


def test_what_belongs_to_another_run_or_is_damaged_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "results"
    run(task(40), Where(results=path))
    whole = path.read_bytes()

    def refused(other: Task) -> str:
        before = path.read_bytes()
        with pytest.raises(BadInput) as fault:
            Results(other, path)
        assert path.read_bytes() == before
        return str(fault.value)

    assert "it holds seed 1; expected 2" in refused(task(40, seed=2))
    assert "results of another task" in refused(task(40, note="x"))
    assert "results of another task" in refused(task(40, play="sleep"))
    assert "it holds release" in refused(task(40)._replace(packages=("tests.pig",)))
    assert "holds game number 40; expected at most 39" in refused(task(39))
    for text, words in (
        ("[0,1]", "line 3 is no result"),
        ("{", "line 3 is no result"),
        ("[0,-1,0,0]", "no result"),
        ("[true,1,0,0]", "no result"),
        ("[0,1,0,{}]", "game 0 is in it twice"),
        ("[" * 100_000, "no result"),
        ("1" * 1_000_001, "longer than any result"),
    ):
        path.write_bytes(whole)
        spoil(path, 2, text)
        assert words in refused(task(40))
    path.write_bytes(whole)
    header = json.loads(path.read_text().splitlines()[0])
    for text in ("", "[]", json.dumps({**header, "format": 2}), "hello"):
        spoil(path, 0, text)
        assert "its first line is none of ours" in refused(task(40))
    path.write_bytes(b"my only copy of a poem")
    assert "its first line is none of ours" in refused(task(40))


def test_two_runs_do_not_write_one_file_and_a_folder_is_none(tmp_path: Path) -> None:
    first = Results(task(), tmp_path / "results")
    with pytest.raises(BadInput, match="another run writes it"):
        Results(task(), tmp_path / "results")
    first.close()
    Results(task(), tmp_path / "results").close()
    with pytest.raises(BadInput, match="no plain file"):
        Results(task(), tmp_path)
    with pytest.raises(BadInput, match="no such file or directory"):
        Results(task(), tmp_path / "none" / "results")
