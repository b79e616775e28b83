"""The tutor: keeps the place in a game's lesson while the table really plays, and says what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import NamedTuple

from engines.core.event import Event
from engines.core.game import Game
from engines.core.lesson import LessonStep, Progress, current_step, follow, follow_all, read_lesson, read_on


class Step(NamedTuple):
    """One step of a lesson and its place."""

    step: LessonStep
    number: int
    whole: int


class Tutor:
    """One lesson at one table."""

    def __init__(self, game: Game, table: str, language: str) -> None:
        text = (resources.files(f"engines.{game.name}") / "lesson.toml").read_text(encoding="utf-8")
        self.lesson = read_lesson(text, game.name, f"the lesson of {game.title}").at(table)
        self.language = language
        self.progress = Progress()
        self._said = -1

    def catch_up(self, told: Iterable[tuple[Sequence[Event], str | None]]) -> None:
        """The lesson of a resumed game stands where its story has brought it."""
        self.progress = follow_all(self.lesson, told)

    def hear(self, events: Sequence[Event], question: str | None) -> None:
        """What happened, and what is asked now (None: the game is over)."""
        self.progress = follow(self.lesson, self.progress, events, question)

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

    def say(self) -> str | None:
        """The same in one line for the terminal."""
        taken = self.take()
        if taken is None:
            return None
        more = " (next: read on)" if taken.step.done.by_reading else ""
        return f"[{taken.number} of {taken.whole}, {taken.step.chapter}] {taken.step.text(self.language)}{more}"
