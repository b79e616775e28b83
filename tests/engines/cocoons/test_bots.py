"""The bot of Cocoons: it wins where luck alone does not, and uses only what was revealed."""

from __future__ import annotations

import random

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.answers import Correct, Put
from tablekeeper.engines.cocoons.bots import play_well
from tablekeeper.engines.core.playout import play_out
from tests.engines.cocoons.play import GUARDIANS, Box, begin, play

RULES = GAME.rules


def test_the_bot_wins_most_games_of_the_first_level() -> None:
    luck = random.Random(2)
    ends = [play_out(RULES, begin(), luck, [play_well] * 2)[0].ended for _ in range(20)]
    assert ends.count("all_home") >= 12


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
