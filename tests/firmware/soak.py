"""The soak: hours at a simulated table in fast time, game after game in one program; nothing may grow.

`python -m tests.firmware.soak --hours 8` prints a line for each half hour, then the slope of the memory. People think
between two answers, as people do, so an evening of 8 hours holds a few dozen games.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.bots.playout import Bot, choose_randomly
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.device_sets import record
from tablekeeper.firmware.senses.arbiter import is_roll
from tablekeeper.firmware.senses.camera.known_tray import Reader
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.simulated.evening import Evening
from tablekeeper.firmware.simulated.people import People
from tests.firmware.quick_table import QuickTable, Rereading

PLAYERS = ("Ann", "Ben", "Chloé")
THINK_S = (2.0, 25.0)
"""How long people think before they go on."""
TURN_S = 0.5
SAMPLE_S = 450.0
WARM_GAMES = 8
"""Two games of every kind: fonts, sprites and pools, all of them bounded, are then as full as they get."""
MOST_SLOPE_MB = 1.0


class Sample(NamedTuple):
    """The program at one moment."""

    at_s: float
    memory_mb: float
    threads: int
    open_files: int
    files: tuple[str, ...]
    journal_kb: float
    answers: int
    games: int
    """Games over."""


class Soak(Evening):
    """One table, one program; games follow one another, all four in turns."""

    def __init__(self, home: Path, seed: int = 1) -> None:
        self.home, self.journal = home, Journal(home / "journal.sqlite")
        self.recorder = Recorder()
        self.games = self.answers = 0
        super().__init__(
            self.journal, NAMES[0], PLAYERS[:2], seed=seed, out=home / "out", table=QuickTable(seed=seed)
        )  # fmt: skip

    def make_reader(self, colours: Sequence[str]) -> Reader:
        """The usual reader, asked once for each picture."""
        return Rereading(super().make_reader(colours))

    def make_people(self, bots: Mapping[int, Bot]) -> People:
        """People who choose by chance: no planner's memory is measured, as no real table has one."""
        return super().make_people(dict.fromkeys(bots, choose_randomly))

    def live(self, hours: float) -> Iterator[Sample]:
        """Play and think for so long; a sample now and then."""
        clock = self.table.clock
        due_s = 0.0
        while clock.now() < hours * 3600:
            if clock.now() >= due_s:
                due_s += SAMPLE_S
                yield self.sample()
            answers = len(self.session.history.played)
            self._step()
            if len(self.session.history.played) > answers:
                self.answers += len(self.session.history.played) - answers
                self._think(self.luck.uniform(*THINK_S))
            if self.session.is_over:
                self._think(60.0)
                self._begin_next()
        yield self.sample()

    def sample(self) -> Sample:
        """How large the program is now."""
        gc.collect()
        status = Path("/proc/self/status").read_text(encoding="ascii")
        memory_mb = int(status.partition("VmRSS:")[2].split()[0]) / 1024
        files = tuple(sorted(path.name for path in self.home.rglob("*") if path.is_file()))
        journal_kb = sum(path.stat().st_size for path in self.home.glob("journal.sqlite*")) / 1024
        opened = len(os.listdir("/proc/self/fd"))
        return Sample(
            self.table.clock.now(), memory_mb, threading.active_count(), opened, files, journal_kb, self.answers,
            self.games,
        )  # fmt: skip

    def _begin_next(self) -> None:
        self.games += 1
        count = self.luck.randint(2, 3)
        session = Session.begin(self.journal, NAMES[self.games % len(NAMES)], PLAYERS[:count], table="virtual")
        self.sit_down(session)
        record(self.recorder, self.turns.eye, None)

    def _think(self, seconds: float) -> None:
        """Nothing is answered, but everything goes on turning."""
        until_s = self.table.clock.now() + seconds
        while self.table.clock.now() < until_s:
            if not is_roll(self.loop.question):
                self.turns.look()
            self.table.clock.sleep(TURN_S)
            self.run_program()

    def close(self) -> None:
        """Give everything back."""
        super().close()
        self.journal.close()


def warmed_up(samples: Sequence[Sample]) -> list[Sample]:
    """The samples after the first games; of a short soak its second half."""
    warm = [sample for sample in samples if sample.games >= WARM_GAMES]
    return warm if 2 * len(warm) > len(samples) else list(samples[len(samples) // 2 :])


def slope_mb(samples: Sequence[Sample]) -> float:
    """MB an hour: the line through the samples after warming up."""
    warm = warmed_up(samples)
    hours = [sample.at_s / 3600 for sample in warm]
    return float(np.polyfit(hours, [sample.memory_mb for sample in warm], 1)[0])


def main(words: Sequence[str] | None = None) -> int:
    """Soak and tell; 1 if something grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=8.0)
    wanted = parser.parse_args(words)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        soak = Soak(Path(folder))
        for sample in soak.live(wanted.hours):
            samples.append(sample)
            if len(samples) % 4 == 1:
                print(
                    f"{sample.at_s / 3600:5.2f} h  {sample.memory_mb:6.1f} MB  {sample.threads} threads  "
                    f"{sample.open_files} open files  journal {sample.journal_kb:.0f} KB  {sample.answers} answers, "
                    f"{soak.games} games over", flush=True,
                )  # fmt: skip
        soak.close()
    first = warmed_up(samples)[0]
    last, slope = samples[-1], slope_mb(samples)
    new_files = sorted(set(last.files) - set(first.files))
    threads, opened = last.threads - first.threads, last.open_files - first.open_files
    a_thousand = (last.journal_kb - first.journal_kb) / max(1, last.answers - first.answers) * 1000
    print(
        f"memory {slope:+.2f} MB an hour, {threads:+d} threads, {opened:+d} open files, {len(new_files)} new files "
        f"{new_files[:5]}; the journal, which is meant to, grows by {a_thousand:.0f} KB in 1,000 answers"
    )
    return int(slope >= MOST_SLOPE_MB or threads > 0 or opened > 0 or bool(new_files))


if __name__ == "__main__":
    sys.exit(main())
