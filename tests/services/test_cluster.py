"""Games on a real Dask cluster: the same result as in one process, whoever dies; whatever is wrong is one sentence."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.engines.tables import ROOT
from tests.services.broker import free_port
from tests.services.cluster import PATIENCE_S, DaskCluster, surroundings

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        find_spec("distributed") is None, reason="no Dask here: pip install -r requirements/cluster.txt"
    ),
]
GAME = ("simulate", "cocoon-world", "--bot", "good", "--seed", "7", "--json")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    made = DaskCluster(tmp_path)
    yield made
    made.kill()


def start(*words: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tablekeeper", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=surroundings())


def call(*words: str | Path) -> tuple[int, str, str]:
    return end(start(*words))


def end(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a run; one that hangs is killed."""
    try:
        out, said = running.communicate(timeout=4 * PATIENCE_S)
    finally:
        running.kill()
    return running.returncode, out, said


def result_of(found: tuple[int, str, str]) -> dict[str, object]:
    code, out, said = found
    assert (code, said) == (0, "")
    counted: dict[str, object] = json.loads(out)
    return {name: counted[name] for name in ("games", "answers", "outcomes", "wins")}


def refused(found: tuple[int, str, str], words: str) -> None:
    code, out, said = found
    assert (code, out) == (2, ""), said
    assert words in said, said
    assert said.startswith("tablekeeper: Cannot simulate Cocoon World")
    assert said.count("\n") == 1, said


def until_lines(results: Path, lines: int) -> None:
    """Wait until so many pieces are kept."""
    end = time.monotonic() + PATIENCE_S
    while not results.exists() or results.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end, "no piece came back"
        time.sleep(0.02)


def numbers_in(results: Path) -> list[int]:
    """The games of a file of results."""
    pieces = [json.loads(line) for line in results.read_text().splitlines()[1:]]
    return sorted(number for first, games, *_ in pieces for number in range(first, first + games))


def test_workers_elsewhere_play_what_one_process_plays(cluster: DaskCluster) -> None:
    for _ in range(2):
        cluster.add_worker()
    alone = result_of(call(*GAME, "--games", "40"))
    assert alone["games"] == 40
    assert result_of(call(*GAME, "--games", "40", "--cluster", cluster.address)) == alone


def test_a_worker_that_is_killed_in_the_middle_costs_no_game(cluster: DaskCluster, tmp_path: Path) -> None:
    cluster.add_worker()
    doomed = cluster.add_worker()
    results = tmp_path / "results"
    running = start(*GAME, "--games", "160", "--cluster", cluster.address, "--results", results)
    until_lines(results, 3)
    doomed.send_signal(signal.SIGKILL)
    found = result_of(end(running))
    assert doomed.wait(PATIENCE_S) == -signal.SIGKILL
    assert numbers_in(results) == list(range(160))
    assert found == result_of(call(*GAME, "--games", "160", "--workers", "2"))


def test_games_that_kill_a_worker_are_played_by_another_and_counted(cluster: DaskCluster, tmp_path: Path) -> None:
    for _ in range(2):
        cluster.add_worker()
    code = (
        "from tests.firmware.batches.plays import task\nfrom tablekeeper.firmware.batches.run import Where, run\n"
        f"work = task(40, 'toss_and_die', died={str(tmp_path / 'died')!r}, always=False)\n"
        f"total = run(work, Where(cluster={cluster.address!r}))\n"
        "print(total.found == run(task(40)).found, total.games)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=surroundings(), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split() == ["True", "40"], done.stderr
    assert sum(worker.poll() is not None for worker in cluster.workers) == 1


def test_a_scheduler_that_dies_ends_the_run_and_another_one_goes_on_with_it(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    cluster.add_worker()
    results = tmp_path / "results"
    running = start(*GAME, "--games", "100", "--cluster", cluster.address, "--results", results)
    until_lines(results, 3)
    cluster.kill()
    refused(end(running), "the scheduler is gone; expected it to stay until the end")
    kept = numbers_in(results)
    assert 0 < len(kept) < 100
    found = result_of(call(*GAME, "--games", "100", "--workers", "2", "--results", results))
    assert numbers_in(results) == list(range(100))
    assert found == result_of(call(*GAME, "--games", "100"))


def test_where_no_scheduler_is_the_run_says_so() -> None:
    words = (*GAME, "--cluster")
    refused(call(*words, f"tcp://127.0.0.1:{free_port()}"), "nobody answers there as a scheduler does")
    with socket.create_server(("127.0.0.1", 0)) as mute:
        refused(
            call(*words, f"tcp://127.0.0.1:{mute.getsockname()[1]}"),
            "nobody answers there as a scheduler does (TimeoutError)",
        )
    refused(call(*words, "nonsense"), "that is no address; expected the address of a Dask scheduler")


def test_a_scheduler_without_workers_is_said_and_a_worker_is_no_scheduler(cluster: DaskCluster) -> None:
    refused(call(*GAME, "--cluster", cluster.address), "the scheduler has no worker; expected at least one")
    cluster.add_worker()
    refused(call(*GAME, "--cluster", cluster.worker_address), "a Worker answers there; expected the address of a Dask")


def test_a_budget_of_nothing_calls_nobody() -> None:
    nobody = f"tcp://127.0.0.1:{free_port()}"
    refused(call(*GAME, "--games", "0", "--cluster", nobody), "found 0 games; expected 1 to 100,000,000")


def test_a_worker_with_other_rules_plays_nothing(cluster: DaskCluster, tmp_path: Path) -> None:
    other = tmp_path / "other" / "tablekeeper"
    shutil.copytree(ROOT / "src" / "tablekeeper", other, ignore=shutil.ignore_patterns("weights", "__pycache__"))
    rules = other / "engines" / "cocoon_world" / "rules.py"
    rules.write_text(rules.read_text() + "# another rule\n")
    cluster.add_worker(before=other.parent)
    results = tmp_path / "results"
    refused(call(*GAME, "--cluster", cluster.address, "--results", results), "a worker has Tablekeeper ")
    assert numbers_in(results) == []


def test_a_worker_without_tablekeeper_is_said(cluster: DaskCluster, tmp_path: Path) -> None:
    (tmp_path / "bare" / "tablekeeper").mkdir(parents=True)
    (tmp_path / "bare" / "tablekeeper" / "__init__.py").touch()
    cluster.add_worker(before=tmp_path / "bare")
    refused(call(*GAME, "--cluster", cluster.address), "expected workers with this Tablekeeper")
