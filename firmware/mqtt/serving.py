"""The house's worker under the supervisor, made of the settings; paho is loaded here, when it is switched on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tablekeeper.display.words.texts import Said, shipped_texts
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.mqtt import discovery
from tablekeeper.firmware.mqtt.connection import Address, Connection, Will
from tablekeeper.firmware.mqtt.credentials import read_credentials
from tablekeeper.firmware.mqtt.identity import find_id
from tablekeeper.firmware.mqtt.journal_reader import JournalReader
from tablekeeper.firmware.mqtt.news import Identity, News, Signal
from tablekeeper.firmware.mqtt.topics import ABOUT, ASK, DO, OFFLINE, STATUS, topic
from tablekeeper.firmware.mqtt.worker import Worker
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.settings.config import MqttSettings, Settings
from tablekeeper.firmware.updates.package import VERSION, order_of
from tablekeeper.firmware.updates.shelf import Shelf


def read_address(settings: MqttSettings, folder: Path) -> Address:
    """Where the broker of the settings is; what is missing is one sentence."""
    if not settings.host:
        raise BadInput("Cannot join the house's network: found no mqtt.host; expected the broker's name or address")
    check_library()
    place = Path(settings.credentials).expanduser() if settings.credentials else None
    known = read_credentials(folder / place) if place is not None else None
    return Address(settings.host, settings.port, settings.tls, settings.ca, known)


def find_newest(shelf: Shelf, runs: str) -> str:
    """The newer of the release that runs and the one that the next start runs: an update counts from then on."""
    versions = [version for version in (runs, shelf.current()) if VERSION.fullmatch(version)]
    return max(versions, key=order_of, default=runs)


def check_library() -> None:
    """The library for MQTT is an extra."""
    try:
        import paho.mqtt  # noqa: F401
    except ImportError:
        raise BadInput(
            "Cannot join the house's network: found no paho-mqtt; expected it installed: pip install tablekeeper[mqtt]"
        ) from None


class Serving:
    """One worker in a thread of its own."""

    def __init__(
        self, settings: Settings, folder: Path, inbox: Inbox, press: Callable[[str], None], now: Callable[[], float]
    ) -> None:
        mqtt = settings.mqtt
        address, table = read_address(mqtt, folder), find_id(folder, mqtt.table)
        broker = Connection(
            address, f"tablekeeper-{table}", (*(topic(table, name) for name in (ASK, DO, ABOUT)), discovery.BIRTH),
            Will(topic(table, STATUS), OFFLINE),
        )  # fmt: skip
        me = Identity(table, mqtt.name or "Tablekeeper", shipped_texts(settings.table.language), mqtt.discovery,
                      partial(find_newest, Shelf(folder), discovery.release()))  # fmt: skip

        def report(name: str, state: str, code: str) -> None:
            inbox.put(Ailing(name, state, Said(f"reason.{code}", "") if code else ""))

        reader = JournalReader(folder / JOURNAL, table, mqtt.shared_days, now)
        self.worker = Worker(me, broker, reader, report, press)
        self._supervisor = Supervisor(inbox)
        self._supervisor.start("house", self.worker, _Device(self.worker))

    def post(self, letter: News | Signal) -> None:
        """Lay something down for the worker."""
        self.worker.post(letter)

    def close(self, *, forget: bool = False) -> None:
        """End it; a worker that hangs in its network is left behind, as its thread ends with the program."""
        if self._supervisor.stop():
            return
        if forget:
            self.worker.forget()
        self.worker.close()


class _Device:
    """What is opened again when the worker fails: the worker itself comes back to the broker when it is stepped."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    def open(self) -> None:
        """Nothing before the next step."""

    def close(self) -> None:
        """Leave the broker."""
        self._worker.close()
