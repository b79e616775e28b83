"""The entries of one game's journal, and which answers stand after them.

Entries are never erased, and the same entries always give the same answers. An entry that cannot follow those before
it stops the count; a later rewind to a place that stands goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

KINDS = ("answer", "fix", "take_back", "rewind")


class Entry(NamedTuple):
    """One line of the journal. `at` is the place in the sequence of answers that it speaks of."""

    kind: str
    at: int
    text: str = ""
    """The spelled answer (of an answer or a fix)."""
    kept: int = 0
    """How many answers after a fixed one still fitted."""
    source: str = ""
    """Who answered: `camera`, `hall`, `touch`, `keyboard`, `bot`, `simulation`..."""
    taken_at_s: float = 0.0


class Misfit(NamedTuple):
    """The first thing in a game's entries that the present rules cannot follow."""

    code: str
    """A stable reason: `entry.unknown`, `entry.misplaced`, `answer.unreadable`, `answer.refused` or `rules.broken`."""
    at: int
    """How many answers fit before it."""
    text: str
    """The answer, or the kind of the entry."""
    lost: int
    """How many answers no longer count."""
    detail: str = ""
    """The reason of the refusal, or the name of the exception."""


class Standing(NamedTuple):
    """The answers that stand after all entries."""

    answers: list[tuple[str, str]]
    """Each as (text, source)."""
    misfit: Misfit | None
    """What stopped the count, if anything did."""


def standing(entries: Iterable[Entry]) -> Standing:
    """The answers that stand after all entries."""
    answers: list[tuple[str, str]] = []
    misfit: Misfit | None = None
    for entry in entries:
        if misfit is None:
            code = _find_fault(entry, len(answers))
            if code:
                misfit = Misfit(code, len(answers), entry.text or entry.kind, 1)
            else:
                _apply(entry, answers)
        elif entry.kind == "rewind" and 0 <= entry.at <= len(answers):
            misfit = None
            del answers[entry.at :]
        else:
            misfit = misfit._replace(lost=misfit.lost + 1)
    return Standing(answers, misfit)


def _find_fault(entry: Entry, count: int) -> str:
    """Why an entry cannot follow so many answers, or empty."""
    if entry.kind not in KINDS:
        return "entry.unknown"
    follows = entry.at == count if entry.kind == "answer" else 0 <= entry.at < count
    return "" if follows and entry.kept >= 0 else "entry.misplaced"


def _apply(entry: Entry, answers: list[tuple[str, str]]) -> None:
    if entry.kind == "answer":
        answers.append((entry.text, entry.source))
    elif entry.kind == "fix":
        later = answers[entry.at + 1 : entry.at + 1 + entry.kept]
        answers[entry.at :] = [(entry.text, entry.source), *later]
    else:
        del answers[entry.at :]
