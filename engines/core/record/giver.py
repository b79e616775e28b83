"""Who gives an answer from outside, and to which question: what comes out of turn or too late is refused here."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.errors import Refused
from tablekeeper.engines.core.question import Question

STALE = "answer.stale"
OUT_OF_TURN = "answer.out_of_turn"


class QuestionId(NamedTuple):
    """One question of one game."""

    game: int
    """The number of the game in its journal."""
    number: int
    """How many entries led to it: unlike the count of answers, it never comes back after a rewind."""


class Giver(NamedTuple):
    """Who says something, and to which question. What is left open is not checked: the table itself knows whose turn
    it is, and a sensor was asked just now."""

    seat: int | None = None
    to: QuestionId | None = None


THE_TABLE = Giver()


def check_current(giver: Giver, asked: QuestionId) -> None:
    """Refuse what was said to another question than the one that is open."""
    if giver.to is not None and giver.to != asked:
        raise Refused(STALE, f"something about question {_spell(asked)}", _spell(giver.to))


def check_turn(seat: int, question: Question, answer: Answer) -> None:
    """Refuse an answer from a seat that was not asked, or that may not know it, or in the name of another seat."""
    for right in (question.only_for, question.asked, answer.giver):
        if right is not None and right >= 0 and right != seat:
            raise Refused(OUT_OF_TURN, f"an answer from seat {right}", f"{answer.spell()} from seat {seat}")


def check_own(giver: Giver, asked: int, owner: int | None) -> None:
    """Refuse to take back what another seat has decided."""
    for right in (asked, owner):
        if giver.seat is not None and right is not None and right >= 0 and right != giver.seat:
            raise Refused(OUT_OF_TURN, f"seat {right} takes its own decision back", f"seat {giver.seat}")


def _spell(question: QuestionId) -> str:
    return f"{question.number} of game {question.game}"
