"""OpenSpiel's own tests, for every game; run by `make test-research`."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.research import openspiel_games
from tablekeeper.firmware.research.seats import MOST_OPTIONS

WAYS = (*NAMES, "cocoons(options=level:3;difficult:yes)", "kokoro(players=1)", "cocoon_world(players=5)")
EACH = pytest.mark.parametrize("way", WAYS)


def load(way: str) -> pyspiel.Game:
    return pyspiel.load_game(f"tablekeeper_{way}")


@EACH
def test_random_games_keep_the_api(way: str) -> None:
    pyspiel.random_sim_test(load(way), num_sims=2, serialize=True, verbose=False)


@EACH
def test_a_playthrough_is_generated_and_is_the_same_again(way: str) -> None:
    name = f"tablekeeper_{way}"
    first, again = (generate_playthrough.playthrough(name, action_sequence=None, seed=5) for _ in range(2))
    assert first == again
    assert "IsTerminal() = True" in first
    assert "InformationStateString(0)" in first


@EACH
def test_a_game_stays_within_what_it_declares(way: str) -> None:
    state, most = load(way).new_initial_state(), 0
    turn = 0
    while not state.is_terminal():
        if state.is_chance_node():
            chances = [chance for _, chance in state.chance_outcomes()]
            assert abs(sum(chances) - 1.0) < 1e-9
            assert len(chances) <= openspiel_games.MOST_OUTCOMES
        else:
            most = max(most, len(state.legal_actions()))
        actions = state.legal_actions()
        turn += 1
        state.apply_action(actions[turn * 7 % len(actions)])
    assert 1 < most <= MOST_OPTIONS
    assert turn < openspiel_games.LONGEST


def test_two_tables_that_differ_in_one_seat_s_secret_look_the_same_to_the_others() -> None:
    """The first tile that is dealt goes to the first seat: the second must not learn which one it was."""
    states = [load("cocoon_world").new_initial_state() for _ in range(2)]
    assert states[0].is_chance_node()
    for number, state in enumerate(states):
        state.apply_action(state.legal_actions()[number])
    assert states[0].information_state_string(0) != states[1].information_state_string(0)
    assert states[0].information_state_string(1) == states[1].information_state_string(1)
