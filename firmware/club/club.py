"""The club at the broker: hears all tables, asks for what it missed, and keeps the ledger. One thread's own."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablekeeper.faults import words_of
from tablekeeper.firmware.club import records
from tablekeeper.firmware.club.asking import Asking
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.records import PublicRecord, TableState
from tablekeeper.firmware.mqtt import topics
from tablekeeper.firmware.mqtt.broker import Broker
from tablekeeper.firmware.mqtt.comeback import Comeback
from tablekeeper.firmware.mqtt.connection import Heard
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.requests import Allowance
from tablekeeper.firmware.mqtt.signing import is_signed
from tablekeeper.firmware.mqtt.topics import ASK, read_topic, topic

SUBSCRIPTIONS = tuple(f"{topics.ROOT}/+/{name}" for name in ("status", "about", "state", "entry", "entries", "games"))
WAIT_S = 0.1
MOST_TABLES = 1200
BURST, PER_S = 600, 60.0
"""So many messages of one table at once, and so many a second: no table that plays comes near it."""
MOST_NOTICES = 200


@dataclass
class Table:
    """What the club sees of one table."""

    id: str
    allowance: Allowance
    name: str = ""
    online: bool = False
    state: TableState | None = None


class Club:
    """`step` hears and asks; whoever shows the evening looks at `tables`, `ledger` and `notices`."""

    def __init__(
        self,
        broker: Broker,
        ledger: Ledger,
        began_at_s: float,
        report: Callable[[str, str], None],
        *,
        now: Callable[[], float] = time.monotonic,
        luck: random.Random | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> None:
        """`secrets` are those of the tables that sign what they say: under their names nothing else is heard."""
        self.broker, self.ledger, self.began_at_s = broker, ledger, began_at_s
        self.tables: dict[str, Table] = {}
        self.connected = False
        self.version = 0
        """Grows with whatever the board shows."""
        self.notices: deque[tuple[str, str]] = deque(maxlen=MOST_NOTICES)
        self.asking = Asking(ledger, began_at_s)
        self._secrets = {} if secrets is None else secrets
        self._reported: set[tuple[str, str]] = set()
        self._report, self._now = report, now
        self._comeback = Comeback(luck or random.Random())
        self._hear = {
            topics.STATUS: self._hear_status, topics.ABOUT: self._hear_about, topics.STATE: self._hear_state,
            topics.ENTRY: self._hear_entry, topics.ENTRIES: self._hear_entries, topics.GAMES: self._hear_games,
        }  # fmt: skip

    def step(self, wait_s: float = WAIT_S) -> None:
        """Hear, ask, and come back after a break."""
        try:
            if not self.connected and not self._come_back(wait_s):
                return
            self.broker.step(wait_s)
            for heard in self.broker.take():
                self._take(heard)
            self._ask()
        except BrokerFault as fault:
            self._lose(fault)

    def close(self) -> None:
        """Leave the broker and close the ledger."""
        self.broker.close()
        self.connected = False
        self.ledger.close()

    def _come_back(self, wait_s: float) -> bool:
        if not self._comeback.is_due(self._now()):
            time.sleep(wait_s)
            return False
        self.broker.open()
        if not self._comeback.fresh:
            self._report("", "club.broker_back")
        self._comeback.worked()
        self.connected = True
        self.version += 1
        for table in self.tables:
            self.asking.stir(table)
        return True

    def _lose(self, fault: BrokerFault) -> None:
        if self._comeback.fresh:
            self._report(words_of(fault), "club.broker_gone")
        self._comeback.failed(self._now())
        self.connected = False
        self.version += 1
        self.broker.close()

    def _ask(self) -> None:
        if self.broker.has_room:
            for table, payload in self.asking.due(self._now()):
                self.broker.publish(topic(table, ASK), payload)

    def _take(self, heard: Heard) -> None:
        place = read_topic(heard.topic)
        hear = self._hear.get(place.name) if place is not None else None
        if place is None or hear is None or (heard.retained and place.name not in topics.RETAINED):
            return
        if not self._may_come_from(place.table, heard):
            self.warn(place.table, "club.unsigned")
            return
        table = self._find(place.table)
        if table is None:
            return
        if not table.allowance.take(self._now()):
            self.warn(table.id, "club.flood")
            self.asking.stir(table.id)
            return
        if place.name not in topics.RETAINED:
            self._come(table)
        hear(table, heard.payload)

    def _come(self, table: Table) -> None:
        """A table that speaks is here, even if somebody has repeated a goodbye of it."""
        if not table.online:
            table.online = True
            self.version += 1
            self.asking.stir(table.id)

    def _may_come_from(self, table: str, heard: Heard) -> bool:
        """Whether a message may be the table's own; asked before its allowance, which a liar must not use up."""
        secret = self._secrets.get(table)
        return secret is None or is_signed(secret, heard.topic, heard.payload, heard.signature)

    def _find(self, name: str) -> Table | None:
        table = self.tables.get(name)
        if table is None and len(self.tables) < MOST_TABLES:
            table = self.tables[name] = Table(name, Allowance(BURST, PER_S))
        elif table is None:
            self.warn("", "club.too_many")
        return table

    def warn(self, table: str, code: str) -> None:
        """Something is not right with a table: said once."""
        if (table, code) not in self._reported and len(self._reported) < MOST_NOTICES:
            self._reported.add((table, code))
            self.notices.append((table, code))
            self._report(table, code)
            self.version += 1

    def _hear_status(self, table: Table, payload: bytes) -> None:
        table.online = payload == topics.ONLINE
        self.version += 1
        if table.online:
            self.asking.stir(table.id)
        else:
            self.asking.forget(table.id)

    def _hear_about(self, table: Table, payload: bytes) -> None:
        about = records.read_about(payload)
        if about is not None and about.table == table.id:
            table.name = about.name
            self.version += 1

    def _hear_state(self, table: Table, payload: bytes) -> None:
        state = records.read_state(payload)
        if state is None or state.table != table.id:
            return
        table.state = state
        self.version += 1

    def _hear_entry(self, table: Table, payload: bytes) -> None:
        record = records.read_record(payload)
        if record is None:
            self.warn(table.id, "club.garbage")
        else:
            self._add(table, [record])

    def _hear_entries(self, table: Table, payload: bytes) -> None:
        new = self._add(table, records.read_records(payload))
        self.asking.hear_records(table.id, anything=new)

    def _hear_games(self, table: Table, payload: bytes) -> None:
        games = records.read_games(payload)
        if games is not None and games.table == table.id:
            self.asking.hear_games(games)

    def _add(self, table: Table, found: list[PublicRecord]) -> bool:
        """Put into the ledger what belongs there; whether anything was new."""
        own = [record for record in found if record.table == table.id]
        if len(own) < len(found):
            self.warn(table.id, "club.speaks_for_another")
        tonight = [record for record in own if record.entry or self.asking.is_of_tonight(record.begun_at)]
        if len(tonight) < len(own):
            self.warn(table.id, "club.old_evening")
        taken = self.ledger.add(tonight)
        if "new" in taken:
            self.version += 1
        if "differs" in taken:
            self.warn(table.id, "club.differs")
        if "full" in taken:
            self.warn(table.id, "club.too_many")
        if "early" in taken or any(self.ledger.games[r.key].ahead for r in tonight if r.key in self.ledger.games):
            self.asking.stir(table.id)
        return "new" in taken
