"""Every page that a phone can show, put into a real page of a browser as the table would send it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tablekeeper.display.any_page import Page
from tablekeeper.display.browser.sheet import Press, nearest_shape
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import TablePage
from tests.display.samples import phone_pages, samples
from tests.phones.browser.visitor import Visitor

ELSEWHERE = ("menu", "setup", "resume", "calibration", "doctor", "lesson", "settings", "wizard", "names",
             "magnets", "corners", "trouble", "evenings", "unfinished", "phones")  # fmt: skip
"""Pages of the big screen alone, by how their samples' names begin."""

press_of = cache(Press)


def every_page() -> dict[str, Page]:
    """By name; `_own` is what the phone of a seat shows where the big screen hides what only that seat may see."""
    found: dict[str, Page] = {}
    for name, page in (*samples(), *phone_pages()):
        if not name.startswith(ELSEWHERE):
            found[name] = page
            if isinstance(page, TablePage) and page.secret is not None:
                found[f"{name}_own"] = replace(page, question=page.secret.question, view=page.secret.view, secret=None)
    return found


def show_page(visitor: Visitor, page: Page, look: Look) -> None:
    """Show it instead of what the table shows."""
    sheet = press_of(nearest_shape(*visitor.size)).sheet(page, {}, look)
    told = {
        "at": [1, 1], "language": look.language, "size": list(sheet.size), "svg": sheet.svg, "now": sheet.now,
        "words": list(sheet.words), "lost": "", "buttons": [button._asdict() for button in sheet.buttons],
        "story": "Ann rolls.", "note": "", "noted": 0, "aloud": "",
    }  # fmt: skip
    visitor.page.wait_for_function("() => sheet")
    visitor.lose_stream()
    visitor.page.evaluate("told => { clearTimeout(silenceTimer); show(told); }", told)
