"""A cut at any point, from the very first start on: the table starts, what was shown is there, and nothing is twice."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablekeeper.engines.catalogue import find_game
from tablekeeper.firmware.journal.care.backup import JOURNAL, newest_backup
from tablekeeper.firmware.journal.care.repair import open_journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.settings.copies import Copies
from tablekeeper.firmware.updates.launch import hand_over
from tablekeeper.firmware.updates.shelf import Shelf
from tests.firmware.power_cuts.disk import WAYS, Change, Disk, File, read_changes
from tests.firmware.power_cuts.scenario import PARTS, WHEEL, read_sound, read_tray

HERE = Path(__file__).parent
SAMPLE = 300
AT_LEAST = 5000
LEFT_OVER = (".restoring*", ".salvage-*", "*.mending*", "*.mended*", "*.first*")
COMPILER = shutil.which("cc")
ROUNDS = 8
"""So often each point is rebuilt with other halves of its unconfirmed writes."""


class Cut(NamedTuple):
    """A point of an evening, and what becomes of unconfirmed writes there."""

    part: str
    at: int
    way: str
    number: int


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The preloaded library."""
    if COMPILER is None:
        pytest.skip("rebuilding a disk: found no C compiler; expected cc for the recorder")
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    words = [COMPILER, "-shared", "-fPIC", "-O1", "-o", library, HERE / "shim.c", "-ldl"]
    subprocess.run(words, check=True)
    return library


@pytest.fixture(scope="session")
def recorded(shim: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[Change]]]:
    """Every change of each part, in order."""
    found = {}
    for part in PARTS:
        place = tmp_path_factory.mktemp(part)
        home, log = place / "home", place / "log"
        home.mkdir()
        environment = {**os.environ, "LD_PRELOAD": str(shim), "SHIM_FOLDER": str(home) + "/", "SHIM_LOG": str(log)}
        words = [sys.executable, "-m", "tests.firmware.power_cuts.scenario", part, str(home)]
        subprocess.run(words, env=environment, check=True, cwd=HERE.parents[2])
        found[part] = (home, list(read_changes(log)))
    return found


def cuts(recorded: dict[str, tuple[Path, list[Change]]], rounds: int) -> list[Cut]:
    """Every point, each in every way."""
    ways = [(way, number) for way in WAYS for number in range(rounds if way.startswith("torn") else 1)]
    return [
        Cut(part, at, way, number)
        for part, (_, changes) in recorded.items()
        for at, change in enumerate(changes)
        if change.kind not in ("open", "sync")
        for way, number in ways
    ]


def try_cuts(recorded: dict[str, tuple[Path, list[Change]]], chosen: list[Cut], place: Path) -> list[Cut]:
    """Rebuild each point and start from it; returns those where the table was ours already."""
    tried = []
    for part, (home, changes) in recorded.items():
        wanted: dict[int, list[Cut]] = {}
        for cut in chosen:
            if cut.part == part:
                wanted.setdefault(cut.at, []).append(cut)
        disk, right = Disk(home), None
        for at, change in enumerate(changes):
            if change.path.endswith("/marks"):
                right = json.loads(change.data) if change.kind == "write" else right
            else:
                disk.apply(change)
            for cut in wanted.get(at, ()):
                if right is None and part == "migration":
                    continue  # the older release is still writing
                card = place / "card"
                card.mkdir()
                disk.write(card, cut.way, random.Random(f"{cut.at} {cut.way} {cut.number}"))
                try:
                    check(card, right)
                except Exception as fault:
                    raise AssertionError(f"{cut}, after {change.kind} {change.path}: {fault!r}") from fault
                shutil.rmtree(card)
                tried.append(cut)
    return tried


def check(card: Path, right: dict[str, Any] | None) -> None:
    """The table starts twice, and everything is one of its right versions."""
    for _ in range(2):
        journal, _notice = open_journal(card / JOURNAL, newest_backup(card))
        with journal:
            found = {
                str(record.id): [f"{entry.kind} {entry.at} {entry.text}" for entry in journal.entries(record.id)]
                for record in journal.records()
            }
            for record in journal.waiting()[:1]:
                Session.resume(journal, record)
    left = [path.name for pattern in LEFT_OVER for path in card.glob(pattern)]
    assert not left
    if right is None:
        assert not found
        return
    assert any(is_told(found, story, damaged="damaged" in right) for story in right["story"]), (found, right["story"])
    assert read_sound(card) in right["sound"]
    assert read_tray(card) in right["tray"]
    check_release(card, right["release"])
    sheet = Copies(card).sheet(find_game("chocobo"))
    assert sheet.values.get("cards.37") in {int(told[-1]) if told else None for told in right["dial"]}


def check_release(card: Path, right: list[str]) -> None:
    """One of the right releases runs; it is whole, and it can be left again."""
    shelf = Shelf(card)
    runs = shelf.current()
    assert runs in right, (runs, right)
    if runs:
        place = shelf.place(runs)
        with zipfile.ZipFile(io.BytesIO(WHEEL)) as wheel:
            assert all((place / name).read_bytes() == wheel.read(name) for name in wheel.namelist())
        assert shelf.trial() is not None
    hand_over(card, [], "games", lambda *words: None)


def is_told(found: dict[str, list[str]], story: dict[str, list[str]], *, damaged: bool) -> bool:
    """Whether a journal holds exactly what was shown, and at most the one entry that was just being written."""
    more = sum(len(entries) for entries in found.values()) - sum(len(entries) for entries in story.values())
    begun = len(found) - len(story)
    whole = all(found.get(game, [])[: len(entries)] == entries for game, entries in story.items())
    return whole and (damaged or (0 <= more <= 1 and 0 <= begun <= 1))


def test_a_sample_of_power_cuts(recorded: dict[str, tuple[Path, list[Change]]], tmp_path: Path) -> None:
    chosen = random.Random(7).sample(cuts(recorded, 1), SAMPLE)
    assert len(try_cuts(recorded, chosen, tmp_path)) > 0.9 * SAMPLE


@pytest.mark.slow
def test_every_power_cut(recorded: dict[str, tuple[Path, list[Change]]], tmp_path: Path) -> None:
    tried = try_cuts(recorded, cuts(recorded, ROUNDS), tmp_path)
    print(f"\n{len(tried)} power cuts at {len({(cut.part, cut.at) for cut in tried})} points, none lost anything")
    assert len(tried) >= AT_LEAST


def test_an_unconfirmed_write_is_lost_torn_or_kept(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    name = f"{tmp_path}/j"
    for change in (
        Change("create", "1", 0, b"", name, ""),
        Change("write", "1", 0, b"a" * 1024, name, ""),
        Change("sync", "1", 0, b"", name, ""),
        Change("write", "1", 512, b"b" * 1024, name, ""),
    ):
        disk.apply(change)
    file = disk.names[name]
    assert isinstance(file, File)
    lost, kept = (file.content(way, random.Random(0)) for way in ("lost", "kept"))
    assert (b"a" * 1024, b"a" * 512 + b"b" * 1024) == (lost, kept)
    torn = {file.content("torn", random.Random(seed)) for seed in range(40)}
    assert {lost, kept} < torn


def test_a_first_start_that_an_older_release_left_half_made_is_begun_anew(tmp_path: Path) -> None:
    for path in unborn(tmp_path):
        check(path, None)


def unborn(place: Path) -> Iterator[Path]:
    """What an older release left when it was killed in its first start: a log, and no tables."""
    import sqlite3

    for number, words in enumerate(("PRAGMA journal_mode = WAL", "PRAGMA user_version = 0", "")):
        card = place / str(number)
        card.mkdir()
        db = sqlite3.connect(card / JOURNAL, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        if words.startswith("PRAGMA user"):
            db.execute("BEGIN")
            db.execute("CREATE TABLE game (id)")
        copy = place / f"copy{number}"
        shutil.copytree(card, copy, ignore=shutil.ignore_patterns("*-shm"))
        db.close()
        yield copy


def inject(shim: Path, place: Path, part: str, step: int, first: int) -> int:
    """Let every `step`-th call to the disk in a part fail in each way; how many faults that were."""
    environment = {**os.environ, "LD_PRELOAD": str(shim), "SHIM_FOLDER": str(place) + "/"}
    words = [sys.executable, "-m", "tests.firmware.power_cuts.faults", str(place), part, str(step), str(first)]
    done = subprocess.run(
        words, env=environment, check=False, cwd=HERE.parents[2], capture_output=True, text=True, timeout=3600
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_a_disk_that_fails_once_costs_a_sentence_and_nothing_else(shim: Path, tmp_path: Path) -> None:
    assert inject(shim, tmp_path, "evening", 37, 3) > 40
    assert inject(shim, tmp_path, "update", 23, 3) > 20


@pytest.mark.slow
def test_a_disk_that_fails_at_any_call(shim: Path, tmp_path: Path) -> None:
    injected = sum(inject(shim, tmp_path, part, 1, 0) for part in ("evening", "update"))
    print(f"\n{injected} faults injected, none cost more than a sentence")
    assert injected > 1000
