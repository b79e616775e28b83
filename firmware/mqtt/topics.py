"""The topics of one table, and how they are read back. All begin `tablekeeper/TABLE/`."""

from __future__ import annotations

import re
from typing import NamedTuple

ROOT = "tablekeeper"
TABLE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
STATUS, ABOUT, STATE, ENTRY, ENTRIES, GAMES, SIGNAL, ROLL = (
    "status", "about", "state", "entry", "entries", "games", "signal", "roll",
)  # fmt: skip
"""What a table says. `status`, `about` and `state` are retained: they hold until they change."""
ASK, DO = "ask", "do"
"""What a table hears: a question for entries, and the two buttons."""
RETAINED = (STATUS, ABOUT, STATE)
ONLINE, OFFLINE = b"online", b"offline"
HOME_ASSISTANT = "homeassistant"


class Place(NamedTuple):
    """A topic, taken apart."""

    table: str
    name: str


def topic(table: str, name: str) -> str:
    """Where a table says or hears something."""
    return f"{ROOT}/{table}/{name}"


def read_topic(text: str) -> Place | None:
    """The table and the name in a topic; None where it is none of ours."""
    root, _, rest = text.partition("/")
    table, _, name = rest.partition("/")
    if root != ROOT or not TABLE_ID.fullmatch(table) or not name or "/" in name:
        return None
    return Place(table, name)
