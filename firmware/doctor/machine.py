"""The computer: model, system, power, disk, journal, Python and its libraries."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.checks.findings import Finding, State, fine, found, mend, why
from tablekeeper.firmware.checks.probes import MODEL, Probes
from tablekeeper.firmware.errors import JournalFault
from tablekeeper.firmware.journal.care.backup import JOURNAL, newest_backup
from tablekeeper.firmware.journal.file.rows import verify
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.listing import list_games
from tablekeeper.firmware.updates.shelf import Shelf

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
NOW_LOW, NOW_CAPPED, NOW_SLOW, NOW_HOT = 0x1, 0x2, 0x4, 0x8
WAS_LOW, WAS_SLOW = 0x10000, 0x40000
GIB = 1024**3
LITTLE_BYTES, TOO_LITTLE_BYTES = 1 * GIB, GIB // 10


def look_at_model(probes: Probes, home: Path) -> Iterator[Finding]:
    """Which computer and which system this is."""
    release = probes.read_text("/etc/os-release") or ""
    fields = dict(line.split("=", 1) for line in release.splitlines() if "=" in line)
    system = fields.get("PRETTY_NAME", "").strip('"') or found("system_unknown")
    model = probes.read_text(MODEL)
    seen = found("computer_pi", model=model, system=system) if model else found("computer_other", system=system)
    yield fine("computer", seen)


def look_at_power(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether the supply is strong enough, now and since the start."""
    flags = _read_flags(probes)
    seen = f"0x{flags or 0:x}"
    if flags is None:
        if probes.is_pi:
            yield Finding("power", "look", found("power_untold"), why("power"), mend("power_untold"))
        else:
            yield fine("power", found("power_unknown"))
    elif flags & NOW_LOW:
        yield Finding("power", "bad", found("power_low", flags=seen), why("power"), mend("power"))
    elif flags & (NOW_HOT | NOW_SLOW | NOW_CAPPED):
        yield Finding("power", "look", found("power_hot", flags=seen), why("power_hot"), mend("power_hot"))
    elif flags & (WAS_LOW | WAS_SLOW):
        yield Finding("power", "look", found("power_was_low", flags=seen), why("power"), mend("power"))
    else:
        yield fine("power", found("power_well"))


def _read_flags(probes: Probes) -> int | None:
    text = probes.read_text(THROTTLED)
    if text is None:
        _, equals, text = (probes.run(["vcgencmd", "get_throttled"]) or "").partition("=")
        if not equals:
            return None
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None


def look_at_disk(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether there is room, and whether the disk can be written."""
    free, total = probes.free_bytes(home)
    seen = found("disk_free", free=f"{free / GIB:.1f}", whole=f"{total / GIB:.1f}")
    if free < LITTLE_BYTES:
        state: State = "bad" if free < TOO_LITTLE_BYTES else "look"
        yield Finding("disk", state, seen, why("disk"), mend("disk"))
    else:
        yield fine("disk", seen)


def look_at_journal(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether the journal is exactly what was written, and when it was last backed up."""
    path = home / JOURNAL
    backup = newest_backup(home)
    if not path.exists():
        yield fine("journal", found("journal_none"))
        return
    try:
        db = open_for_reading(path)
        try:
            tail = verify(db, path)
            listed = list_games(read_records(db), lambda game: read_entries(db, path, game))
            stuck = [game for game in listed if game.misfit]
        finally:
            db.close()
    except JournalFault as fault:
        mends = mend("journal_or_backup", backup=str(backup)) if backup else mend("journal")
        yield Finding("journal", "bad", found("journal_damaged", words_of(fault)), why("journal"), mends)
        return
    if stuck:
        seen = found("journal_stuck", count=tail.games, words=stuck[0].misfit, number=stuck[0].record.id)
        yield Finding("journal", "look", seen, why("journal_stuck"), mend("journal_stuck"))
    else:
        yield fine("journal", found("journal_well", count=tail.games))
    if backup is None:
        yield Finding("backup", "look", found("backup_none"), why("backup"), mend("backup"))
    else:
        yield fine("backup", found("backup_newest", name=backup.name))


def look_at_release(probes: Probes, home: Path) -> Iterator[Finding]:
    """Which version runs, and whether it is still on trial."""
    try:
        runs = version("tablekeeper")
    except PackageNotFoundError:
        runs = "?"
    trial = Shelf(home).trial()
    if trial is None:
        yield fine("release", found("release", version=runs))
    else:
        before = trial.before or found("release_installed")
        yield fine("release", found("release_trial", version=runs, newer=trial.release, before=before))


def look_at_python(probes: Probes, home: Path) -> Iterator[Finding]:
    """Where Python and the libraries come from: on a Pi camera, OpenCV, pins and screen must come from apt."""
    number, path = probes.python
    yield fine("python", found("library", version=number, path=path))
    for name, package in (("cv2", "python3-opencv"), ("numpy", "python3-numpy"), ("pygame", "python3-pygame")):
        module = probes.find_module(name)
        if module is None:
            mends = mend("library_missing", package=package) if probes.is_pi else mend("library_missing_here")
            yield Finding(name, "bad", found("library_missing"), why("library_missing"), mends)
            continue
        if probes.is_pi and not module.path.startswith("/usr/lib/python3/dist-packages"):
            seen = found("library_not_apt", version=module.version, path=module.path)
            yield Finding(name, "look", seen, why("library_not_apt"), mend("library_not_apt", package=package))
        else:
            yield fine(name, found("library", version=module.version, path=module.path))
