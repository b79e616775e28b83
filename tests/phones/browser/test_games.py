"""A real browser: eight phones play a whole game of each kind by pressing what they see.

They reload, press twice, press late and lose the network on the way. After each answer every page shows what the
journal's fold gives for its seat.
"""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.firmware.phones.visible import may_answer
from tests.phones.browser.live_table import LiveTable

playwright = pytest.importorskip("playwright.sync_api", reason="make test-browser installs it")
pytestmark = pytest.mark.browser
CHROMIUM = os.environ.get("TABLEKEEPER_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync")  # fmt: skip
PHONES = 8
PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gil", "Hana")
MOST_PRESSES = 8000
WAIT_MS = 15_000


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
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visitor:
    """One phone in a browser of its own."""

    def __init__(self, chromium: Any, table: LiveTable, seat: int | None, size: tuple[int, int]) -> None:
        self.table, self.seat = table, seat
        self.context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.goto(table.link())
        key = "watch" if seat is None else f"seat.{seat}"
        self.page.locator(f'button[data-key="{key}"]').click()
        self.page.wait_for_function("() => !document.querySelector('button[data-key^=\"seat.\"]')", timeout=WAIT_MS)

    def pressable(self) -> list[str]:
        return list(self.page.eval_on_selector_all("#buttons button", "all => all.map(b => b.dataset.key)"))

    def press(self, key: str) -> None:
        self.page.locator(f'button[data-key="{key}"]').click(timeout=WAIT_MS)

    def place(self) -> list[int]:
        return list(self.page.evaluate("() => sheet.at"))

    def wait_for(self, place: list[int]) -> None:
        self.page.wait_for_function("place => sheet && sheet.at.join() === place.join()", arg=place, timeout=WAIT_MS)

    def shows(self) -> tuple[str, list[str]]:
        return tuple(self.page.evaluate("() => [sheet.now, sheet.words]"))  # type: ignore[return-value]


def stand(table: LiveTable) -> list[int]:
    return table.ask(lambda: list(table.session.history.asked))


def check(table: LiveTable, visitors: list[Visitor]) -> None:
    """Every page is what the fold gives for its seat."""
    place = stand(table)
    for visitor in visitors:
        visitor.wait_for(place)
        clients = table.server_reception().admission.clients
        client = next(client for client in clients if client.number == visitors.index(visitor) + 1)
        window = table.server_reception()._window(client)
        expected = table.expected(visitor.seat, window)
        now, words = visitor.shows()
        if not window.ui and window.over is None:
            assert (now, words) == (expected.sheet.now, list(expected.sheet.words))


@pytest.mark.parametrize("game", NAMES)
def test_eight_phones_play_a_whole_game(game: str, chromium: Any, tmp_path: Path) -> None:
    seats = min(find_game(game).seats[1], PHONES)
    table = LiveTable(tmp_path, game, PEOPLE[:seats])
    luck = random.Random(4)
    visitors: list[Visitor] = []
    try:
        for number in range(PHONES):
            size = (390, 844) if number % 2 else (844, 390)
            visitors.append(Visitor(chromium, table, number if number < seats else None, size))
        play_to_the_end(table, visitors, luck)
        assert table.ask(lambda: table.session.is_over)
        check(table, visitors)
        assert [visitor.faults for visitor in visitors] == [[] for _ in visitors]
    finally:
        for visitor in visitors:
            visitor.context.close()
        table.close()


def play_to_the_end(table: LiveTable, visitors: list[Visitor], luck: random.Random) -> None:
    """Whoever may answer presses something; now and then somebody has trouble with their phone."""
    tried: tuple[list[int], set[str]] = ([], set())
    for _ in range(MOST_PRESSES):
        question = table.ask(lambda: None if table.session.is_over else table.session.history.question)
        if question is None:
            return
        before = stand(table)
        ready = [visitor for visitor in visitors if may_answer(question, visitor.seat)]
        visitor = luck.choice(ready)
        visitor.wait_for(before)
        onward = [key for key in visitor.pressable() if key not in ("why", "log", "fix", "undo", "health", "back")]
        if tried[0] != before:
            tried = (before, set())
        fresh = [key for key in onward if key not in tried[1]]
        tried[1].add(key := luck.choice(fresh or onward or visitor.pressable()))
        visitor.press(key)
        visitor.page.wait_for_timeout(20)
        if stand(table) != before and luck.random() < 0.1:
            check(table, visitors)
        have_trouble(luck.choice(visitors), luck)


def have_trouble(visitor: Visitor, luck: random.Random) -> None:
    """Seldom: a reload, or the network is gone for a moment."""
    chance = luck.random()
    if chance < 0.01:
        visitor.page.reload()
    elif chance < 0.02:
        visitor.context.set_offline(True)
        visitor.page.wait_for_timeout(50)
        visitor.context.set_offline(False)
