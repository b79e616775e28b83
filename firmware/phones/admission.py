"""Who may come in: a join code for one phone, then a secret for one client, then a seat that the table grants.

An address proves nothing, so nothing here knows one. Only digests of secrets are kept.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

MOST_CLIENTS = 40
CODE_BYTES = 9
"""Twelve letters: nobody guesses them in an evening, and the picture stays coarse enough for any camera."""
SECRET_BYTES = 32
CODE_LIVES_S = 600.0
LONGEST_SECRET = 128


class Refusal(Enum):
    """Why somebody was not let in; each has a text."""

    NO_SUCH_CODE = "no_such_code"
    FULL = "full"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    UNKNOWN = "unknown"


class NotAdmitted(Exception):
    """Somebody was not let in."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True)
class Client:
    """One phone that has joined."""

    number: int
    digest: str
    """Of its secret."""
    seat: int | None = None
    """The seat that it plays; None: it watches."""
    wants: int | None = None
    """The seat that it asked for and that the table has not granted yet."""


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Admission:
    """The door. Time and luck are handed in."""

    def __init__(
        self, make_token: Callable[[int], str], now: Callable[[], float], clients: tuple[Client, ...] = ()
    ) -> None:
        self._make_token, self._now = make_token, now
        self._clients = {client.number: client for client in clients}
        self._code = ""
        self._made_at_s = 0.0

    @property
    def clients(self) -> tuple[Client, ...]:
        """Everybody who has joined, in the order of coming."""
        return tuple(self._clients.values())

    @property
    def requests(self) -> tuple[Client, ...]:
        """Those who wait for a seat."""
        return tuple(client for client in self.clients if client.wants is not None)

    def code(self) -> str:
        """The join code that the screen shows now; it lets one phone in."""
        if not self._code or self._now() - self._made_at_s > CODE_LIVES_S:
            self._code, self._made_at_s = self._make_token(CODE_BYTES), self._now()
        return self._code

    def join(self, code: str) -> tuple[Client, str]:
        """A new client and its secret, for whoever brings the code; the code is spent."""
        if not self._code or not _same(code, self.code()):
            raise NotAdmitted(Refusal.NO_SUCH_CODE)
        if len(self._clients) >= MOST_CLIENTS:
            raise NotAdmitted(Refusal.FULL)
        self._code = ""
        secret = self._make_token(SECRET_BYTES)
        client = Client(max(self._clients, default=0) + 1, digest_of(secret))
        self._clients[client.number] = client
        return client, secret

    def find(self, secret: str) -> Client:
        """The client of a secret."""
        if len(secret) <= LONGEST_SECRET:
            digest = digest_of(secret)
            for client in self.clients:
                if hmac.compare_digest(client.digest, digest):
                    return client
        raise NotAdmitted(Refusal.UNKNOWN)

    def ask_for(self, number: int, seat: int | None, seats: int) -> Client:
        """A client would play this seat, or only watch (None), which needs nobody's word."""
        if seat is not None and not 0 <= seat < seats:
            raise NotAdmitted(Refusal.NO_SUCH_SEAT)
        if seat is not None and any(client.seat == seat and client.number != number for client in self.clients):
            raise NotAdmitted(Refusal.SEAT_TAKEN)
        client = self._known(number)
        if seat is None:
            return self._keep(replace(client, seat=None, wants=None))
        if client.seat == seat:
            return self._keep(replace(client, wants=None))
        return self._keep(replace(client, wants=seat))

    def grant(self, number: int) -> Client:
        """The table says yes: the client plays the seat that it asked for."""
        client = self._known(number)
        if client.wants is None:
            return client
        if any(other.seat == client.wants for other in self.clients):
            self._keep(replace(client, wants=None))
            raise NotAdmitted(Refusal.SEAT_TAKEN)
        return self._keep(replace(client, seat=client.wants, wants=None))

    def refuse(self, number: int) -> Client:
        """The table says no: the client goes on watching."""
        return self._keep(replace(self._known(number), wants=None))

    def revoke(self, number: int) -> None:
        """One touch: the secret is worth nothing from now on."""
        self._clients.pop(number, None)

    def leave_seats(self) -> None:
        """Another game, other people at the seats: everybody watches until the table grants a seat again."""
        self._clients = {number: replace(c, seat=None, wants=None) for number, c in self._clients.items()}

    def seat_of(self, seat: int) -> Client | None:
        """Who plays a seat by phone."""
        return next((client for client in self.clients if client.seat == seat), None)

    def _known(self, number: int) -> Client:
        try:
            return self._clients[number]
        except KeyError:
            raise NotAdmitted(Refusal.UNKNOWN) from None

    def _keep(self, client: Client) -> Client:
        self._clients[client.number] = client
        return client


def _same(one: str, other: str) -> bool:
    return len(one) <= LONGEST_SECRET and hmac.compare_digest(one.encode(), other.encode())
