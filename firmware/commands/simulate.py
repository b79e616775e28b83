"""Many games played out by bots, on one core or several."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from typing import NamedTuple

from tablekeeper.engines.catalogue import load_game
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.playout import play_out
from tablekeeper.engines.core.setup import Setup
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.copies import load_edition

CHUNK = 50
"""Games between two signs of life."""


class Job(NamedTuple):
    """Which games to play."""

    package: str
    """Of the game: workers know no name that was added to this program's catalogue."""
    games: int
    players: int
    seed: int
    bot: str = "random"
    table: str = "virtual"
    edition: str = "reconstructed"
    options: tuple[tuple[str, str], ...] = ()


class Result(NamedTuple):
    """What came out."""

    games: int
    answers: int
    seconds: float
    outcomes: Mapping[str, int]
    wins: Mapping[int, int]


def prepare_job(job: Job) -> tuple[Game, Setup]:
    """The game and the setup of a job, or a sentence about what is wrong."""
    game = load_game(job.package)
    if job.bot not in game.bots:
        raise BadInput(
            f"Cannot simulate {game.title}: there is no bot {job.bot!r}; expected one of {', '.join(game.bots)}"
        )
    fewest, most = game.seats
    if not fewest <= job.players <= most:
        raise BadInput(f"Cannot simulate {game.title}: found {job.players} players; expected {fewest} to {most}")
    names = [f"P{i + 1}" for i in range(job.players)]
    return game, game.prepare(names, load_edition(game, job.edition), table=job.table, options=dict(job.options))


def run_job(job: Job) -> Result:
    """Play the games of a job, one after the other."""
    game, setup = prepare_job(job)
    luck = random.Random(job.seed)
    bots = [game.bots[job.bot]] * job.players
    outcomes: Counter[str] = Counter()
    wins: Counter[int] = Counter()
    answers = 0
    began = time.perf_counter()
    for _ in range(job.games):
        state, _ = game.rules.start(setup)
        state, count = play_out(game.rules, state, luck, bots)
        answers += count
        outcome = game.rules.outcome(state)
        assert outcome is not None
        outcomes[outcome.cause] += 1
        wins.update(outcome.winners)
    return Result(job.games, answers, time.perf_counter() - began, outcomes, wins)


def simulate(job: Job, workers: int, show: Callable[[int], None] = lambda done: None) -> Result:
    """Play all games and report after each chunk how many are done; the result does not depend on the workers."""
    prepare_job(job)
    chunks = [
        job._replace(games=min(CHUNK, job.games - first), seed=job.seed * 1_000_003 + first)
        for first in range(0, job.games, CHUNK)
    ]
    began = time.perf_counter()
    results = []
    if min(workers, len(chunks)) == 1:
        for chunk in chunks:
            results.append(run_job(chunk))
            show(sum(result.games for result in results))
    else:
        with get_context("spawn").Pool(min(workers, len(chunks))) as pool:  # one that finds no work costs a start
            for result in pool.imap_unordered(run_job, chunks):
                results.append(result)
                show(sum(result.games for result in results))
    outcomes: Counter[str] = Counter()
    wins: Counter[int] = Counter()
    for result in results:
        outcomes.update(result.outcomes)
        wins.update(result.wins)
    return Result(
        job.games,
        sum(result.answers for result in results),
        time.perf_counter() - began,
        dict(sorted(outcomes.items())),
        dict(sorted(wins.items())),
    )
