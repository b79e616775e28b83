"""What can be answered in Cocoon World, besides a roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablekeeper.engines.core import Answer


@dataclass(frozen=True, slots=True)
class Begin(Answer):
    """This colour is the start player."""

    verb: ClassVar[str] = "begin"
    colour: str


@dataclass(frozen=True, slots=True)
class Draw(Answer):
    """This tile was drawn from the pile."""

    verb: ClassVar[str] = "draw"
    tile: str


@dataclass(frozen=True, slots=True)
class Reveal(Answer):
    """The face-down tile turned out to be this one."""

    verb: ClassVar[str] = "reveal"
    tile: str


@dataclass(frozen=True, slots=True)
class Place(Answer):
    """Lay this tile from the hand on this space."""

    verb: ClassVar[str] = "place"
    tile: str
    space: int


@dataclass(frozen=True, slots=True)
class Change(Answer):
    """Turn one die of the opening roll to this value."""

    verb: ClassVar[str] = "change"
    die: int
    value: int


@dataclass(frozen=True, slots=True)
class Leave(Answer):
    """Leave it as it is: no die changed, no dungeon entered."""

    verb: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Enter(Answer):
    """Challenge the dungeon."""

    verb: ClassVar[str] = "enter"


@dataclass(frozen=True, slots=True)
class Stop(Answer):
    """Leave the dungeon with what was won."""

    verb: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Go(Answer):
    """Roll on in the dungeon."""

    verb: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class Wish(Answer):
    """As many EP for the Nightmare."""

    verb: ClassVar[str] = "wish"
    ep: int


@dataclass(frozen=True, slots=True)
class Bet(Answer):
    """This colour's pawn reaches Start next."""

    verb: ClassVar[str] = "bet"
    colour: str


@dataclass(frozen=True, slots=True)
class Rob(Answer):
    """Look at the hand of this colour."""

    verb: ClassVar[str] = "rob"
    colour: str


@dataclass(frozen=True, slots=True)
class Take(Answer):
    """Take this tile out of the robbed hand."""

    verb: ClassVar[str] = "take"
    tile: str


@dataclass(frozen=True, slots=True)
class Lay(Answer):
    """Lay the taken tile on this empty space, without obeying it."""

    verb: ClassVar[str] = "lay"
    space: int


@dataclass(frozen=True, slots=True)
class Swap(Answer):
    """Put the taken tile in the place of this one and obey it."""

    verb: ClassVar[str] = "swap"


@dataclass(frozen=True, slots=True)
class Fetch(Answer):
    """Exchange this tile with the one on that space and obey what comes."""

    verb: ClassVar[str] = "fetch"
    space: int


@dataclass(frozen=True, slots=True)
class Keep(Answer):
    """Keep this one of the tiles looked at."""

    verb: ClassVar[str] = "keep"
    tile: str


@dataclass(frozen=True, slots=True)
class Return(Answer):
    """This one of the two other tiles goes back on top."""

    verb: ClassVar[str] = "return"
    tile: str


ANSWERS = (
    Begin, Draw, Reveal, Place, Change, Leave, Enter, Stop, Go, Wish, Bet, Rob, Take, Lay, Swap, Fetch, Keep, Return,
)  # fmt: skip
