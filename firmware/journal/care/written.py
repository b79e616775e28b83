"""How much this table has written to its card, day by day; cards wear out by writing.

The kernel counts for each process what it really sent to the disk (`/proc/self/io`, write_bytes).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tablekeeper.firmware.journal.moments import spell_moment
from tablekeeper.firmware.settings.whole_file import write_whole

FILE = "written.json"
MOST_DAYS = 60
IO = Path("/proc/self/io")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_BYTES = 64 * 1024


def read_own_bytes() -> int:
    """What this process has sent to the disk so far; 0 where the kernel does not count it."""
    try:
        found = re.search(r"^write_bytes: (\d+)$", IO.read_text(encoding="ascii"), re.MULTILINE)
    except (OSError, UnicodeDecodeError):
        return 0
    return int(found[1]) if found else 0


class Written:
    """Adds what was written since the last time to the day's count."""

    def __init__(self, home: Path, read_bytes: Callable[[], int] = read_own_bytes) -> None:
        self._home, self._read = home, read_bytes
        self._before = read_bytes()

    def note(self, now_s: float) -> None:
        """Count on; an OSError where the card takes nothing."""
        now = self._read()
        day = spell_moment(now_s, "%Y-%m-%d")
        if now > self._before and day and self._home.is_dir():
            days = dict(read_days(self._home))
            days[day] = days.get(day, 0) + now - self._before
            self._before = now
            write_whole(self._home / FILE, json.dumps(dict(sorted(days.items())[-MOST_DAYS:])))


def read_days(home: Path) -> Mapping[str, int]:
    """Bytes by day, the oldest first; what cannot be read counts as nothing."""
    try:
        with (home / FILE).open("rb") as file:
            found = json.loads(file.read(MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    whole = found.items() if isinstance(found, dict) else ()
    return {day: count for day, count in whole if DAY.fullmatch(day) and type(count) is int and 0 <= count < 2**50}
