"""Many games of bots, and how they ended: `tablekeeper simulate`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.batches.games import Table, Tally, games_task
from tablekeeper.firmware.batches.progress import show_progress
from tablekeeper.firmware.batches.run import Total, Where, run
from tablekeeper.firmware.batches.task import Task
from tablekeeper.firmware.commands.playing.terminal import name_cause
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.settings.copies import Copies


def simulate_and_print(
    name: str, *, players: int | None, options: Mapping[str, str], bot: str, table: str, edition: str, games: int,
    seed: int, where: Where, as_json: bool,
) -> None:  # fmt: skip
    """Play the games, then show how they ended."""
    game = find_game(name)
    count = players if players is not None else min(max(2, game.seats[0]), game.seats[1])
    text = Copies().text(game, edition)
    seats = Table(game.package, (bot,) * count, text, edition, table, tuple(options.items()))
    task = games_task(f"simulate {game.title}", seats, games=games, seed=seed)
    total = run_and_show(game.title, task, where, quiet=as_json)
    show_tally(game, Tally(**total.found), total, as_json=as_json)


def run_and_show(title: str, task: Task, where: Where, *, quiet: bool = False) -> Total:
    """Play a task and show how far it is; a stop says how to go on."""
    if quiet:
        return run(task, where)
    with show_progress(title, task.games, lambda line: echo(line, err=True)) as progress:
        try:
            total = run(task, where, progress)
        except KeyboardInterrupt:
            if where.results is not None:
                echo(f"Stopped: the same command goes on with {where.results}", err=True)
            raise
    if total.lost:
        echo(f"{title}: workers died ({total.lost}); their games were played again", err=True)
    return total


def show_tally(game: Game, tally: Tally, total: Total, *, as_json: bool) -> None:
    """How the games ended."""
    answers = tally.answers * total.fresh / total.games
    rate = answers / total.seconds if total.seconds else 0.0
    outcomes, wins = dict(sorted(tally.outcomes.items())), tally.by_seat()
    if as_json:
        counted: dict[str, object] = {
            "game": game.name,
            "games": tally.games,
            "answers": tally.answers,
            "seconds": round(total.seconds, 3),
            "answers_per_second": round(rate, 1),
            "outcomes": outcomes,
            "wins": wins,
        }
        echo(json.dumps(counted))
        return
    echo(f"{game.title}: {tally.games} games, {tally.answers} answers in {total.seconds:.1f} s, {rate:.0f} a second")
    for cause, number in outcomes.items():
        echo(f"  {number:6} {name_cause(shipped_texts('en'), game.name, cause)}")
    for seat, number in wins.items():
        echo(f"  {number:6} won by player {seat + 1}")
