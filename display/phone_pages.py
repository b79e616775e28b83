"""What concerns phones: the page on which the table lets them in, and the one on which a phone chooses its seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablekeeper.display.pages import ALL_WELL, Code, Light


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone that takes part."""

    number: int
    seat: int | None = None
    wants: int | None = None
    """The seat that it asks for."""


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """Who takes part by phone, and the code to scan; with no address, phones are off."""

    address: str = ""
    code: Code = ()
    phones: tuple[Phone, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    """Who sits where in the game on the table."""
    colours: Mapping[int, str] = field(default_factory=dict)
    fault: str = ""
    """Why phones cannot be let in, in one sentence."""
    hints: bool = False
    """Whether phones may show hints."""
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class OwnPage:
    """On a phone: what it can do besides playing."""

    game: str
    name: str = ""
    """Who plays with it; empty: it watches."""
    colour: str = ""
    aloud: bool = False
    """Whether it reads aloud."""
    hints: bool = False
    """Whether the table allows hints."""
    may_ask: bool = False
    """Whether there is something to give a hint for: a question for this seat."""
    hint: tuple[str, ...] = ()
    """The hint that was asked for, in sentences."""


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """On a phone: play as whom, or watch?"""

    game: str
    """Empty: no game is on the table."""
    names: Mapping[int, str]
    colours: Mapping[int, str] = field(default_factory=dict)
    taken: frozenset[int] = frozenset()
    """Seats that other phones play."""
    wants: int | None = None
    """The seat that was asked for; the table has to say yes."""
