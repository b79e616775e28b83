"""How a program inside says what it proved: lines that the rig passes on, and an end with a reason."""

from __future__ import annotations

import sys
from typing import NoReturn


def report(text: str) -> None:
    """A line for people."""
    print(f"rig: {text}", flush=True)


def fail(text: str) -> NoReturn:
    """The proof failed."""
    report(f"FAILED: {text}")
    sys.exit(1)


def check(right: bool, text: str) -> None:
    """Something that must be so."""
    if not right:
        fail(text)
