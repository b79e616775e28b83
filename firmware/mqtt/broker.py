"""What a worker needs of a broker, and how plain values are spelled for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Protocol

from tablekeeper.firmware.mqtt.connection import Heard
from tablekeeper.firmware.mqtt.entries import Plain

MOST_BATCH_BYTES = 48_000


class Broker(Protocol):
    """An open connection, or one that can be opened again; whatever goes wrong is a BrokerFault."""

    @property
    def has_room(self) -> bool:
        """Whether something more can be said now."""

    @property
    def is_quiet(self) -> bool:
        """Whether everything was answered."""

    def open(self) -> None:
        """Connect."""

    def step(self, wait_s: float = 0.0) -> None:
        """Send and receive what is due."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say something."""

    def take(self) -> Iterator[Heard]:
        """Everything that was heard since."""

    def may_be_own(self, heard: Heard) -> bool:
        """Whether a message may come from a table with this one's secret."""

    def close(self) -> None:
        """Leave."""


def spell(plain: object) -> bytes:
    """JSON as it goes out."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def spell_batch(records: list[Plain]) -> bytes:
    """As many of these records as go into one message, at least one."""
    parts: list[bytes] = []
    size = 2
    for record in records:
        part = spell(record)
        size += len(part) + 1
        if parts and size > MOST_BATCH_BYTES:
            break
        parts.append(part)
    return b"[" + b",".join(parts) + b"]"
