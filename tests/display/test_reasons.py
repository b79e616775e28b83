"""What speaks for an answer: in every game a sentence in each language, for whatever a good bot chooses."""

from __future__ import annotations

import random

import pytest

from tablekeeper.display.words.instructions import CHOSE, lines_of
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import LANGUAGES, shipped_texts
from tablekeeper.engines.cocoon_world.answers import Go
from tablekeeper.engines.core import CHANCE, PUBLIC, Event
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.reason import Reason
from tests.engines.tables import Case, cases, open_table

CASES = [case for case in cases() if case.game != "pig"]
PLAYED = [case for case in CASES if case.table == "virtual" and case.players in (2, 3)]
STEPS = 60
SILENT = {"looked", "remember", "youngest"}
"""Answers that are no move."""


def words_of(case: Case, reason: Reason) -> list[str]:
    names = dict(enumerate(("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gil", "Hana")[: case.players]))
    return [Speech(shipped_texts(lang), case.game, names, {}).because(reason) for lang in LANGUAGES]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_any_reason_is_a_whole_sentence_in_each_language_and_changes_nothing(case: Case) -> None:
    game, setup = open_table(case)
    luck = random.Random(7)
    state, _ = game.rules.start(setup)
    for _ in range(STEPS):
        if game.rules.is_over(state):
            break
        question = game.rules.question(state)
        before = state
        if question.asked != CHANCE:
            for _ in range(3):
                answer = question.options[luck.randrange(len(question.options))]
                reason = game.reason(game.rules, state, question, answer)
                for words in words_of(case, reason) if reason is not None else ():
                    assert words.endswith("."), (reason, words)
                    assert "{" not in words, words
        assert before == state
        state, _ = game.rules.answer(state, choose_randomly(game.rules, state, question, luck))


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_every_move_of_a_good_bot_has_its_reason(case: Case) -> None:
    game, setup = open_table(case)
    luck, bot = random.Random(5), game.bots["good"]
    state, _ = game.rules.start(setup)
    seen: list[tuple[str, bool]] = []
    for _ in range(STEPS):
        if game.rules.is_over(state):
            break
        question = game.rules.question(state)
        if question.asked == CHANCE:
            answer = choose_randomly(game.rules, state, question, luck)
        else:
            answer = bot(game.rules, state, question, luck)
            if answer.verb not in SILENT and question.only_for == PUBLIC:
                seen.append((answer.spell(), game.reason(game.rules, state, question, answer) is not None))
        state, _ = game.rules.answer(state, answer)
    assert all(given for _, given in seen), [spelled for spelled, given in seen if not given]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choice_of_the_companion_is_told_with_its_reason(language: str) -> None:
    speech = Speech(shipped_texts(language), "cocoon_world", {0: "Ann", 1: "Ben"}, {})
    reason = Reason("go_risk", {"count": 3, "ep": 2})
    event = Event(CHOSE, "", 1, {"answer": Go(), "reason": reason})
    said = lines_of(speech, {}, None, [event])[0].says
    assert said.endswith(speech.because(reason))
    assert "3" in speech.because(reason)
