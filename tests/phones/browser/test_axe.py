"""axe-core finds nothing on any page that a phone can show, in both themes and both ways of holding it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tablekeeper.display.any_page import Page
from tablekeeper.display.browser.sheet import Press
from tablekeeper.display.drawing.look import Look
from tests.display.samples import phone_pages, samples
from tests.phones.browser.evening import SIZES, Evening

pytestmark = pytest.mark.browser
ELSEWHERE = ("menu", "setup", "resume", "dice", "calibration", "doctor", "lesson", "settings", "wizard", "names",
             "magnets", "corners", "trouble", "evenings", "unfinished", "phones")  # fmt: skip
"""Pages of the big screen alone, by how their samples' names begin."""
SHAPES = ((480, 1040), (1040, 480))


@cache
def press(shape: tuple[int, int]) -> Press:
    return Press(shape)


def pages() -> Iterator[tuple[str, Page]]:
    """All that phones show."""
    yield from ((name, page) for name, page in (*samples(), *phone_pages()) if not name.startswith(ELSEWHERE))


def spell(page: Page, shape: tuple[int, int], theme: str) -> str:
    """A sheet as the table sends it."""
    sheet = press(shape).sheet(page, {}, Look(theme=theme))
    buttons = [button._asdict() for button in sheet.buttons]
    told = {"at": [1, 1], "language": "en", "size": shape, "svg": sheet.svg, "now": sheet.now, "words": sheet.words,
            "lost": "", "buttons": buttons, "story": "Ann rolls.", "note": "Somebody was faster."}  # fmt: skip
    return json.dumps(told)


def run_axe(page: Any) -> list[str]:
    """Each rule that is broken, with where."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="make test-browser installs it")
    violations = axe.Axe().run(page).response["violations"]
    return [f"{found['id']}: {node['target']} {node['html'][:80]}" for found in violations for node in found["nodes"]]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_page(theme: str, invite: Callable[..., Evening]) -> None:
    visitor = invite("chocobo", 2).join(None)
    visitor.page.wait_for_function("() => sheet")
    visitor.lose_stream()
    found: dict[str, list[str]] = {}
    for number, (name, page) in enumerate(dict(pages()).items()):
        visitor.page.set_viewport_size(dict(zip(("width", "height"), SIZES[number % 2], strict=True)))
        visitor.page.evaluate("() => { source.close(); clearTimeout(turning); }")
        visitor.page.evaluate("sheet => show(sheet)", json.loads(spell(page, SHAPES[number % 2], theme)))
        if broken := run_axe(visitor.page):
            found[name] = broken
    assert found == {}


@pytest.mark.parametrize("path", ["/", "/join/nothing"])
def test_axe_finds_nothing_where_somebody_is_not_let_in(
    path: str, chromium: Any, invite: Callable[..., Evening]
) -> None:
    host = invite("chocobo", 2).table.link().partition("/join/")[0]
    page = chromium.new_page()
    page.goto(f"{host}{path}")
    assert run_axe(page) == []
    page.close()


def test_axe_would_find_a_button_without_a_name(invite: Callable[..., Evening]) -> None:
    """The proof that the tests above look at anything."""
    evening = invite("chocobo", 2)
    visitor = evening.join(0)
    evening.check()
    visitor.lose_stream()
    visitor.page.evaluate(
        "() => { for (const it of document.querySelectorAll('#buttons button'))"
        " { it.textContent = ''; it.removeAttribute('aria-label'); } }"
    )
    assert any(found.startswith("button-name") for found in run_axe(visitor.page))
