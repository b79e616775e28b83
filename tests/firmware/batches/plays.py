"""Games so small that a test can play thousands of them; some kill whoever plays them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablekeeper.firmware.batches.task import Task, luck_of, make_task


def toss(about: Mapping[str, Any], numbers: range, seed: int) -> Any:
    """One number a game, by its own luck; `note` names a file that hears which were played."""
    if "note" in about:
        with Path(about["note"]).open("a", encoding="utf-8") as note:
            note.writelines(f"{number}\n" for number in numbers)
    return {"heads": sum(luck_of(seed, number).random() < 0.5 for number in numbers), "numbers": list(numbers)}


def toss_and_die(about: Mapping[str, Any], numbers: range, seed: int) -> Any:
    """The same, but game 5 kills its worker: once, or every time."""
    died = Path(about["died"])
    if 5 in numbers and (about["always"] or not died.exists()):
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return toss(about, numbers, seed)


def sleep(about: Mapping[str, Any], numbers: range, seed: int) -> Any:
    """A game that takes its time."""
    Path(about["began"]).touch()
    time.sleep(30)
    return {}


def task(games: int = 40, play: str = "toss", seed: int = 1, **about: Any) -> Task:
    """Tosses to play."""
    packages = (__package__ or "",)
    return make_task("toss coins", f"{__name__}:{play}", about, games=games, seed=seed, packages=packages)
