"""What the house and the club may ask of a table: bounded, checked, and never an answer to a game's question."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

MOST_BYTES = 512
AGAIN, QUIET = "again", "quiet"
BUTTONS = (AGAIN, QUIET)

Number = Annotated[int, Meta(ge=0, le=2**31)]


class Ask(Struct, frozen=True):
    """A club asks which games there are (`game` 0), or for a game's records from a number on."""

    game: Number = 0
    since: Number = 0
    to: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    """The last number that is wanted; None: all."""


def read_ask(payload: bytes) -> Ask | None:
    """The question, or None where it is none."""
    if len(payload) > MOST_BYTES:
        return None
    try:
        return msgspec.json.decode(payload, type=Ask)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


class About(Struct, frozen=True):
    """What a table says of itself, as far as another needs it."""

    run: str = ""


def read_run(payload: bytes) -> str:
    """Which run of a program said this; empty where nothing of the kind is said."""
    try:
        return msgspec.json.decode(payload[:MOST_BYTES], type=About).run
    except (msgspec.DecodeError, ValueError, RecursionError):
        return ""


def read_button(payload: bytes) -> str:
    """Which button was pressed; empty where it is none of ours."""
    found = payload[:MOST_BYTES].decode("ascii", "replace")
    return found if found in BUTTONS else ""


class Allowance:
    """So many a moment and no more: whoever asks faster is not heard."""

    def __init__(self, most: int, per_s: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._at_s = float(most), 0.0

    def take(self, now_s: float) -> bool:
        """Whether one more is allowed now."""
        self._left = min(self._most, self._left + max(0.0, now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True
