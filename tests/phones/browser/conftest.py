"""Chromium for a module's tests, and no network but this machine's loopback."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.phones.browser.evening import Evening

CHROMIUM = os.environ.get("TABLEKEEPER_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage")  # fmt: skip


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers and table speak over this machine's loopback; nothing else is reached for."""
    real = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        assert self.family != socket.AF_INET or address[0] == "127.0.0.1" or self.type == socket.SOCK_DGRAM, address
        real(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    driving = pytest.importorskip("playwright.sync_api", reason="make test-browser installs it")
    with driving.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def invite(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Opens a table for so many people; everything is closed afterwards."""
    made: list[Evening] = []

    def begin(game: str, seats: int, **how: Any) -> Evening:
        home = tmp_path / str(len(made))
        home.mkdir()
        made.append(Evening(chromium, home, game, seats, **how))
        return made[-1]

    yield begin
    for evening in made:
        evening.close()
