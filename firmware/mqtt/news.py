"""What the loop lays down for the house's worker, and who the table is for the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tablekeeper.display.words.texts import Texts
from tablekeeper.firmware.phones.visible import Moment


class News(NamedTuple):
    """The game as it stands, and how the devices are."""

    moment: Moment | None
    health: dict[str, str]


class Signal(NamedTuple):
    """Something that has just changed: one of the loop's signals, and at which entry."""

    name: str
    game: int
    entry: int


@dataclass(frozen=True)
class Identity:
    """Who the table is for the house."""

    table: str
    name: str
    texts: Texts
    discovery: bool = True
    newest: Callable[[], str] = lambda: ""
    """The newest release that this table has, by the number of its version; empty: not known."""
