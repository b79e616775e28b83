"""The two files that each table of a club gets: how it reaches the broker, and what it may know alone."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.mqtt.credentials import Credentials, read_credentials

FOLDER = "tables"
SETTINGS, PRIVATE = "config.toml", "broker.toml"


def table_names(count: int) -> tuple[str, ...]:
    """What the tables of a club are called."""
    return tuple(f"table-{number}" for number in range(1, count + 1))


def write_tables(
    folder: Path, tables: Sequence[str], host: str, port: int, *, passwords: bool
) -> Mapping[str, Credentials]:
    """Files for these tables; what a table has already is kept, so that the copies on the tables stay right."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        return {table: _write(folder / FOLDER / table, table, host, port, passwords) for table in tables}
    except OSError as fault:
        raise BadInput(
            "Cannot write the files of the tables into {folder}: {why}; expected a folder of your own",
            folder=folder,
            why=why_of(fault),
        ) from None


def _write(place: Path, table: str, host: str, port: int, passwords: bool) -> Credentials:
    place.mkdir(parents=True, exist_ok=True)
    write_private(place / SETTINGS, spell_settings(host, port, table))
    user = table if passwords else ""
    return keep_credentials(place / PRIVATE, user, sign=True)


def read_secrets(folder: Path) -> dict[str, str]:
    """The secrets of the tables for which a club has written files, by the table's name."""
    found = {place.parent.name: read_credentials(place).signing for place in folder.glob(f"{FOLDER}/*/{PRIVATE}")}
    return {table: secret for table, secret in found.items() if secret}


def keep_credentials(path: Path, user: str, *, sign: bool = False) -> Credentials:
    """What a file holds already, and a new password for this user or a new secret to sign with where it has none."""
    known = read_credentials(path) if path.exists() else None
    if known is not None and (known.user or not user):
        return known
    lines = {"user": user, "password": draw_secret()} if user else {}
    if sign:
        lines["signing"] = draw_secret() if known is None else known.signing
    write_private(path, "".join(f'{name} = "{word}"\n' for name, word in lines.items()))
    return read_credentials(path)


def draw_secret() -> str:
    """What nobody guesses."""
    return secrets.token_urlsafe(18)


def write_private(path: Path, words: str) -> None:
    """A file for its owner alone, from its first byte."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(words, encoding="utf-8")


def spell_settings(host: str, port: int, table: str) -> str:
    """What a table's config.toml needs to join; broker.toml goes beside it."""
    return (
        f'[mqtt]\non = true\nhost = "{host}"\nport = {port}\ntable = "{table}"\n'
        f'name = "{table.replace("-", " ").capitalize()}"\ncredentials = "{PRIVATE}"\ndiscovery = false\n'
    )
