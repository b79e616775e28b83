"""The tutor: keeps the place in a game's lesson while the table really plays, and says what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources

from engines.core.event import Event
from engines.core.game import Game
from engines.core.lesson import Progress, current_step, follow, follow_all, read_lesson, read_on


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

    def say(self) -> str | None:
        """The step to tell now, once; None while the last one still stands, or when the lesson is through."""
        step = current_step(self.lesson, self.progress)
        if step is None or self.progress.step == self._said:
            return None
        self._said = self.progress.step
        more = " (next: read on)" if step.done.by_reading else ""
        return (
            f"[{self.progress.step + 1} of {len(self.lesson.steps)}, {step.chapter}] {step.text(self.language)}{more}"
        )
