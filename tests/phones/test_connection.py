"""Slow and many: whoever dawdles is dropped, and one machine alone never takes all connections."""

from __future__ import annotations

import asyncio
import contextlib
import os
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tablekeeper.firmware.pages.advice import advise
from tablekeeper.firmware.pages.advice_desk import in_background
from tablekeeper.firmware.phones import hints
from tablekeeper.firmware.phones.app import COOKIE, make_app
from tablekeeper.firmware.web import connection
from tablekeeper.firmware.web.connection import MOST_CONNECTIONS, MOST_FROM_ONE, REQUEST_S, SEND_S, Connection
from tablekeeper.firmware.web.server import Server
from tests.phones.room import Room
from tests.phones.test_own_page import allow_hints

GET = b"GET / HTTP/1.1\r\nhost: 10.0.0.7:8570\r\n\r\n"
POST = b"POST /press HTTP/1.1\r\nhost: 10.0.0.7:8570\r\ncontent-length: 20\r\n\r\n"


class Clock:
    """Timers that go off when a test says so."""

    def __init__(self) -> None:
        self.due: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, seconds: float, do: Callable[..., None], *args: Any) -> Clock._Timer:
        timer = self._Timer(self, seconds, lambda: do(*args))
        self.due.append((seconds, timer.do))
        return timer

    class _Timer:
        def __init__(self, clock: Clock, seconds: float, do: Callable[[], None]) -> None:
            self.clock, self.entry, self.do = clock, (seconds, do), do

        def cancel(self) -> None:
            self.clock.due = [entry for entry in self.clock.due if entry[1] is not self.do]

    def pass_by(self, seconds: float) -> None:
        for due_s, do in tuple(self.due):
            if due_s <= seconds:
                do()

    def create_task(self, work: Any, **how: Any) -> Any:
        work.close()

        class Task:
            def add_done_callback(self, do: Any) -> None:
                """It never ends."""

        return Task()


class Wire:
    """A transport that remembers whether it was cut."""

    def __init__(self, peer: str) -> None:
        self.peer, self.cut = peer, False

    def get_extra_info(self, name: str) -> Any:
        return (self.peer, 50000) if name == "peername" else None

    def abort(self) -> None:
        self.cut = True

    def close(self) -> None:
        self.cut = True

    def is_closing(self) -> bool:
        return self.cut

    def write(self, data: bytes) -> None:
        """Nobody reads it."""

    def pause_reading(self) -> None:
        """Nothing comes anyway."""

    def resume_reading(self) -> None:
        """Nothing comes anyway."""


class Bench:
    """Connections to one server without a network."""

    def __init__(self) -> None:
        async def serve_nothing(scope: Any, receive: Any, send: Any) -> None:
            """Whatever is asked for never comes."""

        self.config = uvicorn.Config(serve_nothing, log_config=None, http=Connection, ws="none", lifespan="off")
        self.config.load()
        self.state, self.clock = ServerState(), Clock()

    def connect(self, peer: str = "10.0.0.9") -> tuple[Connection, Wire]:
        made, wire = Connection(self.config, self.state, {}, self.clock), Wire(peer)  # type: ignore[arg-type]
        made.connection_made(wire)
        return made, wire


@pytest.fixture
def bench() -> Iterator[Bench]:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield Bench()
    asyncio.set_event_loop(None)
    loop.close()


@pytest.mark.parametrize("parts", [(), (GET[:9],), (GET[:9], GET[9:20]), (POST,), (POST, b"{")])
def test_a_request_that_does_not_arrive_is_dropped(parts: tuple[bytes, ...], bench: Bench) -> None:
    made, wire = bench.connect()
    for part in parts:
        made.data_received(part)
    bench.clock.pass_by(REQUEST_S - 1)
    assert not wire.cut
    bench.clock.pass_by(REQUEST_S)
    assert wire.cut


@pytest.mark.parametrize("parts", [(GET,), (GET[:9], GET[9:]), (POST, b"{" + b" " * 19)])
def test_a_request_that_has_arrived_may_take_its_time(parts: tuple[bytes, ...], bench: Bench) -> None:
    """A stream of sheets is such a request."""
    made, wire = bench.connect()
    for part in parts:
        made.data_received(part)
    bench.clock.pass_by(REQUEST_S)
    assert not wire.cut


def test_who_reads_slowly_is_dropped(bench: Bench) -> None:
    made, wire = bench.connect()
    made.data_received(GET)
    made.pause_writing()
    made.resume_writing()
    bench.clock.pass_by(SEND_S)
    assert not wire.cut
    made.pause_writing()
    bench.clock.pass_by(SEND_S)
    assert wire.cut


def test_one_machine_gets_so_many_connections_and_all_together_so_many(bench: Bench) -> None:
    wires = [bench.connect()[1] for _ in range(MOST_FROM_ONE + 5)]
    assert [wire.cut for wire in wires] == [False] * MOST_FROM_ONE + [True] * 5
    assert not bench.connect("10.0.0.10")[1].cut


def test_all_together_get_so_many_connections(bench: Bench) -> None:
    wires = [bench.connect(f"10.0.{n}.1")[1] for n in range(MOST_CONNECTIONS + 5)]
    assert [wire.cut for wire in wires] == [False] * MOST_CONNECTIONS + [True] * 5


def test_nothing_stays_behind_a_lost_connection(bench: Bench) -> None:
    made, _ = bench.connect()
    made.connection_lost(None)
    assert bench.clock.due == []
    assert not bench.state.connections


def knock(port: int, times: int, together: int = 50) -> int:
    """Open so many connections and let go of those that were refused; returns how many were open at most."""
    held: list[socket.socket] = []
    most = 0
    for _ in range(times // together):
        for _ in range(together):
            door = socket.create_connection(("127.0.0.1", port))
            door.setblocking(False)
            held.append(door)
        held = let_go(held)
        most = max(most, len(held))
    for door in held:
        door.close()
    return most


def let_go(held: list[socket.socket]) -> list[socket.socket]:
    """Those that are still open once the others were refused."""
    with selectors.DefaultSelector() as chosen:
        for door in held:
            chosen.register(door, selectors.EVENT_READ)
        while len(chosen.get_map()) > MOST_FROM_ONE and (gone := chosen.select(5.0)):
            for key, _ in gone:
                chosen.unregister(key.fileobj)
                key.fileobj.close()  # type: ignore[union-attr]
        return [key.fileobj for key in chosen.get_map().values()]  # type: ignore[misc]


@pytest.fixture
def served(room: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A real server on the loopback."""
    monkeypatch.undo()  # the suite's guard against networks
    server = Server(partial(make_app, room.reception), 0, "127.0.0.1")
    yield server
    server.close()


def ask(server: Server) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port)) as door:
        door.sendall(f"GET / HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nconnection: close\r\n\r\n".encode())
        return door.makefile("rb").read()


def test_while_a_hint_is_worked_out_others_are_served(
    open_room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint waits until another request has been answered; were it in the way, that one would never be."""
    answered = threading.Event()

    def advise_slowly(*given: Any) -> Any:
        assert answered.wait(60)
        return advise(*given)

    room = open_room("cocoons", think=in_background())
    allow_hints(room)
    phone = room.seat(0)
    phone.press("menu")
    phone.press("hint")
    monkeypatch.undo()  # the suite's guard against networks
    monkeypatch.setattr(hints, "advise", advise_slowly)
    server = Server(partial(make_app, room.reception), 0, "127.0.0.1")
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as stream:
        head = f"GET /events HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\ncookie: {COOKIE}={phone.secret}\r\n\r\n"
        stream.sendall(head.encode())
        lines = stream.makefile(encoding="utf-8")
        assert any("Thinking" in line for line in lines)
        assert ask(server).startswith(b"HTTP/1.1 401")
        answered.set()
        assert any("A good player would choose" in line for line in lines)
    server.close()


@pytest.mark.parametrize("times", [1000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_thousands_of_connections_leave_the_table_as_it_was(times: int, served: Server, room: Room) -> None:
    open_before = len(os.listdir("/proc/self/fd"))
    assert knock(served.port, times) <= MOST_FROM_ONE
    assert b"401" in ask(served).splitlines()[0]
    assert len(os.listdir("/proc/self/fd")) <= open_before + 2 * MOST_FROM_ONE
    assert served.alive
    assert room.session.history.played == []


def test_slow_requests_are_dropped_on_a_real_wire(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "REQUEST_S", 0.05)
    with socket.create_connection(("127.0.0.1", served.port), timeout=10.0) as door:
        door.sendall(GET[:9])
        with contextlib.suppress(ConnectionResetError):
            assert door.recv(100) == b""
