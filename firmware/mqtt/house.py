"""The table in its house: switched on and off, given what is new, heard. The program calls this and never waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from tablekeeper.display.pages import DoubtPage
from tablekeeper.faults import words_of
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.mqtt.news import News, Signal
from tablekeeper.firmware.phones.visible import catch

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop
    from tablekeeper.firmware.senses.inbox import Inbox

Press = Callable[[str], None]
"""Takes a button that was pressed in the house."""
SIGNALS = ("doubt", "turn", "roll", "won", "over", "refused", "lost", "back")
"""Signals that leave the table; the others are of the moment and the screen's own."""
MOST_PRESSED = 8


class Served(Protocol):
    """A worker that runs."""

    def post(self, letter: News | Signal) -> None:
        """Lay something down for it."""

    def close(self, *, forget: bool = False) -> None:
        """End it; with `forget` the broker keeps nothing of this table."""


class House:
    """Off until the settings switch it on."""

    def __init__(self, open_worker: Callable[[Inbox, Press], Served]) -> None:
        self.fault = ""
        """Why the table cannot speak with the house."""
        self._open_worker = open_worker
        self._worker: Served | None = None
        self._pressed: deque[str] = deque(maxlen=MOST_PRESSED)
        self._seen: object = None
        self._place = (0, 0)

    @property
    def on(self) -> bool:
        """Whether the table speaks with the house."""
        return self._worker is not None

    def switch_on(self, inbox: Inbox) -> None:
        """Begin; what cannot begin is noted in one sentence. `inbox` receives the state of the connection."""
        self.fault = ""
        if self._worker is None:
            try:
                self._worker, self._seen = self._open_worker(inbox, self._pressed.append), None
            except BadInput as fault:
                self.fault = words_of(fault)

    def switch_off(self) -> None:
        """Stop, and let the broker keep nothing of this table."""
        self.fault = ""
        self._end(forget=True)

    def close(self) -> None:
        """Stop for now; the house sees that the table is offline."""
        self._end(forget=False)

    def _end(self, *, forget: bool) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close(forget=forget)

    def step(self, loop: Loop | None) -> None:
        """Hand the worker what is new."""
        if self._worker is None:
            return
        news = _news_of(loop)
        if news != self._seen:
            self._seen = news
            self._worker.post(_news_for(loop))
        asked = None if loop is None else loop.session.history.asked
        self._place = (0, 0) if asked is None else (asked.game, asked.number)

    def signal(self, name: str) -> None:
        """Something has just changed in the loop."""
        if self._worker is not None and name in SIGNALS:
            self._worker.post(Signal(name, *self._place))

    def take_pressed(self) -> list[str]:
        """The buttons that were pressed in the house since."""
        return [self._pressed.popleft() for _ in range(len(self._pressed))]


def refuse_house(inbox: Inbox, press: Press) -> Served:
    """A program without a network stays out of the house's."""
    raise BadInput("Cannot join the house's network: this program was started without it; expected a start in a window")


def _news_for(loop: Loop | None) -> News:
    if loop is None:
        return News(None, {})
    page, lights = loop.cover.page, loop.health.lights()
    doubt = page if isinstance(page, DoubtPage) else None
    health = {light.name: light.state for light in lights}
    return News(catch(loop.session, lights, note=loop.cover.note, doubt=doubt, fixed=loop.counts.fixed), health)


def _news_of(loop: Loop | None) -> object:
    """What the house receives; equal as long as nothing of it has changed."""
    if loop is None:
        return ()
    session = loop.session
    page = loop.cover.page
    return (session.history.asked, id(session.history.state), isinstance(page, DoubtPage), loop.health.lights())
