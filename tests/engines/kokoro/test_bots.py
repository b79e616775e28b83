"""The bot plays clearly better than random placement; `bot_figures` prints the long comparison."""

from __future__ import annotations

import random

from tablekeeper.engines.core.playout import choose_randomly
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.bots import play_randomly, play_well
from tests.engines.kokoro.bot_figures import scores
from tests.engines.kokoro.evening import RULES, fold, sit


def test_the_bot_beats_random_placement() -> None:
    assert min(scores(play_well, 4, sit())) > max(scores(choose_randomly, 100, sit()))


def test_the_bot_answers_for_the_first_seat_that_is_waited_for() -> None:
    state, _ = fold(sit(3), "sanctuary B, path 5 golden, draw 0 3 5")
    question = RULES.question(state)
    assert play_well(RULES, state, question, random.Random(1)).seat == 1
    last = question._replace(about={**question.about, "waiting": (2,)})
    answer = play_well(RULES, state, last, random.Random(1))
    assert isinstance(answer, Draw | Peek)
    assert answer.seat == 2


def test_the_bot_does_not_know_what_only_another_seat_has_seen() -> None:
    """Whatever Ben saw, Ann's bot draws alike."""
    drawn = set()
    for letter in "ACDEF":
        state, _ = fold(sit(2), f"sanctuary B, path 5 golden, peek 1, top {letter}, looked")
        drawn.add(play_well(RULES, state, RULES.question(state), random.Random(1)))
    assert len(drawn) == 1


def test_the_random_bot_never_acts_for_another_seat() -> None:
    state, _ = fold(sit(3), "sanctuary B, path 5 golden, draw 0 3 5")
    question = RULES.question(state)
    luck = random.Random(2)
    assert {play_randomly(RULES, state, question, luck).seat for _ in range(200)} == {1}
