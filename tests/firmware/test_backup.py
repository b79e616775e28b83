"""Backups: one file, restored onto an empty card; a broken one harms nothing."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import random
import sqlite3
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.firmware.errors import BackupFault
from tablekeeper.firmware.journal.care.backup import (
    JOURNAL,
    MANIFEST,
    back_up_daily,
    keep_newest,
    newest_backup,
    read_backup,
    restore_backup,
    write_backup,
)
from tablekeeper.firmware.journal.care.repair import open_journal
from tablekeeper.firmware.journal.file.rows import Found
from tablekeeper.firmware.journal.journal import Journal
from tests.conftest import Clock
from tests.firmware.commands import call
from tests.firmware.test_repair import play, story_of


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Path:
    home = tmp_path / "table"
    with Journal(home / JOURNAL) as journal:
        play(journal, clock, 30, random.Random(1))
    (home / "config.toml").write_text("[table]\nlanguage = 'de'\n", encoding="utf-8")
    (home / "editions").mkdir()
    (home / "editions" / "mine.toml").write_text("game = 'cocoon_world'\n", encoding="utf-8")
    (home / "calibration.toml").write_text("version = 1\n", encoding="utf-8")
    return home


def snapshot(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_a_backup_is_restored_onto_a_new_card(table: Path, tmp_path: Path) -> None:
    file, card = tmp_path / "b.tar.gz", tmp_path / "card"
    assert call(table, "backup", str(file)).exit_code == 0
    assert call(card, "restore", str(file)).exit_code == 0
    old, notice = open_journal(table / JOURNAL)
    new, new_notice = open_journal(card / JOURNAL)
    with old, new:
        assert story_of(old) == story_of(new)
    assert (notice, new_notice) == ("", "")
    for name in ("config.toml", "editions/mine.toml", "calibration.toml"):
        assert (table / name).read_bytes() == (card / name).read_bytes()


def test_a_backup_can_be_taken_while_the_table_plays(table: Path, tmp_path: Path, clock: Clock) -> None:
    with Journal(table / JOURNAL) as journal:
        play(journal, clock, 12, random.Random(2))
        write_backup(table, tmp_path / "b.tar.gz", clock)
        story = story_of(journal)
    restore_backup(tmp_path / "b.tar.gz", tmp_path / "card")
    with Journal(tmp_path / "card" / JOURNAL) as journal:
        assert story == story_of(journal)


def test_a_folder_that_holds_a_table_is_overwritten_only_by_force(table: Path, tmp_path: Path, clock: Clock) -> None:
    file = write_backup(table, None, clock)
    assert newest_backup(table) == file
    with Journal(table / JOURNAL) as journal:
        play(journal, clock, 5, random.Random(3))
        newer = story_of(journal)
    before = snapshot(table)
    refused = call(table, "restore", str(file))
    assert (refused.exit_code, before) == (2, snapshot(table))
    assert "expected an empty one, or --force" in refused.stderr
    assert call(table, "restore", str(file), "--force").exit_code == 0
    with Journal(table / JOURNAL) as journal:
        assert story_of(journal) == [(newer[0][0], "", newer[0][2])]
    with Journal(table / "replaced-1" / JOURNAL) as journal:
        assert newer == story_of(journal)


def test_of_a_foreign_journal_only_the_rows_are_taken(table: Path, tmp_path: Path, clock: Clock) -> None:
    file = write_backup(table, tmp_path / "foreign.tar.gz", clock)
    with Journal(table / JOURNAL) as journal:
        story = story_of(journal)
    with contextlib.closing(sqlite3.connect(table / JOURNAL, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA page_size = 8192")
        db.execute("VACUUM")
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("CREATE TABLE left_over (text)")
        db.execute("INSERT INTO left_over VALUES ('found in a free page')")
        db.execute("DROP TABLE left_over")
    assert b"found in a free page" in (table / JOURNAL).read_bytes()
    content = (table / JOURNAL).read_bytes()
    sums = {name: hashlib.sha256(part).hexdigest() for name, part in {**read_backup(file), JOURNAL: content}.items()}
    repack(file, {JOURNAL: content, MANIFEST: json.dumps({"format": 1, "files": sums}).encode()})
    restore_backup(file, tmp_path / "card")
    taken = (tmp_path / "card" / JOURNAL).read_bytes()
    assert b"found in a free page" not in taken
    assert taken[16:18] == (4096).to_bytes(2, "big")
    with Journal(tmp_path / "card" / JOURNAL) as journal:
        assert (story_of(journal), journal.notice) == (story, "")


def test_a_table_in_use_is_not_overwritten(table: Path, tmp_path: Path, clock: Clock) -> None:
    file = write_backup(table, tmp_path / "b.tar.gz", clock)
    with Journal(table / JOURNAL):
        refused = call(table, "restore", str(file), "--force")
    assert refused.exit_code == 2
    assert "has it; close that one first" in refused.stderr


def test_only_the_newest_backups_are_kept(table: Path, clock: Clock) -> None:
    for _ in range(4):
        write_backup(table, None, clock)
        clock.pass_s(86_400)
    newest = newest_backup(table)
    keep_newest(table, 2)
    assert len(list((table / "backups").iterdir())) == 2
    assert newest_backup(table) == newest


def test_one_backup_a_day_is_made_by_itself(table: Path, clock: Clock) -> None:
    made = []
    for _ in range(72):
        made.append(back_up_daily(table, 2, clock))
        clock.pass_s(3600)
    assert [hour for hour, path in enumerate(made) if path] == [0, 24, 48]
    assert len(list((table / "backups").iterdir())) == 2


def test_a_clock_that_ran_backwards_neither_stops_backups_nor_costs_the_one_just_made(
    table: Path, clock: Clock
) -> None:
    for _ in range(3):
        back_up_daily(table, 2, clock)
        clock.pass_s(86_400)
    clock.pass_s(-30 * 86_400)
    made = back_up_daily(table, 2, clock)
    assert made is not None
    assert made.exists()
    assert len(list((table / "backups").iterdir())) == 2


def test_the_newest_is_the_last_written_however_the_clock_ran(table: Path, clock: Clock) -> None:
    made = []
    for passed_s in (0, -400 * 86_400, 3600, 0, 30 * 86_400, -2 * 3600):
        clock.pass_s(passed_s)
        made.append(write_backup(table, None, clock))
        assert newest_backup(table) == made[-1]
    keep_newest(table, 2)
    assert sorted(made[-2:]) == sorted((table / "backups").iterdir())


def test_backups_with_names_of_before_are_older_than_any_numbered_one(table: Path, clock: Clock) -> None:
    folder = table / "backups"
    folder.mkdir()
    old = [folder / f"tablekeeper-{year}-01-02-030405.tar.gz" for year in (2039, 2031, 2035)]
    for path in old:
        path.write_bytes(b"")
    assert newest_backup(table) == old[0]
    new = write_backup(table, None, clock)
    assert newest_backup(table) == new
    keep_newest(table, 3)
    assert set(folder.iterdir()) == {old[0], old[2], new}


def test_numbers_are_compared_as_numbers(table: Path, clock: Clock) -> None:
    (table / "backups").mkdir()
    before = table / "backups" / "tablekeeper-no9999-2026-01-02-030405.tar.gz"
    before.write_bytes(b"")
    made = write_backup(table, None, clock)
    assert made.name.startswith("tablekeeper-no10000-")
    assert newest_backup(table) == made


def test_nothing_to_keep_and_nowhere_to_write_are_told(table: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupFault, match="nothing to keep yet"):
        write_backup(tmp_path / "empty")
    with pytest.raises(BackupFault, match="write the backup"):
        write_backup(table, table / "config.toml" / "b.tar.gz")


def test_a_card_that_takes_nothing_keeps_what_it_holds_and_is_told(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_backup(table, tmp_path / "b.tar.gz")
    nowhere = call(table / "config.toml" / "card", "restore", str(file))
    assert (nowhere.exit_code, "not a directory" in nowhere.stderr) == (2, True)
    before = snapshot(table)
    del before["journal.sqlite.lock"]  # names who had it last

    def refuse(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tablekeeper.firmware.journal.care.backup.os.fsync", refuse)
    full = call(table, "restore", "--force", str(file))
    assert (full.exit_code, "no space left on device" in full.stderr) == (2, True)
    after = snapshot(table)
    assert {name: after[name] for name in before} == before


def test_no_room_for_the_copy_of_the_journal_is_told(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def connect_on_a_full_disk(*words: Any, **names: Any) -> sqlite3.Connection:
        db = connect(*words, **names)
        db.execute("PRAGMA max_page_count = 1")
        return db

    monkeypatch.setattr("tablekeeper.firmware.journal.care.backup.sqlite3.connect", connect_on_a_full_disk)
    with pytest.raises(BackupFault, match="write the backup .*: database or disk is full"):
        write_backup(table, table / "b.tar.gz")
    assert not list(table.glob("b.tar.gz*"))


def repack(file: Path, change: dict[str, bytes | None], extra: tarfile.TarInfo | None = None) -> None:
    with tarfile.open(file) as archive:
        contents: dict[str, bytes | None] = {m.name: archive.extractfile(m).read() for m in archive}  # type: ignore[union-attr]
    contents.update(change)
    with tarfile.open(file, "w:gz") as archive:
        for name, content in contents.items():
            if content is not None:
                info = tarfile.TarInfo(name)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
        if extra is not None:
            archive.addfile(extra, io.BytesIO(bytes(extra.size)))


def link(name: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return info


BROKEN = {
    "cut": "take another|expected",
    "flipped": "expected|not what was packed|take another",
    "text": "expected a file made by `tablekeeper backup`",
    "empty": "expected",
    "no list": "found no tablekeeper-backup.json",
    "broken list": "its list of contents is broken",
    "newer": "update Tablekeeper",
    "missing journal": "'journal.sqlite' is missing in it",
    "other journal": "is not what was packed",
    "outside": r"found '\.\./\.\./evil' in it",
    "absolute": "found '/tmp/evil' in it",
    "inside out": "found 'editions/../../evil' in it",
    "link": "found 'editions/link' in it",
    "folder": "that is a folder",
    "none": "there is no such file",
}


def spoil(file: Path, how: str) -> None:
    whole = file.read_bytes()
    changes: dict[str, dict[str, bytes | None]] = {
        "no list": {MANIFEST: None},
        "broken list": {MANIFEST: b'{"format": 1, "files": 3}'},
        "newer": {MANIFEST: json.dumps({"format": 2, "files": {}}).encode()},
        "missing journal": {JOURNAL: None},
        "other journal": {JOURNAL: b"SQLite format 3\x00"},
        "outside": {"../../evil": b"x"},
        "absolute": {"/tmp/evil": b"x"},
        "inside out": {"editions/../../evil": b"x"},
    }
    if how == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif how == "flipped":
        file.write_bytes(whole[:900] + bytes([whole[900] ^ 16]) + whole[901:])
    elif how in ("text", "empty"):
        file.write_bytes(b"dear diary" if how == "text" else b"")
    elif how == "link":
        repack(file, {}, link("editions/link"))
    elif how in ("folder", "none"):
        file.unlink()
        if how == "folder":
            file.mkdir()
    else:
        repack(file, changes[how])


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_backup_is_one_sentence_and_harms_nothing(how: str, table: Path, tmp_path: Path, clock: Clock) -> None:
    file = write_backup(table, tmp_path / "b.tar.gz", clock)
    spoil(file, how)
    before = snapshot(table)
    result = call(table, "restore", "--force", str(file))
    told = result.stderr.strip()
    assert (result.exit_code, len(told.splitlines())) == (2, 1), told
    assert any(words in told for words in BROKEN[how].replace("\\", "").split("|")), told
    assert before == snapshot(table)
    assert not (tmp_path / "evil").exists()


def test_whatever_happens_to_the_bytes_it_reads_back_the_same_or_not_at_all(
    table: Path, tmp_path: Path, clock: Clock
) -> None:
    """Flips before packing and after: the list of checksums notices what gzip does not."""
    file = write_backup(table, tmp_path / "b.tar.gz", clock)
    packed, whole = file.read_bytes(), read_backup(file)
    plain, luck = gzip.decompress(packed), random.Random(9)
    refused = 0
    for number in range(200):
        content = bytearray(plain if number % 2 else packed)
        # the heads of the archive's members are its weak places
        at = luck.choice((luck.randrange(len(content)), luck.randrange(600)))
        content[at] ^= 1 << luck.randrange(8)
        file.write_bytes(gzip.compress(content, 1) if number % 2 else content)
        try:
            found = read_backup(file)
        except BackupFault:
            refused += 1
        else:
            assert whole == found
    assert 100 < refused < 200


def test_a_disk_that_fails_while_the_rows_are_copied_restores_nothing(
    table: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_backup(table, None, clock)
    before = snapshot(table)
    monkeypatch.setattr(
        "tablekeeper.firmware.journal.care.repair.find_game_rows",
        lambda db, game: Found(None, [], None, "disk I/O error"),
    )
    with pytest.raises(BackupFault, match="Cannot read game 1 .* disk I/O error"):
        restore_backup(path, table, force=True)
    assert before == snapshot(table)
