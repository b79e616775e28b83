"""What can be answered in Chocobo's Dungeon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablekeeper.engines.core import Answer


@dataclass(frozen=True, slots=True)
class Draw(Answer):
    """This Chocobo card was drawn, or turned up as a Bonus card."""

    verb: ClassVar[str] = "draw"
    card: int


@dataclass(frozen=True, slots=True)
class Play(Answer):
    """Play this Chocobo card from the hand."""

    verb: ClassVar[str] = "play"
    card: int


@dataclass(frozen=True, slots=True)
class Discard(Answer):
    """Discard this Chocobo card from the hand."""

    verb: ClassVar[str] = "discard"
    card: int


@dataclass(frozen=True, slots=True)
class Reveal(Answer):
    """This Monster card was revealed, by its deck and its number in the edition."""

    verb: ClassVar[str] = "reveal"
    deck: str
    number: int


@dataclass(frozen=True, slots=True)
class Find(Answer):
    """This Book token was turned up."""

    verb: ClassVar[str] = "find"
    book: str


@dataclass(frozen=True, slots=True)
class Dig(Answer):
    """A Vegetable token with so many Vegetables was turned up."""

    verb: ClassVar[str] = "dig"
    vegetables: int


@dataclass(frozen=True, slots=True)
class Begin(Answer):
    """This position of the dial shows the number 1 at the start."""

    verb: ClassVar[str] = "begin"
    position: int


@dataclass(frozen=True, slots=True)
class Tell(Answer):
    """What this copy prints at a place of the edition, in words."""

    verb: ClassVar[str] = "tell"
    place: str
    value: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choose(Answer):
    """Perform this one of the two actions on the dial."""

    verb: ClassVar[str] = "choose"
    action: str


@dataclass(frozen=True, slots=True)
class Move(Answer):
    """Move to this space; or, space by space, along this path."""

    verb: ClassVar[str] = "move"
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop(Answer):
    """The Chocobo stopped on this icon, on a board that the companion has no map of."""

    verb: ClassVar[str] = "stop"
    icon: str


@dataclass(frozen=True, slots=True)
class Attack(Answer):
    """Attack this Monster (its deck and number, as in `elite_4`) or the `boss`."""

    verb: ClassVar[str] = "attack"
    target: str


@dataclass(frozen=True, slots=True)
class Share(Answer):
    """So many cards for each seat to draw, or to discard."""

    verb: ClassVar[str] = "share"
    by_seat: ClassVar[str] = "cards"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Use(Answer):
    """Use a Book token of this kind."""

    verb: ClassVar[str] = "use"
    book: str


@dataclass(frozen=True, slots=True)
class Drop(Answer):
    """Discard a Book token of this kind, unused."""

    verb: ClassVar[str] = "drop"
    book: str


@dataclass(frozen=True, slots=True)
class Go(Answer):
    """Go on without a Book token."""

    verb: ClassVar[str] = "go"


ANSWERS = (Draw, Play, Discard, Reveal, Find, Dig, Begin, Tell, Choose, Move, Stop, Attack, Share, Use, Drop, Go)
