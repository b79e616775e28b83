"""What the loop needs of a window and of an eye, so that tests and simulations can stand in for both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tablekeeper.display import intents
from tablekeeper.display.any_page import Page
from tablekeeper.firmware.senses.camera.learning import Feedback
from tablekeeper.firmware.senses.inbox import Turned


class Screen(Protocol):
    """What the loop needs of a window."""

    def show(self, page: Page) -> None:
        """From now on this page."""

    def intents(self, now_s: float) -> list[intents.Intent]:
        """What the people want since the last call."""

    def draw(self, now_s: float) -> object:
        """Bring the pixels up to date."""

    def turn(self, steps: int) -> None:
        """The knob was turned."""

    def press(self, now_s: float) -> None:
        """The knob was pressed."""

    def hold(self) -> None:
        """The knob was held."""

    def signal(self, name: str) -> None:
        """Sound this (signals.py) and show its caption."""

    def adjust(self, name: str, value: str) -> None:
        """Change one setting of the settings page, at once."""


class Roller(Protocol):
    """Whoever looks for dice: knows which ones are awaited."""

    def ask(self, dice: Mapping[str, int] | None) -> None:
        """These dice are awaited; None: no dice are."""

    def confirm(self, feedback: Feedback) -> None:
        """What became of a reading."""


def show_knob(screen: Screen, message: Turned, now_s: float) -> None:
    """What the knob did, as the screen takes it."""
    if message.steps:
        screen.turn(message.steps)
    if message.press == "short":
        screen.press(now_s)
    elif message.press == "long":
        screen.hold()
