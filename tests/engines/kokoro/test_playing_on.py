"""A game in the mind ends as the same game ends by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.core import CHANCE, Answer, Question
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.decrees import CODED
from tablekeeper.engines.kokoro.mind.playing_on import Game
from tablekeeper.engines.kokoro.mind.promising import LOOKED, choose
from tablekeeper.engines.kokoro.scoring import final_score
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.engines.kokoro.state import State, shape_of
from tablekeeper.engines.kokoro.turn import may_look
from tests.engines.kokoro.dealt import Decks, shuffle
from tests.engines.kokoro.evening import RULES, sit

WAYS: list[dict[str, str]] = [
    {},
    {"peek_limit": "1"},
    {"side": "pink"},
    {"decks": "real"},
    *({"side": "pink", "decree": decree} for decree in CODED),
]


def promising_space(state: State, seat: int) -> int:
    """Where the policy draws, looked up anew from the table as the rules keep it."""
    game = Game(state, seat)
    return choose(game.promise(game.stage), game.ends, game.way, may_look(state, seat))


def play_promising(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
    """The policy as a bot."""
    if question.kind != "act":
        return question.options[0]
    seat = question.speaker
    space = promising_space(state, seat)
    return Peek(seat) if space == LOOKED else Draw(seat, space, shape_of(state.card))


def play_to(setup: Setup, decks: Decks, turn: int, luck: random.Random, looks: bool) -> State:
    """A game until the first seat is to answer in this turn; before, some drawings and looks are random."""
    state, _ = RULES.start(setup)
    while True:
        question = RULES.question(state)
        if question.kind == "act" and state.turn == turn:
            return state
        if question.asked == CHANCE:
            answer = decks.answer(state, question, luck)
        elif looks and question.kind == "act" and may_look(state, 0) and luck.random() < 0.2:
            answer = Peek(0)
        else:
            answer = play_promising(RULES, state, question, luck)
        state = RULES.follow(state, answer)


def finish(state: State, decks: Decks, luck: random.Random) -> State:
    while not RULES.is_over(state):
        question = RULES.question(state)
        chance = question.asked == CHANCE
        answer = decks.answer(state, question, luck) if chance else play_promising(RULES, state, question, luck)
        state = RULES.follow(state, answer)
    return state


@pytest.mark.parametrize("options", WAYS, ids=str)
@pytest.mark.parametrize("turn", [1, 9, 22, 30])
def test_the_score_in_the_mind_is_the_score_by_the_rules(options: dict[str, str], turn: int) -> None:
    setup = sit(1, **options)
    luck = random.Random(f"{options} {turn}")
    decks = shuffle(setup, luck)
    state = play_to(setup, decks, turn, luck, looks=True)
    game = Game(state, 0)
    tried = {LOOKED} if may_look(state, 0) else set()
    for space in (*tried, *luck.sample(game.ends.blanks, 2), promising_space(state, 0)):
        answer = Peek(0) if space == LOOKED else Draw(0, space, shape_of(state.card))
        end = finish(RULES.follow(state, answer), decks, luck)
        assert game.expect(space, decks.rest(state)) == final_score(end, 0)
