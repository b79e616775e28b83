"""A table that cannot be opened: the screen says why and what to do next, and opens as soon as it can."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.care_pages import TroublePage
from tablekeeper.firmware.commands.playing import window
from tablekeeper.firmware.commands.playing.play import open_repaired
from tablekeeper.firmware.errors import JournalDamaged, JournalFault
from tablekeeper.firmware.journal import journal
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.care.repair import Opened
from tablekeeper.firmware.journal.file import disk, last_entry
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.patience import RETRY_S, name_trouble, wait_until_open
from tablekeeper.firmware.service.service import Service, Starts
from tablekeeper.firmware.settings.config import load_config
from tests.conftest import Clock
from tests.firmware.fakes import FakeScreen


class Waiting:
    """Somebody before the screen of a table that does not open; `steps` are what happens, one at each turn."""

    def __init__(self, home: Path, clock: Clock, steps: list[Callable[[Waiting], None]]) -> None:
        self.home, self.clock = home, clock
        self.screen = FakeScreen()
        self.told: list[str] = []
        self.service = Service(None, clock(), {})
        self.service.notify = self.told.append
        self.steps = iter(steps)
        self.pages: list[TroublePage] = []

    def wait(self) -> Opened | None:
        """Until it is open, or somebody leaves."""
        with pytest.raises(JournalFault) as raised:
            open_repaired(self.home)
        screen, service = self.screen, self.service
        return wait_until_open(
            screen, self.home, raised.value, lambda: open_repaired(self.home), service, self.clock, self._sleep
        )

    def _sleep(self, pause_s: float) -> None:
        self.clock.pass_s(pause_s)
        self.pages.append(self.screen.page)
        next(self.steps)(self)


def again(waiting: Waiting) -> None:
    waiting.screen.wanted.append(intents.Continue())


def leave(waiting: Waiting) -> None:
    waiting.screen.wanted.append(intents.Quit())


def look(waiting: Waiting) -> None:
    """Nothing."""


def some_time_later(waiting: Waiting) -> None:
    waiting.clock.pass_s(RETRY_S)


def fill(patch: pytest.MonkeyPatch) -> Callable[[Waiting], None]:
    """The card is full; returns what makes room on it."""
    usage = type("Usage", (), {"free": 4096, "total": 32 * 1024**3, "used": 0})
    patch.setattr(disk.shutil, "disk_usage", lambda folder: usage)
    return lambda waiting: patch.undo()


def test_a_full_card_is_told_until_there_is_room(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    make_room = fill(monkeypatch)
    waiting = Waiting(tmp_path, clock, [look, again, look, make_room, again])
    opened = waiting.wait()
    assert opened is not None
    opened.journal.close()
    assert {page.kind for page in waiting.pages} == {"full"}
    assert [page.tries for page in waiting.pages] == [0, 0, 0, 1, 1]
    assert "the disk is full" in waiting.pages[0].says
    assert waiting.told[0].startswith("READY=1")


def test_where_nothing_can_be_touched_room_on_the_card_is_enough(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_room = fill(monkeypatch)
    opened = Waiting(tmp_path, clock, [look, some_time_later, make_room, some_time_later]).wait()
    assert opened is not None
    opened.journal.close()


def test_somebody_may_leave_and_systemd_may_stop_it(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(monkeypatch)
    assert Waiting(tmp_path, clock, [look, leave]).wait() is None

    def stop(waiting: Waiting) -> None:
        waiting.service.stop_wanted = True

    assert Waiting(tmp_path, clock, [look, stop]).wait() is None
    assert not (tmp_path / "starts").exists(), "a table that was never open was never started"


def test_another_program_that_has_the_table_is_told_until_it_is_closed(tmp_path: Path, clock: Clock) -> None:
    other = Journal(tmp_path / JOURNAL)
    waiting = Waiting(tmp_path, clock, [look, lambda waiting: other.close(), again])
    opened = waiting.wait()
    assert opened is not None
    opened.journal.close()
    assert waiting.pages[0].kind == "taken"


def test_a_journal_that_nobody_can_read_is_tried_again_only_when_somebody_asks(tmp_path: Path, clock: Clock) -> None:
    Journal(tmp_path / JOURNAL).close()
    damaged = JournalDamaged("repair the journal: nothing in it can be read")
    tried: list[int] = []

    def open_table() -> Any:
        tried.append(1)
        raise damaged

    waiting = Waiting(tmp_path, clock, [some_time_later, some_time_later, again, some_time_later, leave])
    found = wait_until_open(waiting.screen, tmp_path, damaged, open_table, waiting.service, clock, waiting._sleep)
    assert (found, len(tried)) == (None, 1)
    assert waiting.pages[-1] == TroublePage("damaged", str(damaged), 1)


@pytest.mark.parametrize(("deep", "kind"), [("folder", "other"), ("file/folder", "locked")])
def test_a_place_that_cannot_be_written_is_another_trouble_than_the_rest(deep: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    assert name_trouble(tmp_path / deep, JournalFault("open the journal: whatever")) == kind


def full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("owner", "name"), [(journal, "Head"), (last_entry.Head, "note"), (disk.shutil, "disk_usage"), (fcntl, "flock")]
)
def test_whatever_the_card_refuses_while_a_journal_opens_is_one_sentence_and_the_table_is_free_again(
    owner: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, full)
        with pytest.raises(JournalFault, match="open the journal"):
            Journal(tmp_path / JOURNAL)
    Journal(tmp_path / JOURNAL).close()


def test_a_start_that_cannot_be_counted_is_a_start_all_the_same(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").write_text("")
    starts = Starts(tmp_path / "file" / "home", clock())
    clock.pass_s(61)
    starts.note(clock())
    assert (starts.safe, starts.good) == (False, True)


class Seen(FakeScreen):
    """A window that somebody sees; they leave at once."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted.append(intents.Quit())
        self.closed = False

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("driver", "held", "shown"), [("x11", False, True), ("dummy", False, False), ("x11", True, False)]
)
def test_the_page_is_for_a_screen_that_somebody_sees_and_for_the_only_program_at_the_table(
    driver: str, held: bool, shown: bool, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Journal(tmp_path / JOURNAL)
    if not held:
        other.close()
        fill(monkeypatch)
    made: list[Seen] = []

    def open_window(config: object) -> Seen:
        made.append(Seen())
        return made[-1]

    monkeypatch.setattr(window, "open_window", open_window)
    config = load_config(tmp_path, [f"screen.driver={driver}"], {})
    told: list[str] = []
    leaving = nullcontext() if shown else pytest.raises(JournalFault)
    with leaving:
        assert window.open_patiently(config, told.append, Service(None, clock(), {})) is None
    other.close()
    assert [screen.page.kind for screen in made] == (["full"] if shown else [])
    assert all(screen.closed for screen in made)
    assert len(told) == shown


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A real disk of one MiB; where this computer does not let us make one, the test is left out."""
    place = tmp_path / "card"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("only root may make a disk")
    yield place
    subprocess.run(["umount", place], check=True)


def test_on_a_disk_that_is_really_full_the_page_comes_and_goes(card: Path, clock: Clock) -> None:
    Journal(card / JOURNAL).close()
    ballast = card / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass
    waiting = Waiting(card, clock, [look, lambda waiting: ballast.unlink(), again])
    opened = waiting.wait()
    assert opened is not None
    opened.journal.close()
    assert waiting.pages[0].kind == "full"


def test_on_a_disk_that_is_really_read_only_the_page_comes_and_goes(card: Path, clock: Clock) -> None:
    Journal(card / JOURNAL).close()

    def remount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", card], check=True)

    remount("ro")
    waiting = Waiting(card, clock, [look, lambda waiting: remount("rw"), again])
    opened = waiting.wait()
    assert opened is not None
    opened.journal.close()
    assert waiting.pages[0].kind == "locked"
    assert os.strerror(30).lower() in waiting.pages[0].says
