"""Search and bots know what their seat knows: exchange what is hidden, and the same luck finds the same choice."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from tablekeeper.engines.cocoons.plan import DECISIONS
from tablekeeper.engines.cocoons.trapdoors import FACE_DOWN
from tablekeeper.engines.core import CHANCE, TEAM
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.redeal import changed
from tablekeeper.engines.core.bots.rollouts import Plan, Rollouts, Thinker
from tablekeeper.engines.core.bots.search import Prior, Search
from tablekeeper.engines.kokoro.bots import Planner
from tests.engines.chocobo.test_bot import reshuffled
from tests.engines.tables import Case, cases, open_table
from tests.engines.test_secrets import HIDE_FROM

PLAYOUTS = 12
ROLLOUTS = 4
IMAGINED = ("chocobo", "cocoon_world", "kokoro")
"""Cocoons hides nothing but what chance has not dealt yet (see below); what was revealed a search may remember."""
CASES = [case for case in cases() if case.game in IMAGINED and case.table == "virtual" and 1 < case.players < 5]


def sum_up(state: Any, seat: int) -> float:
    """A number that differs as soon as anything in a state does, however hidden."""
    return crc32(f"{seat} {state!r}".encode()) / 2**32


def found(game: Any, state: Any, seed: int) -> Any:
    """What the search finds."""
    return Search(game.rules, game.imagine, random.Random(seed), Prior(worth=sum_up, ahead=2, width=6)).think(
        state, PLAYOUTS
    )


def rolled_out(game: Any, state: Any, seed: int) -> Any:
    """What rollouts find: as the game plans them, and with a worth that any difference would change."""
    plans = [Plan(choose_randomly, worth=sum_up, turn=game.turn, ahead=1, width=4)]
    if game.plan is not None:
        plans.append(game.plan)
    return [Rollouts(game.rules, game.imagine, random.Random(seed), plan).think(state, ROLLOUTS) for plan in plans]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_hidden_changes_no_choice(case: Case) -> None:
    game, setup = open_table(case)
    luck, exchanged = random.Random(str(case)), 0
    state, _ = game.rules.start(setup)
    for _ in range(45):
        if game.rules.is_over(state):
            state, _ = game.rules.start(setup)
        question = game.rules.question(state)
        if question.asked != CHANCE and len(question.options) > 1:
            other = HIDE_FROM[game.name](state, question.speaker, luck)
            exchanged += other != state
            seed = int(luck.random() * 1000)
            assert found(game, state, seed) == found(game, other, seed)
            assert rolled_out(game, state, seed) == rolled_out(game, other, seed)
        rare = luck.random() < 0.3  # the last option is often one that few choose, such as a look
        at = len(question.options) - 1 if rare else int(luck.random() * len(question.options))
        state = game.rules.follow(state, question.options[at])
    assert exchanged or "decks=real" in str(case), "of a real deck the companion hides nothing"


BOXES = [case for case in cases() if case.game == "cocoons" and 1 < case.players < 5]


@pytest.mark.parametrize("case", BOXES, ids=str)
def test_under_a_cocoon_lies_nothing_before_it_is_uncovered(case: Case) -> None:
    """So there is nothing to exchange: whatever chance will deal next is one sorted pile for all places alike."""
    for _, state in choices_in_the_box(case, 40):
        covered = state.traps.count(FACE_DOWN)
        assert list(state.unseen) == sorted(state.unseen)
        assert list(state.hidden) == sorted(state.hidden)
        assert covered == len(state.unseen)
        assert state.tokens.count(FACE_DOWN) == len(state.hidden)
        assert all(state.tokens[place] == FACE_DOWN for place in range(9) if state.traps[place] == FACE_DOWN)


@pytest.mark.parametrize("case", [case for case in BOXES if case.table == "real"], ids=str)
def test_what_lies_in_a_real_box_changes_no_choice(case: Case) -> None:
    """The companion plays on at a table of its own; what the people will uncover it cannot know."""
    for game, state in choices_in_the_box(case, 12):
        alone: Any = changed(state, setup=replace(state.setup, all_known=True))
        bot, seed = Thinker(game.imagine, 16, game.plan), state.reserve
        at_table = bot(game.rules, state, game.rules.question(state), random.Random(seed))
        assert at_table == bot(game.rules, alone, game.rules.question(alone), random.Random(seed))


def choices_in_the_box(case: Case, many: int) -> Any:
    """The game, and so many states in which somebody chooses."""
    game, setup = open_table(case)
    luck = random.Random(str(case))
    state, _ = game.rules.start(setup)
    while many:
        state = game.rules.start(setup)[0] if game.rules.is_over(state) else state
        question = game.rules.question(state)
        if question.kind in DECISIONS and len(question.options) > 1:
            many -= 1
            yield game, state
        state = game.rules.follow(state, choose_randomly(game.rules, state, question, luck))


KOKORO = [case for case in CASES if case.game == "kokoro"]


@pytest.mark.parametrize("case", KOKORO, ids=str)
def test_what_is_hidden_changes_no_choice_of_the_companion_at_kokoro(case: Case) -> None:
    game, setup = open_table(case)
    luck, exchanged, bot = random.Random(str(case)), 0, Planner(4000)
    state, _ = game.rules.start(setup)
    while not game.rules.is_over(state):
        question = game.rules.question(state)
        if question.kind == "act":
            other = HIDE_FROM[game.name](state, question.speaker, luck)
            seed = int(luck.random() * 1000)
            if other != state:
                exchanged += 1
                chosen, again = (bot(game.rules, each, question, random.Random(seed)) for each in (state, other))
                assert chosen == again
        rare = luck.random() < 0.3
        at = len(question.options) - 1 if rare else int(luck.random() * len(question.options))
        state = game.rules.follow(state, question.options[at])
    assert exchanged > 5 or "decks=real" in str(case), "of a real deck the companion hides nothing"


@pytest.mark.parametrize("bot", ["gentle", "good"])
@pytest.mark.parametrize("case", [case for case in CASES if case.game == "chocobo"], ids=str)
def test_what_nobody_says_changes_no_answer_of_a_bot(case: Case, bot: str) -> None:
    """For the team all hands may be exchanged; for a seat the others' cards of which they would say the same."""
    game, setup = open_table(case)
    luck, exchanged = random.Random(str(case)), 0
    state, _ = game.rules.start(setup)
    for _ in range(60):
        if game.rules.is_over(state):
            state, _ = game.rules.start(setup)
        question = game.rules.question(state)
        answer = question.options[int(luck.random() * len(question.options))]
        if question.asked != CHANCE and len(question.options) > 1:
            hide = HIDE_FROM[game.name] if question.asked == TEAM else reshuffled
            other: Any = hide(state, question.asked, luck)
            exchanged += other != state
            seed = int(luck.random() * 1000)
            answer = game.bots[bot](game.rules, state, question, random.Random(seed))
            assert game.bots[bot](game.rules, other, game.rules.question(other), random.Random(seed)) == answer
        state = game.rules.follow(state, answer)
    assert exchanged
