"""What tables say to a club, checked: every text from a broker is hostile until it has come through here."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from tablekeeper.engines.catalogue import names

Plain = dict[str, Any]
"""Plain values, as JSON holds them."""
MOST_BYTES = 65_536
"""Of one message; a batch of records is smaller."""
MOST_PLAYERS = 12
Number = Annotated[int, Meta(ge=0, le=100_000)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]
Time = Annotated[float, Meta(ge=0, le=1e11)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Word = Annotated[str, Meta(max_length=60)]
TableId = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]{0,31}$")]
JournalId = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class Ending(Struct, frozen=True):
    """How a game ended, as far as it stands."""

    winners: Annotated[tuple[Seat, ...], Meta(max_length=MOST_PLAYERS)]
    cause: Word = ""
    scores: Annotated[tuple[Points, ...], Meta(max_length=MOST_PLAYERS)] = ()


class PublicRecord(Struct, frozen=True, omit_defaults=True):
    """One entry of a table's journal, as far as the club keeps it. Number 0 says that the game began."""

    table: TableId
    journal: JournalId
    game: Number
    entry: Number
    kind: Word
    answers: Number = 0
    ending: Ending | None = None
    name: Word = ""
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_PLAYERS)] = ()
    begun_at: Time = 0.0
    taken_at: Time = 0.0
    by: Word = ""

    @property
    def key(self) -> GameKey:
        """Which game it belongs to."""
        return GameKey(self.table, self.journal, self.game)


class GameKey(NamedTuple):
    """One game of one journal of one table."""

    table: str
    journal: str
    game: int


class GameList(Struct, frozen=True):
    """The games that a table offers: number, count of entries, when it began."""

    table: TableId
    journal: JournalId
    games: Annotated[tuple[tuple[Number, Number, Time], ...], Meta(max_length=400)]


class TableState(Struct, frozen=True):
    """What a table shows of itself at this moment."""

    table: TableId
    game: Number | None = None
    entry: Number | None = None
    name: Word = ""
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_PLAYERS)] = ()
    turn: Word = ""
    question: Annotated[str, Meta(max_length=255)] = ""
    finished: bool = False
    doubt: bool = False


class About(Struct, frozen=True):
    """What a table is called."""

    table: TableId
    name: Annotated[str, Meta(max_length=40)] = ""


def read_record(payload: bytes) -> PublicRecord | None:
    """One record, or None where it is none."""
    return _check(_read(payload, PublicRecord))


def read_records(payload: bytes) -> list[PublicRecord]:
    """A batch of records; those that are none are left out."""
    parts = _read(payload, list[msgspec.Raw])
    found = (_check(_read(bytes(part), PublicRecord)) for part in parts or ())
    return [record for record in found if record is not None]


def read_games(payload: bytes) -> GameList | None:
    """A list of games, or None."""
    games: GameList | None = _read(payload, GameList)
    return games


def read_state(payload: bytes) -> TableState | None:
    """A table's state, or None; control characters steer nobody's screen."""
    state: TableState | None = _read(payload, TableState)
    return state if state is not None and all(map(str.isprintable, (*state.players, state.turn))) else None


def read_about(payload: bytes) -> About | None:
    """A table's name, or None."""
    about: About | None = _read(payload, About)
    return about if about is not None and about.name.isprintable() else None


def _read(payload: bytes, kind: Any) -> Any:
    if len(payload) > MOST_BYTES:
        return None
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def _check(record: PublicRecord | None) -> PublicRecord | None:
    """What the types alone do not say: a beginning names a game and its people, and an ending its seats."""
    if record is None or not record.kind.isprintable():
        return None
    if record.entry == 0:
        good = record.kind == "begun" and record.name in names() and record.players and record.begun_at
        return record if good and all(map(str.isprintable, record.players)) else None
    return record if record.kind != "begun" else None


def spell_record(record: PublicRecord) -> str:
    """The same record as one line, always the same for the same record."""
    return msgspec.json.encode(record).decode()
