"""One connection to a broker (paho). Whoever opens it works it: every call belongs to the same thread."""

from __future__ import annotations

import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tablekeeper.firmware.errors import why_of
from tablekeeper.firmware.mqtt.credentials import Credentials
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.signing import is_signed, sign, unwrap, wrap

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage, SocketLike
    from paho.mqtt.reasoncodes import ReasonCode

KEEPALIVE_S = 20
"""A broker that is silent for longer is gone."""
CONNECT_S = 5.0
MOST_UNANSWERED = 20
"""So many messages may be on their way; more wait here, so that a slow broker fills no memory."""
MOST_HEARD = 500
"""So many messages wait to be taken; beyond that the newest are dropped."""
MOST_TURNS = 500
"""So many messages are taken at one step."""
MOST_BYTES = 262_144
"""A larger message from outside is dropped."""
TAKEN_OVER, NO_REASON = 0x8E, 0x80
REFUSED = {
    0x84: "broker_old", 0x85: "broker_refuses", 0x86: "broker_password", 0x87: "broker_password",
    0x88: "broker_busy", 0x89: "broker_busy", 0x97: "broker_busy", 0x9F: "broker_busy",
}  # fmt: skip
"""The reasons of MQTT 5 for which there are words of our own."""


@dataclass(frozen=True)
class Address:
    """Where a broker is, and how it is spoken to."""

    host: str
    port: int = 1883
    tls: bool = False
    ca: str = ""
    """The file with the authority that signed the broker's certificate; empty: those of the system."""
    credentials: Credentials | None = None


class Will(NamedTuple):
    """What the broker says when this connection dies."""

    topic: str
    payload: bytes


class Heard(NamedTuple):
    """A message from outside: hostile until it is checked."""

    topic: str
    payload: bytes
    retained: bool
    signature: str = ""


class Connection:
    """Opened, stepped, closed; whatever goes wrong is a BrokerFault."""

    def __init__(
        self,
        address: Address,
        name: str,
        subscriptions: tuple[str, ...],
        will: Will | None = None,
        now: Callable[[], float] = time.monotonic,
        most_heard: int = MOST_HEARD,
        quality: int = 1,
    ) -> None:
        """`quality` 0: the broker waits for no answers; who can ask for what it missed needs no more."""
        self.address, self.name, self.subscriptions, self.will = address, name, subscriptions, will
        self.dropped = 0
        self.refused = ""
        """Why the broker took something that was said and did not pass it on."""
        self._now, self._most_heard, self._quality = now, most_heard, quality
        self._client: Client | None = None
        self._heard: deque[Heard] = deque()
        self._unanswered: set[int] = set()
        self._gone: tuple[int, str] | None = None
        self._connected = False
        self._events = 0

    def open(self) -> None:
        """Connect and subscribe; returns when the broker has taken us in."""
        from paho.mqtt import client as paho
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
        from paho.mqtt.packettypes import PacketTypes

        self.close()
        self._gone, self._connected = None, False
        client = paho.Client(CallbackAPIVersion.VERSION2, self.name, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = CONNECT_S
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_message, client.on_publish = self._on_message, self._on_publish
        self._client = client
        try:
            self._secure(client)
            if self.will is not None:
                signed = wrap(PacketTypes.WILLMESSAGE, self.sign(*self.will))
                client.will_set(self.will.topic, self.will.payload, 1, retain=True, properties=signed)
            client.connect(self.address.host, self.address.port, KEEPALIVE_S, clean_start=True)
        except (OSError, ValueError) as fault:
            self.close()
            raise BrokerFault("broker_unreachable", self._why(fault)) from None
        _hurry(client.socket())
        self._wait_until_taken_in()
        if self.subscriptions:
            client.subscribe([(topic, self._quality) for topic in self.subscriptions])

    def _secure(self, client: Client) -> None:
        address = self.address
        if address.credentials is not None and address.credentials.user:
            client.username_pw_set(address.credentials.user, address.credentials.password)
        if address.tls:
            client.tls_set_context(ssl.create_default_context(cafile=address.ca or None))

    def _wait_until_taken_in(self) -> None:
        until = self._now() + CONNECT_S
        while not self._connected:
            self.step(0.05)
            if self._now() > until:
                self.close()
                raise BrokerFault("broker_silent", f"{self._place} took the connection and does not answer")

    def step(self, wait_s: float = 0.0) -> None:
        """Send and receive what is due; waits at most so long for news."""
        code = self._work(wait_s)
        if self._gone is not None or code:
            gone, why = self._gone or (0, "")
            self.close()
            if gone == TAKEN_OVER:
                raise BrokerFault("broker_other_table", f"another table came to {self._place} under this one's name")
            why = "the connection broke" if gone in (0, NO_REASON) else why
            raise BrokerFault(REFUSED.get(gone, "broker_lost"), f"{self._place}: {why}")

    def _work(self, wait_s: float) -> int:
        """One turn of the library takes one message: turn on while messages come, within bounds."""
        for turn in range(MOST_TURNS):
            if self._client is None:
                return 1
            before = self._events
            code = int(self._client.loop(0.0 if turn else wait_s))
            if code or self._gone is not None or self._events == before:
                return code
        return 0

    @property
    def has_room(self) -> bool:
        """Whether something more can be said now."""
        return self._connected and len(self._unanswered) < MOST_UNANSWERED

    @property
    def is_quiet(self) -> bool:
        """Whether the broker has answered everything."""
        return not self._unanswered

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say something; the broker's answer comes later."""
        from paho.mqtt.packettypes import PacketTypes

        if self._client is None:
            raise BrokerFault("broker_lost", f"{self._place}: the connection is closed")
        signed = wrap(PacketTypes.PUBLISH, self.sign(topic, payload))
        sent = self._client.publish(topic, payload, 1, retain, properties=signed)
        if sent.rc:
            self.close()
            raise BrokerFault("broker_lost", f"{self._place}: the connection broke")
        if not sent.is_published():
            self._unanswered.add(sent.mid)

    def sign(self, topic: str, payload: bytes) -> str:
        """The signature of what is said; empty where there is no secret to sign with."""
        known = self.address.credentials
        return sign(known.signing, topic, payload) if known is not None and known.signing else ""

    def may_be_own(self, heard: Heard) -> bool:
        """Whether a message may come from somebody with the secret of this connection; without one, anybody's may."""
        known = self.address.credentials
        if known is None or not known.signing:
            return True
        return is_signed(known.signing, heard.topic, heard.payload, heard.signature)

    def take(self) -> Iterator[Heard]:
        """Everything that was heard since."""
        while self._heard:
            yield self._heard.popleft()

    def close(self) -> None:
        """Leave; a connection that is open still says goodbye, so that the will stays unsaid."""
        client, self._client = self._client, None
        self._unanswered.clear()
        if client is None:
            return
        client.on_disconnect = None
        try:
            if self._connected:
                client.disconnect()
                client.loop(0.0)
        finally:
            self._connected = False
            sock = client.socket()
            if sock is not None:
                sock.close()

    @property
    def _place(self) -> str:
        return f"the broker {self.address.host}:{self.address.port}"

    def _why(self, fault: Exception) -> str:
        return f"reach {self._place}: {why_of(fault)}"

    def _on_connect(self, client: Client, data: object, flags: object, reason: ReasonCode, properties: object) -> None:
        if reason.is_failure:
            self._gone = (int(reason.value), str(reason).lower())
        else:
            self._connected = True

    def _on_disconnect(
        self, client: Client, data: object, flags: object, reason: ReasonCode, properties: object
    ) -> None:
        self._gone = self._gone or (int(reason.value), str(reason).lower())

    def _on_message(self, client: Client, data: object, message: MQTTMessage) -> None:
        self._events += 1
        if len(self._heard) >= self._most_heard or len(message.payload) > MOST_BYTES:
            self.dropped += 1
        else:
            said = bytes(message.payload)
            self._heard.append(Heard(message.topic, said, message.retain, unwrap(message.properties)))

    def _on_publish(self, client: Client, data: object, number: int, reason: ReasonCode, properties: object) -> None:
        self._events += 1
        self._unanswered.discard(number)
        self.refused = str(reason).lower() if reason.is_failure else ""


def _hurry(sock: SocketLike | None) -> None:
    """Small messages go out at once; the system would wait for more otherwise."""
    if isinstance(sock, socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
