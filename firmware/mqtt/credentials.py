"""What a table is known by at a broker and a club, from a private file. It is never logged, shown or bundled."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path

from tablekeeper.engines.core.toml_text import parse_toml
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import ConfigFault, why_of
from tablekeeper.firmware.settings.bounded import read_bounded

MOST_BYTES = 4096
RIGHT = Words("expected two lines such as user = 'table' and password = '...', or the file that a club wrote")
LINES = ({"user", "password"}, {"user", "password", "signing"}, {"signing"})
"""Which lines a file may hold."""


@dataclass(frozen=True)
class Credentials:
    """Who the table is for the broker."""

    user: str = field(repr=False)
    """Empty: the broker asks nobody who they are."""
    password: str = field(repr=False)
    signing: str = field(default="", repr=False)
    """The secret that the table shares with its club; empty: it signs nothing."""


def read_credentials(path: Path) -> Credentials:
    """Read the file; one that others can read, or that holds something else, is refused without quoting it."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise ConfigFault(
                "Cannot read the broker's password from {file}: others can read that file (mode {mode:o}); "
                "expected: chmod 600 {file}",
                file=path,
                mode=mode,
            )
        found = parse_toml(read_bounded(path, MOST_BYTES))
    except OSError as fault:
        raise ConfigFault(
            "Cannot read the broker's password from {file}: {why}; {right}", file=path, why=why_of(fault), right=RIGHT
        ) from None
    except ValueError as fault:
        if isinstance(fault, ConfigFault):
            raise
        raise ConfigFault(
            "Cannot read the broker's password from {file}: found no TOML; {right}", file=path, right=RIGHT
        ) from None
    words = {name: word for name, word in found.items() if isinstance(word, str)}
    if found.keys() not in LINES or words != found or not words.get("user", "-") or not words.get("signing", "-"):
        raise ConfigFault(
            "Cannot read the broker's password from {file}: found other lines; {right}", file=path, right=RIGHT
        )
    return Credentials(words.get("user", ""), words.get("password", ""), words.get("signing", ""))
