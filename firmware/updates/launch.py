"""At each start: hand over to the release that should run, or go back to the one before when it does not last.

The version that pip or apt installed does this, so that it also works when a release does not even start.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.updates.shelf import Shelf, Trial

LOG = logging.getLogger(__name__)
HANDED = "TABLEKEEPER_HANDED_OVER"
"""Set in a release's own process, so that it does not hand over once more."""
BASE = "TABLEKEEPER_BASE_PATH"
"""Where the installed version finds its libraries, which a release needs too."""
STARTS_ALLOWED = 3
COUNTED = ("run", "play")
"""Only starts of the table count, not a look at the statistics."""
Execute = Callable[[str, Sequence[str], Mapping[str, str]], None]


def environment_of(place: Path, known: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a release's own process sees."""
    environment = dict(os.environ if known is None else known)
    base = environment.get(BASE, environment.get("PYTHONPATH", ""))
    path = os.pathsep.join(filter(None, [str(place), base]))
    return environment | {"PYTHONPATH": path, BASE: base, HANDED: place.name}


def hand_over(home: Path, words: Sequence[str], command: str, execute: Execute | None = None) -> None:
    """Become the release that should run; returns where that is the installed version, or this is it already."""
    if os.environ.get(HANDED):
        return
    shelf = Shelf(home)
    trial = shelf.trial()
    if trial is not None and command in COUNTED:
        if trial.starts >= STARTS_ALLOWED:
            go_back(shelf, trial, f"it did not last a minute {STARTS_ALLOWED} times")
        else:
            _note(shelf, trial._replace(starts=trial.starts + 1))
    version = shelf.current()
    if version:
        become = execute or os.execve
        become(sys.executable, [sys.executable, "-m", "tablekeeper", *words], environment_of(shelf.place(version)))


def go_back(shelf: Shelf, trial: Trial, why: str) -> None:
    """The one before runs again, with the journal as it knows it; what the release wrote is kept beside."""
    kept = _bring_journal_back(shelf, trial)
    shelf.switch(trial.before)
    shelf.set_trial(None)
    shelf.announce({"left": trial.release, "why": why, "kept": kept})


def _bring_journal_back(shelf: Shelf, trial: Trial) -> str:
    """Only a journal that the release has changed to a newer form is exchanged; returns what happened to it."""
    from tablekeeper.firmware.journal.care.backup import restore_backup
    from tablekeeper.firmware.updates.install import journal_schema

    if not trial.backup or journal_schema(shelf.home) in (0, trial.schema):
        return ""
    try:
        restore_backup(Path(trial.backup), shelf.home, force=True)
    except BadInput as fault:
        return words_of(fault)
    return "games since the update are in a folder replaced-... beside the journal"


def confirm(home: Path) -> None:
    """The release that runs has lasted."""
    shelf = Shelf(home)
    if os.environ.get(HANDED) and shelf.trial() is not None:
        _note(shelf, None)


def pardon(home: Path) -> None:
    """Somebody ended it on purpose: that start does not count."""
    shelf = Shelf(home)
    trial = shelf.trial()
    if os.environ.get(HANDED) and trial is not None and trial.starts:
        _note(shelf, trial._replace(starts=trial.starts - 1))


def _note(shelf: Shelf, trial: Trial | None) -> None:
    """Count on; a card that takes nothing keeps nobody from playing, and the release stays on trial."""
    try:
        shelf.set_trial(trial)
    except OSError as fault:
        LOG.warning("the trial of a release cannot be noted: %s", why_of(fault))


def leave_if_on_trial(home: Path, why: str, execute: Execute | None = None) -> None:
    """The release cannot open the journal: the one before starts in its place, at once."""
    shelf = Shelf(home)
    trial = shelf.trial()
    if not os.environ.get(HANDED) or trial is None:
        return
    go_back(shelf, trial, why)
    environment = {name: value for name, value in os.environ.items() if name not in (HANDED, BASE)}
    environment["PYTHONPATH"] = os.environ.get(BASE, "")
    become = execute or os.execve
    become(sys.executable, [sys.executable, "-m", "tablekeeper", *sys.argv[1:]], environment)


def spell_announced(home: Path) -> str:
    """What people should hear once; empty for nothing."""
    shelf = Shelf(home)
    notice = shelf.announcement()
    if notice is None:
        return ""
    shelf.announce(None)
    words = (
        f"The update to {notice.get('left', '')} was left again: {notice.get('why', '')}. The version before it runs."
    )
    return f"{words} {notice.get('kept', '')}".strip()
