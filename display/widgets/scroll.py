"""Turning over a list that is longer than the screen."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Local

GAP = 10
ROWS_WISE = ("up", "down")
PAGE_WISE = ("rew", "fwd")


def draw_scroll(
    pen: Pen, x: float, y: float, w: float, h: float, scroll: int, pages: int, icons: tuple[str, str] = PAGE_WISE,
    here: object = None,
) -> None:  # fmt: skip
    """Two buttons, to the page before and to the one after; at an end one of them stays, dashed."""
    if pages <= 1:
        return
    wide = (w - GAP) / 2
    for n, (icon, there) in enumerate(zip(icons, (scroll - 1, scroll + 1), strict=True)):
        value = there if here is None else (here, there)
        act = Local("scroll", value) if 0 <= there < pages else None
        says = pen.say(f"target.{icon}")
        pen.button(x + n * (wide + GAP), y, wide, h, "", act, f"scroll.{icon}", "quiet", icon, says=says)
