"""What a sense may know of the game, and what it may ask of the loop: plain values, carried out by the loop alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tablekeeper.display.any_page import Page
from tablekeeper.display.intents import Intent
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.record.history import History


class Situation(NamedTuple):
    """Where the game stands when a sense judges a message."""

    game: Game
    history: History
    question: Question | None
    """What is awaited; None when the game is over."""
    note: str = ""
    """The line that stands above what is asked."""
    page: Page | None = None
    """The page that lies over the table."""


@dataclass(frozen=True)
class Answers:
    """The open question is answered."""

    answer: Answer
    source: str


@dataclass(frozen=True)
class AsksTable:
    """The table is asked about the dice of the claim."""


@dataclass(frozen=True)
class Refuses:
    """What was shown does not fit what is asked; the screen says why."""

    note: str


@dataclass(frozen=True)
class Shows:
    """This line stands above what is asked; an empty one takes it away."""

    note: str


@dataclass(frozen=True)
class Fixes:
    """An answer that the sense gave was wrong."""

    number: int
    answer: Answer
    source: str


@dataclass(frozen=True)
class Wants:
    """Somebody wants this, as if it had been touched on the screen."""

    intent: Intent


Effect = Answers | AsksTable | Refuses | Shows | Fixes | Wants


class Judge(Protocol):
    """A sense during one game."""

    def judge(self, situation: Situation, message: Any) -> Effect | None:
        """What is to be done about a message of its device."""

    def went_on(self, situation: Situation) -> Effect | None:
        """Another question is open."""

    def went_back(self, situation: Situation) -> None:
        """Answers were undone, or put right."""
