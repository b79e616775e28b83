"""What can be answered in Kokoro. Spaces are numbered from 0 in reading order, seats from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablekeeper.engines.core import Answer


@dataclass(frozen=True, slots=True)
class Proclaim(Answer):
    """This decree card was drawn for the whole game."""

    verb: ClassVar[str] = "proclaim"
    decree: str


@dataclass(frozen=True, slots=True)
class Spot(Answer):
    """The ten-sided die shows this number; a die that shows 0 means spot 10 (ruling 18)."""

    verb: ClassVar[str] = "spot"
    number: int

    def __post_init__(self) -> None:
        """Both ways of saying ten are one answer."""
        Answer.__post_init__(self)
        if self.number == 0:
            object.__setattr__(self, "number", 10)


@dataclass(frozen=True, slots=True)
class Sanctuary(Answer):
    """This sanctuary card was revealed for the round."""

    verb: ClassVar[str] = "sanctuary"
    letter: str


@dataclass(frozen=True, slots=True)
class Path(Answer):
    """This path card was revealed: its number, and `golden` or `plain`."""

    verb: ClassVar[str] = "path"
    shape: int
    kind: str


@dataclass(frozen=True, slots=True)
class Draw(Answer):
    """The seat draws the path on this space of its mat, as shown."""

    verb: ClassVar[str] = "draw"
    given_by: ClassVar[str] = "seat"
    seat: int
    space: int
    shape: int


@dataclass(frozen=True, slots=True)
class Drew(Answer):
    """The seat has drawn the path on its real mat."""

    verb: ClassVar[str] = "drew"
    given_by: ClassVar[str] = "seat"
    seat: int


@dataclass(frozen=True, slots=True)
class AllDrew(Answer):
    """Everybody who had not answered yet has drawn the path."""

    verb: ClassVar[str] = "all_drew"


@dataclass(frozen=True, slots=True)
class Peek(Answer):
    """The seat looks at the next sanctuary card instead of drawing."""

    verb: ClassVar[str] = "peek"
    given_by: ClassVar[str] = "seat"
    seat: int


@dataclass(frozen=True, slots=True)
class Top(Answer):
    """This sanctuary card lies on top of the deck; one seat alone sees it."""

    verb: ClassVar[str] = "top"
    letter: str


@dataclass(frozen=True, slots=True)
class Looked(Answer):
    """The card of the real deck has been looked at and put back."""

    verb: ClassVar[str] = "looked"


@dataclass(frozen=True, slots=True)
class Count(Answer):
    """The seat counts so many on its real mat."""

    verb: ClassVar[str] = "count"
    given_by: ClassVar[str] = "seat"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Dispute(Answer):
    """The seat's count is doubted: its mat will be entered and counted again."""

    verb: ClassVar[str] = "dispute"
    seat: int


@dataclass(frozen=True, slots=True)
class Agree(Answer):
    """The table agrees with all counts."""

    verb: ClassVar[str] = "agree"


@dataclass(frozen=True, slots=True)
class Trace(Answer):
    """On the disputed mat this path lies on this space."""

    verb: ClassVar[str] = "trace"
    space: int
    shape: int


@dataclass(frozen=True, slots=True)
class Traced(Answer):
    """Everything that matters on the disputed mat has been entered."""

    verb: ClassVar[str] = "traced"


ANSWERS = (
    Proclaim, Spot, Sanctuary, Path, Draw, Drew, AllDrew, Peek, Top, Looked, Count, Dispute, Agree, Trace, Traced,
)  # fmt: skip
