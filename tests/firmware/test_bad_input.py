"""Config, journal, edition, backup and recording, broken in ten ways each: one sentence, exit 2, nothing harmed."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.journal.care.backup import JOURNAL, write_backup
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.hardware.recording import SESSION
from tablekeeper.hardware.recording import main as recording
from tests.firmware.commands import call

Break = Callable[[Path], None]


def told_once(home: Path, *words: str) -> str:
    """The one sentence that a command ends with."""
    result = call(home, *words)
    assert result.exit_code == 2, (result.exit_code, result.output)
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("tablekeeper: ")
    assert "Traceback" not in result.output
    return lines[0]


def snapshot(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, but what a program keeps beside to know that it runs."""
    beside = (".lock", "-shm", "starts")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(beside) and not (path.name.endswith("-wal") and empty(path))
    }


def empty(path: Path) -> bool:
    """SQLite leaves an empty log where it has only read."""
    return path.stat().st_size == 0


def writes(content: bytes) -> Break:
    """The file holds this instead."""
    return lambda path: path.write_bytes(content) and None  # type: ignore[func-returns-value]


def becomes_folder(path: Path) -> None:
    """A folder stands where the file stood."""
    path.unlink(missing_ok=True)
    path.mkdir()


def vanishes(path: Path) -> None:
    """There is no such file."""
    path.unlink()


def is_cut(share: float) -> Break:
    """Only the first part is left."""

    def cut(path: Path) -> None:
        content = path.read_bytes()
        path.write_bytes(content[: int(share * len(content))])

    return cut


def is_flipped(share: float) -> Break:
    """One byte is another one."""

    def flip(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[int(share * (len(content) - 1))] ^= 0xFF
        path.write_bytes(bytes(content))

    return flip


CONFIGS: dict[str, Break] = {
    "no TOML": writes(b"[table\n"),
    "no text": writes(b"\xff\xfe\x00"),
    "zeros": writes(b"\x00" * 40),
    "unknown section": writes(b"[tabel]\nlanguage = 'en'\n"),
    "unknown key": writes(b"[table]\nlangauge = 'en'\n"),
    "wrong type": writes(b"[table]\nbrightness = 'full'\n"),
    "out of range": writes(b"[table]\nbrightness = 101\n"),
    "wrong word": writes(b"[screen]\ntheme = 'pink'\n"),
    "twice": writes(b"[table]\ncalm = true\ncalm = false\n"),
    "no section": writes(b"language = 'en'\n"),
    "too deep": writes(b"a = " + b"[" * 5000 + b"]" * 5000),
    "folder": becomes_folder,
    "empty name": writes(b"[table]\nplayers = ['']\n"),
}


@pytest.mark.parametrize("how", CONFIGS)
def test_a_broken_config(how: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[table]\nlanguage = 'en'\n", encoding="utf-8")
    CONFIGS[how](path)
    before = snapshot(tmp_path)
    for words in (("config",), ("play", "cocoons", "--headless", "--bots"), ("run",)):
        assert "config.toml" in told_once(tmp_path, *words)
    assert snapshot(tmp_path) == before


def played(home: Path) -> Path:
    """A journal with a game of forty answers."""
    path = home / JOURNAL
    with Journal(path) as journal:
        session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="virtual", now=lambda: 5.0)
        import random

        luck = random.Random(1)
        for _ in range(40):
            question = session.history.question
            session.answer(choose_randomly(session.game.rules, session.history.state, question, luck), "touch")
    return path


def edited(statement: str) -> Break:
    """Somebody changed the database by hand."""

    def edit(path: Path) -> None:
        db = sqlite3.connect(path)
        with db:
            db.execute(statement)
        db.close()

    return edit


JOURNALS: dict[str, Break] = {
    "missing": vanishes,
    "folder": becomes_folder,
    "empty": writes(b""),
    "text": writes(b"a shopping list\n"),
    "half a header": is_cut(0.001),
    "cut in the middle": is_cut(0.5),
    "zeros": lambda path: path.write_bytes(b"\x00" * path.stat().st_size) and None,  # type: ignore[func-returns-value]
    "another program's": writes(b"SQLite format 3\x00" + b"\x00" * 84),
    "an answer changed": edited("UPDATE entry SET text = 'roll 6,6,6' WHERE number = 5"),
    "an answer missing": edited("DELETE FROM entry WHERE number = 7"),
    "names changed": edited("UPDATE game SET setup = replace(setup, 'Ann', 'Eve')"),
    "newer": edited("PRAGMA user_version = 99"),
}


@pytest.mark.parametrize("how", JOURNALS)
def test_a_broken_journal(how: str, tmp_path: Path) -> None:
    path = played(tmp_path)
    JOURNALS[how](path)
    before = snapshot(tmp_path)
    told = told_once(tmp_path, "replay", str(path))
    assert "journal" in told
    assert snapshot(tmp_path) == before


def edition_text() -> str:
    """The shipped edition of Cocoon World."""
    place = resources.files("tablekeeper.engines.cocoon_world") / "editions" / "reconstructed.toml"
    return place.read_text(encoding="utf-8")


def replaced(old: str, new: str) -> Break:
    """One line of the edition is another one."""

    def replace(path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


EDITIONS: dict[str, Break] = {
    "missing": vanishes,
    "folder": becomes_folder,
    "empty": writes(b""),
    "no TOML": writes(b"[tiles\n"),
    "no text": writes(b"\xff\xfe\x00\x01"),
    "zeros": writes(b"\x00" * 100),
    "another thing": writes(b"[table]\nlanguage = 'en'\n"),
    "cut": is_cut(0.5),
    "a list": writes(b"tiles = [1, 2, 3]\n"),
    "too deep": writes(b"a = " + b"[" * 5000 + b"]" * 5000),
    "another game's": lambda path: (
        path.write_text(  # type: ignore[func-returns-value]
            (resources.files("tablekeeper.engines.kokoro") / "editions" / "reconstructed.toml").read_text(
                encoding="utf-8"
            ),
            "utf-8",
        )
        and None
    ),
}


@pytest.mark.parametrize("how", EDITIONS)
def test_a_broken_edition(how: str, tmp_path: Path) -> None:
    home, path = tmp_path / "home", tmp_path / "mine.toml"
    path.write_text(edition_text(), encoding="utf-8")
    EDITIONS[how](path)
    told = told_once(home, "play", "cocoon-world", "--headless", "--bots", "--edition", str(path))
    assert "mine.toml" in told or "mine" in told
    journal = Journal(home / JOURNAL)
    assert journal.records() == []
    journal.close()


def packed(**members: bytes) -> bytes:
    """A tar of these members, squeezed."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name.replace("__", "."))
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return content.getvalue()


BACKUPS: dict[str, Break] = {
    "missing": vanishes,
    "folder": becomes_folder,
    "empty": writes(b""),
    "text": writes(b"no archive\n"),
    "squeezed text": writes(gzip.compress(b"no archive\n")),
    "cut in the middle": is_cut(0.5),
    "cut at the end": is_cut(0.98),
    "a byte flipped": is_flipped(0.5),
    "another byte flipped": is_flipped(0.2),
    "somebody else's": writes(packed(photo__png=b"123")),
    "without its list": writes(packed(config__toml=b"")),
    "a broken list": writes(packed(manifest__json=b"{")),
}


@pytest.mark.parametrize("how", BACKUPS)
def test_a_broken_backup(how: str, tmp_path: Path) -> None:
    source, home = tmp_path / "source", tmp_path / "home"
    source.mkdir()
    home.mkdir()
    played(source)
    played(home)
    path = write_backup(source, tmp_path / "b.tar.gz")
    BACKUPS[how](path)
    before = snapshot(home)
    assert "b.tar.gz" in told_once(home, "restore", "--force", str(path))
    assert snapshot(home) == before


def recorded(folder: Path) -> Path:
    """A recording of two frames and an edge."""
    folder.mkdir()
    lines = [{"kind": "edge", "at_s": 0.5, "cell": 3, "present": True}]
    for number in (1, 2):
        cv2.imwrite(str(folder / f"{number}.png"), np.zeros((20, 20, 3), np.uint8))
        lines.append({"kind": "frame", "at_s": float(number), "file": f"{number}.png", "metadata": {}})
    (folder / SESSION).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder / SESSION


RECORDINGS: dict[str, Break] = {
    "missing": vanishes,
    "folder": becomes_folder,
    "empty": writes(b""),
    "text": writes(b"no recording\n"),
    "no text": writes(b"\xff\xfe\x00\n"),
    "cut": is_cut(0.7),
    "a list": writes(b"[]\n"),
    "no moment": writes(b'{"kind": "edge", "cell": 3, "present": true}\n'),
    "a tenth cell": writes(b'{"kind": "edge", "at_s": 1, "cell": 10, "present": true}\n'),
    "a strange kind": writes(b'{"kind": "song", "at_s": 1}\n'),
    "a picture missing": writes(b'{"kind": "frame", "at_s": 1, "file": "9.png", "metadata": {}}\n'),
    "no number": writes(b'{"kind": "frame", "at_s": "now", "file": "1.png"}\n'),
}


@pytest.mark.parametrize("how", RECORDINGS)
def test_a_broken_recording(how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path / "session")
    RECORDINGS[how](path)
    before = snapshot(tmp_path)
    code = recording(["cut", str(path.parent), "--from", "0", "--to", "9", "--into", str(tmp_path / "case")])
    told = capsys.readouterr().err
    assert (code, len(told.strip().splitlines()), "Traceback" in told) == (2, 1, False), told
    assert snapshot(tmp_path) == before


LABELS: dict[str, Break] = {
    "missing": vanishes,
    "folder": becomes_folder,
    "empty": writes(b""),
    "text": writes(b"five, two\n"),
    "no text": writes(b"\xff\xfe\x00"),
    "a list": writes(b"[]"),
    "no images": writes(b'{"pictures": []}'),
    "a strange image": writes(b'{"images": [3]}'),
    "no values": writes(b'{"images": [{"file": "1.png", "values": "five"}]}'),
    "a seven": writes(b'{"images": [{"file": "1.png", "values": [7]}]}'),
    "a picture missing": writes(b'{"images": [{"file": "9.png", "values": [1]}]}'),
    "too deep": writes(b"[" * 100_000),
}


@pytest.mark.parametrize("how", LABELS)
def test_a_broken_labelled_folder(how: str, tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.zeros((20, 20, 3), np.uint8))
    labels = folder / "labels.json"
    labels.write_text('{"images": [{"file": "1.png", "values": [1]}]}', encoding="utf-8")
    LABELS[how](labels)
    before = snapshot(tmp_path)
    told_once(tmp_path / "home", "accuracy", str(folder))
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize(
    "words", [("shots",), ("play", "cocoons", "--headless", "--table", "simulated")], ids=lambda words: words[0]
)
def test_a_place_for_pictures_where_none_can_be_left_is_told(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = told_once(tmp_path / "home", *words, "--out", str(tmp_path / "file" / "out"))
    assert f"leave pictures in {tmp_path}/file/out: not a directory; expected a folder of your own" in told


@pytest.mark.parametrize("words", [("shots", "--out"), ("run", "--out"), ("--home",)])
def test_a_file_where_a_folder_has_to_be(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "file").write_text("mine")
    rest = ("edition", "set", "chocobo", "cards.3=4") if words == ("--home",) else ()
    told = told_once(tmp_path / "home", *words, str(tmp_path / "file"), *rest)
    assert "expected a folder" in told
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("code", [errno.EROFS, errno.ENOSPC])
def test_a_disk_that_takes_no_picture(code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, content: bytes) -> int:
        raise OSError(code, os.strerror(code), str(path))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    told = told_once(tmp_path / "home", "shots", "--out", str(tmp_path / "out"))
    assert f"{tmp_path / 'out'}" in told
    assert os.strerror(code).lower() in told


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    told = told_once(tmp_path, "play", "cocoons", "--headless", "--players", os.fsdecode(b"\xff"))
    assert "--players" in told


def test_an_empty_folder_name_in_the_environment_is_none(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "TABLEKEEPER_HOME": "", "PATH": os.environ["PATH"]}
    command = [sys.executable, "-m", "tablekeeper", "scores"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert str(tmp_path / ".local") in result.stderr


def test_a_terminal_without_the_letters_is_played_at_all_the_same(tmp_path: Path) -> None:
    poor = {"HOME": str(tmp_path), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
            "PYTHONIOENCODING": "latin-1", "PATH": os.environ["PATH"], "SDL_VIDEODRIVER": "dummy"}  # fmt: skip
    words = ["--set", "table.language=fr", "play", "kokoro", "--bots", "--players", "Élodie", "--seed", "1"]
    result = subprocess.run([sys.executable, "-m", "tablekeeper", *words], env=poor, capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert "Élodie" in result.stdout.decode("latin-1")


def test_benchmarks_with_no_peer_to_compare_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablekeeper.firmware.commands.bench.find_spec", lambda name: None)
    assert "tablekeeper[benchmark]" in told_once(tmp_path, "bench", "--json")
