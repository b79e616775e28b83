"""Tablekeeper as a service: it reports its state to systemd, feeds the watchdog from its own loop, and stops cleanly.

Three starts that did not last a minute make the next one safe: no devices, no owner's editions, a clear screen.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from types import FrameType, TracebackType
from typing import Protocol, Self

from tablekeeper.firmware.errors import BadInput, why_of

LOG = logging.getLogger(__name__)
GOOD_AFTER_S = 60.0
SAFE_AFTER_STARTS = 3
STARTS = "starts"
UNITS = {"desktop": "tablekeeper.service", "console": "tablekeeper-console.service"}
GROUPS = ("video", "render", "input", "gpio", "audio", "spi")
"""Who may use camera, screen, touch, pins, sound and the analog sensors on Raspberry Pi OS."""
Notify = Callable[[str], None]


def find_notify(environment: Mapping[str, str]) -> Notify:
    """How to notify systemd (sd_notify's protocol); nothing is sent where nobody listens."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return lambda text: None
    if address.startswith("@"):
        address = "\0" + address[1:]

    def notify(text: str) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            try:
                out.sendto(text.encode(), address)
            except OSError:
                return  # systemd went away, for instance while it restarts itself; the game matters more

    return notify


class Watchdog:
    """Fed by the loop itself: a loop that hangs starves it, and systemd starts the table anew."""

    def __init__(self, notify: Notify, patience_s: float | None) -> None:
        self.notify = notify
        self.every_s = None if patience_s is None else patience_s / 4
        self._fed_at_s: float | None = None

    def feed(self, now_s: float) -> None:
        """Call it at every turn of the loop; it costs nothing unless it is time."""
        if self.every_s is None or (self._fed_at_s is not None and now_s - self._fed_at_s < self.every_s):
            return
        self._fed_at_s = now_s
        self.notify("WATCHDOG=1")


def find_patience_s(environment: Mapping[str, str], process: int) -> float | None:
    """How long systemd waits for a sign of life of this process, or None if it does not watch."""
    text, owner = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", str(process))
    return int(text) / 1_000_000 if text.isascii() and text.isdigit() and int(text) and owner == str(process) else None


class Trial(Protocol):
    """Whoever wants to know whether a start lasted: a release that is new here."""

    def confirm(self, home: Path) -> None:
        """It lasted."""

    def pardon(self, home: Path) -> None:
        """Somebody ended it on purpose before."""


class NoTrial:
    """Nobody wants to know."""

    def confirm(self, home: Path) -> None:
        """It lasted."""

    def pardon(self, home: Path) -> None:
        """Somebody ended it on purpose before."""


NO_TRIAL = NoTrial()


class Starts:
    """Counts the starts that did not last, in a small file of the table."""

    def __init__(self, home: Path, now_s: float, trial: Trial = NO_TRIAL) -> None:
        self.path = home / STARTS
        self.trial = trial
        self.began_s = now_s
        self.failed = self._read()
        self.good = False
        self._write(self.failed + 1)

    @property
    def safe(self) -> bool:
        """Whether this start leaves out devices and owner's editions."""
        return self.failed >= SAFE_AFTER_STARTS

    def note(self, now_s: float) -> None:
        """Call it at every turn of the loop: after a minute this start was a good one."""
        if not self.good and now_s - self.began_s >= GOOD_AFTER_S:
            self.forget()
            self.trial.confirm(self.path.parent)

    def forget(self) -> None:
        """This start was good, or somebody stopped it on purpose."""
        self.good = True
        self._write(0)

    def _read(self) -> int:
        try:
            text = self.path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return 0
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0

    def _write(self, count: int) -> None:
        draft = self.path.with_name(STARTS + ".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(f"{count}\n", encoding="ascii")
            draft.replace(self.path)
        except OSError as fault:  # on a full disk people may still look at their games and play by what is there
            LOG.warning("the count of starts cannot be written: %s", why_of(fault))


class Service:
    """What the loop calls: once at the beginning, at every turn, once at the end."""

    def __init__(
        self, home: Path | None, now_s: float, environment: Mapping[str, str] | None = None, trial: Trial = NO_TRIAL
    ) -> None:
        self.trial = trial
        known = os.environ if environment is None else environment
        self.notify = find_notify(known)
        self.starts = Starts(home, now_s, self.trial) if home is not None else None
        """None while the table is not open yet, which is no start of it."""
        self.watchdog = Watchdog(self.notify, find_patience_s(known, os.getpid()))
        self.stop_wanted = False

    def count(self, home: Path, now_s: float) -> None:
        """The table is open: from here on this is one of its starts."""
        self.starts = Starts(home, now_s, self.trial)

    @property
    def safe(self) -> bool:
        """Whether to start without devices and owner's editions."""
        return self.starts is not None and self.starts.safe

    def listen(self) -> None:
        """From now on SIGTERM and SIGINT end the loop at its next turn."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def ready(self) -> None:
        """The first picture is on the screen."""
        self.notify("READY=1\nSTATUS=at the table" + (", in safe mode" if self.safe else ""))

    def turn(self, now_s: float) -> None:
        """Call it at every turn of the loop."""
        self.watchdog.feed(now_s)
        if self.starts is not None:
            self.starts.note(now_s)

    def alive(self, now_s: float) -> bool:
        """One turn of the loop; whether it shall go on."""
        self.turn(now_s)
        return not self.stop_wanted

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if fault is None or not isinstance(fault, Exception):  # a fault counts as a start that did not last
            self.close()

    def close(self) -> None:
        """The loop ended because somebody wanted it to."""
        self.notify("STOPPING=1")
        if self.starts is not None:
            if not self.starts.good:
                self.trial.pardon(self.starts.path.parent)
            self.starts.forget()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stop_wanted = True


CLOSED = "RestrictAddressFamilies=AF_UNIX AF_NETLINK\n"
DENIED = "IPAddressDeny=any\n"
"""What keeps a unit from the network."""


def fill_unit(
    kind: str, *, command: str, home: Path, user: str, groups: tuple[str, ...] = GROUPS, network: bool = False
) -> str:
    """The systemd unit for the desktop or the console, with this computer's places in it.

    `network` opens it to internet addresses, as phones, the house and the club need; each of these stays off until
    somebody switches it on.
    """
    text = (resources.files("tablekeeper.firmware.service") / "units" / UNITS[kind]).read_text(encoding="utf-8")
    places = {"COMMAND": command, "HOME": str(home), "USER": user, "GROUPS": " ".join(groups)}
    for name, value in places.items():
        if not value or any(letter in value for letter in '\n"%\\') or (name in ("COMMAND", "HOME") and " " in value):
            raise BadInput(
                "Cannot write the unit: found {name} {value!r}; expected plain letters", name=name.lower(), value=value
            )
        text = text.replace(f"@{name}@", value)
    return text.replace(CLOSED, CLOSED.strip() + " AF_INET AF_INET6\n").replace(DENIED, "") if network else text
