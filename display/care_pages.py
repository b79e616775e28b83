"""What the screen can show when the table itself is cared for: setting up, calibrating, testing, settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tablekeeper.display.pages import ALL_WELL, OK, Light, Picture

MOST_CORNERS = 12
"""Of an outline that somebody draws with a finger."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die in the live picture; the box is x, y, width, height in the picture's pixels."""

    value: int
    body: str
    box: tuple[int, int, int, int]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """One plain check in one word: names `light`, `focus`, `colours`, `black_die`, `tray`."""

    name: str
    state: str = OK


@dataclass(frozen=True, slots=True)
class CalibrationPage:
    """The live picture and what is found in it."""

    picture: Picture | None
    dice: tuple[FoundDie, ...] = ()
    checks: tuple[Check, ...] = ()
    step: int = 1
    steps: int = 1
    phase: str = "dice"
    """`light`, `empty`, `colour`, `dice` (any dice, to see that all is well) or `fault`."""
    body: str = ""
    """The colour of the dice that are to be shown."""
    ready: bool = False
    """Whether what is seen is enough to go on."""
    outline: tuple[tuple[float, float], ...] = ()
    """The corners of the tray's floor in the picture's pixels."""
    says: str = ""
    """What was found wrong, in one sentence."""
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found. Names: `camera`, `light`, `box`, `knob`, `sound`, `disk`, `power`, `screen`..."""

    name: str
    state: str
    says: str
    """One short line in the table's language."""
    mend: str = ""
    """How to mend it."""
    cells: tuple[bool, ...] = ()
    """For the box: which of its nine sensors answered."""


@dataclass(frozen=True, slots=True)
class DoctorPage:
    """Is everything well? If not, what to do."""

    findings: tuple[Finding, ...]
    chosen: int = 0
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings as they stand. Names and values: display/drawing/look.py."""

    values: Mapping[str, str]
    health: tuple[Light, ...] = ALL_WELL
    house: bool | None = None
    """Whether the home's own network sees the table; None: no broker is set up."""
    fault: str = ""
    """Why the last change did not work, in one sentence."""


@dataclass(frozen=True, slots=True)
class WizardPage:
    """One question of the first evening. Words: `wizard.<name>`, `wizard.<name>_<choice>` and `..._says`."""

    name: str
    choices: tuple[str, ...]
    chosen: str
    step: int
    steps: int
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class NamesPage:
    """Who usually plays: names by a keyboard on the screen."""

    names: tuple[str, ...]
    most: int = 8
    step: int = 1
    steps: int = 1
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class MagnetPage:
    """Hold a magnet over one place after the other."""

    cell: int
    """From 1; 0 once all were tried."""
    answered: tuple[bool, ...] = (False,) * 9
    says: str = ""
    """What was found, at the end."""
    state: str = OK
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class CornersPage:
    """Touch one corner of the screen after the other."""

    corner: int
    """From 1, in reading order: upper left, upper right, lower left, lower right; 0 once all were tried."""
    answered: tuple[bool, ...] = (False,) * 4
    says: str = ""
    """What was found, at the end."""
    state: str = OK


class Gauge(NamedTuple):
    """Something that hands change, measured live; all from 0 to 1."""

    value: float
    good_from: float
    best: float = 0.0
    """The best value so far, where it is sought."""


@dataclass(frozen=True, slots=True)
class HandsPage:
    """One thing is tried by hand: what to do, what is seen of it just now, and at the end what was found."""

    name: str
    ask: str = ""
    """What to do, or what to say yes or no to; empty once it was tried."""
    live: str = ""
    """What is seen just now."""
    gauge: Gauge | None = None
    picture: Picture | None = None
    confirm: bool = False
    """Whether only a person knows."""
    says: str = ""
    """What was found, at the end."""
    mend: str = ""
    state: str = OK
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class SwitchOffPage:
    """Switch the Pi off, or only leave?"""

    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class TroublePage:
    """The table cannot be opened."""

    kind: str
    """`full` (the card), `locked` (nothing can be written), `taken` (by another program), `damaged`, `other`."""
    says: str
    """What was found, in one sentence, for whoever helps."""
    tries: int = 0
    """How often it was tried again."""
