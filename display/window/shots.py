"""Every screen as a picture: pages in, PNG files out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tablekeeper.display.any_page import Page
from tablekeeper.display.window.window import Window

LATER_S = 5.0
"""All motions have ended by then."""


def shots(
    folder: Path, pages: Iterable[tuple[str, Page]], size: tuple[int, int] = (800, 480), theme: str = "dark",
    language: str = "en",
) -> list[Path]:  # fmt: skip
    """Draw each page without a screen and save it under its name; returns the files."""
    window = Window(size, theme, language, driver="dummy")
    saved = []
    now_s = 0.0
    try:
        for name, page in pages:
            window.show(page)
            window.draw(now_s)
            now_s += LATER_S
            window.draw(now_s)
            path = folder / f"{name}.png"
            window.screenshot(str(path))
            saved.append(path)
    finally:
        window.close()
    return saved
