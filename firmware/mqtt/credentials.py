"""User and password for a broker, from a file that only its owner can read. They are never logged, shown or bundled."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path

from tablekeeper.engines.core.toml_text import parse_toml
from tablekeeper.firmware.errors import ConfigFault, why_of
from tablekeeper.firmware.settings.bounded import read_bounded

MOST_BYTES = 4096
RIGHT = "expected two lines such as user = 'table' and password = '...'"


@dataclass(frozen=True)
class Credentials:
    """Who the table is for the broker."""

    user: str = field(repr=False)
    password: str = field(repr=False)


def read_credentials(path: Path) -> Credentials:
    """Read the file; one that others can read, or that holds something else, is refused without quoting it."""
    what = f"Cannot read the broker's password from {path}"
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise ConfigFault(f"{what}: others can read that file (mode {mode:o}); expected: chmod 600 {path}")
        found = parse_toml(read_bounded(path, MOST_BYTES))
    except OSError as fault:
        raise ConfigFault(f"{what}: {why_of(fault)}; {RIGHT}") from None
    except ValueError as fault:
        if isinstance(fault, ConfigFault):
            raise
        raise ConfigFault(f"{what}: found no TOML; {RIGHT}") from None
    user, password = found.get("user"), found.get("password")
    if not (isinstance(user, str) and isinstance(password, str)) or len(found) != 2 or not user:
        raise ConfigFault(f"{what}: found other lines; {RIGHT}")
    return Credentials(user, password)
