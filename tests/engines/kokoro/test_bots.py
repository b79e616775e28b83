"""What the bots know and how well they play; `bot_figures` prints the long comparison."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.at_table import Noted
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.bots import QUICK, Planner, play_randomly, play_well
from tablekeeper.engines.kokoro.gentle import play_gently
from tablekeeper.engines.kokoro.mind.rest import foresee
from tablekeeper.engines.kokoro.own_mat import lay_own_mat, play_own_mat
from tablekeeper.engines.kokoro.paths import BLANK
from tablekeeper.engines.kokoro.scoring import final_score
from tests.engines.kokoro.bot_figures import scores
from tests.engines.kokoro.dealt import all_seeing, play, shuffle
from tests.engines.kokoro.evening import RULES, fold, sit


def test_the_gentle_bot_beats_random_placement() -> None:
    assert min(scores(play_gently, 4, sit())) > max(scores(choose_randomly, 100, sit()))


def test_the_bot_beats_the_gentle_one() -> None:
    """Even in a great hurry it scores 20 points more, in the mean of many games."""
    hasty = Planner(QUICK // 10)
    assert sum(scores(hasty, 6, sit())) > sum(scores(play_gently, 6, sit())) + 6 * 5


@pytest.mark.parametrize("seed", range(6))
def test_the_last_path_of_the_game_is_drawn_where_it_scores_most(seed: int) -> None:
    setup, luck = sit(decree="long_road"), random.Random(seed)
    decks = shuffle(setup, luck)
    state, _ = RULES.start(setup)
    while (state.round, state.golden) != (5, 4) or RULES.question(state).kind != "act":
        question = RULES.question(state)
        chance = question.asked == CHANCE
        state = RULES.follow(state, (decks.answer if chance else partial(play_gently, RULES))(state, question, luck))
    question = RULES.question(state)
    ends = [final_score(RULES.follow(state, answer), 0) for answer in question.options if isinstance(answer, Draw)]
    assert final_score(RULES.follow(state, play_well(RULES, state, question, luck)), 0) == max(ends)


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


@pytest.mark.parametrize("seat", [0, 1])
def test_the_companion_that_has_looked_knows_what_comes(seat: int) -> None:
    """Only for the seat that has seen it the next sanctuary is certain."""
    state, _ = fold(sit(2), "sanctuary B, path 5 golden, peek 0, top F, looked, draw 1 0 5, path 5 plain")
    found = {foresee(state, seat, random.Random(luck)).letters[0] for luck in range(60)}
    assert found == ({"F"} if seat == 0 else set("ACDEF"))


def test_the_rest_of_the_game_holds_the_cards_that_are_left() -> None:
    state, _ = fold(sit(), "sanctuary B, path 5 golden, draw 0 3 5, path 1 plain")
    rest = foresee(state, 0, random.Random(1))
    assert sorted(rest.cards) == list(state.pool)
    assert rest.cards != state.pool
    assert sorted(rest.letters) == list(state.left)


def test_the_companion_can_be_asked_for_its_best_answer_at_any_time() -> None:
    state, _ = fold(sit(), "sanctuary B, path 5 golden")
    question, bot = RULES.question(state), Planner(QUICK)
    found = list(bot.ponder(RULES, state, question, random.Random(2)))
    assert len(found) > 3
    assert all(answer in question.options for answer in found)
    assert found[-1] == bot(RULES, state, question, random.Random(2))


def test_one_who_is_shown_the_decks_scores_more() -> None:
    setup, luck, found = sit(), random.Random(4), {"seeing": 0, "blind": 0}
    for _ in range(3):
        decks = shuffle(setup, luck)
        found["seeing"] += final_score(play(setup, decks, [all_seeing(setup, decks)], luck), 0)
        found["blind"] += final_score(play(setup, decks, [Planner(QUICK // 10)], luck), 0)
    assert found["seeing"] > found["blind"]


@pytest.mark.parametrize(
    "options", [{}, {"side": "pink", "decree": "drawn"}, {"decks": "real", "decree": "long_road"}], ids=str
)
def test_the_companion_fills_its_own_mat_beside_real_ones(options: dict[str, str]) -> None:
    """The table only hears that it drew; at real decks it never looks, for it could not be shown the card."""
    setup, luck, notes = sit(2, "real", **options), random.Random(7), list[Noted]()
    state, _ = RULES.start(setup)
    while state.round < 3:
        question = RULES.question(state)
        if question.kind == "act":
            question = question._replace(about={**question.about, "waiting": state.waiting[-1:]})
        if question.asked != CHANCE and question.speaker == 1:
            own = lay_own_mat(state, 1, notes)
            choice = play_own_mat(play_well, RULES, own, question, luck)
            answer = choice.answer
            if choice.note:
                assert own.mats[1][int(choice.note)] == BLANK
                notes.append(Noted(answer, question.about, choice.note))
            assert not (isinstance(answer, Peek) and options.get("decks") == "real")
        else:
            answer = choose_randomly(RULES, state, question, luck)
        state = RULES.follow(state, answer)
    assert len(notes) > 8


def test_the_random_bot_never_acts_for_another_seat() -> None:
    state, _ = fold(sit(3), "sanctuary B, path 5 golden, draw 0 3 5")
    question = RULES.question(state)
    luck = random.Random(2)
    assert {play_randomly(RULES, state, question, luck).seat for _ in range(200)} == {1}
