"""Rolls without a game for the house: each once, at `tablekeeper/TABLE/roll`, never late."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random

from tablekeeper.faults import words_of
from tablekeeper.firmware.mqtt.broker import Broker
from tablekeeper.firmware.mqtt.comeback import Comeback
from tablekeeper.firmware.mqtt.connection import Connection
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.identity import find_id
from tablekeeper.firmware.mqtt.serving import read_address
from tablekeeper.firmware.mqtt.topics import ROLL, topic
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.settings.config import MqttSettings

LOG = logging.getLogger(__name__)
WAIT_S = 0.05
LATE_S = 5.0
"""A roll that could not be said by then is left out: it is no news any more."""
ROOM = 50


class RollWorker:
    """Says rolls; whoever reads dice never waits for it."""

    def __init__(
        self, table: str, broker: Broker, report: Callable[[str], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        self.broker, self.connected = broker, False
        self._topic, self._report, self._now = topic(table, ROLL), report, now
        self._due: deque[tuple[float, bytes]] = deque(maxlen=ROOM)
        self._comeback = Comeback(Random())

    def say(self, line: str) -> None:
        """Lay a roll down."""
        self._due.append((self._now(), line.encode()))

    def step(self) -> None:
        """Say what is due."""
        try:
            if not self.connected:
                if not self._comeback.is_due(self._now()):
                    time.sleep(WAIT_S)
                    return
                self.broker.open()
                self._comeback.worked()
                self.connected = True
            self.broker.step(WAIT_S)
            while self._due and self.broker.has_room:
                at_s, payload = self._due.popleft()
                if self._now() - at_s <= LATE_S:
                    self.broker.publish(self._topic, payload)
        except BrokerFault as fault:
            if self._comeback.fresh:
                self._report(words_of(fault))
            self._comeback.failed(self._now())
            self.connected = False
            self.broker.close()

    def open(self) -> None:
        """The next step does."""

    def close(self) -> None:
        """Leave the broker."""
        self.broker.close()
        self.connected = False


class RollHouse:
    """One worker in a thread of its own."""

    def __init__(self, settings: MqttSettings, folder: Path, report: Callable[[str], None]) -> None:
        table = find_id(folder, settings.table)
        broker = Connection(read_address(settings, folder), f"tablekeeper-{table}-dice", ())
        self._worker = RollWorker(table, broker, report)
        self.say = self._worker.say
        self._supervisor = Supervisor(Inbox())
        self._supervisor.start("dice for the house", self._worker, self._worker)

    def close(self) -> None:
        """Say what is due, and go."""
        if not self._supervisor.stop():
            if self._worker.connected:
                self._worker.step()
            self._worker.close()
