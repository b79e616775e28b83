"""One connection to a phone: whoever is slow, or brings too many friends, is sent away at once."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 160
"""Forty phones with three streams each, and room for what they load. More would use up the files of this process."""
MOST_FROM_ONE = 48
"""So many come from one address, so that one machine alone never takes all of them."""
REQUEST_S = 10.0
"""A request that takes longer to arrive, head and body together, is dropped; so is a connection that asks nothing."""
SEND_S = 10.0
"""A phone that takes longer to read what waits for it is dropped."""


class Connection(H11Protocol):
    """Speaks HTTP as uvicorn does, within limits of time and number."""

    _arriving: asyncio.TimerHandle | None = None
    _leaving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody is here; there may be too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS or self._neighbours() > MOST_FROM_ONE:
            transport.abort()
            return
        self._arriving = self.loop.call_later(REQUEST_S, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or all of it."""
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._arriving = cancel(self._arriving)
        elif self._arriving is None:
            self._arriving = self.loop.call_later(REQUEST_S, self.transport.abort)

    def pause_writing(self) -> None:
        """More waits to be read than there is room for."""
        super().pause_writing()
        self._leaving = self.loop.call_later(SEND_S, self.transport.abort)

    def resume_writing(self) -> None:
        """It was read."""
        self._leaving = cancel(self._leaving)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._arriving, self._leaving = cancel(self._arriving), cancel(self._leaving)
        super().connection_lost(exc)

    def _neighbours(self) -> int:
        """How many connections come from the same address."""
        return sum(peer_of(other) == peer_of(self) for other in self.connections)


def peer_of(connection: Any) -> str:
    """The address that a connection comes from."""
    return str(connection.client[0]) if connection.client else ""


def cancel(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """Let a timer never go off; there is none afterwards."""
    if timer is not None:
        timer.cancel()
    return None
