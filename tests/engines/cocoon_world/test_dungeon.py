"""The Pit: hands, stopping in time, and the Nightmare."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tablekeeper.engines.cocoon_world.dungeon import best_hand
from tablekeeper.engines.cocoon_world.state import BLACK, WHITE, State
from tests.engines.cocoon_world.scenes import asked, changed, clauses, play, scene, spelled


def test_hands_of_all_1296_rolls() -> None:
    """The odds that the rules facts print, so every roll is named by its best hand."""
    hands = Counter(best_hand(values) for values in product(range(1, 7), repeat=4))
    assert hands == {"zombie": 288, "kobold": 720, "goblin": 90, "golem": 120, "dragon_rider": 72, "nightmare": 6}


def at_the_pit(**fields: object) -> State:
    state, _ = play(scene(at=(19, 0), **fields), "roll 1,4,2")
    assert asked(state) == ("pit", 0)
    return state


def test_nobody_has_to_challenge_it() -> None:
    state, told = play(at_the_pit(), "leave")
    assert "pit.decline" in clauses(told)
    assert asked(state) == ("place", 0)


@pytest.mark.parametrize(
    ("answers", "ep", "last"),
    [
        (("roll 1,1,2,3", "stop"), 1, "pit.stop"),
        (("roll 1,1,2,3", "go", "roll 1,2,3,5", "stop"), 2, "pit.stop"),
        (("roll 3,4,5,6", "go", "roll 6,1,6,1", "go", "roll 2,2,5,2", "stop"), 6, "pit.stop"),
        (("roll 1,1,2,3", "go", "roll 5,4,5,6"), 0, "pit.fail"),
        (("roll 3,4,5,6", "go", "roll 6,1,6,1", "go", "roll 2,1,3,4"), 0, "pit.fail"),
        (("roll 4,4,4,4", "wish 7", "stop"), 7, "pit.stop"),
        (("roll 4,4,4,4", "wish 7", "go", "roll 1,2,4,6", "stop"), 8, "pit.stop"),
        (("roll 4,4,4,4", "wish 7", "go", "roll 1,1,1,1"), 0, "pit.fail"),
        (("roll 4,4,4,4", "wish 10", "go", "roll 3,4,5,6", "stop"), 1, "pit.stop"),  # twelve EP go round the circle
    ],
)
def test_challenges(answers: tuple[str, ...], ep: int, last: str) -> None:
    state, told = play(at_the_pit(), "enter", *answers)
    assert state.ep[0] == ep
    assert clauses(told)[-1] == last
    assert asked(state) == ("place", 0)


def test_a_black_pawn_goes_down_for_what_it_won() -> None:
    state, _ = play(at_the_pit(sides=(BLACK, WHITE), ep=(1, 0)), "enter", "roll 3,3,3,1", "stop")
    assert state.ep[0] == 10


def test_a_wish_is_any_number_of_the_circle() -> None:
    state, _ = play(at_the_pit(), "enter", "roll 4,4,4,4")
    assert spelled(state) == [f"wish {n}" for n in range(11)]


def test_hands_are_forgotten_between_challenges() -> None:
    """Ruling 28."""
    state, _ = play(scene(1, at=(19,), hands=((),), pile=0), "roll 1,4,2", "enter", "roll 1,1,2,3", "stop")
    state, told = play(changed(state, at=(19,)), "roll 1,4,2", "enter", "roll 1,1,2,3", "stop")
    assert state.ep[0] == 2
    assert "pit.fail" not in clauses(told)


def test_failing_loses_only_what_this_challenge_won() -> None:
    """Ruling 29."""
    state, _ = play(at_the_pit(ep=(6, 0)), "enter", "roll 1,1,2,3", "go", "roll 5,4,5,6")
    assert state.ep[0] == 6
