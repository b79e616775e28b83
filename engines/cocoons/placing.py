"""Guardians go into cocoons: the one just uncovered, or one that a correction takes out again."""

from __future__ import annotations

from functools import cache

from tablekeeper.engines.cocoons.answers import Leave, Put
from tablekeeper.engines.cocoons.box import PLACES
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.state import EMPTY, State, Table, housed
from tablekeeper.engines.core import Answer, Question, put, without


@cache
def _places(guardian: str, first: int, second: int) -> tuple[Put, ...]:
    return tuple(Put(guardian, place) for place in PLACES if place not in (first, second))


@cache
def _places_or_leave(guardian: str, gap: int) -> tuple[Answer, ...]:
    return (*_places(guardian, gap, gap), Leave())


@FLOW.question("place")
def ask_place(state: State) -> Question:
    """Into any cocoon, near or far, even one that holds another guardian; or leave it there."""
    gap = state.gap
    return Question("place", state.seat, _places_or_leave(state.tokens[gap], gap), {"place": gap})


@FLOW.answer("place")
def place(table: Table, answer: Answer) -> None:
    """It is in a cocoon, or stays face up in its place."""
    gap = table.gap
    if isinstance(answer, Put):
        table.tokens = put(table.tokens, gap, EMPTY)
        _house(table, answer, "place.any_cocoon")
    else:
        table.say("guardian_left", "place.leave", table.seat, place=gap, guardian=table.tokens[gap])


def _house(table: Table, answer: Put, clause: str) -> None:
    cocoon = table.cocoons[answer.place]
    table.homes = put(table.homes, cocoon, (*table.homes[cocoon], answer.guardian))
    table.say("guardian_placed", clause, table.seat, guardian=answer.guardian, cocoon=cocoon, place=answer.place)


def _home_of(table: Table, guardian: str) -> int:
    return next(cocoon for cocoon, home in enumerate(table.homes) if guardian in home)


@FLOW.question("rehome")
def ask_rehome(state: State, guardian: str) -> Question:
    """Into which other cocoon does it go?"""
    here = state.cocoons.index(_home_of(state, guardian))
    return Question("rehome", state.seat, _places(guardian, state.gap, here), {"guardian": guardian, "place": here})


@FLOW.answer("rehome")
def rehome(table: Table, answer: Put, guardian: str) -> None:
    """One guardian moves; two may share a cocoon meanwhile."""
    home = _home_of(table, guardian)
    table.homes = put(table.homes, home, without(table.homes[home], guardian))
    _house(table, answer, "correct.move")


@FLOW.refusal("place")
def refuse_place(state: State, answer: Answer) -> str | None:
    """Why this guardian cannot go there now."""
    return _refuse(state, answer, state.tokens[state.gap], "not_uncovered")


@FLOW.refusal("rehome")
def refuse_rehome(state: State, answer: Answer, guardian: str) -> str | None:
    """Why the correction cannot go like this."""
    return _refuse(state, answer, guardian, "another_guardian")


def _refuse(state: State, answer: Answer, due: str, other: str) -> str | None:
    if not isinstance(answer, Put):
        return None
    if answer.guardian not in state.setup.edition.guardians:
        return "no_such_guardian"
    if answer.guardian != due:
        return "already_placed" if answer.guardian in housed(state) else other
    if answer.place not in PLACES:
        return "no_such_place"
    return "gap_is_empty" if answer.place == state.gap else "same_cocoon"
