"""What the organiser decides: who is here, rounds and their clock. Kept beside the ledger, never in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from tablekeeper.firmware.club.rounds import Pairing, pair
from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.settings.bounded import read_bounded
from tablekeeper.firmware.settings.whole_file import write_whole

FILE = "evening.json"
MOST_PEOPLE, MOST_ROUNDS = 400, 60


class Round(Struct, frozen=True):
    """One round: who sits where, and until when."""

    number: int
    began_at: float
    minutes: int
    tables: Pairing = {}
    ended_at: float | None = None


class Evening(Struct, frozen=True):
    """An evening as the organiser has arranged it."""

    began_at: float
    """Games that began before are of another evening."""
    people: Annotated[tuple[str, ...], Meta(max_length=MOST_PEOPLE)] = ()
    rounds: Annotated[tuple[Round, ...], Meta(max_length=MOST_ROUNDS)] = ()
    minutes: Annotated[int, Meta(ge=1, le=600)] = 45

    @property
    def current(self) -> Round | None:
        """The round that is played."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].ended_at is None else None


def arrive(evening: Evening, name: str) -> Evening:
    """Somebody comes."""
    name = " ".join(name.split())[:60]
    full = len(evening.people) >= MOST_PEOPLE
    if not name or not name.isprintable() or name in evening.people or full:
        return evening
    return msgspec.structs.replace(evening, people=(*evening.people, name))


def leave(evening: Evening, name: str) -> Evening:
    """Somebody goes."""
    return msgspec.structs.replace(evening, people=tuple(one for one in evening.people if one != name))


def begin_round(evening: Evening, tables: tuple[str, ...], now_s: float, *, free: bool = False) -> Evening:
    """The next round; with free tables nobody is told where to sit."""
    evening = end_round(evening, now_s)
    if len(evening.rounds) >= MOST_ROUNDS:
        return evening
    seated = {} if free else pair(evening.people, tables, [one.tables for one in evening.rounds])
    following = Round(len(evening.rounds) + 1, now_s, evening.minutes, seated)
    return msgspec.structs.replace(evening, rounds=(*evening.rounds, following))


def end_round(evening: Evening, now_s: float) -> Evening:
    """The round is over."""
    if evening.current is None:
        return evening
    ended = msgspec.structs.replace(evening.rounds[-1], ended_at=now_s)
    return msgspec.structs.replace(evening, rounds=(*evening.rounds[:-1], ended))


def read_evening(folder: Path, now_s: float, minutes: int = 45) -> Evening:
    """The evening that this folder holds, or one that begins now."""
    path = folder / FILE
    try:
        return msgspec.json.decode(read_bounded(path), type=Evening)
    except FileNotFoundError:
        return Evening(now_s, minutes=minutes)
    except (OSError, ValueError, msgspec.DecodeError) as fault:
        raise BadInput(
            "Cannot read the evening {path}: {why}; expected a file that the club wrote", path=path, why=why_of(fault)
        ) from None


def write_evening(folder: Path, evening: Evening) -> None:
    """Put it in place in one step."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / FILE, msgspec.json.encode(evening).decode())
    except OSError as fault:
        raise BadInput(
            "Cannot write the evening {path}: {why}; expected some room", path=folder / FILE, why=why_of(fault)
        ) from None
