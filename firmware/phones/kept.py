"""What is kept of the phones over a restart: digests of secrets and who sits where, readable by the owner alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablekeeper.firmware.phones.admission import MOST_CLIENTS, Client
from tablekeeper.firmware.settings.whole_file import write_whole

FILE = "phones.json"
MOST_BYTES = 64 * 1024
DIGEST_LETTERS = 64


def write_clients(folder: Path, record: int, clients: tuple[Client, ...]) -> None:
    """Put the file in place in one step."""
    plain = [{"number": client.number, "digest": client.digest, "seat": client.seat} for client in clients]
    write_whole(folder / FILE, json.dumps({"game": record, "clients": plain}), private=True)


def read_clients(folder: Path) -> tuple[int, tuple[Client, ...]]:
    """The game whose seats they hold, and the phones; a file that is not as it was written lets nobody in."""
    try:
        with (folder / FILE).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        plain: Any = json.loads(content) if len(content) <= MOST_BYTES else None
        clients = tuple(_read_client(entry) for entry in plain["clients"][:MOST_CLIENTS])
        return int(plain["game"]), clients
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return 0, ()


def forget_clients(folder: Path) -> None:
    """Nobody is known any more."""
    (folder / FILE).unlink(missing_ok=True)


def _read_client(entry: Any) -> Client:
    number, digest, seat = entry["number"], entry["digest"], entry["seat"]
    right = type(number) is int and 0 < number < 2**31 and isinstance(digest, str) and len(digest) == DIGEST_LETTERS
    if not right or not (seat is None or (type(seat) is int and 0 <= seat < MOST_CLIENTS)):
        raise ValueError(f"found {entry!r}")
    return Client(number, digest, seat)
