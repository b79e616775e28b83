"""axe-core finds nothing on any page that a phone can show, in both themes and both ways of holding it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablekeeper.display.drawing.look import Look
from tests.phones.browser.evening import Evening
from tests.phones.browser.every_page import every_page, show_page

pytestmark = pytest.mark.browser


def run_axe(page: Any) -> list[str]:
    """Each rule that is broken, with where."""
    axe = pytest.importorskip("axe_playwright_python.base", reason="make test-browser installs it")
    if page.evaluate("() => typeof axe") == "undefined":  # loaded once for all that is shown in this document
        page.evaluate(axe.AXE_SCRIPT)
    violations = page.evaluate("() => axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
    return [f"{found['id']}: {node['target']} {node['html'][:80]}" for found in violations for node in found["nodes"]]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_page(theme: str, invite: Callable[..., Evening]) -> None:
    evening = invite("chocobo", 2)
    both = evening.join(None), evening.join(None)
    found: dict[str, list[str]] = {}
    for number, (name, page) in enumerate(every_page().items()):
        visitor = both[number % 2]
        show_page(visitor, page, Look(theme=theme))
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
