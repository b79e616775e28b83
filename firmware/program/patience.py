"""What keeps a table from opening stands on the screen until it is mended or somebody gives up."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tablekeeper.display import intents
from tablekeeper.display.care_pages import TroublePage
from tablekeeper.faults import words_of
from tablekeeper.firmware.errors import JournalDamaged, JournalFault, JournalTaken
from tablekeeper.firmware.journal.file.disk import LEAST_BYTES
from tablekeeper.firmware.program.screen import Screen
from tablekeeper.firmware.service.service import Service

T = TypeVar("T")
RETRY_S = 10.0
"""So often it is tried again without anybody asking: where nothing can be touched, room on the card is enough."""
FRAME_S = 1 / 30


def wait_until_open(
    screen: Screen,
    folder: Path,
    fault: JournalFault,
    open_table: Callable[[], T],
    service: Service,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> T | None:
    """Show what is wrong, and try again when somebody asks and now and then; None when somebody wants to leave."""
    tries, tried_s = 0, now()
    page = TroublePage(name_trouble(folder, fault), words_of(fault), tries)
    while True:
        screen.show(page)
        wanted = screen.intents(now())
        screen.draw(now())
        if not tries:
            service.ready()
        if not service.alive(now()) or any(isinstance(intent, intents.Quit) for intent in wanted):
            return None
        asked = any(isinstance(intent, intents.Continue) for intent in wanted)
        if asked or (now() - tried_s >= RETRY_S and not isinstance(fault, JournalDamaged)):
            try:
                return open_table()
            except JournalFault as still:
                fault = still
            tries, tried_s = tries + 1, now()
            page = TroublePage(name_trouble(folder, fault), words_of(fault), tries)
        sleep(FRAME_S)


def name_trouble(folder: Path, fault: JournalFault) -> str:
    """What kind of trouble it is, so that the page can say what to do next."""
    if isinstance(fault, JournalDamaged):
        return "damaged"
    if isinstance(fault, JournalTaken):
        return "taken"
    try:
        if shutil.disk_usage(folder).free < LEAST_BYTES:
            return "full"
        with tempfile.TemporaryFile(dir=folder):
            return "other"
    except OSError:
        return "locked"
