"""A whole evening through one real Mosquitto, in simulated time, with everything that can go wrong.

    python -m tests.services.evening --tables 50 --minutes 30 --seed 1

Tables play all four games. Switches of the hall are cut, tables die and start again, the broker is killed, the club
starts again (once with its ledger deleted), and somebody repeats what was said, late and in any order, and says false
results in the name of tables. The broker is open to everybody, so the tables sign what they say. In the end the club's
results must equal the folded journals, and its ledger must hold each entry once.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablekeeper.firmware.club.club import SUBSCRIPTIONS, Club
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.standings import count
from tablekeeper.firmware.club.stores import open_store
from tablekeeper.firmware.mqtt.connection import Address, Connection, Heard
from tablekeeper.firmware.mqtt.credentials import Credentials
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.signing import sign
from tests.club.folding import club_results, fold_results
from tests.services.broker import Mosquitto, Wire
from tests.services.playing import PlayingTable

BEGAN_S = 1_790_000_000.0
THINKING_S = 8.0
"""A table answers so often on average."""
TABLES_A_SWITCH = 10
QUIET_S = 900.0
"""Simulated seconds at the end in which nothing breaks any more."""


def secret_of(table: str) -> str:
    """What a table shares with the club."""
    return f"the secret of {table}"


class Gossip(Connection):
    """Somebody at the open broker who hears everything, and knows no table's secret."""

    signature = ""

    def sign(self, topic: str, payload: bytes) -> str:
        return self.signature

    def repeat(self, heard: Heard) -> None:
        """What a table said, with its signature."""
        self.signature = heard.signature
        self.publish(heard.topic, heard.payload)

    def lie(self, heard: Heard, luck: random.Random) -> None:
        """A result that nobody has played, without a signature, with this one's, or with one of its own."""
        record = json.loads(heard.payload)
        record |= {"ending": {"winners": [0], "scores": [999] * 4}, "entry": record["entry"] + luck.randint(0, 2)}
        self.signature = luck.choice(("", heard.signature, sign("a guess", heard.topic, heard.payload)))
        self.publish(heard.topic, json.dumps(record).encode())


@dataclass
class Troubles:
    """What happened."""

    cuts: int = 0
    table_restarts: int = 0
    broker_kills: int = 0
    club_restarts: int = 0
    ledgers_deleted: int = 0
    repeated: int = 0
    lies: int = 0
    notices: dict[str, int] = field(default_factory=dict)


class Evening:
    """Everybody, and the time of the hall."""

    def __init__(self, folder: Path, tables: int, seed: int, thinking_s: float = THINKING_S) -> None:
        self.thinking_s = thinking_s
        self.folder, self.luck, self.troubles = folder, random.Random(seed), Troubles()
        self.now_s = 0.0
        self.broker = Mosquitto(folder / "broker", ("allow_anonymous true", "max_queued_messages 20000"))
        self.broker.start()
        self.wires = [Wire(self.broker.port) for _ in range(-(-tables // TABLES_A_SWITCH) + 1)]
        self.tables = [self._open_table(number) for number in range(tables)]
        self.club = self._open_club()
        self.gossip = Gossip(Address("127.0.0.1", self.broker.port), "gossip", ("tablekeeper/+/entry",))
        self.overheard: list[Heard] = []

    def tick(self, *, trouble: bool = True) -> None:
        """One second of the hall."""
        self.now_s += 1.0
        for table in self.tables:
            if self.luck.random() < 1 / self.thinking_s:
                table.play(1)
            table.step()
        self._gossip(trouble=trouble)
        self.club.step(0.0)
        if trouble:
            self._trouble()

    def heal(self) -> None:
        """Everything is mended."""
        for wire in self.wires:
            wire.mend()

    def whole(self) -> bool:
        """Whether the club has every entry of every game."""
        games = self.club.ledger.games
        return all(
            key in games and games[key].whole == entries for table in self.tables for key, entries in table.written()
        )

    def spell_missing(self) -> str:
        """Which tables the club misses something of, and why that may be."""
        games = self.club.ledger.games
        return "; ".join(
            f"{key}: {games[key].whole if key in games else None} of {entries}, {table.reports[-1:]}, "
            f"{self.club.asking.talks.get(table.name)}"
            for table in self.tables for key, entries in table.written()
            if key not in games or games[key].whole != entries
        )  # fmt: skip

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self.club.close()
        self.gossip.close()
        for wire in self.wires:
            wire.close()
        self.broker.kill()

    def _open_table(self, number: int) -> PlayingTable:
        name = f"table-{number + 1}"
        return PlayingTable(
            self.folder / name, name, self.wires[number // TABLES_A_SWITCH].port, self.luck.randrange(10**9),
            now=lambda: BEGAN_S + self.now_s, clock=lambda: self.now_s, wait_s=0.0,
            credentials=Credentials("", "", secret_of(name)),
        )  # fmt: skip

    def _open_club(self) -> Club:
        address = Address("127.0.0.1", self.wires[-1].port)
        connection = Connection(address, f"club-{self.luck.random()}", SUBSCRIPTIONS, most_heard=20_000, quality=0)
        ledger = Ledger(open_store("", self.folder / "club"))
        return Club(connection, ledger, BEGAN_S, self._note, now=lambda: self.now_s, luck=random.Random(1),
                    secrets={table.name: secret_of(table.name) for table in self.tables})  # fmt: skip

    def _note(self, table: str, code: str) -> None:
        self.troubles.notices[code] = self.troubles.notices.get(code, 0) + 1

    def _trouble(self) -> None:
        """Each of these so often in half an hour: cuts 30, tables 90, broker 4, club 6."""
        luck, half_hour = self.luck, 1800.0
        if luck.random() < 30 / half_hour:
            luck.choice(self.wires).cut()
            self.troubles.cuts += 1
        for wire in self.wires:
            if luck.random() < 1 / 20:
                wire.mend()
        if luck.random() < 90 / half_hour:
            self._restart_table(luck.randrange(len(self.tables)))
        if luck.random() < 4 / half_hour:
            self.broker.kill()
            self.broker.start()
            self.troubles.broker_kills += 1
        if luck.random() < 6 / half_hour:
            self._restart_club()

    def _restart_table(self, number: int) -> None:
        self.tables[number].die()
        self.tables[number] = self._open_table(number)
        self.tables[number].resume()
        self.troubles.table_restarts += 1

    def _restart_club(self) -> None:
        self.club.close()
        if self.luck.random() < 0.3:
            shutil.rmtree(self.folder / "club")
            self.troubles.ledgers_deleted += 1
        self.club = self._open_club()
        self.troubles.club_restarts += 1

    def _gossip(self, *, trouble: bool) -> None:
        """Somebody who repeats what was said, late, twice and in any order."""
        try:
            if not self.gossip._connected:
                self.gossip.open()
            self.gossip.step(0.0)
            heard = list(self.gossip.take())
            if trouble and self.overheard and self.gossip.has_room and self.luck.random() < 0.5:
                self.gossip.repeat(self.luck.choice(self.overheard))
                self.troubles.repeated += 1
            if trouble and self.overheard and self.gossip.has_room and self.luck.random() < 0.5:
                self.gossip.lie(self.luck.choice(self.overheard), self.luck)
                self.troubles.lies += 1
            self.overheard = [*self.overheard, *heard][-5000:]
        except BrokerFault:
            self.gossip.close()


def run(folder: Path, tables: int, minutes: float, seed: int, thinking_s: float = THINKING_S) -> dict[str, Any]:
    """One evening; raises AssertionError where the club counts anything else than the journals."""
    evening = Evening(folder, tables, seed, thinking_s)
    began = time.perf_counter()
    try:
        while evening.now_s < 60 * minutes:
            evening.tick()
        evening.heal()
        until = evening.now_s + QUIET_S
        playing = {table.name: table.written() for table in evening.tables}
        for table in evening.tables:
            table.play = lambda answers=1: None  # type: ignore[method-assign]
        while not evening.whole() and evening.now_s < until:
            evening.tick(trouble=False)
            time.sleep(0.02)  # the broker's time is real
        settled_s = evening.now_s - 60 * minutes
        assert evening.whole(), f"the club never got everything: {evening.spell_missing()}"
        counted, folded = club_results(evening.club.ledger), fold_results(evening.tables)
        assert counted == folded
        games = evening.club.ledger.games
        entries = sum(count for written in playing.values() for _, count in written)
        assert sum(len(game.records) for game in games.values()) == entries + len(games)
        rows = list(evening.club.ledger._store.read())
        assert len({row[:4] for row in rows}) == len(rows) == entries + len(games)
        return {
            "tables": tables, "minutes": minutes, "seed": seed, "games": len(games), "finished": len(counted),
            "entries": entries, "players": len(count(counted)), "settled_after_s": settled_s,
            "troubles": vars(evening.troubles), "real_s": round(time.perf_counter() - began, 1),
        }  # fmt: skip
    finally:
        evening.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--thinking", type=float, default=THINKING_S)
    wanted = parser.parse_args()
    logging.disable(logging.WARNING)  # each broken wire is a line otherwise
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        print(json.dumps(run(Path(folder), wanted.tables, wanted.minutes, wanted.seed, wanted.thinking)))


if __name__ == "__main__":
    main()
