"""What can be answered in Cocoons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablekeeper.engines.core import Answer


@dataclass(frozen=True, slots=True)
class Start(Answer):
    """The start token lies in this place: the gap."""

    verb: ClassVar[str] = "start"
    place: int


@dataclass(frozen=True, slots=True)
class Face(Answer):
    """The pink mark in this cocoon points to this side of the box: N, E, S or W."""

    verb: ClassVar[str] = "face"
    side: str


@dataclass(frozen=True, slots=True)
class Youngest(Answer):
    """Who sits in this seat is the youngest."""

    verb: ClassVar[str] = "youngest"
    seat: int


@dataclass(frozen=True, slots=True)
class Slide(Answer):
    """The cocoon of this place slides into the gap."""

    verb: ClassVar[str] = "slide"
    place: int


@dataclass(frozen=True, slots=True)
class Name(Answer):
    """The side that came into sight shows this guardian."""

    verb: ClassVar[str] = "name"
    guardian: str


@dataclass(frozen=True, slots=True)
class Unsaid(Answer):
    """The table keeps to itself what the side shows."""

    verb: ClassVar[str] = "unsaid"


@dataclass(frozen=True, slots=True)
class Flip(Answer):
    """The trapdoor in the gap, turned over, is this one."""

    verb: ClassVar[str] = "flip"
    trapdoor: str


@dataclass(frozen=True, slots=True)
class Find(Answer):
    """The token in the gap, turned over, is this guardian."""

    verb: ClassVar[str] = "find"
    guardian: str


@dataclass(frozen=True, slots=True)
class Put(Answer):
    """Put this guardian into the cocoon of this place."""

    verb: ClassVar[str] = "put"
    guardian: str
    place: int


@dataclass(frozen=True, slots=True)
class Leave(Answer):
    """Leave the guardian in the gap."""

    verb: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Lay(Answer):
    """Lay the Action trapdoor into the cocoon of this place."""

    verb: ClassVar[str] = "lay"
    place: int


@dataclass(frozen=True, slots=True)
class Correct(Answer):
    """Pay three tokens and take this guardian out of its cocoon."""

    verb: ClassVar[str] = "correct"
    guardian: str


@dataclass(frozen=True, slots=True)
class End(Answer):
    """All agree to end the game and to open the cocoons."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Remember(Answer):
    """Switch the memory aid on or off."""

    verb: ClassVar[str] = "remember"
    on: bool


@dataclass(frozen=True, slots=True)
class Verdict(Answer):
    """The cocoons are open: whether every guardian was right."""

    verb: ClassVar[str] = "verdict"
    right: bool


ANSWERS = (
    Start, Face, Youngest, Slide, Name, Unsaid, Flip, Find, Put, Leave, Lay, Correct, End, Remember, Verdict,
)  # fmt: skip
