"""A table signs what it says with a secret that it shares with its club, so that nobody else can speak in its name.

The signature travels beside the message as a user property of MQTT 5: who does not know of it reads the same message.
"""

from __future__ import annotations

import hmac
from typing import Any

PROPERTY = "signature"
LETTERS = 64
"""Of an HMAC-SHA-256."""


def sign(secret: str, topic: str, payload: bytes) -> str:
    """What belongs beside this message; it fits no other topic and no other words."""
    return hmac.new(secret.encode(), topic.encode() + b"\0" + payload, "sha256").hexdigest()


def is_signed(secret: str, topic: str, payload: bytes, signature: str) -> bool:
    """Whether somebody who knows the secret said this; compared in constant time."""
    return hmac.compare_digest(sign(secret, topic, payload).encode(), signature.encode())


def wrap(packet: int, signature: str) -> Any:
    """A signature as paho sends it with a packet; None: nothing goes along."""
    if not signature:
        return None
    from paho.mqtt.properties import Properties

    properties: Any = Properties(packet)  # type: ignore[no-untyped-call]
    properties.UserProperty = (PROPERTY, signature)
    return properties


def unwrap(properties: Any) -> str:
    """The signature that came with a message; empty where there is none."""
    pairs = getattr(properties, "UserProperty", ())
    return next((words for name, words in pairs if name == PROPERTY and len(words) == LETTERS), "")
