"""A touch on a thing that was entered or read puts it right; the knob passes it by, for the rail leads there too."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.intents import OpenFix
from tablekeeper.display.pages import Entered, TablePage


def latest(page: TablePage, fits: Callable[[Entered], bool]) -> Entered | None:
    """The last thing entered that fits."""
    return next((entered for entered in reversed(page.entered) if fits(entered)), None)


def touch_to_fix(
    pen: Pen, entered: Entered | None, x: float, y: float, w: float, h: float, key: str, *, snaps: bool = False
) -> None:
    """The thing there can be touched, if it was entered."""
    if entered is not None:
        says = pen.say("target.fix")
        pen.target(x, y, w, h, OpenFix(entered.at), key, says=says, snaps=snaps, fixes=True)
