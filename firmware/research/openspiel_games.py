"""The games as OpenSpiel Python games: chance nodes, information states, returns at the end.

Importing this module registers them: `pyspiel.load_game("tablekeeper_kokoro(players=2)")`. Options of a game stand in
`options`, as in `options=level:3;difficult:yes`. Seats that are asked at once answer one after the other.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.question import CHANCE, PUBLIC
from tablekeeper.firmware.research.seats import FEATURES, LARGEST, MOST_OPTIONS, Seats, features_of, spell_seen

MOST_OUTCOMES = 6**4
"""What chance may show at a time: four dice."""
LONGEST = 4000
"""Answers of a game; a law of the tests holds every game to 3,000."""


def _type_of(name: str) -> Any:
    game = find_game(name)
    return pyspiel.GameType(
        short_name=f"tablekeeper_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, game.seats[0]), "options": ""},
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its number of players and its options."""

    def __init__(self, name: str, kind: Any, params: Any = None) -> None:
        given = params or {}
        players = given.get("players", kind.parameter_specification["players"])
        options = dict(pair.split(":", 1) for pair in given.get("options", "").split(";") if pair)
        self.about = (name, players, options)
        Seats(*self.about)  # what cannot be set up is refused here
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_OPTIONS, max_chance_outcomes=MOST_OUTCOMES, num_players=players,
            min_utility=-LARGEST, max_utility=LARGEST, max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(kind, info, given)

    def new_initial_state(self) -> TableState:
        """The game before its first question is answered."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees, or has seen."""
        return Observer(remembers=iig_obs_type is not None and iig_obs_type.perfect_recall)


class TableState(pyspiel.State):  # type: ignore[misc]
    """One game being played."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.seats = Seats(*game.about)
        self.memories = [b""] * self.seats.players
        """A digest of all that each seat has seen so far, in its order."""
        self._remember()

    def current_player(self) -> int:
        """Who decides."""
        if self.seats.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.seats.seat
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.seats.options())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, and how likely it is."""
        counted = self._outcomes()
        whole = sum(counted.values())
        return [(number, count / whole) for number, count in enumerate(counted.values())]

    def _outcomes(self) -> Counter[Answer]:
        return Counter(self.seats.options())

    def _apply_action(self, action: int) -> None:
        self.seats.answer(self._answer_of(action))
        self._remember()

    def _answer_of(self, action: int) -> Answer:
        return list(self._outcomes())[action] if self.seats.seat == CHANCE else self.seats.options()[action]

    def _remember(self) -> None:
        for seat, memory in enumerate(self.memories):
            seen = spell_seen(self.seats.sees(seat)).encode()
            self.memories[seat] = blake2b(memory + seen, digest_size=16).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._answer_of(action).spell()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.seats.is_over

    def returns(self) -> list[float]:
        """What the end is worth to each seat."""
        return self.seats.returns()

    def __str__(self) -> str:
        return spell_seen(self.seats.sees(PUBLIC))


class Observer:
    """What a seat sees; one that remembers adds a digest of all that it has seen."""

    def __init__(self, *, remembers: bool) -> None:
        self._remembers = remembers
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Write down what this seat sees as numbers."""
        self.tensor[:] = features_of(state.seats.sees(player))

    def string_from(self, state: TableState, player: int) -> str:
        """What this seat sees as text."""
        seen = spell_seen(state.seats.sees(player))
        return f"{seen} {state.memories[player].hex()}" if self._remembers else seen


def _register(name: str) -> None:
    kind = _type_of(name)

    def __init__(self: TableGame, params: object = None) -> None:  # noqa: N807 (the method of the class below)
        TableGame.__init__(self, name, kind, params)

    pyspiel.register_game(kind, type(f"{name.title().replace('_', '')}Game", (TableGame,), {"__init__": __init__}))


for _name in NAMES:
    _register(_name)
