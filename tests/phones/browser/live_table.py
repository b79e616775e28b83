"""A table that really runs: its program in a thread of its own, its phones served on this machine's loopback."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.engines.catalogue import find_game
from tablekeeper.firmware.phones.app import make_app
from tablekeeper.firmware.phones.phones import Phones
from tablekeeper.firmware.phones.visible import Moment, catch
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.firmware.web.server import Server
from tests.firmware.sitting import Sitting

T = TypeVar("T")
STEP_S = 0.01
ANSWER_S = 30.0


class LiveTable:
    """Everything of the program happens in one thread, for its journal belongs to the thread that opened it."""

    def __init__(
        self, home: Path, game: str, players: tuple[str, ...], table: str = "virtual", step_s: float = STEP_S
    ) -> None:
        self.look = Look()
        self._step_s = step_s
        self.server: Server
        self.sitting: Sitting
        self._asked: queue.Queue[tuple[Callable[[], Any], Future[Any]] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.ask(lambda: self._begin(home, game, players, table))

    def _begin(self, home: Path, game: str, players: tuple[str, ...], table: str) -> None:
        self.sitting = Sitting(home)
        self.program.phones = Phones(home, self._open, load_ledger, lambda: self.look)
        colours = find_game(game).colours[: len(players)]
        self.sitting.intent(intents.StartGame(game, players, colours, table=table))
        self.program.phones.switch(True)

    def _open(self, reception: Any) -> Server:
        self.server = Server(partial(make_app, reception), 0, "127.0.0.1")
        return self.server

    def _run(self) -> None:
        """Steps as often as a real loop, and does what a test asks for in between."""
        while True:
            try:
                asked = self._asked.get(timeout=self._step_s)
            except queue.Empty:
                self._step()
                continue
            if asked is None:
                return
            do, answer = asked
            try:
                answer.set_result(do())
            except Exception as fault:  # noqa: BLE001 (whoever asked raises it)
                answer.set_exception(fault)

    def _step(self) -> None:
        if hasattr(self, "sitting"):
            self.sitting.step()
            for number in self.program.phones.requests:
                self.program.phones.grant(number, True)

    def ask(self, do: Callable[[], T]) -> T:
        """What this returns, run in the loop's thread between two of its steps."""
        answer: Future[T] = Future()
        self._asked.put((do, answer))
        return answer.result(ANSWER_S)

    @property
    def program(self) -> Any:
        return self.sitting.program

    @property
    def session(self) -> Any:
        return self.program.loop.session

    def link(self) -> str:
        """What the next phone scans."""
        return str(self.ask(lambda: self.program.phones.page().address))

    def moment(self) -> Moment:
        """The game as the journal's fold gives it now."""
        return self.ask(self._catch)

    def _catch(self) -> Moment:
        loop = self.program.loop
        return catch(loop.session, loop.health.lights(), note=loop.cover.note, by_touch=True, fixed=loop.counts.fixed)

    def reception(self) -> Any:
        """Where the server's requests arrive."""
        return self.program.phones._reception

    def close(self) -> None:
        if hasattr(self, "sitting"):
            self.ask(self.sitting.close)
        self._asked.put(None)
        self._thread.join(ANSWER_S)
