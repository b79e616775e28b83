"""A whole program whose house is in the test's hands: no network, a broker that writes down what it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablekeeper.display import intents
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.mqtt.connection import Address, Connection, Heard
from tablekeeper.firmware.mqtt.credentials import Credentials
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.house import House
from tablekeeper.firmware.mqtt.journal_reader import JournalReader
from tablekeeper.firmware.mqtt.news import Identity, News, Signal
from tablekeeper.firmware.mqtt.topics import topic
from tablekeeper.firmware.mqtt.worker import Worker
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tests.conftest import Clock
from tests.firmware.sitting import Sitting

TABLE = "table-1"
TODAY_S = 1_790_000_000.0


class PaperBroker:
    """Takes everything, unless told otherwise."""

    def __init__(self) -> None:
        self.said: list[tuple[str, bytes, bool]] = []
        self.heard: list[Heard] = []
        self.fault: BrokerFault | None = None
        """What is wrong with it now."""
        self.room = 1000
        self.is_quiet = True
        self.opened = 0
        self.open_now = False
        self.secret = ""
        """What the table signs with."""

    @property
    def has_room(self) -> bool:
        return self.room > 0

    def open(self) -> None:
        self._fail()
        self.opened += 1
        self.open_now = True

    def step(self, wait_s: float = 0.0) -> None:
        self._fail()

    def publish(self, where: str, payload: bytes, *, retain: bool = False) -> None:
        self.room -= 1
        self.said.append((where, payload, retain))

    def take(self) -> list[Heard]:
        heard, self.heard = self.heard, []
        return heard

    def may_be_own(self, heard: Heard) -> bool:
        return Connection(Address("", credentials=Credentials("", "", self.secret)), "", ()).may_be_own(heard)

    def close(self) -> None:
        self.open_now = False

    def _fail(self) -> None:
        if self.fault is not None:
            raise self.fault

    def of(self, name: str) -> list[Any]:
        """Everything that was said under one name of the table, as plain values."""
        return [json.loads(payload) for where, payload, _ in self.said if where == topic(TABLE, name)]

    def hear(self, name: str, payload: bytes, *, retained: bool = False) -> None:
        self.heard.append(Heard(topic(TABLE, name), payload, retained))


class AtOnce:
    """A worker that is stepped by the test, in the test's thread."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.closed = False

    def post(self, letter: News | Signal) -> None:
        self.worker.post(letter)

    def close(self, *, forget: bool = False) -> None:
        if forget:
            self.worker.forget()
        self.worker.close()
        self.closed = True


class HouseTable:
    """A game at a table that speaks with the house."""

    def __init__(self, folder: Path, clock: Clock, language: str = "en", shared_days: int = 2) -> None:
        self.clock, self.broker = clock, PaperBroker()
        self.reports: list[tuple[str, str, str]] = []
        self.sitting = Sitting(folder)
        self.language, self.shared_days = language, shared_days
        self.now_s = TODAY_S
        self.newest = "0.1.0"
        self.served: list[AtOnce] = []
        self.program = self.sitting.program
        self.program.house = House(self._open)
        self.program.open_house()
        self.worker.step()

    def _open(self, inbox: Inbox, press: Any) -> AtOnce:
        me = Identity(TABLE, "Kitchen", shipped_texts(self.language), newest=lambda: self.newest)
        reader = JournalReader(self.sitting.home.folder / JOURNAL, TABLE, self.shared_days, lambda: self.now_s)

        def report(name: str, state: str, code: str) -> None:
            self.reports.append((name, state, code))
            inbox.put(Ailing(name, state, code))

        self.served.append(AtOnce(Worker(me, self.broker, reader, report, press, now=self.clock)))
        return self.served[-1]

    @property
    def worker(self) -> Worker:
        return self.served[-1].worker

    def begin(self, game: str, players: tuple[str, ...] = ("Ann", "Ben"), table: str = "virtual") -> None:
        colours = ("blue", "red", "green")[: len(players)]
        self.sitting.intent(intents.StartGame(game, players, colours, table=table))
        self.session.now = lambda: self.now_s
        self.step()

    @property
    def session(self) -> Any:
        return self.program.loop.session  # type: ignore[union-attr]

    def step(self, times: int = 3) -> None:
        """The loop, then the worker, then the loop."""
        for _ in range(times):
            self.sitting.step()
            self.worker.step()

    def answer(self, times: int = 1) -> None:
        """Take the first option of the open question."""
        for _ in range(times):
            if self.session.is_over:
                return
            self.sitting.intent(intents.Answered(self.session.history.question.options[0].spell()))
            self.step(1)

    def close(self) -> None:
        self.sitting.close()
