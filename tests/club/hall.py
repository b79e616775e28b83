"""A club in a hall without a network: what tables say is put into its hands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablekeeper.firmware.club.club import Club
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.stores import open_store
from tablekeeper.firmware.mqtt.connection import Heard
from tablekeeper.firmware.mqtt.signing import sign
from tablekeeper.firmware.mqtt.topics import topic
from tests.conftest import Clock
from tests.house.table import PaperBroker

TONIGHT_S = 1_790_000_000.0


def begun(table: str = "table-1", game: int = 1, **more: Any) -> dict[str, Any]:
    """The record that begins a game."""
    return {
        "table": table, "journal": "0123abcd", "game": game, "entry": 0, "kind": "begun", "name": "kokoro",
        "players": ["Ann", "Ben"], "begun_at": TONIGHT_S + 60, "by": "people", **more,
    }  # fmt: skip


def entry(number: int, table: str = "table-1", game: int = 1, **more: Any) -> dict[str, Any]:
    """One further record."""
    return {
        "table": table, "journal": "0123abcd", "game": game, "entry": number, "kind": "answer", "answers": number,
        "taken_at": TONIGHT_S + 60 + number, "ending": None, **more,
    }  # fmt: skip


def over(number: int, winners: tuple[int, ...] = (0,), scores: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    """A record after which the game is over."""
    return entry(number, ending={"winners": winners, "cause": "most", "scores": scores}, **more)


class Hall:
    """The club, its broker, and what it says."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.clock, self.broker, self.folder = clock, PaperBroker(), folder
        self.told: list[tuple[str, str]] = []
        self.secrets: dict[str, str] = {}
        """Of the tables that sign what they say."""
        self.club = self.open()

    def open(self) -> Club:
        """The club, as at its next start."""
        ledger = Ledger(open_store("", self.folder))
        broker: Any = self.broker
        self.club = Club(
            broker, ledger, TONIGHT_S, lambda table, code: self.told.append((table, code)), now=self.clock,
            secrets=self.secrets,
        )  # fmt: skip
        self.club.step(0.0)
        return self.club

    def hear(self, table: str, name: str, plain: Any, *, retained: bool = False, secret: str = "") -> None:
        """A message, signed if somebody who says it has a secret."""
        payload = plain if isinstance(plain, bytes) else json.dumps(plain).encode()
        where = topic(table, name)
        signature = sign(secret, where, payload) if secret else ""
        self.broker.heard.append(Heard(where, payload, retained, signature))

    def say(self, *records: Mapping[str, Any], table: str = "table-1", secret: str = "") -> None:
        """Live entries, heard at once."""
        for record in records:
            self.hear(table, "entry", dict(record), secret=secret)
        self.step()

    def step(self, seconds: float = 0.0) -> None:
        self.clock.pass_s(seconds)
        self.club.step(0.0)

    @property
    def asked(self) -> list[tuple[str, Any]]:
        """What the club has asked, and whom."""
        return [(where.split("/")[1], json.loads(payload)) for where, payload, _ in self.broker.said]
