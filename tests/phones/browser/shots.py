"""Every page that a phone can show, as a picture: `python -m tests.phones.browser.shots FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tablekeeper.display.drawing.look import Look
from tests.phones.browser.conftest import ARGUMENTS, CHROMIUM
from tests.phones.browser.evening import SIZES, Evening
from tests.phones.browser.every_page import every_page, show_page


def take(folder: Path) -> int:
    """Both ways of holding it; returns how many pictures there are."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        evening = Evening(chromium, Path(home), "chocobo", 2)
        pages = every_page()
        for visitor in (evening.join(None), evening.join(None)):
            for number, (name, page) in enumerate(pages.items()):
                theme, language = ("dark", "light")[number % 2], ("en", "fr")[number // 2 % 2]
                show_page(visitor, page, Look(theme=theme, language=language))
                visitor.page.screenshot(path=str(folder / "{}_{}x{}.png".format(name, *visitor.size)))
        evening.close()
    return len(pages) * len(SIZES)


if __name__ == "__main__":
    print(f"{take(Path(sys.argv[1]))} pictures in {sys.argv[1]}")
