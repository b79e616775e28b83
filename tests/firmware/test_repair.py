"""Damaged journals: opened whole, repaired with one sentence of what was lost, or refused; never silently wrong."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.errors import JournalDamaged, JournalFault
from tablekeeper.firmware.journal.care.repair import open_journal, repair, shorten
from tablekeeper.firmware.journal.file.last_entry import SLOT_BYTES
from tablekeeper.firmware.journal.file.lock import take_lock
from tablekeeper.firmware.journal.file.rows import Found, find_game_rows
from tablekeeper.firmware.journal.journal import Journal, create_tables
from tablekeeper.firmware.journal.session import Session
from tests.conftest import Clock
from tests.firmware.commands import call

Story = list[tuple[str, str, list[str]]]
"""Each game's name, how it ended, and its entries."""
FILES = ("j", "j-wal", "j.head")


def story_of(journal: Journal) -> Story:
    return [
        (record.name, record.ending, [f"{entry.kind} {entry.at} {entry.text}" for entry in journal.entries(record.id)])
        for record in journal.records()
    ]


def test_a_disk_that_does_not_answer_is_no_damage(evening: tuple[Path, Story], tmp_path: Path) -> None:
    """One read that fails while a damaged journal is being saved would leave out what is whole."""
    place = tmp_path / "place"
    shutil.copytree(evening[0], place)
    fault = sqlite3.OperationalError("disk I/O error")
    fault.sqlite_errorname = "SQLITE_IOERR_READ"

    class Failing(sqlite3.Connection):
        def execute(self, words: str, *values: Any) -> sqlite3.Cursor:
            if "FROM entry" in words:
                raise fault
            return super().execute(words, *values)

    db = sqlite3.connect(place / "j", factory=Failing)
    with pytest.raises(JournalFault, match="disk I/O error; expected a disk that can be read") as told:
        find_game_rows(db, 1)
    db.close()
    assert not isinstance(told.value, JournalDamaged)


def play(journal: Journal, clock: Clock, answers: int, luck: random.Random) -> Session:
    session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="virtual", now=clock)
    for _ in range(answers):
        if session.is_over:
            break
        question = session.history.question
        session.answer(choose_randomly(session.game.rules, session.history.state, question, luck), "test")
    return session


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Story]:
    """Three games as a power cut leaves them: the last is half in the file and half in the write-ahead log."""
    place, left = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("left")
    clock, luck = Clock(), random.Random(11)
    with Journal(place / "j") as journal:
        play(journal, clock, 1000, luck)
        play(journal, clock, 12, luck)
    with Journal(place / "j") as journal:
        play(journal, clock, 45, luck)
        story = story_of(journal)
        for name in FILES:
            shutil.copy(place / name, left / name)
    assert (left / "j").stat().st_size > 0
    assert (left / "j-wal").stat().st_size > 0
    return left, story


def copy_of(evening: Path, to: Path) -> Path:
    to.mkdir()
    for name in FILES:
        shutil.copy(evening / name, to / name)
    return to / "j"


def spoil(path: Path, luck: random.Random) -> str:
    """Cut, zero or flip one of the three files, somewhere."""
    spoilable = [name for name in FILES if path.with_name(name).stat().st_size]
    name = luck.choices(spoilable, [1 if name == "j.head" else 5 for name in spoilable])[0]
    file = path.with_name(name)
    content = bytearray(file.read_bytes())
    kind = luck.choice(("cut", "zero", "flip"))
    at = luck.randrange(len(content))
    if kind == "cut":
        del content[at:]
    elif kind == "zero":
        span = luck.choice((16, 512, 4096))
        content[at : at + span] = bytes(len(content[at : at + span]))
    else:
        content[at] ^= 1 << luck.randrange(8)
    file.write_bytes(content)
    return f"{kind} {name}"


def is_beginning(part: Story, whole: Story, notice: str) -> bool:
    """Whether all that is there was there, and each game is there or told as lost."""
    left = list(part)
    for number, (name, how, entries) in enumerate(whole, 1):
        if f"game {number} is lost" in notice:
            continue
        if not left:
            return False
        found_name, found_how, found = left.pop(0)
        if found_name != name or found != entries[: len(found)] or found_how not in (how, "left", ""):
            return False
        if len(found) < len(entries) and f"game {number} has " not in notice:
            return False
    return not left


def open_spoilt(path: Path, story: Story, fault: str, clock: Clock) -> str:
    """Open a spoilt journal and judge what came of it."""
    before = {name: path.with_name(name).read_bytes() for name in FILES}
    refusal = ""
    try:
        journal, notice = open_journal(path, Path("evening.tar.gz"), clock)
    except JournalFault as found:
        refusal = str(found)
    if refusal:
        assert re.search(r"evening\.tar\.gz|newest backup", refusal), (fault, refusal)
        assert before == {name: path.with_name(name).read_bytes() for name in FILES}, fault
        return "refused"
    with journal:
        kept = story_of(journal)
    again, second_notice = open_journal(path, None, clock)
    with again:
        assert (second_notice, story_of(again)) == ("", kept), fault
    if not notice:
        assert story == kept, fault
        return "whole"
    assert is_beginning(kept, story, notice), (fault, notice)
    assert len(notice.splitlines()) == 1
    return "repaired" if "is repaired" in notice else "told"


def count_faults(evening: tuple[Path, Story], tmp_path: Path, clock: Clock, places: int, seed: int) -> Counter[str]:
    luck = random.Random(seed)
    outcomes: Counter[str] = Counter()
    for number in range(places):
        path = copy_of(evening[0], tmp_path / str(number))
        fault = spoil(path, luck)
        outcomes[open_spoilt(path, evening[1], fault, clock)] += 1
        shutil.rmtree(path.parent)
    return outcomes


def close_cleanly(evening: tuple[Path, Story], place: Path) -> tuple[Path, Story]:
    """The same evening as it lies on the card after the program was closed: no write-ahead log."""
    path = copy_of(evening[0], place)
    Journal(path).close()
    path.with_name("j-wal").write_bytes(b"")
    return place, evening[1]


def test_a_damaged_journal_is_never_silently_wrong(evening: tuple[Path, Story], tmp_path: Path, clock: Clock) -> None:
    outcomes = count_faults(evening, tmp_path, clock, 40, 1)
    outcomes += count_faults(close_cleanly(evening, tmp_path / "closed"), tmp_path, clock, 40, 2)
    assert min(outcomes["whole"], outcomes["repaired"]) > 5


@pytest.mark.slow
def test_a_journal_damaged_at_1000_places_is_never_silently_wrong(
    evening: tuple[Path, Story], tmp_path: Path, clock: Clock
) -> None:
    after_a_cut = count_faults(evening, tmp_path, clock, 500, 3)
    closed = count_faults(close_cleanly(evening, tmp_path / "closed"), tmp_path, clock, 500, 4)
    print(f"after a power cut {dict(after_a_cut)}, closed {dict(closed)}")
    assert min(after_a_cut.total(), closed.total(), closed["refused"]) > 0


def test_a_lost_write_ahead_log_is_told_with_its_count(
    evening: tuple[Path, Story], tmp_path: Path, clock: Clock
) -> None:
    path = copy_of(evening[0], tmp_path / "copy")
    path.with_name("j-wal").unlink()
    with pytest.raises(JournalDamaged, match="does not reach that far"):
        Journal(path)
    journal, notice = open_journal(path, None, clock)
    with journal:
        kept = story_of(journal)
    assert evening[1][:2] == kept
    assert "game 3 is lost; the damaged file is kept as j.damaged-" in notice
    assert path.with_name(notice.split()[-1]).stat().st_size > 0


def test_a_cut_log_loses_the_newest_answers_and_says_how_many(
    evening: tuple[Path, Story], tmp_path: Path, clock: Clock
) -> None:
    path = copy_of(evening[0], tmp_path / "copy")
    log = path.with_name("j-wal")
    log.write_bytes(log.read_bytes()[:-9000])
    journal, notice = open_journal(path, None, clock)
    with journal:
        kept = story_of(journal)[2][2]
        record = journal.unfinished()
        assert record is not None
        assert len(Session.resume(journal, record, clock).history.played) == len(kept)
    assert 0 < len(kept) < 45
    assert evening[1][2][2][: len(kept)] == kept
    assert f"game 3 has {len(kept)} of its 45 entries" in notice


def test_a_cut_file_keeps_what_is_before_the_cut(evening: tuple[Path, Story], tmp_path: Path, clock: Clock) -> None:
    place, story = close_cleanly(evening, tmp_path / "closed")
    path = place / "j"
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 3 // 4])
    journal, notice = open_journal(path, None, clock)
    with journal:
        kept = story_of(journal)
    assert is_beginning(kept, story, notice)
    assert sum(len(entries) for _, _, entries in kept) > 0


def test_an_emptied_journal_is_no_new_journal(evening: tuple[Path, Story], tmp_path: Path, clock: Clock) -> None:
    path = copy_of(evening[0], tmp_path / "copy")
    path.with_name("j-wal").unlink()
    for content in (b"", None):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(JournalDamaged, match=r"take the newest backup: tablekeeper restore --force b\.tar\.gz"):
            open_journal(path, Path("b.tar.gz"), clock)
        with pytest.raises(JournalDamaged, match="there is no backup"):
            open_journal(path, None, clock)
        path.touch()


def test_the_command_repairs_once_and_says_what_was_lost(evening: tuple[Path, Story], tmp_path: Path) -> None:
    path = copy_of(evening[0], tmp_path / "home")
    for name in FILES:
        path.with_name(name).rename(path.with_name(name.replace("j", "journal.sqlite", 1)))
    log = path.with_name("journal.sqlite-wal")
    log.write_bytes(log.read_bytes()[:-9000])
    refused = call(path.parent, "replay", str(path.with_name("journal.sqlite")))
    assert (refused.exit_code, "`tablekeeper repair` saves what fits" in refused.stderr) == (2, True)
    assert "the journal was damaged and is repaired: game 3 has " in call(path.parent, "repair").output
    assert "nothing to repair" in call(path.parent, "repair").output


@pytest.mark.parametrize("trouble", ["full", "locked"])
def test_a_repair_that_cannot_be_done_changes_nothing(
    trouble: str, evening: tuple[Path, Story], tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy_of(evening[0], tmp_path / "copy")
    path.with_name("j-wal").write_bytes(b"")
    before = {name: path.with_name(name).read_bytes() for name in FILES}

    def create_on_a_full_disk(db: sqlite3.Connection) -> None:
        create_tables(db)
        db.execute("PRAGMA max_page_count = 1")  # no more than there are

    if trouble == "full":
        monkeypatch.setattr("tablekeeper.firmware.journal.care.repair.create_tables", create_on_a_full_disk)
        with pytest.raises(JournalFault, match="repair the journal .*: database or disk is full"):
            open_journal(path, None, clock)
    else:
        with take_lock(path), pytest.raises(JournalFault, match="has it; close that one first"):
            open_journal(path, None, clock)
    assert before == {name: path.with_name(name).read_bytes() for name in FILES}


@pytest.mark.parametrize("slot", [0, 1])
def test_a_note_torn_while_it_was_written_costs_nothing(
    slot: int, evening: tuple[Path, Story], tmp_path: Path, clock: Clock
) -> None:
    """The newest slot torn: the file is one further than the other slot, all is well. The other torn: told."""
    path = copy_of(evening[0], tmp_path / "copy")
    head = path.with_name("j.head")
    content = bytearray(head.read_bytes())
    serials = [int(content[at : at + 60].split(b" ")[1]) for at in (0, SLOT_BYTES)]
    content[slot * SLOT_BYTES + 20] ^= 1
    head.write_bytes(content)
    journal, notice = open_journal(path, None, clock)
    with journal:
        assert evening[1] == story_of(journal)
    assert bool(notice) == (serials[slot] < max(serials))


@pytest.mark.parametrize("spoilt", ["away", "blank", "torn", ""])
def test_where_no_note_can_be_trusted_a_repair_says_that_the_end_may_be_missing(
    spoilt: str, evening: tuple[Path, Story], tmp_path: Path
) -> None:
    path = copy_of(evening[0], tmp_path / "copy")
    head = path.with_name("j.head")
    content = head.read_bytes()
    head.write_bytes({"blank": bytes(len(content)), "torn": b"x" + content[1:]}.get(spoilt, content))
    if spoilt == "away":
        head.unlink()
    told = repair(path, None, 0.0)
    codes = [one.key for one in told.facts["lost"]] if spoilt else [told.facts["lost"].key]
    assert codes == ["trouble.end_untold" if spoilt else "trouble.nothing_lost"]


def test_a_notice_is_shortened_for_the_screen(evening: tuple[Path, Story], tmp_path: Path) -> None:
    told = repair(copy_of(evening[0], tmp_path / "copy"), None, 0.0)
    assert (told.facts["aside"] in told, told.facts["aside"] in shorten(told)) == (True, False)
    assert "the disk was slow" in shorten("the disk was slow")


def test_a_power_cut_between_mending_and_exchanging_is_finished_later(
    evening: tuple[Path, Story], tmp_path: Path, clock: Clock
) -> None:
    path = copy_of(evening[0], tmp_path / "copy")
    with Journal(path) as journal:
        story = story_of(journal)
    shutil.copy(path, path.with_name("j.mended"))
    path.write_bytes(b"rubbish")
    journal, _ = open_journal(path, None, clock)
    with journal:
        assert story == story_of(journal)
    assert path.with_name("j.damaged").read_bytes() == b"rubbish"


def test_a_fix_after_the_end_opens_the_game_again(tmp_path: Path, clock: Clock) -> None:
    with Journal(tmp_path / "j") as journal:
        session = play(journal, clock, 1000, random.Random(3))
        assert journal.unfinished() is None
        session.rewind(10, "test")
        assert journal.unfinished() is not None
    with Journal(tmp_path / "j") as journal:
        assert journal.unfinished() is not None


def test_an_end_that_was_edited_breaks_its_seal(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        play(journal, clock, 1000, random.Random(3))
    db = sqlite3.connect(path)
    db.execute("UPDATE ending SET outcome = replace(outcome, 'most_ep', 'most_eq'), ended_at_s = ended_at_s + 1")
    db.commit()
    db.close()
    with pytest.raises(JournalDamaged, match="seal of its end"):
        Journal(path)


def test_a_repair_counts_only_what_two_looks_agree_on(
    evening: tuple[Path, Story], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite takes a single read that the disk refused for damage."""
    for name in FILES:
        shutil.copy(evening[0] / name, tmp_path / name)
    before = (tmp_path / "j").read_bytes()
    looks = iter([{1: Found(None, [], None, "cannot be read")}, {}])
    monkeypatch.setattr("tablekeeper.firmware.journal.care.repair.salvage", lambda path: next(looks))
    with pytest.raises(JournalFault, match="the disk reads differently each time"):
        repair(tmp_path / "j", None, 0.0)
    assert before == (tmp_path / "j").read_bytes()
