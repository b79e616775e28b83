"""Walks through a game whose every answer hypothesis draws, so that a walk that breaks a law shrinks to a short one."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, currently_in_test_context, note, settings
from hypothesis import strategies as st

from tablekeeper.engines.core import Answer
from tablekeeper.engines.core.game import Game

FRESH = os.environ.get("LAWS") == "fresh"
"""`make test` walks the same ways every time; `make test-long` walks others, and more of them."""
WALK = settings(
    max_examples=40 if FRESH else 8,
    derandomize=not FRESH,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
MOST = 2**16
FEW = 12
"""So many options are all tried; of more, some."""


@st.composite
def picks(draw: st.DrawFn, most: int = 150) -> list[int]:
    """Which option is taken at each step. The length is drawn first, so that long walks are as likely as short ones."""
    steps = draw(st.integers(1, most))
    return draw(st.lists(st.integers(0, MOST - 1), min_size=steps, max_size=steps))


def walk(game: Game, setup: Any, chosen: Sequence[int]) -> list[tuple[Any, Answer]]:
    """The states of a walk, each with the answer given to it."""
    state, _ = game.rules.start(setup)
    path: list[tuple[Any, Answer]] = []
    try:
        for pick in chosen:
            if game.rules.is_over(state):
                break
            options = game.rules.question(state).options
            path.append((state, options[pick % len(options)]))
            state, _ = game.rules.answer(*path[-1])
    finally:
        if currently_in_test_context():
            note("answers: " + "; ".join(answer.spell() for _, answer in path))
    return path


def play_on(game: Game, path: list[tuple[Any, Answer]], seed: int, longest: int) -> list[tuple[Any, Answer]]:
    """The same walk up to the end of the game, by chance."""
    luck = random.Random(seed)
    path = list(path)
    state, _ = game.rules.answer(*path[-1])
    while len(path) < longest and not game.rules.is_over(state):
        options = game.rules.question(state).options
        path.append((state, options[luck.randrange(len(options))]))
        state, _ = game.rules.answer(*path[-1])
    return path


def sampled(options: Any, chosen: Sequence[int]) -> list[Answer]:
    """All options where they are few; else the first, the last and some between."""
    if len(options) <= FEW:
        return list(options)
    return [options[0], options[len(options) - 1], *(options[pick % len(options)] for pick in chosen[-6:])]
