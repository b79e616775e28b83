"""Advice is worked out beside whoever shows it: it takes up to a second, and windows want to be drawn meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from tablekeeper.engines.core.record.giver import QuestionId
from tablekeeper.firmware.pages.advice import Advice

LOG = logging.getLogger(__name__)
Work = Callable[[], None]
Think = Callable[[Work], None]
"""think(work) -> None; the work is done at once or later, in whichever thread."""


def at_once(work: Work) -> None:
    """Where nobody else waits."""
    work()


def in_background() -> Think:
    """In a thread of its own, one piece of advice after another, so that many askers leave the table its processor."""
    thread = ThreadPoolExecutor(1, "advice")
    return lambda work: _start(thread, work)


def _start(thread: ThreadPoolExecutor, work: Work) -> None:
    thread.submit(_log_faults, work)


def _log_faults(work: Work) -> None:
    try:
        work()
    except Exception:  # it would end with nobody noticing
        LOG.exception("a hint could not be worked out")


class AdviceDesk:
    """The advice that was asked for while one question is open."""

    def __init__(self, think: Think, ring: Callable[[], None]) -> None:
        """`ring` is called in the thinking thread whenever some advice is there."""
        self._think, self._ring = think, ring
        self._asked: QuestionId | None = None
        self._found: dict[Hashable, Advice | None] = {}

    def find(self, asked: QuestionId, about: Hashable, work_out: Callable[[], Advice]) -> Advice | None:
        """The same whenever it is asked for; None while it is worked out: then there is a ring when it is there."""
        if asked != self._asked:
            self._asked, self._found = asked, {}
        found = self._found
        if about not in found:
            found[about] = None
            self._think(lambda: self._work(found, about, work_out))
        return found[about]

    def _work(self, found: dict[Hashable, Advice | None], about: Hashable, work_out: Callable[[], Advice]) -> None:
        if found is not self._found:  # the game has gone on
            return
        found[about] = work_out()
        self._ring()
