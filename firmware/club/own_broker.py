"""A Mosquitto of the club's own: a private configuration, a user for each table, and each table only its own topics."""

from __future__ import annotations

import getpass
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tablekeeper.firmware.errors import BadInput, why_of

PROGRAMS = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
CLUB = "club"
STOP_S = 5.0
CONFIG = """listener {port}{address}
user {user}
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/topics
persistence true
persistence_location {folder}/
set_tcp_nodelay true
max_connections 1500
message_size_limit 262144
max_queued_messages 5000
log_type error
log_type warning
log_type notice
log_dest file {folder}/mosquitto.log
"""
TOPICS = """user club
topic readwrite tablekeeper/#

pattern readwrite tablekeeper/%u/#
pattern write homeassistant/device/%u/config
pattern read homeassistant/status
"""
"""Each table writes under its own name alone, so that no table can speak for another."""


def find_mosquitto(name: str = "mosquitto") -> str:
    """The installed program, or one sentence."""
    found = shutil.which(name) or shutil.which(name, path=PROGRAMS)
    if found is None:
        raise BadInput(
            f"Cannot start a broker of the club's own: found no {name}; install it: sudo apt install mosquitto"
        )
    return found


def table_names(count: int) -> tuple[str, ...]:
    """What the tables of a club are called."""
    return tuple(f"table-{number}" for number in range(1, count + 1))


def write_private(path: Path, words: str) -> None:
    """A file for its owner alone, from its first byte."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(words, encoding="utf-8")


class OwnBroker:
    """Started with the club and ended with it; who it knows stays in the folder."""

    def __init__(self, folder: Path, port: int, tables: Sequence[str], host: str, *, address: str = "") -> None:
        self.folder, self.port, self.host = folder, port, host
        self._address = f" {address}" if address else ""
        self._program = find_mosquitto()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            (folder / "tables").mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
            self._write(tables)
        except OSError as fault:
            raise BadInput(f"Cannot set up the club's broker in {folder}: {why_of(fault)}") from None

    @property
    def credentials(self) -> Path:
        """The club's own user and password."""
        return self.folder / f"{CLUB}.toml"

    def start(self) -> None:
        """Start it; it ends with the club."""
        words = [self._program, "-c", str(self.folder / "mosquitto.conf")]
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log)

    def stop(self) -> None:
        """End it; what it retains is kept for the next start."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(STOP_S)

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def _write(self, tables: Sequence[str]) -> None:
        words = CONFIG.format(port=self.port, address=self._address, folder=self.folder, user=getpass.getuser())
        write_private(self.folder / "mosquitto.conf", words)
        write_private(self.folder / "topics", TOPICS)
        passwords = {CLUB: self._password(self.credentials, CLUB)}
        for table in tables:
            place = self.folder / "tables" / table
            place.mkdir(exist_ok=True)
            passwords[table] = self._password(place / "broker.toml", table)
            write_private(place / "config.toml", spell_settings(self.host, self.port, table))
        write_private(self.folder / "passwords", "".join(f"{user}:{word}\n" for user, word in passwords.items()))
        # hashed in place: a password given as an argument could be read by everybody on this machine
        subprocess.run([find_mosquitto("mosquitto_passwd"), "-U", str(self.folder / "passwords")], check=True)

    def _password(self, path: Path, user: str) -> str:
        """The password that a file holds already, or a new one."""
        from tablekeeper.firmware.mqtt.credentials import read_credentials

        if path.exists():
            return read_credentials(path).password
        word = secrets.token_urlsafe(18)
        write_private(path, f'user = "{user}"\npassword = "{word}"\n')
        return word


def spell_settings(host: str, port: int, table: str) -> str:
    """What a table's config.toml needs to join; broker.toml goes beside it."""
    return (
        f'[mqtt]\non = true\nhost = "{host}"\nport = {port}\ntable = "{table}"\n'
        f'name = "{table.replace("-", " ").capitalize()}"\ncredentials = "broker.toml"\ndiscovery = false\n'
    )
