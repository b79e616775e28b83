"""A real Mosquitto on a free port of this machine, and a way between it and a client that can be cut or slowed."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

PATIENCE_S = 10.0


def find_mosquitto() -> str | None:
    """The program, where it is installed; Debian puts it beside the system's own."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mosquitto:
    """One broker; it can be killed and started again, with what it kept."""

    def __init__(self, folder: Path, lines: Sequence[str] = ("allow_anonymous true",), port: int = 0) -> None:
        self.folder, self.port = folder, port or free_port()
        folder.mkdir(parents=True, exist_ok=True)
        self.config = folder / "mosquitto.conf"
        own = [f"listener {self.port} 127.0.0.1", "persistence true", f"persistence_location {folder}/", "user root"]
        self.config.write_text("\n".join([*own, *lines]) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = find_mosquitto()
        assert program is not None
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([program, "-c", str(self.config)], stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.5):
                return
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)
        raise AssertionError("Mosquitto did not come up")

    def kill(self) -> None:
        """As a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
            self._process = None

    def stop(self) -> None:
        """As a shutdown would: it keeps its retained messages."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None


class Wire:
    """A TCP way to a broker that a test can cut, stall or slow."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.stalled = False
        """Everything is swallowed and nothing closed, as when a router goes."""
        self.delay_s = 0.0
        self.closed = False
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._open = True
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """All connections break, and new ones are refused, until `mend`."""
        self._open = False
        for pair in tuple(self._pairs):
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._open, self.stalled = True, False

    def close(self) -> None:
        self.closed = True
        self.cut()
        self._door.close()

    def _accept(self) -> None:
        while not self.closed:
            try:
                near, _ = self._door.accept()
            except OSError:
                time.sleep(0.05)  # too many files are open, or the test is over
                continue
            if not self._open:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target), 2.0)
            except OSError:
                near.close()
                continue
            pair = (near, far)
            self._pairs.append(pair)
            threading.Thread(target=self._carry, args=(pair,), daemon=True).start()

    def _carry(self, pair: tuple[socket.socket, socket.socket]) -> None:
        """Both ways until both have ended; then the system gets its files back."""
        back = threading.Thread(target=self._pump, args=pair[::-1], daemon=True)
        back.start()
        self._pump(*pair)
        back.join()
        for end in pair:
            end.close()
        with contextlib.suppress(ValueError):
            self._pairs.remove(pair)

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if self.delay_s:
                    time.sleep(self.delay_s)
                if not self.stalled:
                    other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
