"""A Mosquitto of the club's own: a private configuration, a user for each table, and each table only its own topics."""

from __future__ import annotations

import getpass
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tablekeeper.firmware.club.table_files import keep_credentials, write_private, write_tables
from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.mqtt.credentials import Credentials

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
            "Cannot start a broker of the club's own: found no {name}; expected it installed: sudo apt "
            "install mosquitto",
            name=name,
        )
    return found


class OwnBroker:
    """Started with the club and ended with it; who it knows stays in the folder."""

    def __init__(self, folder: Path, port: int, tables: Sequence[str], host: str, *, address: str = "") -> None:
        self.folder, self.port, self.host = folder, port, host
        self._address = f" {address}" if address else ""
        self._program = find_mosquitto()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._write(write_tables(folder, tables, host, port, passwords=True))
        except OSError as fault:
            raise BadInput(
                "Cannot set up the club's broker in {folder}: {why}; expected a folder of your own",
                folder=folder,
                why=why_of(fault),
            ) from None

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

    def _write(self, tables: Mapping[str, Credentials]) -> None:
        words = CONFIG.format(port=self.port, address=self._address, folder=self.folder, user=getpass.getuser())
        write_private(self.folder / "mosquitto.conf", words)
        write_private(self.folder / "topics", TOPICS)
        users = {CLUB: keep_credentials(self.credentials, CLUB), **tables}
        lines = (f"{user}:{known.password}\n" for user, known in users.items())
        write_private(self.folder / "passwords", "".join(lines))
        # hashed in place: a password given as an argument could be read by everybody on this machine
        subprocess.run([find_mosquitto("mosquitto_passwd"), "-U", str(self.folder / "passwords")], check=True)
