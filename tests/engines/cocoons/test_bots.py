"""The bot of Cocoons: it wins where luck alone does not, and uses only what was revealed."""

from __future__ import annotations

import random

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.answers import Correct, Put
from tablekeeper.engines.cocoons.bots import play_gently, play_well
from tablekeeper.engines.cocoons.ordering import measure_way
from tablekeeper.engines.cocoons.plan import ROLLOUTS
from tablekeeper.engines.cocoons.state import NONE
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.playout import choose_randomly, play_out
from tablekeeper.engines.core.bots.rollouts import Thinker
from tests.engines.cocoons.play import GUARDIANS, Box, begin, play

RULES = GAME.rules


def test_the_bot_wins_most_games_of_the_first_level() -> None:
    luck = random.Random(2)
    ends = [play_out(RULES, begin(), luck, [play_well] * 2)[0].ended for _ in range(20)]
    assert ends.count("all_home") >= 12


def test_the_bot_wins_games_of_the_last_level_whose_numbers_have_an_order() -> None:
    luck = random.Random(2)
    ends = [play_out(RULES, begin({"level": "5"}), luck, [play_well] * 2)[0].ended for _ in range(12)]
    assert ends.count("all_home") >= 5


def test_the_bot_never_puts_off_what_it_can_do_now() -> None:
    """The gentle one slides to and fro before held Locks until the tokens are spent."""
    wins = {}
    for bot in (play_gently, play_well):
        luck = random.Random(3)
        wins[bot] = sum(
            play_out(RULES, begin({"level": "3"}), luck, [bot] * 2)[0].ended == "all_home" for _ in range(40)
        )
    assert wins[play_gently] < 36 <= wins[play_well]


def test_a_way_from_number_to_number_goes_on_to_the_start_token() -> None:
    assert measure_way(0, (2, 8), frozenset(), 6) == 2 + 2 + 2
    assert measure_way(4, (), frozenset(), 4) == 0


def test_a_number_that_nobody_has_seen_lies_in_any_covered_place() -> None:
    assert measure_way(0, (NONE,), frozenset({1, 8}), 0) == (1 + 4) / 2 * 2


def test_a_guardian_goes_to_the_cocoon_that_was_named() -> None:
    box = Box(guardians={1: "fish"})
    state = play(begin(), box, ("slide 1",))
    assert state.owners[1] == "fish"
    assert play_well(RULES, state, RULES.question(state), random.Random(1)) == Put("fish", 4)


def test_a_known_mistake_is_corrected() -> None:
    box = Box(faces="WWWWWWWW", guardians={1: GUARDIANS[1]})
    state = play(begin(), box, ("slide 1", f"put {GUARDIANS[1]} 0", "slide 0", "leave", "slide 3", "leave"))
    assert state.owners[1] == GUARDIANS[1]
    assert play_well(RULES, state, RULES.question(state), random.Random(1)) == Correct(GUARDIANS[1])


def test_the_bot_never_slides_the_free_cocoon_to_and_fro_for_ever() -> None:
    """Level 4: a slide for nothing is only worth what can be paid for after it."""
    for seed in range(40):
        luck = random.Random(seed)
        answers = play_out(RULES, begin({"level": "4"}), luck, [play_well] * 2)[1]
        assert answers < 200


def test_the_strong_bot_plays_on_where_the_game_may_hang_on_it() -> None:
    strong, luck = GAME.bots["strong"], random.Random(4)
    assert isinstance(strong, Thinker)
    state, thoughts = begin({"level": "5"}), dict[str, int]()
    while not {"turn", "place"} <= thoughts.keys():
        state = begin({"level": "5"}) if RULES.is_over(state) else state
        question = RULES.question(state)
        answer = choose_randomly(RULES, state, question, luck)
        if question.asked != CHANCE and len(question.options) > 1 and question.kind not in thoughts:
            *_, answer = best = [*strong.ponder(RULES, state, question, luck)]
            assert answer in question.options
            thoughts[question.kind] = len(best)
        state = RULES.follow(state, answer)
    assert thoughts["youngest"] == 1
    assert all(ROLLOUTS / 2 < thoughts[kind] <= ROLLOUTS for kind in thoughts if kind != "youngest")


def test_a_guardian_that_was_taken_out_of_its_own_cocoon_goes_to_another() -> None:
    """Nobody who plays well takes it out, but the bot also plays on from what others did."""
    box = Box(faces="WWWWWWWW", guardians={1: GUARDIANS[1]})
    state = play(
        begin(),
        box,
        ("slide 1", f"put {GUARDIANS[1]} 4", "slide 0", "leave", "slide 3", "leave", f"correct {GUARDIANS[1]}"),
    )
    assert RULES.question(state).kind == "rehome"
    assert play_well(RULES, state, RULES.question(state), random.Random(1)) in RULES.question(state).options
