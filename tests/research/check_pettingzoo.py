"""PettingZoo's own tests, for every game alone and with others; run by `make test-research`."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.firmware.research import pettingzoo_env

TABLES = [(name, players) for name in NAMES for players in (1, 2, find_game(name).seats[1])]
EACH = pytest.mark.parametrize(("game", "players"), TABLES)


@EACH
def test_an_environment_keeps_the_api(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # said of every environment with a mask but those of the library itself
        warnings.filterwarnings(
            "ignore", message="Observation (space for each agent probably should|is not a NumPy array)"
        )
        api_test(pettingzoo_env.env(game, players), num_cycles=400)


@EACH
def test_the_same_seed_is_the_same_game(game: str, players: int) -> None:
    seed_test(partial(pettingzoo_env.env, game, players), num_cycles=100)


@EACH
def test_a_game_is_cut_after_so_many_cycles(game: str, players: int) -> None:
    at = (game, players)
    max_cycles_test(
        SimpleNamespace(env=partial(pettingzoo_env.env, *at), parallel_env=partial(pettingzoo_env.parallel_env, *at))
    )


@EACH
def test_all_can_act_at_once(game: str, players: int) -> None:
    parallel_api_test(pettingzoo_env.parallel_env(game, players, max_cycles=40), num_cycles=100)
    parallel_seed_test(lambda: pettingzoo_env.parallel_env(game, players, max_cycles=40), num_cycles=20)


@EACH
def test_whole_games_end_and_show_each_seat_its_own_view_alone(game: str, players: int) -> None:
    env = pettingzoo_env.env(game, players)
    env.reset(seed=3)
    steps = 0
    for agent in env.agent_iter(20_000):
        observation, _, over, cut, about = env.last()
        assert not cut
        if not over:
            assert observation["action_mask"].sum() == len(about["options"])
            assert [agent] == [name for name, info in env.infos.items() if info["asked"]]
            assert not any(info["options"] for name, info in env.infos.items() if name != agent)
        env.step(None if over else int(env.action_space(agent).sample(observation["action_mask"])))
        steps += 1
    assert not env.agents
    assert steps > players
