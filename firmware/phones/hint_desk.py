"""Hints are worked out beside the server's thread: one takes up to a second, and other phones want to be served."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tablekeeper.engines.core.state import State
from tablekeeper.firmware.pages.advice import Advice, advise
from tablekeeper.firmware.phones.visible import Moment

LOG = logging.getLogger(__name__)
Work = Callable[[], None]
Think = Callable[[Work], None]
"""think(work) -> None; the work is done at once or later, in whichever thread."""


def at_once(work: Work) -> None:
    """Where nobody else waits."""
    work()


def in_background() -> Think:
    """In a thread of its own, one hint after another, so that many phones leave the table its processor."""
    thread = ThreadPoolExecutor(1, "hints")
    return lambda work: _start(thread, work)


def _start(thread: ThreadPoolExecutor, work: Work) -> None:
    thread.submit(_log_faults, work)


def _log_faults(work: Work) -> None:
    try:
        work()
    except Exception:  # it would end with nobody noticing
        LOG.exception("a hint could not be worked out")


class HintDesk:
    """The hints for one position, by seat."""

    def __init__(self, think: Think, ring: Callable[[], None]) -> None:
        self._think, self._ring = think, ring
        self._state: State | None = None
        self._found: dict[int, Advice | None] = {}

    def find(self, moment: Moment, seat: int) -> Advice | None:
        """The same whenever it is asked for; None while it is worked out: then there is a ring when it is there."""
        state = moment.history.state
        if state is not self._state:
            self._state, self._found = state, {}
        found = self._found
        if seat not in found:
            found[seat] = None
            self._think(lambda: self._work_out(moment, seat, found))
        return found[seat]

    def _work_out(self, moment: Moment, seat: int, found: dict[int, Advice | None]) -> None:
        if found is not self._found:  # the game has gone on
            return
        history = moment.history
        found[seat] = advise(moment.game, history.state, history.question.put_to(seat), random.Random(0))
        self._ring()
