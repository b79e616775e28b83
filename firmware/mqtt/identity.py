"""The name under which a table stands at the broker: drawn once, so that two tables never share it by chance."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.mqtt.topics import TABLE_ID
from tablekeeper.firmware.settings.whole_file import write_whole

FILE = "table_id"
MOST_BYTES = 64


def draw_id() -> str:
    """A new name."""
    return f"table-{secrets.token_hex(4)}"


def find_id(folder: Path, wanted: str = "", draw: Callable[[], str] = draw_id) -> str:
    """The table's name at the broker: that of the settings, else the one that this folder keeps."""
    if wanted:
        return wanted
    path = folder / FILE
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES).decode("ascii", "replace").strip()
    except FileNotFoundError:
        found = ""
    except OSError as fault:
        raise BadInput(
            "Cannot read the table's name at the broker from {path}: {why}; expected a file of your own",
            path=path,
            why=why_of(fault),
        ) from None
    return found if TABLE_ID.fullmatch(found) else _keep(path, draw())


def _keep(path: Path, drawn: str) -> str:
    try:
        write_whole(path, drawn + "\n")
    except OSError as fault:
        raise BadInput(
            "Cannot keep the table's name at the broker in {path}: {why}; expected a file of your own",
            path=path,
            why=why_of(fault),
        ) from None
    return drawn
