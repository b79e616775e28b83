"""What all tests by hand share: they ask for one thing after the other, look, and never wait."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

from tablekeeper.display.care_pages import Gauge
from tablekeeper.firmware.checks.findings import Finding

PATIENCE_S = 20.0
"""How long one thing is waited for, where it takes a hand a moment."""


class Step(NamedTuple):
    """What to do now, or, once that was done or given up, what was found."""

    ask: str
    cell: int = 0
    answered: tuple[bool, ...] = ()
    """Which places of the box have answered so far."""
    finding: Finding | None = None
    live: str = ""
    """What is seen just now."""
    gauge: Gauge | None = None
    confirm: bool = False
    """Whether only a person knows: they are asked yes or no, and the answer is sent."""


Steps = Generator[Step, bool | None, None]
"""One test: send None, or the answer to a step that asks for one. The last step carries the finding."""


class Hands(NamedTuple):
    """How a person at the terminal is asked, and how time goes by."""

    show: Callable[[str], None]
    confirm: Callable[[str], bool]
    now: Callable[[], float]
    wait: Callable[[], None]
    live: Callable[[str], None] = lambda words: None
    """Shows what is seen just now; each replaces the one before, and an empty one ends it."""


def ask_person(ask: str) -> Generator[Step, bool | None, bool]:
    """Ask until somebody says yes or no."""
    answer: bool | None = None
    while answer is None:
        answer = yield Step(ask, confirm=True)
    return answer


def walk(steps: Steps, hands: Hands) -> Finding:
    """Do one test at the terminal."""
    asked = shown = ""
    step = next(steps)
    while step.finding is None:
        if step.confirm:
            step = steps.send(hands.confirm(step.ask))
            continue
        if step.ask != asked:
            asked = step.ask
            hands.show(asked)
        if step.live != shown:
            shown = step.live
            hands.live(shown)
        hands.wait()
        step = next(steps)
    if shown:
        hands.live("")
    return step.finding
