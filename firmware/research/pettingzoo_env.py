"""The games as PettingZoo environments (AEC).

`env("kokoro", players=2)` asks one agent after the other, as the game does. With `max_cycles` every agent acts once a
cycle, which parallel algorithms need: whoever is not asked waits, whatever its action, and after so many cycles the
game is cut. A number beyond the options counts round again, so every action of the space can be taken.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import aec_to_parallel

from tablekeeper.engines.core.question import PUBLIC
from tablekeeper.firmware.research.seats import FEATURES, MOST_OPTIONS, Seats, features_of, spell_seen


class TableEnv(AECEnv):  # type: ignore[misc]
    """One game; its chance comes from the seed."""

    agent_selection: str

    def __init__(self, game: str, players: int, options: Mapping[str, str], max_cycles: int) -> None:
        super().__init__()
        self._about = (game, players, dict(options))
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0", "render_modes": ["ansi"], "is_parallelizable": bool(max_cycles),
        }  # fmt: skip
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        numbers = spaces.Box(-1.0, 1.0, (FEATURES,), np.float32)
        mask = spaces.Box(0, 1, (MOST_OPTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(MOST_OPTIONS) for agent in self.possible_agents}
        self._luck = random.Random()
        self._seats = Seats(*self._about)

    def observation_space(self, agent: str) -> Any:
        """A seat's view as numbers, and which actions are options."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The number of an option."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin anew; the same seed and actions give the same game."""
        if seed is not None:
            self._luck = random.Random(seed)
        self._seats = Seats(*self._about)
        self._seats.pass_chance(self._luck)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._held = 0
        self._begin_cycle()

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know, and no more."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(MOST_OPTIONS, np.int8)
        mask[: self._count(seat)] = 1
        return {"observation": np.array(features_of(self._seats.sees(seat)), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.possible_agents.index(agent) == self._seats.seat:
            self._held = int(action)
        self._to_act.pop(0)
        if self._to_act:
            self.agent_selection = self._to_act[0]
        else:
            self._end_cycle()
        self._accumulate_rewards()

    def render(self) -> str:
        """The table as everybody may see it."""
        return spell_seen(self._seats.sees(PUBLIC))

    def close(self) -> None:
        """Nothing is open."""

    def _count(self, seat: int) -> int:
        """How many actions are options; whoever is not asked has one, to wait."""
        if self._seats.is_over or seat != self._seats.seat:
            return 1
        return len(self._seats.options())

    def _begin_cycle(self) -> None:
        asked = self._seats.seat
        self._to_act = list(self.agents) if self.max_cycles else [self.possible_agents[asked]]
        self.agent_selection = self._to_act[0]
        for seat, agent in enumerate(self.possible_agents):
            options = self._seats.options() if seat == asked else ()
            self.infos[agent] = {"asked": seat == asked, "options": [option.spell() for option in options]}

    def _end_cycle(self) -> None:
        options = self._seats.options()
        self._seats.answer(options[self._held % len(options)])
        self._seats.pass_chance(self._luck)
        self._cycles += 1
        if self._seats.is_over:
            self.rewards = dict(zip(self.agents, self._seats.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self._cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._begin_cycle()


def env(game: str, players: int = 2, *, options: Mapping[str, str] | None = None, max_cycles: int = 0) -> TableEnv:
    """An environment of a game by its name, with its options as at the command line."""
    return TableEnv(game, players, options or {}, max_cycles)


def parallel_env(game: str, players: int = 2, *, options: Mapping[str, str] | None = None, max_cycles: int) -> Any:
    """The same for algorithms that let all agents act at once."""
    return aec_to_parallel(env(game, players, options=options, max_cycles=max_cycles))
