"""What a kind of sensor is to the program: how it is served, what its messages mean, and how the doctor looks at it.

A new kind is one folder beside this file and one entry in catalogue.py. Its name is also the key of its texts:
`device.<name>` on the screen, and `doctor.found.*` for what its looks report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.senses.effects import Judge
from tablekeeper.firmware.senses.inbox import Inbox, Message
from tablekeeper.firmware.senses.supervisor import Device, Worker
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.hardware.table import Table

Look = Callable[[Probes, Path, Settings], Iterator[Finding]]


class Served(NamedTuple):
    """A device of this table and what serves it: in a thread of its own, or in turn in a simulated evening."""

    worker: Worker
    device: Device


@dataclass(frozen=True)
class Sense:
    """One kind of sensor."""

    name: str
    """As the health line, the doctor and the texts call it; of `Table.troubles` too."""
    messages: tuple[type[Message], ...]
    """What its worker puts into the inbox beside `Ailing`."""
    judge: Callable[[bool], Judge]
    """Its part in one game, made anew for each; whether that game is resumed."""
    serve: Callable[[Table, Inbox], Served | None]
    """Its worker; None where this table has no such device. `Ailing` carries the device's health."""
    looks: Mapping[Look, tuple[str, ...]]
    """The doctor's looks at it that need no hands, each with the names of what it finds."""
