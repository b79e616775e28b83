"""Somebody who does not see: knows of a page what its accessibility tree says, and has a keyboard."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from tests.phones.browser.visitor import Visitor

Error = pytest.importorskip("playwright.sync_api", reason="make test-browser installs it").Error
ASIDE = ("Why?", "History", "Log", "Undo", "Fix", "Back", "Rules", "Menu", "What to do", "Earlier", "Later")
"""What buttons say that look at the game and do not play it; a sign may stand before it, and a number may follow."""


class Heard(NamedTuple):
    """What a screen reader says of a page: its heading, its lines, and its buttons with the nodes behind them."""

    heading: str
    lines: tuple[str, ...]
    buttons: dict[str, int]


class BlindPlayer:
    """Presses what it has heard of and not tried yet."""

    def __init__(self, visitor: Visitor, luck: random.Random) -> None:
        self.luck = luck
        self._page = visitor.page
        self._devtools = visitor.context.new_cdp_session(visitor.page)
        self._tried: set[tuple[Any, str]] = set()
        self._last: Any = None

    def hear(self) -> Heard:
        """Read the page."""
        nodes = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        found: dict[str, list[dict[str, Any]]] = {}
        for node in nodes:
            if not node.get("ignored"):
                found.setdefault(node["role"]["value"], []).append(node)
        buttons = {name_of(node): node["backendDOMNodeId"] for node in found.get("button", ())}
        lines = tuple(name_of(node) for node in found.get("StaticText", ()))
        return Heard(" ".join(name_of(node) for node in found.get("heading", ())), lines, buttons)

    def play(self) -> bool:
        """Press something that leads on; False: there is nothing of the kind."""
        heard = self.hear()
        onward = [name for name in heard.buttons if not any(word in name for word in ASIDE)]
        if not onward:  # a sheet lies over the game
            onward = [name for name in heard.buttons if "Back" in name]
        if not onward:
            return False
        page = (heard.heading, heard.lines)
        fresh = [name for name in onward if (page, name) not in self._tried]
        if not fresh:
            self._tried = {known for known in self._tried if known[0] != page}
        name = self.luck.choice(fresh or onward)
        self._tried.add((page, name))
        self._press(heard.buttons[name])
        return True

    def press(self, name: str) -> None:
        """The button of this name."""
        self._press(self.hear().buttons[name])

    def _press(self, node: int) -> None:
        try:
            self._devtools.send("DOM.focus", {"backendNodeId": node})
        except Error:
            return  # another page has come since this one was read
        with self._page.expect_response("**/press"):
            self._page.keyboard.press("Enter")
        self._page.wait_for_timeout(40)


def name_of(node: dict[str, Any]) -> str:
    """What a node of the tree is called."""
    return str(node.get("name", {}).get("value", ""))
