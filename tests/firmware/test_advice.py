"""A hint names what its two best options promise, where the game is searched, and knows only what its seat knows."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.playout import choose_randomly
from tablekeeper.firmware.pages.advice import Advice, advise, say_expectations
from tests.engines.tables import edition
from tests.engines.test_secrets import hide_cocoon_world

GAME = find_game("cocoon_world")
PLAN = GAME.plan
assert PLAN is not None
QUICK = replace(GAME, plan=PLAN._replace(hint=12))


def first_choice(players: int, turn: int = 10) -> Any:
    """A state late in a game in which somebody has a choice."""
    luck = random.Random(3)
    state, _ = GAME.rules.start(GAME.prepare(("Ann", "Ben", "Chloé")[:players], edition(GAME.name)))
    while state.turn < turn or GAME.rules.question(state).asked == CHANCE or len(options(state)) < 2:
        state = GAME.rules.follow(state, choose_randomly(GAME.rules, state, GAME.rules.question(state), luck))
    return state


def options(state: Any) -> Any:
    return GAME.rules.question(state).options


def advice_at(state: Any, game: Any = QUICK) -> Advice:
    return advise(game, state, GAME.rules.question(state), random.Random(1))


def test_the_two_best_are_options_and_the_better_one_is_advised() -> None:
    state = first_choice(2)
    advice = advice_at(state)
    assert advice.answer == advice.best[0].answer != advice.best[1].answer
    assert {finding.answer for finding in advice.best} <= {*options(state)}
    assert advice.reason is None or "percent" not in advice.reason.facts


@pytest.mark.parametrize(("language", "words"), [("en", "Wins about"), ("fr", "Environ")])
def test_it_says_what_the_two_best_promise(language: str, words: str) -> None:
    advice = advice_at(first_choice(2))
    speech = Speech(shipped_texts(language), GAME.name, {0: "Ann", 1: "Ben"}, {})
    for chances, numbers in (((0.58, 0.513), ["58", "100", "51"]), ((0.504, 0.5), ["50", "100"])):
        best = [finding._replace(expects=chance) for finding, chance in zip(advice.best, chances, strict=True)]
        said = say_expectations(advice._replace(best=tuple(best)), speech)
        other = speech.option(best[1].answer)
        assert said.startswith(words)
        assert said.endswith(f"{other}.")
        assert numbers == re.findall(r"\d+", said.removesuffix(f"{other}."))


def test_what_others_hold_changes_no_advice() -> None:
    state, luck = first_choice(3, turn=4), random.Random(5)
    other = hide_cocoon_world(state, GAME.rules.question(state).speaker, luck)
    assert other != state
    assert advice_at(state) == advice_at(other)


@pytest.mark.parametrize(("players", "game"), [(1, QUICK), (2, replace(QUICK, plan=None))])
def test_without_a_search_or_an_opponent_it_is_the_good_bot_that_advises(players: int, game: Any) -> None:
    state = first_choice(players)
    advice = advice_at(state, game)
    assert advice.best == ()
    assert advice.answer == GAME.bots["good"](GAME.rules, state, GAME.rules.question(state), random.Random(1))
    assert say_expectations(advice, Speech(shipped_texts("en"), GAME.name, {0: "Ann"}, {})) == ""
