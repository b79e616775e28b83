"""The tutor: keeps the place in a game's lesson while the table really plays, and says what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Self

from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed.lesson import (
    LessonStep,
    Progress,
    current_step,
    follow,
    follow_all,
    read_lesson,
    read_on,
)
from tablekeeper.firmware.journal.session import Session

TAUGHT = "taught"
"""A small file of the table: the number of the game that is taught."""


class Step(NamedTuple):
    """One step of a lesson and its place."""

    step: LessonStep
    number: int
    whole: int


class Tutor:
    """One lesson at one table."""

    def __init__(self, game: Game, table: str, language: str) -> None:
        text = (resources.files(game.package) / "lesson.toml").read_text(encoding="utf-8")
        self.lesson = read_lesson(text, game.name, f"the lesson of {game.title}").at(table)
        self.language = language
        self.progress = Progress()
        self._said = -1

    @classmethod
    def of(cls, session: Session, language: str) -> Self:
        """The lesson of a game, where its answers have brought it."""
        tutor = cls(session.game, "virtual" if session.history.setup.virtual else "real", language)
        history = session.history
        asked_now = None if session.is_over else history.question.kind
        asked_next = [*(played.kind for played in history.played[1:]), asked_now]
        tutor.catch_up((played.events, kind) for played, kind in zip(history.played, asked_next, strict=False))
        return tutor

    def catch_up(self, story: Iterable[tuple[Sequence[Event], str | None]]) -> None:
        """The lesson of a resumed game stands where its story has brought it."""
        self.progress = follow_all(self.lesson, story)

    def hear(self, events: Sequence[Event], question: str | None) -> None:
        """What happened, and what is asked now (None: the game is over); what came before the first step was shown
        does not count, so that every lesson starts at its first step."""
        if self._said < 0:
            return
        self.progress = follow(self.lesson, self.progress, events, question)

    @property
    def at_first(self) -> bool:
        """Whether the lesson stands at its first step."""
        return self.progress.step == 0

    def read_on(self) -> None:
        """The table has read this step, or goes on without it."""
        self.progress = read_on(self.lesson, self.progress)

    def close(self) -> None:
        """The step was looked at: one that is only to be read is done, another waits for what happens."""
        step = current_step(self.lesson, self.progress)
        if step is not None and step.done.by_reading:
            self.read_on()

    def take(self) -> Step | None:
        """The step to show now, once; None while the last one still stands, or when the lesson is through."""
        step = current_step(self.lesson, self.progress)
        if step is None or self.progress.step == self._said:
            return None
        self._said = self.progress.step
        return Step(step, self.progress.step + 1, len(self.lesson.steps))


def find_taught(home: Path) -> int:
    """Which game is taught, so that its lesson goes on when it is resumed; 0 for none."""
    try:
        text = (home / TAUGHT).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def note_taught(home: Path, game: int) -> None:
    """Keep in mind which game is taught (0: none)."""
    if game != find_taught(home):
        (home / TAUGHT).write_text(f"{game}\n", encoding="ascii")
