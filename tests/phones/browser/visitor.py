"""One phone in a browser of its own: what its page shows, and fingers on its buttons."""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

import pytest

from tablekeeper.display.browser.sheet import Sheet

Late = pytest.importorskip("playwright.sync_api", reason="make test-browser installs it").TimeoutError
WAIT_MS = 30_000
GONE_MS = 3_000
"""A button that cannot be pressed for so long has gone with its page."""
SHOWN = """() => ({
  at: sheet ? sheet.at : [], now: document.getElementById("now").textContent,
  words: [...document.querySelectorAll("#words li")].map(line => line.textContent),
  buttons: [...document.querySelectorAll("#buttons button")].map(button => [button.dataset.key, button.textContent]),
})"""
SAME_PICTURE = """svg => {
  const wanted = document.createElement("div");
  wanted.innerHTML = svg;
  return document.getElementById("picture").innerHTML === wanted.innerHTML;
}"""
PRESS_TWICE = """key => {
    const it = document.querySelector(`button[data-key="${key}"]`);
    for (const time of it ? [1, 2] : []) it.click();
    return Boolean(it);
}"""


class Gone(Exception):
    """The button has been taken away by another page."""


class Seen(NamedTuple):
    """What a page shows, as its document says."""

    at: list[int]
    now: str
    words: list[str]
    buttons: dict[str, str]


class Visitor:
    """A phone that has scanned the code and takes its seat, or watches."""

    def __init__(self, chromium: Any, link: str, seat: int | None, size: tuple[int, int], **how: Any) -> None:
        self.seat, self.size = seat, size
        self.context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, reduced_motion="reduce", **how
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.offline = False
        self.client = 0
        """Its number at the table."""
        self.joined = False
        self.page.goto(link)
        self.press("watch" if seat is None else f"seat.{seat}")
        self.joined = True

    def look(self) -> Seen:
        plain = self.page.evaluate(SHOWN)
        return Seen(plain["at"], plain["now"], plain["words"], dict(plain["buttons"]))

    def press(self, key: str) -> None:
        """A finger on a button, and the table's answer to it; a button that another page took away is not pressed."""
        button = self.page.locator(f'button[data-key="{key}"]')
        if self.joined and not button.count():
            return
        try:
            with self.page.expect_response("**/press"):
                button.click(timeout=GONE_MS if self.joined else WAIT_MS)
        except Late:
            if not self.joined or button.count():
                raise

    def press_twice(self, key: str) -> None:
        """Two taps so quickly that both leave before the table has answered either; a button that is gone gets none."""
        answered: list[str] = []

        def both(response: Any) -> bool:
            answered.extend([response.url] * response.url.endswith("/press"))
            return len(answered) == 2

        with contextlib.suppress(Gone), self.page.expect_response(both):
            if not self.page.evaluate(PRESS_TWICE, key):
                raise Gone

    def wait_for(self, place: list[int]) -> None:
        """Until the page shows this question."""
        self.page.wait_for_function("place => sheet && sheet.at.join() === place.join()", arg=place)

    def check(self, place: list[int], expected: Sheet, *, picture: bool = True) -> None:
        """The page shows this sheet, letter by letter."""
        self.wait_for(place)
        if picture:
            self.page.wait_for_function(SAME_PICTURE, arg=expected.svg)
        seen = self.look()
        assert (seen.at, seen.now, seen.words) == (place, expected.now, list(expected.words))
        says = {button.key: button.says for button in expected.buttons}
        assert seen.buttons.items() <= says.items()

    def note(self) -> str:
        """The line for whoever touched something."""
        return str(self.page.locator("#note").text_content())

    def set_offline(self, offline: bool) -> None:
        """The network is gone, or is back."""
        self.offline = offline
        self.context.set_offline(offline)

    def lose_stream(self) -> None:
        """The connection dies without a word, as it does while a phone sleeps."""
        self.page.evaluate("() => source.close()")

    def close(self) -> None:
        self.context.close()
