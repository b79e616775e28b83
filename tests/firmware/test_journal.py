"""The journal survives what happens to a Pi, and says so when it does not."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.errors import JournalDamaged, JournalFault
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.care.repair import open_journal
from tablekeeper.firmware.journal.journal import SCHEMA, Journal, open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.origin import fingerprint_plain
from tablekeeper.firmware.journal.session import Session, read_setup
from tests.conftest import Clock
from tests.firmware.commands import call

HERE = Path(__file__).parent
KEPT = sorted((HERE / "journals").glob("*.sql"))


def begin(path: Path, clock: Clock, game: str = "cocoon_world", answers: int = 20) -> tuple[Journal, Session]:
    journal = Journal(path)
    session = Session.begin(journal, game, ["Ann", "Ben"], table="virtual", now=clock)
    luck = random.Random(4)
    for _ in range(answers):
        question = session.history.question
        session.answer(choose_randomly(session.game.rules, session.history.state, question, luck), "test")
    return journal, session


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_resumed_where_it_was_left(game: str, tmp_path: Path, clock: Clock) -> None:
    journal, session = begin(tmp_path / "j", clock, game)
    state = session.history.state
    journal.close()
    with Journal(tmp_path / "j") as journal:
        record = journal.unfinished()
        assert record is not None
        assert state == Session.resume(journal, record, clock).history.state


def test_undo_and_fix_are_kept_too(tmp_path: Path, clock: Clock) -> None:
    journal, session = begin(tmp_path / "j", clock, answers=40)
    session.rewind(30, "test")
    at = next(i for i, played in enumerate(session.history.played) if played.kind == "roll")
    right = session.game.rules.read("roll 1,2,6")
    session.fix(at, right, "test")
    state = session.history.state
    entries = journal.entries(session.record)
    journal.close()
    assert [entry.kind for entry in entries[-2:]] == ["rewind", "fix"]
    with Journal(tmp_path / "j") as journal:
        record = journal.unfinished()
        assert record is not None
        assert state == Session.resume(journal, record, clock).history.state


KILLED = """
import os, random, sys
from pathlib import Path
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
path, stop = Path(sys.argv[1]), int(sys.argv[2])
journal = Journal(path)
session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="virtual")
luck = random.Random(4)
for number in range(1000):
    question = session.history.question
    answer = choose_randomly(session.game.rules, session.history.state, question, luck)
    if number == stop:
        keep = session.history.keep
        session.history.keep = lambda entry: (keep(entry), os.kill(os.getpid(), 9))
    session.answer(answer, "test")
"""


@pytest.mark.parametrize("stop", [0, 1, 17, 60])
def test_killed_between_writing_and_showing_nothing_is_lost(stop: int, tmp_path: Path, clock: Clock) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "j"), str(stop)], check=False)
    assert done.returncode == -9
    with Journal(tmp_path / "j") as journal:
        record = journal.unfinished()
        assert record is not None
        history = Session.resume(journal, record, clock).history
    assert stop + 1 == len(history.played)


def test_the_second_program_is_told_who_has_the_table(tmp_path: Path) -> None:
    with Journal(tmp_path / "j"), pytest.raises(JournalFault, match="process .* has it; close that one first"):
        Journal(tmp_path / "j")
    Journal(tmp_path / "j").close()


def test_who_deletes_the_lock_does_not_get_in(tmp_path: Path) -> None:
    """In another process, as SQLite's own locks are let go where a process closes the file a second time."""
    with Journal(tmp_path / "j"):
        (tmp_path / "j.lock").unlink()
        words = [sys.executable, "-c", OPENED, str(tmp_path / "j")]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        assert "another program has it; close that one first" in done.stderr
    Journal(tmp_path / "j").close()


OPENED = """
import sys
from pathlib import Path
from tablekeeper.firmware.journal.journal import Journal
Journal(Path(sys.argv[1]))
"""


def test_a_journal_is_for_its_owners_eyes(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        call(tmp_path / "home", "play", "kokoro", "--headless", "--bots", "--seed", "1")
    finally:
        os.umask(before)
    found = {path.name: path.stat().st_mode & 0o077 for path in (tmp_path / "home").iterdir()}
    assert JOURNAL in found
    assert not any(found.values()), found


def test_what_a_cut_left_to_recover_is_read_without_changing_it(tmp_path: Path, clock: Clock) -> None:
    """A rollback journal left by whoever wrote last: SQLite reads such a file only after it has written to it."""
    begin(tmp_path / "j", clock, answers=9)[0].close()
    db = sqlite3.connect(tmp_path / "j", isolation_level=None)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("UPDATE entry SET text = text || ' and so on for a while'")
    db.execute("CREATE TABLE much AS SELECT randomblob(9000) FROM entry")
    for name in ("j", "j-journal"):
        shutil.copy(tmp_path / name, tmp_path / f"cut{name}")
    for name in ("j", "j-journal"):
        (tmp_path / f"cut{name}").rename(tmp_path / f"cut{name.removeprefix('j')}")
    db.close()
    shutil.copy(tmp_path / "j.head", tmp_path / "cut.head")
    before = {path.name: path.read_bytes() for path in tmp_path.glob("cut*")}
    assert len(before["cut-journal"]) > 512
    db = open_for_reading(tmp_path / "cut")
    assert 9 == len(read_entries(db, tmp_path / "cut", 1))
    db.close()
    assert before == {path.name: path.read_bytes() for path in tmp_path.glob("cut*")}
    journal, notice = open_journal(tmp_path / "cut")
    with journal:
        assert (9, "") == (len(journal.entries(1)), notice)


def test_a_journal_of_a_newer_version_is_refused_and_not_harmed(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "j"
    begin(path, clock)[0].close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalFault, match="expected a newer Tablekeeper"):
        Journal(path)
    assert before == path.read_bytes()


def test_a_foreign_database_is_refused_and_not_harmed(tmp_path: Path) -> None:
    path = tmp_path / "j"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalFault, match="another program's database"):
        Journal(path)
    assert before == path.read_bytes()


def test_a_foreign_database_with_a_version_like_ours_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "j"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name)")
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalFault, match="another program's database"):
        Journal(path)
    assert before == path.read_bytes()


def test_a_text_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_text("dear diary\n" * 100, encoding="utf-8")
    with pytest.raises(JournalFault, match="expected a file made by Tablekeeper"):
        Journal(path)
    assert path.read_text(encoding="utf-8").startswith("dear diary")


def test_a_damaged_journal_never_tells_another_story(tmp_path: Path, clock: Clock) -> None:
    """Bytes flipped, zeroed and cut at random places: refused with a sentence, or exactly a beginning of what was."""
    path = tmp_path / "j"
    journal, session = begin(path, clock, answers=60)
    truth = [played.answer.spell() for played in session.history.played]
    journal.close()
    whole = path.read_bytes()
    luck = random.Random(5)
    outcomes = {"refused": 0, "whole": 0}
    for number in range(150):
        damaged = bytearray(whole)
        at = luck.randrange(len(whole))
        if number % 3 == 0:
            damaged[at] ^= 1 << luck.randrange(8)
        elif number % 3 == 1:
            damaged[at : at + 64] = bytes(len(damaged[at : at + 64]))
        else:
            del damaged[at:]
        copy = tmp_path / f"copy{number}"
        copy.write_bytes(damaged)
        try:
            db = open_for_reading(copy)
            try:
                record = read_records(db)[-1]
                game = find_game(record.name)
                history = History.fold(game.rules, read_setup(game, record), read_entries(db, copy, record.id))
            finally:
                db.close()
        except (JournalFault, sqlite3.DatabaseError, IndexError):
            outcomes["refused"] += 1
            continue
        outcomes["whole"] += 1
        assert truth == [played.answer.spell() for played in history.played]
    assert min(outcomes.values()) > 0


def test_an_edited_answer_breaks_the_seal(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "j"
    journal, session = begin(path, clock)
    journal.close()
    db = sqlite3.connect(path)
    db.execute("UPDATE entry SET text = 'roll 6,6,6' WHERE number = 7")
    db.commit()
    db.close()
    with pytest.raises(JournalDamaged, match="the seal of entry 7 does not fit"):
        Journal(path)
    db = open_for_reading(path)
    with pytest.raises(JournalDamaged, match="the seal of entry 7 does not fit"):
        read_entries(db, path, session.record)
    db.close()


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_old_journals_stay_readable(kept: Path, tmp_path: Path) -> None:
    """journals/ keeps one of each schema and of each fingerprint of the rules, as SQL, with what it folded to then.

    Rules that were corrected since may stop the fold early; then the game says so, is settled, and goes on.
    """
    assert {f"schema{number}" for number in range(1, SCHEMA + 1)} == {path.stem.partition("-")[0] for path in KEPT}
    copy = load_kept(kept, tmp_path)
    db = open_for_reading(copy)
    before = {record.id: read_entries(db, copy, record.id) for record in read_records(db)}
    db.close()
    noted = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
    with Journal(copy) as journal:
        records = journal.records()
        assert before == {record.id: journal.entries(record.id) for record in records}
        for record in records:
            expected = noted.get(record.name, noted)
            session = Session.resume(journal, record)
            history = session.history
            assert expected["answers"] == len(history.played) + (history.misfit.lost if history.misfit else 0)
            if history.misfit is None and "state" in expected:
                same = expected["state"] == fingerprint_plain(to_plain(history.state))
                assert same or session.rules_changed
            elif history.misfit is not None:
                session.settle("test")
            assert Session.resume(journal, record).history.misfit is None


def test_a_journal_of_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    for path in KEPT:
        copy = load_kept(path, tmp_path)
        Journal(copy).close()
        db = open_for_reading(copy)
        version = db.execute("PRAGMA user_version").fetchone()[0]
        assert (SCHEMA, "origin") == (version, db.execute("PRAGMA table_info(game)").fetchall()[-1][1])
        db.close()


def load_kept(kept: Path, folder: Path) -> Path:
    """A journal of journals/ as a file."""
    folder.mkdir(exist_ok=True)
    copy = folder / kept.stem
    db = sqlite3.connect(copy)
    db.executescript(kept.read_text(encoding="utf-8"))
    db.close()
    return copy


def test_entries_of_several_games_stay_apart(tmp_path: Path, clock: Clock) -> None:
    journal, first = begin(tmp_path / "j", clock, answers=5)
    second = Session.begin(journal, "cocoon-world", ["Cleo"], table="virtual", now=clock)
    assert [second.record, first.record] == [record.id for record in journal.waiting()]
    assert (len(journal.entries(first.record)), len(journal.entries(second.record))) == (5, 0)
    journal.close()
    shutil.rmtree(tmp_path)


def test_the_game_that_was_played_last_comes_first_also_after_a_restart(tmp_path: Path, clock: Clock) -> None:
    journal, first = begin(tmp_path / "j", clock, answers=5)
    second = Session.begin(journal, "cocoon-world", ["Cleo"], table="virtual", now=clock)
    question = first.history.question
    first.answer(choose_randomly(first.game.rules, first.history.state, question, random.Random(5)), "test")
    journal.close()
    for _ in range(2):  # the second start reads what the first one noted
        with Journal(tmp_path / "j") as journal:
            assert [first.record, second.record] == [record.id for record in journal.waiting()]


def test_an_entry_that_is_missing_is_noticed(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "j"
    begin(path, clock)[0].close()
    db = sqlite3.connect(path)
    db.execute("DELETE FROM entry WHERE number = 3")
    db.commit()
    db.close()
    with pytest.raises(JournalDamaged, match="entry 3"):
        Journal(path)


def play_on(session: Session, luck: random.Random) -> None:
    for _ in range(1000):
        question = session.history.question
        session.answer(choose_randomly(session.game.rules, session.history.state, question, luck), "test")


def test_a_full_disk_takes_nothing_and_the_game_stands_where_it_stood(tmp_path: Path, clock: Clock) -> None:
    journal, session = begin(tmp_path / "j", clock, answers=3)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    luck = random.Random(1)
    with pytest.raises(JournalFault, match=r"store an answer .* full; nothing was taken"):
        play_on(session, luck)
    assert len(journal.entries(session.record)) == len(session.history.played) > 3
    journal._db.execute(f"PRAGMA max_page_count = {pages * 10}")
    session.answer(choose_randomly(session.game.rules, session.history.state, session.history.question, luck), "test")
    state = session.history.state
    journal.close()
    with Journal(tmp_path / "j") as journal:
        record = journal.unfinished()
        assert record is not None
        assert (journal.notice, state) == ("", Session.resume(journal, record, clock).history.state)


def test_a_note_that_cannot_be_written_is_told_and_stops_nobody(tmp_path: Path, clock: Clock) -> None:
    journal, session = begin(tmp_path / "j", clock, answers=3)
    os.close(journal._head._file)
    journal._head._file = os.open(tmp_path / "j.head", os.O_RDONLY)
    luck = random.Random(1)
    session.answer(choose_randomly(session.game.rules, session.history.state, session.history.question, luck), "test")
    assert journal.notice.startswith("the note of the journal's last entry cannot be written")
    journal.close()
    with Journal(tmp_path / "j") as journal:
        assert (journal.notice, len(journal.entries(session.record))) == ("", 4)


def test_a_place_where_no_journal_can_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalFault, match="expected a folder of your own"):
        Journal(tmp_path / "file" / "j")


def test_a_full_disk_is_told_and_never_taken_for_damage(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, session = begin(tmp_path / "j", clock)
    before = [played.answer.spell() for played in session.history.played]
    journal.close()
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=4096))
    with pytest.raises(JournalFault, match="the disk is full .4096 bytes are free") as told:
        open_journal(tmp_path / "j")
    assert not isinstance(told.value, JournalDamaged)
    monkeypatch.undo()
    again, notice = open_journal(tmp_path / "j")
    with again:
        record = again.unfinished()
        assert record is not None
        told_again = [played.answer.spell() for played in Session.resume(again, record, clock).history.played]
    assert (before, "") == (told_again, notice)
