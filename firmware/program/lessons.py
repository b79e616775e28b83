"""The lessons of one game: when a step of them lies over the table, and what closing it means."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.display.pages import LessonPage, TablePage
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.pages.tutor import Tutor
from tablekeeper.firmware.program.cover import Cover


class Lessons:
    """A tutor's steps, laid over the table; without a tutor nothing happens."""

    def __init__(self, tutor: Tutor | None, cover: Cover, show_table: Callable[[], TablePage]) -> None:
        self.tutor, self._cover, self._show_table = tutor, cover, show_table

    @property
    def open(self) -> bool:
        """Whether a lesson lies over the table."""
        return isinstance(self._cover.page, LessonPage)

    def teach(self) -> None:
        """Lay the next step over the table, once."""
        if self.tutor is not None and self._cover.page is None and (step := self.tutor.take()) is not None:
            self._cover.lay(table_pages.lesson_page(self._show_table(), step, self.tutor.language))

    def hear(self, session: Session) -> None:
        """The game went on; what that teaches comes next. While the first step lies open, cards that are dealt by
        themselves complete nothing."""
        if self.tutor is not None and not (self.open and self.tutor.at_first):
            asked = None if session.is_over else session.history.question.kind
            self.tutor.hear(session.history.happened, asked)
            self.teach()

    def read_on(self) -> None:
        """The lesson was read: the next one, if it does not wait for something to happen."""
        if self.tutor is not None:
            self.tutor.close()
        self._cover.lay(None)
        self.teach()

    def speak(self, language: str) -> None:
        """From now on in this language."""
        if self.tutor is not None:
            self.tutor.language = language

    def stop(self) -> None:
        """Nobody wants any more of them."""
        self.tutor = None
