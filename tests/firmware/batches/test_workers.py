"""Several processes play the same games as one, and a worker that dies costs time, never games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablekeeper.firmware.batches.piece import OtherRelease, play_piece
from tablekeeper.firmware.batches.run import Where, run
from tablekeeper.firmware.batches.task import cut
from tablekeeper.firmware.batches.workers import ThisProcess, open_workers
from tablekeeper.firmware.errors import BadInput
from tests.engines.tables import ROOT
from tests.firmware.batches.plays import task


def test_a_killed_worker_s_games_are_played_again(tmp_path: Path) -> None:
    total = run(task(40, "toss_and_die", died=str(tmp_path / "died"), always=False), Where(workers=2))
    assert (total.lost, total.found["numbers"]) == (1, list(range(40)))
    assert total.found["heads"] == run(task(40)).found["heads"]


def test_games_that_kill_every_worker_end_the_run_and_keep_the_others(tmp_path: Path) -> None:
    results = tmp_path / "results"
    with pytest.raises(BadInput, match="workers died 4 times in a row, at last with the games"):
        run(task(8, "toss_and_die", died=str(tmp_path / "died"), always=True), Where(workers=2, results=results))
    kept = {json.loads(line)[0] for line in results.read_text().splitlines()[1:]}
    assert kept < set(range(8)) - {5} | {8}
    assert len(kept & set(range(5))) >= 4, "the other worker has at most one of the games before under way"


def test_a_worker_of_another_release_plays_nothing() -> None:
    piece = cut(task(), 0, 1)
    assert play_piece(piece).found["numbers"] == [0]
    with pytest.raises(OtherRelease):
        play_piece(piece._replace(release="0.0.1 0123456789abcdef"))


def test_one_worker_or_little_work_starts_no_process() -> None:
    assert isinstance(open_workers(task(40), 1), ThisProcess)
    assert isinstance(open_workers(task(1), 200), ThisProcess)


@pytest.mark.parametrize("workers", [0, -1, 1001])
def test_a_number_of_workers_that_cannot_be_is_refused(workers: int) -> None:
    with pytest.raises(BadInput, match=rf"Cannot toss coins: found {workers} workers; expected 1 to 1000"):
        open_workers(task(), workers)


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (-1, 1), (100_000_001, 1), (1, 1 << 64)])
def test_a_number_of_games_or_a_seed_that_cannot_be_is_refused(games: int, seed: int) -> None:
    with pytest.raises(BadInput, match="^Cannot toss coins: found "):
        task(games, seed=seed)


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:8786", "tcp://:1", "tcp://a b:1", "http://x:99999999"])
def test_what_is_no_address_of_a_cluster_is_refused_before_anybody_is_called(address: str) -> None:
    with pytest.raises(BadInput, match="that is no address; expected the address of a Dask scheduler"):
        open_workers(task(), 1, address)


def test_a_cluster_without_its_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"found no package `distributed`; expected it installed: pip install"):
        open_workers(task(), 1, "tcp://127.0.0.1:8786")


@pytest.mark.slow
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    began = tmp_path / "began"
    code = (
        "from tests.firmware.batches.plays import task\nfrom tablekeeper.firmware.batches.run import Where, run\n"
        f"if __name__ == '__main__': run(task(9, 'sleep', began={str(began)!r}), Where(workers=2))"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    started = subprocess.Popen([sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(ROOT)})
    until = time.monotonic() + 20
    while not began.exists() and time.monotonic() < until:
        time.sleep(0.05)
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
    assert len(children) >= 2
    started.kill()
    started.wait()
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{child}").exists() for child in children)
