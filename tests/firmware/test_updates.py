"""Updates: what is refused, what is proved, what a power cut leaves, and how the table comes back by itself."""

from __future__ import annotations

import io
import json
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.service.service import GOOD_AFTER_S, Service
from tablekeeper.firmware.updates import install as installing
from tablekeeper.firmware.updates import launch
from tablekeeper.firmware.updates.errors import UpdateFault
from tablekeeper.firmware.updates.install import install, journal_schema, prove, update
from tablekeeper.firmware.updates.keys import find_keys
from tablekeeper.firmware.updates.package import FORMAT, SIGNATURE_LINE, read_release
from tablekeeper.firmware.updates.shelf import Shelf
from tests.conftest import Clock
from tests.firmware.commands import call
from tests.firmware.releases import PowerCut, make_keys, make_release, make_wheel, power_cut_at

RUNNING = "0.1.0"
pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl on this computer")


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A table with a game in its journal."""
    with Journal(tmp_path / "table" / JOURNAL) as journal:
        journal.begin("kokoro", {}, 1.0)
    return tmp_path / "table"


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is the release."""
    monkeypatch.setenv(launch.HANDED, "9.1.0")


def taken(home: Path, path: Path, public: Path) -> str:
    return update(path, home, RUNNING, [public])


def started(home: Path) -> str:
    """Which version a start of the table would run; empty for the installed one."""
    became: list[str] = []
    launch.hand_over(home, ["run"], "run", lambda _, words, known: became.append(known[launch.HANDED]))
    return became[0] if became else ""


def test_a_good_release_runs_from_the_next_start_on(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    assert taken(home, make_release(tmp_path, keys[0]), keys[1]) == "9.1.0"
    assert started(home) == "9.1.0"
    assert (home / "releases" / "9.1.0" / "tablekeeper" / "__main__.py").exists()


def test_the_command_takes_it_and_says_what_happens_next(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    path = make_release(tmp_path, keys[0])
    refused = call(home, "update", str(path))
    assert (refused.exit_code, "--key" in refused.stderr) == (2, True)
    done = call(home, "update", str(path), "--key", str(keys[1]))
    assert done.exit_code == 0
    assert "9.1.0 runs from the next start on" in done.output


def test_a_key_of_the_table_counts(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    (home / "release-keys").mkdir()
    shutil.copy(keys[1], home / "release-keys" / "ours.pem")
    assert read_release(make_release(tmp_path, keys[0]), find_keys(home, [])).version == "9.1.0"


def test_another_ones_signature_is_refused_before_anything_is_unpacked(
    home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    stranger, _ = make_keys(tmp_path, "stranger")
    with pytest.raises(UpdateFault, match="signature is not by test.pem"):
        taken(home, make_release(tmp_path, stranger), keys[1])
    assert not (home / "releases").exists()


@pytest.mark.parametrize("at", [0, 5, len(FORMAT), len(FORMAT) + 20, len(FORMAT) + SIGNATURE_LINE, 1000, -1])
def test_a_truncated_file_is_refused(at: int, home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    path = make_release(tmp_path, keys[0])
    path.write_bytes(path.read_bytes()[:at])
    with pytest.raises(UpdateFault, match="read the release"):
        taken(home, path, keys[1])
    assert started(home) == ""


def test_every_flipped_byte_is_refused(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    path = make_release(tmp_path, keys[0])
    whole = path.read_bytes()
    for at in range(0, len(whole), len(whole) // 25):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(UpdateFault, match="read the release"):
            read_release(path, [keys[1]])


@pytest.mark.parametrize("version", ["0.0.9", "0.1.0"])
def test_an_older_version_is_refused_unless_it_is_meant(
    version: str, home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    path = make_release(tmp_path, keys[0], version)
    with pytest.raises(UpdateFault, match="--older"):
        taken(home, path, keys[1])
    update(path, home, RUNNING, [keys[1]], older=True)
    assert started(home) == version


def test_another_architecture_is_refused(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    other = {"x86_64": "aarch64"}.get(platform.machine(), "x86_64")
    with pytest.raises(UpdateFault, match=f"made for {other}"):
        taken(home, make_release(tmp_path, keys[0], architecture=other), keys[1])
    assert taken(home, make_release(tmp_path, keys[0], architecture=platform.machine()), keys[1])


def test_a_full_disk_is_refused(
    home: Path, keys: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 10, 0))
    with pytest.raises(UpdateFault, match="0 MiB free"):
        taken(home, make_release(tmp_path, keys[0]), keys[1])
    assert started(home) == ""


def test_a_disk_that_fills_in_the_middle(
    home: Path, keys: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    release = read_release(make_release(tmp_path, keys[0]), [keys[1]])
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UpdateFault, match="no space left"):
        install(release, home, lambda place, table: "")
    monkeypatch.undo()
    assert started(home) == ""
    install(release, home, lambda place, table: "")
    assert started(home) == "9.1.0"


@pytest.mark.parametrize(
    ("how", "words"),
    [({"behaviour": "dies at once"}, "ended with 7"), ({"proof": 2}, "ended with 2"), ({"behaviour": "hangs"}, "hung")],
)
def test_a_release_that_cannot_read_the_journal_is_not_taken(
    how: dict[str, object], words: str, home: Path, keys: tuple[Path, Path], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(installing, "PROOF_S", 1.0)
    with pytest.raises(UpdateFault, match=words):
        taken(home, make_release(tmp_path, keys[0], **how), keys[1])
    assert started(home) == ""
    assert not (home / "releases" / "9.1.0").exists()


def test_the_proof_never_touches_the_table(home: Path, tmp_path: Path) -> None:
    place = tmp_path / "release"
    (place / "tablekeeper").mkdir(parents=True)
    spoil = "import sys, pathlib; [p.write_text('spoilt') for p in pathlib.Path(sys.argv[2]).iterdir()]"
    (place / "tablekeeper" / "__main__.py").write_text(spoil, encoding="utf-8")
    before = contents(home)
    assert prove(place, home) == ""
    assert contents(home) == before


def contents(home: Path) -> dict[str, bytes]:
    """All files but those that SQLite makes for whoever reads."""
    return {path.name: path.read_bytes() for path in home.iterdir() if not path.name.endswith(("-shm", "-wal"))}


def count_touches(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> int:
    release = read_release(make_release(tmp_path, keys[0]), [keys[1]])
    with power_cut_at(10**6) as touched:
        install(release, home, lambda place, table: "")
    return len(touched)


def test_a_power_cut_at_every_step_leaves_a_table_that_plays(keys: tuple[Path, Path], tmp_path: Path) -> None:
    """Before the switch the installed version runs, after it the new one; a second try always succeeds."""
    scratch = tmp_path / "count"
    _begin(scratch)
    steps = count_touches(scratch, keys, tmp_path)
    release = read_release(make_release(tmp_path, keys[0]), [keys[1]])
    seen = set()
    for step in range(steps + 1):
        home = tmp_path / f"table{step}"
        _begin(home)
        with power_cut_at(step) as touched:
            install(release, home, lambda place, table: "")
        assert ("cut" in touched) == (step < steps)
        version = Shelf(home).current()
        seen.add(version)
        if version:
            assert (home / "releases" / version / "tablekeeper" / "__main__.py").stat().st_size > 0
            assert Shelf(home).trial() is not None, "a release runs that nobody would leave again"
        with Journal(home / JOURNAL) as journal:
            assert [record.name for record in journal.records()] == ["kokoro"]
        install(release, home, lambda place, table: "")
        assert Shelf(home).current() == "9.1.0"
        assert not [path for path in (home / "releases").iterdir() if path.name.startswith(".new-")]
    assert steps > 15
    assert seen == {"", "9.1.0"}


def _begin(home: Path) -> None:
    with Journal(home / JOURNAL) as journal:
        journal.begin("kokoro", {}, 1.0)


def test_nothing_gets_its_name_before_it_is_on_the_disk(
    home: Path, keys: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[int] = set()
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda number: (synced.add(os.fstat(number).st_ino), fsync(number))[1])

    def checked(source: Path, target: Path) -> None:
        source = Path(source)
        if "releases" in source.parts and not source.is_symlink():
            files = [source] if source.is_file() else [path for path in source.rglob("*") if path.is_file()]
            assert {path.stat().st_ino for path in files} <= synced, target
        replace(source, target)

    monkeypatch.setattr(os, "replace", checked)
    install(read_release(make_release(tmp_path, keys[0]), [keys[1]]), home, lambda place, table: "")
    assert len(synced) > 5


def test_three_starts_that_do_not_last_bring_the_one_before_back(
    home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    assert [started(home) for _ in range(5)] == ["9.1.0", "9.1.0", "9.1.0", "", ""]
    assert "9.1.0 was left again: it did not last a minute 3 times" in launch.spell_announced(home)
    assert launch.spell_announced(home) == ""


def test_the_one_before_may_be_a_release_too(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    taken(home, make_release(tmp_path, keys[0], "9.1.0"), keys[1])
    Shelf(home).set_trial(None)
    update(make_release(tmp_path, keys[0], "9.2.0"), home, "9.1.0", [keys[1]])
    assert [started(home) for _ in range(4)] == ["9.2.0"] * 3 + ["9.1.0"]


def test_a_release_finds_the_libraries_of_the_installed_version(tmp_path: Path) -> None:
    first = launch.environment_of(tmp_path / "9.1.0", {"PYTHONPATH": "/usr/lib/tablekeeper"})
    assert first["PYTHONPATH"].split(os.pathsep) == [str(tmp_path / "9.1.0"), "/usr/lib/tablekeeper"]
    second = launch.environment_of(tmp_path / "9.2.0", first)
    assert second["PYTHONPATH"].split(os.pathsep) == [str(tmp_path / "9.2.0"), "/usr/lib/tablekeeper"]


def test_looking_at_something_is_no_start(home: Path, keys: tuple[Path, Path], tmp_path: Path) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    for _ in range(9):
        launch.hand_over(home, ["statistics"], "statistics", lambda *_: None)
    assert started(home) == "9.1.0"


@pytest.mark.usefixtures("handed")
def test_a_minute_at_the_table_keeps_the_release(
    home: Path, keys: tuple[Path, Path], tmp_path: Path, clock: Clock
) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    service = Service(home, clock(), {}, launch)
    clock.pass_s(GOOD_AFTER_S - 1)
    service.turn(clock())
    assert Shelf(home).trial() is not None
    clock.pass_s(1)
    service.turn(clock())
    assert Shelf(home).trial() is None
    assert Shelf(home).current() == "9.1.0"


def test_a_card_that_takes_nothing_keeps_no_release_from_starting(
    home: Path, keys: tuple[Path, Path], tmp_path: Path, handed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(read_release(make_release(tmp_path, keys[0]), [keys[1]]), home, lambda place, table: "")

    def full(shelf: Shelf, trial: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Shelf, "set_trial", full)
    launch.confirm(home)
    launch.pardon(home)
    monkeypatch.delenv(launch.HANDED)
    assert "9.1.0" in started(home)


def test_ending_it_on_purpose_is_no_failed_start(
    home: Path, keys: tuple[Path, Path], tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    for _ in range(6):
        assert started(home) == "9.1.0"
        with monkeypatch.context() as patch:
            patch.setenv(launch.HANDED, "9.1.0")
            Service(home, clock(), {}, launch).close()


@pytest.mark.usefixtures("handed")
def test_a_journal_that_cannot_be_opened_brings_the_one_before_back_at_once(
    home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    became: list[dict[str, str]] = []
    launch.leave_if_on_trial(home, "it cannot open the journal", lambda _, words, known: became.append(dict(known)))
    assert launch.HANDED not in became[0]
    assert Shelf(home).current() == ""
    launch.leave_if_on_trial(home, "again", lambda *_: pytest.fail("it left twice"))


def test_a_journal_of_a_newer_form_comes_back_in_the_old_one(
    home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    with sqlite3.connect(home / JOURNAL) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert [started(home) for _ in range(4)][-1] == ""
    assert journal_schema(home) != 99
    with Journal(home / JOURNAL) as journal:
        assert [record.name for record in journal.records()] == ["kokoro"]
    assert "replaced-" in launch.spell_announced(home)
    assert list(home.glob("replaced-*/journal.sqlite"))


def test_a_release_may_not_write_outside_of_its_folder(home: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../outside.py", "")
    with pytest.raises(UpdateFault, match="outside"):
        Shelf(home).put("9.1.0", {"a.whl": packed.getvalue()})
    assert not (home / "outside.py").exists()


@pytest.mark.parametrize("link", ["9.9.9", "../elsewhere", "/etc", ".new-9.1.0"])
def test_a_link_that_leads_to_no_release_is_the_installed_version(link: str, home: Path) -> None:
    (home / "releases" / ".new-9.1.0").mkdir(parents=True)
    (home / "releases" / "current").symlink_to(link)
    assert started(home) == ""


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"release": 1}', b"\xff", b'{"nested": ' + b"[" * 9999])
def test_a_spoilt_note_of_the_trial_stops_nobody(
    content: bytes, home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    taken(home, make_release(tmp_path, keys[0]), keys[1])
    (home / "releases" / "trial.json").write_bytes(content)
    assert started(home) == "9.1.0"


def test_the_same_wheels_give_the_same_bytes(keys: tuple[Path, Path], tmp_path: Path) -> None:
    first = make_release(tmp_path, keys[0]).read_bytes()
    assert make_release(tmp_path, keys[0]).read_bytes() == first
    assert make_wheel("9.1.0") in first


def test_from_the_command_to_a_release_that_crashes_and_back(
    home: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    """All of it with real processes: taken, started three times in vain, and the installed version plays a game."""
    path = make_release(tmp_path, keys[0], end=9)
    words = [sys.executable, "-m", "tablekeeper", "--home", str(home)]
    play = ["play", "kokoro", "--players", "Ann", "--bots", "--headless", "--seed", "1", "--new"]

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*words, *more], capture_output=True, text=True, check=False, timeout=120)

    assert run("update", str(path), "--key", str(keys[1])).returncode == 0
    for _ in range(3):
        crashed = run(*play)
        assert (crashed.returncode, "release 9.1.0" in crashed.stdout) == (9, True)
    back = run(*play)
    assert (back.returncode, "was left again" in back.stdout) == (0, True), back.stderr
    assert json.loads(run("games", "--json").stdout)


def test_a_cut_while_it_goes_back_still_plays(keys: tuple[Path, Path], tmp_path: Path) -> None:
    release = read_release(make_release(tmp_path, keys[0]), [keys[1]])
    for step in range(12):
        home = tmp_path / f"table{step}"
        _begin(home)
        install(release, home, lambda place, table: "")
        for _ in range(3):
            started(home)
        with power_cut_at(step):
            started(home)
        assert started(home) == ""
        with Journal(home / JOURNAL) as journal:
            assert [record.name for record in journal.records()] == ["kokoro"]
    assert issubclass(PowerCut, BaseException)
