"""Whole games at a real table that somebody follows by the lines alone; after every answer both tables are the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tablekeeper.display.games import look_of
from tablekeeper.display.words.instructions import addressed, lines_of
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core import PUBLIC, Answer, Question
from tests.engines.tables import Case, open_table
from tests.hands.reading import Hands

LONGEST = 3000
"""So many answers at most; a game by chance may go on and on."""


def follow_game(
    case: Case, language: str, seed: int, sit_down: Callable[[str, Any, Any], Hands],
    see: Callable[[Any, Speech], Any], choose: Callable[[Question], Answer] | None = None,
    met: set[str] | None = None, shift: Callable[[int, Any, Any], Any] = lambda answers, state, hands: state,
    companions: frozenset[int] = frozenset(),
) -> int:  # fmt: skip
    """Play one game, by chance if nobody chooses. `see(state, speech)` is what lies on the engine's table.

    Returns how many answers; `met` takes the kinds of all events. `shift(answers, state, hands)` may lay things
    elsewhere, in the state and in the hands, for positions that no game comes to in time. For the `companions` the
    lines speak in the first person.
    """
    game, setup = open_table(case)
    names = dict(enumerate(setup.players))
    speech = Speech(shipped_texts(language), game.name, names, dict(enumerate(setup.colours)), companions)
    state, events = game.rules.start(setup)
    hands, luck = sit_down(language, setup, state), random.Random(seed)
    told: list[str] = []
    for answers in range(LONGEST):
        view = game.rules.view(state, PUBLIC)
        seen = [event for event in events if event.only_for == PUBLIC]
        if met is not None:
            met |= {event.kind for event in seen}
        lines = [addressed(speech, line) for line in lines_of(speech, look_of(game.name).instructions, view, seen)]
        told = [*told, *lines][-30:]
        for line in lines:
            hands.follow(line)
        assert hands.table() == see(state, speech), "\n".join([f"seed {seed}, answer {answers}", *told])
        if game.rules.is_over(state):
            return answers
        state = shift(answers, state, hands)
        question = game.rules.question(state)
        answer = choose(question) if choose else question.options[luck.randrange(len(question.options))]
        state, events = game.rules.answer(state, answer)
    return LONGEST
