"""What can be answered in Pig, besides a roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablekeeper.engines.core import Answer


@dataclass(frozen=True, slots=True)
class Again(Answer):
    """Roll once more."""

    verb: ClassVar[str] = "again"


@dataclass(frozen=True, slots=True)
class Hold(Answer):
    """Keep the points of the turn."""

    verb: ClassVar[str] = "hold"


ANSWERS = (Again, Hold)
