"""The program as it is started: it tells that it is ready, stops within two seconds, and says who has the table."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.firmware.service.service import STARTS
from tests.firmware.commands import call

pytestmark = pytest.mark.slow
PATIENCE_S = 60.0
"""A busy machine starts slowly; what is measured is the stop."""


class Started:
    """`tablekeeper run` in a process of its own, with a window that nobody sees, under somebody who listens."""

    def __init__(self, home: Path, *words: str) -> None:
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.told.settimeout(PATIENCE_S)
        self.told.bind(str(home / "notify"))
        environment = {
            **os.environ, "NOTIFY_SOCKET": str(home / "notify"), "SDL_AUDIODRIVER": "dummy", "WATCHDOG_USEC": "1000000",
        }  # fmt: skip
        command = [sys.executable, "-m", "tablekeeper", "--home", str(home), "--set", "screen.driver=dummy", *words]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def hear(self, word: str) -> str:
        """Wait until it has told this."""
        while word not in (told := self.told.recv(200).decode()):
            pass
        return told

    def stop(self) -> tuple[float, int, str]:
        """How many seconds it took to end, its exit code, and what it said."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        said, _ = self.process.communicate(timeout=PATIENCE_S)
        return time.monotonic() - began, self.process.returncode, said

    def close(self) -> None:
        """End it whatever it does."""
        self.process.kill()
        self.process.communicate()
        self.told.close()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    made = Started(tmp_path, "run")
    yield made
    made.close()


def test_it_feeds_the_watchdog_and_a_wish_to_stop_is_granted_within_two_seconds(
    started: Started, tmp_path: Path
) -> None:
    assert "at the table" in started.hear("READY=1")
    started.hear("WATCHDOG=1")
    started.hear("WATCHDOG=1")
    seconds, code, said = started.stop()
    assert (seconds < 2.0, code) == (True, 0), (seconds, said)
    assert (tmp_path / STARTS).read_text(encoding="ascii").strip() == "0"


def test_a_second_program_on_the_table_says_who_has_it(started: Started, tmp_path: Path) -> None:
    started.hear("READY=1")
    for words in (
        ("run",),
        ("play", "cocoons", "--headless"),
        ("play", "cocoons", "--headless", "--table", "simulated"),
    ):
        told = call(tmp_path, "--set", "screen.driver=dummy", *words)
        assert told.exit_code == 2
        assert f"process {started.process.pid} has it" in told.stderr
        assert "Traceback" not in told.stderr


def test_three_starts_that_did_not_last_make_the_next_one_safe(tmp_path: Path) -> None:
    (tmp_path / STARTS).write_text("3\n", encoding="ascii")
    made = Started(tmp_path, "run")
    assert "in safe mode" in made.hear("READY=1")
    _, code, said = made.stop()
    made.close()
    assert code == 0
    assert "safe mode" in said


def test_a_killed_start_counts_as_one_that_did_not_last(tmp_path: Path) -> None:
    made = Started(tmp_path, "run")
    made.hear("READY=1")
    made.close()
    assert (tmp_path / STARTS).read_text(encoding="ascii").strip() == "1"


def test_an_evening_at_the_terminal_feeds_the_watchdog_too(tmp_path: Path) -> None:
    made = Started(tmp_path, "play", "cocoons", "--headless", "--table", "simulated", "--out", str(tmp_path / "out"))
    made.hear("READY=1")
    made.hear("WATCHDOG=1")
    seconds, code, said = made.stop()
    made.close()
    assert (seconds < 2.0, code) == (True, 0), (seconds, said)
