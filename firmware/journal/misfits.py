"""What no longer fits the rules of today, in words that every page, the terminal and the doctor share."""

from __future__ import annotations

from tablekeeper.display.words.texts import Said, printable
from tablekeeper.engines.core.record.entries import Misfit

LONGEST = 60
"""Letters of a text from the journal that a sentence quotes."""


def shorten(text: str) -> str:
    """A text from the journal as a sentence quotes it: one line, printable, not endless."""
    shown = printable(text[: LONGEST + 1])
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"


def spell_misfit(misfit: Misfit) -> Said:
    """One sentence: how much still fits, what the first thing is that does not, and how much goes with it."""
    key = misfit.code.replace(".", "_")
    return Said(f"misfit.{key}", at=misfit.at, text=shorten(misfit.text), lost=misfit.lost)
