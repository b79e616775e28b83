"""Plays Cocoons to a wished position: everything that chance tells comes from a given box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.answers import Face, Find, Flip, Name, Put, Start, Verdict, Youngest
from tablekeeper.engines.core import Answer
from tests.engines.tables import edition

GUARDIANS = edition("cocoons").guardians


class Box(NamedTuple):
    """What chance has hidden, by place (by cocoon for sides and owners)."""

    start: int = 4
    faces: str = "NNNNNNNN"
    trapdoors: Mapping[int, str] = {}
    guardians: Mapping[int, str] = {}
    owners: tuple[str, ...] = GUARDIANS


def begin(options: dict[str, str] | None = None, players: int = 2, table: str = "virtual", tokens: int = 25) -> Any:
    """The first state of a game."""
    names = ("Ann", "Ben", "Chloe", "Dai")[:players]
    copy = edition("cocoons")._replace(tokens=tokens)
    state, _ = GAME.rules.start(GAME.prepare(names, copy, table=table, options=options or {}))
    return state


def tell(box: Box, state: Any) -> Answer | None:
    """What this box says to the open question, or None where somebody decides."""
    question = GAME.rules.question(state)
    place = question.about.get("place", 0)
    loose = [g for g in GUARDIANS if g not in box.guardians.values() and g in state.hidden]
    told: dict[str, Answer] = {
        "start": Start(box.start),
        "youngest": Youngest(0),
        "verdict": Verdict(True),
        "flip": Flip(box.trapdoors.get(place, "rune")),
        "find": Find(box.guardians.get(place, loose[0] if loose else "nobody")),
    }
    if question.kind == "face":
        return Face(box.faces[question.about["cocoon"]])
    if question.kind in ("name", "reveal"):
        return Name(box.owners[question.about["cocoon"]])
    return told.get(question.kind)


def play(state: Any, box: Box, answers: Iterable[str] = ()) -> Any:
    """The state after these decisions."""
    due = list(answers)
    while not GAME.rules.is_over(state):
        answer = tell(box, state)
        if answer is None:
            if not due:
                break
            answer = GAME.rules.read(due.pop(0))
        state, _ = GAME.rules.answer(state, answer)
    assert not due
    return state


TOUR = ("slide 1", "slide 2", "slide 5", "slide 4", "slide 3", "slide 6", "slide 7", "slide 8")
"""From a gap in place 0 through every other place."""
HOME = ("slide 7", "slide 6", "slide 3", "slide 0")


def play_to_the_end(table: str = "virtual", put_wrong: bool = False, tokens: int = 25) -> Any:
    """A whole game up to the start token in sight, every guardian in its own cocoon, or two exchanged."""
    box = Box(start=0, faces="NESWNESW")
    state = begin(table=table, tokens=tokens)
    due = [*TOUR, *HOME]
    while not GAME.rules.is_over(state):
        answer = tell(box, state)
        if answer is None and GAME.rules.question(state).kind == "place":
            guardian = state.tokens[state.gap]
            cocoon = GUARDIANS.index(guardian)
            cocoon = 1 - cocoon if put_wrong and cocoon < 2 else cocoon
            answer = Put(guardian, state.cocoons.index(cocoon))
        if answer is None:
            if not due:
                return state
            answer = GAME.rules.read(due.pop(0))
        state, _ = GAME.rules.answer(state, answer)
    return state
