"""The last steps of a restore, so that a power cut between any two of them is finished by the next start.

What is to come lies in a draft folder with a plan of what is to go; from the moment the draft has its final name, every
step can be taken again: what has been moved already is where it belongs.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from tablekeeper.firmware.settings.whole_file import sync_folder

DRAFT = ".restoring"
READY = ".restoring-ready"
PLAN = "plan.json"
NEW = "new"


def put_back(home: Path, old: Sequence[str], aside: Path) -> None:
    """Move the old files aside and those of the draft into their places."""
    plan = home / DRAFT / PLAN
    with plan.open("w", encoding="utf-8") as file:
        json.dump({"old": list(old), "aside": aside.name}, file)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(home / DRAFT)
    (home / DRAFT).replace(home / READY)
    sync_folder(home)
    finish_restore(home)


def finish_restore(home: Path) -> None:
    """Finish what a power cut left of a restore: all of it, or, before its draft was ready, nothing."""
    shutil.rmtree(home / DRAFT, ignore_errors=True)
    ready = home / READY
    if not (ready / PLAN).is_file():  # there is none, or all of it was moved already
        shutil.rmtree(ready, ignore_errors=True)
        return
    plan = json.loads((ready / PLAN).read_text(encoding="utf-8"))
    aside = home / plan["aside"]
    for name in plan["old"]:
        if (home / name).exists() and not (aside / name).exists():
            _move(home / name, aside / name)
    new = [path.relative_to(ready / NEW) for path in sorted((ready / NEW).rglob("*")) if path.is_file()]
    for name in sorted(new, key=lambda name: name.suffix == ".sqlite"):  # the journal last: it is the game
        _move(ready / NEW / name, home / name)
    sync_folder(home)
    shutil.rmtree(ready)
    sync_folder(home)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)
