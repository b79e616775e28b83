"""Why a device is not well, in the words of the screen: hardware and vision give codes and values, the texts stand in
display/words."""

from __future__ import annotations

from tablekeeper.display.words.texts import ENGLISH, Said, shipped_texts
from tablekeeper.faults import words_of
from tablekeeper.hardware.health import Reason


def say_reason(why: str) -> str:
    """A reason as a text of every language; what has no code stays as somebody said it."""
    if not isinstance(why, Reason):
        return why
    key = f"reason.{why.code}"
    return Said(key, "", **why.facts) if key in shipped_texts(ENGLISH) else str(why)


def say_fault(key: str, fault: str | Exception) -> Said:
    """What a driver or a library said in English: quoted there, and a text of ours in every other language."""
    return Said(f"reason.{key}", fault if isinstance(fault, str) else words_of(fault))
