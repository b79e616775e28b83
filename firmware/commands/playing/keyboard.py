"""One line after the other from whoever types, or from a pipe; meanwhile the table stays alive and can be stopped."""

from __future__ import annotations

import os
import select
import sys
import time

from tablekeeper.firmware.service.service import Service

ASK_S = 0.5
"""How often the terminal looks up while it waits for a line."""
LONGEST_BYTES = 10_000
"""No answer is nearly as long; what comes in one piece without an end is cut."""


class Quit(Exception):
    """The people at the table have had enough for now; the game is kept."""


class Lines:
    """Lines of a pipe, read without waiting for more than there is."""

    def __init__(self) -> None:
        self._held = b""

    def next(self, file: int, service: Service) -> str:
        """The next line, or Quit at the end or when the table is to stop."""
        while b"\n" not in self._held and len(self._held) < LONGEST_BYTES:
            if not select.select([file], [], [], ASK_S)[0]:
                if not service.alive(time.monotonic()):
                    raise Quit
                continue
            more = os.read(file, LONGEST_BYTES)
            if not more and not self._held:
                raise Quit
            self._held += more or b"\n"
        line, _, self._held = self._held.partition(b"\n")
        return line.decode("utf-8", "replace")


def ask(prompt: str, service: Service, lines: Lines) -> str:
    """One line; while nobody types the watchdog is fed and an intent to stop is heard."""
    try:
        file = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # closed, or not a file of the system
        return _ask_simply(prompt)
    print(prompt, end="", flush=True)
    if not service.alive(time.monotonic()):
        raise Quit
    if not sys.stdin.isatty():
        return lines.next(file, service)
    while not select.select([sys.stdin], [], [], ASK_S)[0]:
        if not service.alive(time.monotonic()):
            raise Quit
    return _ask_simply("")


def _ask_simply(prompt: str) -> str:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt, RuntimeError):  # RuntimeError: there is no input at all
        raise Quit from None
