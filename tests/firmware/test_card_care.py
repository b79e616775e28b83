"""What a table does against a card that dies: it looks, counts what it writes, checks, backs up, copies to a stick."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import MenuPage
from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.doctor.card import look_at_card, look_at_written
from tablekeeper.firmware.doctor.machine import look_at_release
from tablekeeper.firmware.errors import BackupFault
from tablekeeper.firmware.journal.care import sticks
from tablekeeper.firmware.journal.care.backup import JOURNAL, newest_backup, read_backup, write_backup
from tablekeeper.firmware.journal.care.evening_care import Notice, care_for, check_journal
from tablekeeper.firmware.journal.care.sticks import copy_to_stick, find_sticks
from tablekeeper.firmware.journal.care.written import FILE, Written, read_days, read_own_bytes
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.quiet_care import PAUSE_S, QuietCare
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.updates.shelf import Shelf, Trial
from tests.conftest import Clock
from tests.firmware.sitting import Sitting
from tests.firmware.test_doctor import PI, WELL
from tests.firmware.test_repair import play

SD = {
    "/sys/block/mmcblk0/device/name": "SN64G",
    "/sys/block/mmcblk0/device/date": "03/2024",
    "/sys/fs/ext4/mmcblk0p2/errors_count": "0",
    "/sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes": "131072000",
}


def card(source: str = "/dev/mmcblk0p2", **files: str) -> Finding:
    told = {**PI, **SD, **{f"/sys/{name.replace('__', '/')}": text for name, text in files.items()}}
    probes = replace(WELL, read_text=told.get, run=lambda words: source if words[0] == "findmnt" else None)
    [finding] = look_at_card(probes, Path("/home/pi"))
    return finding


def test_a_card_that_is_well_tells_its_age_and_what_was_written() -> None:
    finding = card()
    assert finding.state == "ok"
    assert finding.found == "SN64G: made 03/2024; 134 GB written in all; no errors"


DEVICE = "block__mmcblk0__device__"


@pytest.mark.parametrize(
    ("files", "state", "says"),
    [
        ({"fs__ext4__mmcblk0p2__errors_count": "3"}, "bad", "3 errors"),
        ({f"{DEVICE}pre_eol_info": "0x02"}, "look", "most of its life"),
        ({f"{DEVICE}pre_eol_info": "0x03"}, "bad", "worn out"),
        ({f"{DEVICE}life_time": "0x01 0x09"}, "look", "most of its life"),
        ({f"{DEVICE}life_time": "0x0b 0x01"}, "bad", "worn out"),
        ({f"{DEVICE}life_time": "0x03 0x02", f"{DEVICE}pre_eol_info": "0x01"}, "ok", "at most 30 %"),
        ({f"{DEVICE}life_time": "soon", "fs__ext4__mmcblk0p2__errors_count": ""}, "ok", "SN64G"),
    ],
)
def test_signs_of_its_end_are_told(files: dict[str, str], state: str, says: str) -> None:
    finding = card(**files)
    assert (finding.state, says in finding.found) == (state, True), finding
    assert bool(finding.mend) == (state != "ok")


@pytest.mark.parametrize("source", ["", "tmpfs", "/dev/mapper/root", "overlay", "/dev/../../etc"])
def test_where_the_kernel_says_nothing_nothing_is_claimed(source: str) -> None:
    finding = card(source)
    assert finding.state == "ok"
    assert "SN64G" not in finding.found


def test_what_is_written_is_counted_by_day(tmp_path: Path) -> None:
    sent = iter((1_000_000, 3_500_000, 3_500_000, 4_000_000))
    written = Written(tmp_path, lambda: next(sent))
    for now_s in (1e9, 1e9 + 60, 1e9 + 90_000):
        written.note(now_s)
    assert list(read_days(tmp_path).values()) == [2_500_000, 500_000]
    [finding] = look_at_written(WELL, tmp_path)
    assert finding.found == "0.5 MB on the last day, 1.5 MB on average of 2 days"


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}', '{"2026-01-01": -1, "2026-01-02": "x"}', "\x00"])
def test_a_spoilt_count_starts_anew(content: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    assert not read_days(tmp_path)


def test_the_kernel_counts_what_this_process_writes() -> None:
    assert read_own_bytes() >= 0


def test_the_doctor_tells_the_release_and_its_trial(tmp_path: Path) -> None:
    [finding] = look_at_release(WELL, tmp_path)
    assert finding.state == "ok"
    shelf = Shelf(tmp_path)
    (shelf.place("9.1.0")).mkdir(parents=True)
    shelf.set_trial(Trial("9.1.0", "", 1, "", 3))
    shelf.switch("9.1.0")
    [finding] = look_at_release(WELL, tmp_path)
    assert finding.found.endswith("; 9.1.0 is on trial, and the installed version comes back if it does not last")


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Path:
    with Journal(tmp_path / "table" / JOURNAL) as journal:
        play(journal, clock, 12, random.Random(1))
    return tmp_path / "table"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "my stick" / "tablekeeper"
    folder.mkdir(parents=True)
    return folder


def test_a_stick_is_one_that_is_mounted_and_has_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sticks, "PLACES", (f"{tmp_path}/media/",))
    for name in ("with it/tablekeeper", "without"):
        (tmp_path / "media" / name).mkdir(parents=True)
    (tmp_path / "media/link").mkdir()
    (tmp_path / "media/link/tablekeeper").symlink_to(tmp_path)
    places = [*(f"{tmp_path}/media/{name}" for name in ("with\\040it", "without", "link")), "/", f"{tmp_path}/else"]
    mounts = "\n".join(f"36 35 8:1 / {place} rw - vfat /dev/sda1 rw" for place in places)
    assert find_sticks(mounts + "\nshort line\n") == [tmp_path / "media/with it/tablekeeper"]


def test_the_evening_is_checked_backed_up_and_copied(table: Path, stick: Path, clock: Clock) -> None:
    told = care_for(table, 3, Written(table, lambda: 0), clock, lambda: [stick])
    assert [(notice.name, notice.state) for notice in told] == [
        ("journal", "ready"), ("backup", "ready"), ("stick", "ready"),
    ]  # fmt: skip
    [copy] = stick.rglob("*.tar.gz")
    newest = newest_backup(table)
    assert newest is not None
    assert (copy.name, read_backup(copy)) == (newest.name, read_backup(newest))
    care_for(table, 3, Written(table, lambda: 0), clock, lambda: [stick])
    assert len(list(stick.rglob("*"))) == 2


def test_a_stick_keeps_the_newest_backups_and_no_half_one(table: Path, stick: Path, clock: Clock) -> None:
    for _ in range(4):
        write_backup(table, None, clock)
        copy_to_stick(table, stick, 2)
    assert sorted(path.name[:18] for path in stick.rglob("*.tar.gz")) == ["tablekeeper-no0003", "tablekeeper-no0004"]
    assert not list(stick.rglob("*.new"))


def test_a_full_stick_is_told_and_leaves_nothing_half(
    table: Path, stick: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_backup(table, None, clock)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sticks.shutil, "copyfileobj", full)
    with pytest.raises(BackupFault, match="no space left"):
        copy_to_stick(table, stick, 2)
    assert not list(stick.rglob("*.tar.gz*"))
    told = care_for(table, 3, Written(table, lambda: 0), clock, lambda: [stick])
    assert told[-1].state == "doubtful"
    assert "no space left" in told[-1].why.lower()


def test_a_journal_that_the_card_spoilt_is_noticed_in_the_evening(table: Path) -> None:
    assert check_journal(table).state == "ready"
    content = bytearray((table / JOURNAL).read_bytes())
    at = content.index(b"roll ")
    content[at] ^= 1
    (table / JOURNAL).write_bytes(content)
    notice = check_journal(table)
    assert notice.state == "doubtful"
    assert notice.why


class Threads:
    """Threads that begin when the test lets them."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, work: Callable[[], None]) -> threading.Thread:
        self.waiting.append(work)
        return threading.Thread(target=work)


def test_care_is_taken_at_the_end_of_a_game_and_twice_a_day_but_never_in_one() -> None:
    threads, inbox = Threads(), Inbox()
    done: list[int] = []

    def work() -> list[Notice]:
        done.append(1)
        return [Notice("journal", "doubtful", "spoilt"), Notice("stick", "off")]

    care = QuietCare(work, inbox, 0.0, threads)
    care.step(10.0, playing=True, over=False)
    care.step(PAUSE_S + 1, playing=True, over=False)
    assert not threads.waiting
    care.step(PAUSE_S + 2, playing=True, over=True)
    care.step(PAUSE_S + 3, playing=True, over=True)
    assert len(threads.waiting) == 1
    threads.waiting[0]()
    assert list(inbox.take()) == [Ailing("journal", "doubtful", "spoilt")]
    care.step(PAUSE_S + 60, playing=False, over=False)
    care.step(3 * PAUSE_S, playing=False, over=False)
    assert len(threads.waiting) == 2
    assert len(done) == 1


def test_a_careful_start_offers_to_back_everything_up(
    table: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablekeeper.firmware.program.menu_handlers.find_sticks", lambda: [stick])
    sitting = Sitting(table, safe=True)
    page = sitting.intent(intents.Export())
    assert isinstance(page, MenuPage)
    assert "on the stick" in page.says
    assert len(list(stick.rglob("*.tar.gz"))) == 1
    monkeypatch.setattr("tablekeeper.firmware.program.menu_handlers.find_sticks", list)
    assert "a folder “tablekeeper”" in sitting.intent(intents.Export()).says
    sitting.close()
