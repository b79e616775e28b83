"""Real brokers on this machine's own address; nothing goes further."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.firmware.mqtt.connection import Address, Connection, Heard
from tests.firmware.conftest import tmp_path
from tests.services.broker import Mosquitto, Wire, find_mosquitto
from tests.services.playing import PlayingTable


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only this machine may be reached."""
    real = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        assert self.family == socket.AF_UNIX or address[0] in ("127.0.0.1", "localhost", "::1"), address
        real(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture
def make_broker(tmp_path: Path) -> Iterator[Callable[..., Mosquitto]]:
    if find_mosquitto() is None:
        pytest.skip("no Mosquitto here: sudo apt install mosquitto")
    made: list[Mosquitto] = []

    def make(*lines: str) -> Mosquitto:
        made.append(Mosquitto(tmp_path / f"broker{len(made)}", lines or ("allow_anonymous true",)))
        made[-1].start()
        return made[-1]

    yield make
    for broker in made:
        broker.kill()


@pytest.fixture
def broker(make_broker: Callable[..., Mosquitto]) -> Mosquitto:
    return make_broker()


@pytest.fixture
def wire(broker: Mosquitto) -> Iterator[Wire]:
    wire = Wire(broker.port)
    yield wire
    wire.close()


@pytest.fixture
def make_table(tmp_path: Path) -> Iterator[Callable[..., PlayingTable]]:
    made: list[PlayingTable] = []

    def make(name: str, port: int, **how: Any) -> PlayingTable:
        made.append(PlayingTable(tmp_path / f"{name}{len(made)}", name, port, **how))
        return made[-1]

    yield make
    for table in made:
        table.close()


class Listener:
    """Somebody in the house who hears everything."""

    def __init__(self, port: int) -> None:
        self.connection = Connection(Address("127.0.0.1", port), "listener", ("#",))
        self.connection.open()
        self.heard: list[Heard] = []

    def step(self) -> None:
        self.connection.step(0.01)
        self.heard += self.connection.take()

    def of(self, ending: str) -> list[Any]:
        return [json.loads(one.payload or b"null") for one in self.heard if one.topic.endswith(ending)]

    def raw(self, ending: str) -> list[bytes]:
        return [one.payload for one in self.heard if one.topic.endswith(ending)]

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self.connection.publish(topic, payload, retain=retain)


@pytest.fixture
def listen() -> Iterator[Callable[[int], Listener]]:
    made: list[Listener] = []

    def make(port: int) -> Listener:
        made.append(Listener(port))
        return made[-1]

    yield make
    for listener in made:
        listener.connection.close()


__all__ = ["tmp_path"]
