"""A hint names what its two best options promise, where the game has numbers, and knows only what its seat knows."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core import CHANCE, Question
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.weighing import WINS, Weighed
from tablekeeper.firmware.pages.advice import Advice, advise
from tests.engines.quick_hints import QUICK
from tests.engines.tables import GAMES, edition
from tests.engines.test_secrets import hide_cocoon_world

NAMES = ("Ann", "Ben", "Chloé")


WITHOUT = ("discard", "share")
"""Kinds of questions of Chocobo's Dungeon for which it has no two numbers to compare."""


def is_choice(question: Question) -> bool:
    """Whether somebody may choose here."""
    return question.asked != CHANCE and len(question.options) > 1 and question.kind not in WITHOUT


def first_choice(name: str, players: int, skip: int = 30, **options: str) -> Any:
    """A state after some answers in which somebody has a choice."""
    game, luck = GAMES[name], random.Random(3)
    setup = game.prepare(NAMES[:players], edition(name), options=options)
    state, _ = game.rules.start(setup)
    while skip > 0 or not is_choice(game.rules.question(state)):
        skip -= 1
        state = game.rules.follow(state, choose_randomly(game.rules, state, game.rules.question(state), luck))
    return state


def advice_at(name: str, state: Any) -> Advice:
    """The hint with little thought."""
    game = replace(GAMES[name], weigh=QUICK.get(name, GAMES[name].weigh))
    return advise(game, state, game.rules.question(state), random.Random(1))


def speech_of(name: str, language: str) -> Speech:
    """Who speaks of the game."""
    return Speech(shipped_texts(language), name, dict(enumerate(NAMES)), {})


def say(name: str, language: str, advice: Advice) -> str:
    """What the hint expects, in words."""
    return speech_of(name, language).expects(advice.weighed, advice.answer)


def promising(advice: Advice, *promised: float) -> Advice:
    """The same advice with these numbers."""
    assert advice.weighed is not None
    found = [one._replace(expects=expects) for one, expects in zip(advice.weighed.findings, promised, strict=False)]
    return advice._replace(weighed=Weighed(tuple(found), advice.weighed.unit))


@pytest.mark.parametrize("name", [*sorted(GAMES)])
def test_the_best_of_two_options_is_advised(name: str) -> None:
    state = first_choice(name, 2)
    advice = advice_at(name, state)
    assert advice.weighed is not None
    best, other, *_ = advice.weighed.findings
    assert advice.answer == best.answer != other.answer
    assert {best.answer, other.answer} <= {*GAMES[name].rules.question(state).options}
    assert advice.reason is None or "percent" not in advice.reason.facts


SAID = {
    ("cocoon_world", 2, "en"): ("Wins about 58 of 100 games like this, 51 with: ",
                                "Wins about 50 of 100 games like this, and as many with: "),
    ("cocoon_world", 2, "fr"): ("Environ 58 parties gagnées sur 100 ainsi, 51 avec : ",
                                "Environ 50 parties gagnées sur 100 ainsi, et autant avec : "),
    ("cocoon_world", 1, "en"): ("About 6 EP in the end, 5 with: ", "About 5 EP in the end, and as many with: "),
    ("cocoon_world", 1, "fr"): ("Environ 6 PE à la fin, 5 avec : ", "Environ 5 PE à la fin, et autant avec : "),
    ("kokoro", 1, "en"): ("About 27 points in the end, 24 with: ", "About −3 points in the end, and as many with: "),
    ("kokoro", 3, "fr"): ("Environ 27 points à la fin, 24 avec : ", "Environ −3 points à la fin, et autant avec : "),
    ("chocobo", 1, "en"): ("Wins about 62 of 100 games like this, 9 with: ",
                           "Wins about 100 of 100 games like this, and as many with: "),
    ("chocobo", 2, "fr"): ("Environ 62 parties gagnées sur 100 ainsi, 9 avec : ",
                           "Environ 100 parties gagnées sur 100 ainsi, et autant avec : "),
    ("cocoons", 2, "en"): ("Wins about 72 of 100 games like this, 70 with: ",
                           "Wins about 72 of 100 games like this, and as many with: "),
    ("pig", 2, "en"): ("Wins about 58 of 100 games like this, 51 with: ",
                       "Wins about 50 of 100 games like this, and as many with: "),
}  # fmt: skip
"""Two sentences each, and below the numbers from which they are made."""
PROMISED = {
    ("cocoon_world", 2): ((0.58, 0.513), (0.504, 0.5)),
    ("cocoon_world", 1): ((6.2, 5.4), (5.1, 4.8)),
    ("kokoro", 1): ((27.1, 24.4), (-3.0, -3.2)),
    ("kokoro", 3): ((27.1, 24.4), (-3.0, -3.2)),
    ("chocobo", 1): ((0.62, 0.09), (1.0, 0.996)),
    ("chocobo", 2): ((0.62, 0.09), (1.0, 0.996)),
    ("cocoons", 2): ((0.72, 0.70), (0.72, 0.716)),
    ("pig", 2): ((0.58, 0.513), (0.504, 0.5)),
}


@pytest.mark.parametrize(("name", "players", "language"), SAID)
def test_it_says_what_the_two_best_promise(name: str, players: int, language: str) -> None:
    advice = advice_at(name, first_choice(name, players))
    assert advice.weighed is not None
    other = speech_of(name, language).option(advice.weighed.findings[1].answer)
    for words, promised in zip(SAID[name, players, language], PROMISED[name, players], strict=True):
        assert say(name, language, promising(advice, *promised)) == f"{words}{other}."


@pytest.mark.parametrize(
    ("name", "players", "language", "words"),
    [
        ("cocoon_world", 2, "en", "Wins about 58 of 100 games like this with: {}; 51 with: {}."),
        ("cocoon_world", 2, "fr", "Environ 58 parties gagnées sur 100 avec : {} ; 51 avec : {}."),
        ("cocoon_world", 1, "en", "About 58 EP in the end with: {}; 51 with: {}."),
        ("cocoon_world", 1, "fr", "Environ 58 PE à la fin avec : {} ; 51 avec : {}."),
        ("kokoro", 1, "en", "About 58 points in the end with: {}; 51 with: {}."),
        ("kokoro", 1, "fr", "Environ 58 points à la fin avec : {} ; 51 avec : {}."),
    ],
)
def test_where_another_answer_is_the_best_both_are_named(name: str, players: int, language: str, words: str) -> None:
    advice = advice_at(name, first_choice(name, players))
    assert advice.weighed is not None
    scale = 0.01 if advice.weighed.unit == WINS else 1
    advice = promising(advice, 58 * scale, 51 * scale)
    assert advice.weighed is not None
    best, other, *_ = (found.answer for found in advice.weighed.findings)
    speech = speech_of(name, language)
    assert speech.expects(advice.weighed, other) == words.format(speech.option(best), speech.option(other))


def test_of_two_that_promise_the_same_the_chosen_one_is_not_called_the_worse() -> None:
    advice = promising(advice_at("pig", first_choice("pig", 2)), 0.504, 0.5)
    assert advice.weighed is not None
    best, other, *_ = (found.answer for found in advice.weighed.findings)
    speech = speech_of("pig", "en")
    assert speech.expects(advice.weighed, other).endswith(f"and as many with: {speech.option(best)}.")


def test_one_point_is_no_points() -> None:
    advice = advice_at("kokoro", first_choice("kokoro", 1))
    assert say("kokoro", "en", promising(advice, 1.0, 0.0)).startswith("About 1 point in the end, 0 with: ")


def test_what_others_hold_changes_no_advice() -> None:
    state, luck = first_choice("cocoon_world", 3), random.Random(5)
    other = hide_cocoon_world(state, GAMES["cocoon_world"].rules.question(state).speaker, luck)
    assert other != state
    assert advice_at("cocoon_world", state) == advice_at("cocoon_world", other)


@pytest.mark.parametrize("name", ["pig", "cocoons"])
def test_without_a_number_it_is_the_good_bot_that_advises(name: str) -> None:
    """Alone everybody wins at Pig; and nobody wins by saying who is the youngest."""
    state = first_choice(name, 1 if name == "pig" else 2, 4 if name == "pig" else 0)
    advice, rules = advice_at(name, state), GAMES[name].rules
    assert advice.weighed is None
    assert advice.answer == GAMES[name].bots["good"](rules, state, rules.question(state), random.Random(1))
    assert say(name, "en", advice) == ""


def test_an_only_option_needs_no_comparison() -> None:
    advice = promising(advice_at("pig", first_choice("pig", 2)), 0.5)
    assert say("pig", "en", advice) == ""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_unit_has_its_sentences(language: str) -> None:
    texts = shipped_texts(language)
    said = [texts.texts[key] for key in texts.texts if re.search(r"\bexpects\.", key)]
    assert len(said) == 9
    assert all("{first" in words and "{other}" in words for words in said)
