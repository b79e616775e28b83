"""A table that really runs: its program in a thread, its phones served on this machine's loopback."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.firmware.phones.client_window import ClientWindow, Shown
from tablekeeper.firmware.phones.phones import Phones
from tablekeeper.firmware.phones.server import Server
from tablekeeper.firmware.phones.visible import catch, seats_page
from tablekeeper.firmware.settings.copies import load_ledger
from tests.firmware.sitting import Sitting

T = TypeVar("T")
STEP_S = 0.01


class LiveTable:
    """`ask` runs something in the loop's thread between two steps."""

    def __init__(self, home: Path, game: str, players: tuple[str, ...], table: str = "virtual") -> None:
        self._over = threading.Event()
        self._lock = threading.RLock()
        self.sitting = Sitting(home)
        self.look = Look()
        program = self.sitting.program
        program.phones = Phones(home, self._open, load_ledger, lambda: self.look)
        colours = ("blue", "red", "green", "yellow", "purple")[: len(players)]
        self.sitting.intent(intents.StartGame(game, players, colours, table=table))
        program.phones.switch(True)
        self.server: Server
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _open(self, reception: Any) -> Server:
        self.server = Server(reception, 0, "127.0.0.1")
        return self.server

    def _run(self) -> None:
        while not self._over.is_set():
            with self._lock:
                self.sitting.step()
                for number in self.program.phones.requests:
                    self.program.phones.grant(number, True)
            time.sleep(STEP_S)

    @property
    def program(self) -> Any:
        return self.sitting.program

    @property
    def session(self) -> Any:
        return self.program.loop.session

    def ask(self, do: Callable[[], T]) -> T:
        with self._lock:
            return do()

    def link(self) -> str:
        """What the next phone scans."""
        return str(self.ask(lambda: self.program.phones.page().address))

    def expected(self, seat: int | None, window: ClientWindow) -> Shown:
        """The sheet that the fold of the journal gives for a seat, made here and not by the server."""
        session = self.ask(lambda: catch(self.session, self.program.home.health.lights(), by_touch=True))
        fresh = ClientWindow(0, load_ledger, seat, self.look, window.shape, settled=True)
        fresh.shown = None
        return fresh.draw(session, lambda: seats_page(session, None, frozenset()))  # type: ignore[arg-type]

    def server_reception(self) -> Any:
        """Where the server's requests arrive."""
        return self.program.phones._reception

    def close(self) -> None:
        self._over.set()
        self._thread.join(10.0)
        self.sitting.close()
