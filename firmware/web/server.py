"""Serves the phones in a thread of its own; while it is off, no port is open."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Callable, Iterable

import uvicorn
from starlette.types import ASGIApp

from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.web.connection import Connection

PORT = 8570
BACKLOG = 64
"""So many connections wait to be accepted; each of them is an open file of this process before it can be refused."""
SEND_BYTES = 128 * 1024
"""So much waits in the system for one phone that does not read."""
CLOSE_S = 5.0


class Server:
    """One open port; `close` gives it back."""

    def __init__(self, make: Callable[[frozenset[str]], ASGIApp], port: int = PORT, address: str = "") -> None:
        """`make` makes what is served, given the names and addresses that browsers may use for it."""
        self.socket = open_port(port)
        self.address = address or find_address()
        self.port = int(self.socket.getsockname()[1])
        config = uvicorn.Config(
            make(hosts_of(self.address, self.port)),
            log_config=None, access_log=False, lifespan="off", server_header=False, proxy_headers=False, ws="none",
            http=Connection, backlog=BACKLOG, timeout_keep_alive=5, h11_max_incomplete_event_size=8192,
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self.socket]))

    def join_link(self, code: str) -> str:
        """What a phone scans."""
        return self.link(f"join/{code}")

    def link(self, place: str) -> str:
        """Where a browser finds a place of this server."""
        return f"http://{self.address}:{self.port}/{place}"

    @property
    def alive(self) -> bool:
        """Whether phones are served."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Serve nobody any more."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(CLOSE_S)
        self.socket.close()


def open_port(port: int) -> socket.socket:
    """A listening socket on all addresses of this machine, or one sentence."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("", port))
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        door.listen(BACKLOG)
    except (OSError, OverflowError) as fault:
        door.close()
        why = why_of(fault) if isinstance(fault, OSError) else str(fault)
        raise BadInput(
            "Cannot open port {port} for phones: {why}; expected a free port from 1024 to 65535", port=port, why=why
        ) from None
    return door


def find_address() -> str:
    """The address that phones in the same network reach; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address (RFC 5737): connecting a datagram only picks a route
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def hosts_of(address: str, port: int, names: Iterable[str] = ("localhost", "127.0.0.1")) -> frozenset[str]:
    """How a browser may name this table: by its addresses, never by a name that somebody else's DNS can point here."""
    ipaddress.ip_address(address)
    own = f"{socket.gethostname()}.local"
    return frozenset(f"{name}:{port}" for name in (address, own, *names))
