"""The commands that play many games: simulate, balance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tablekeeper.firmware.commands.shown import read_pairs

WORKERS = (
    click.option("--workers", type=int, default=1, show_default=True, help="Processes of this machine that play."),
    click.option("--cluster", default="", metavar="ADDRESS", help="A Dask scheduler whose workers play: tcp://..."),
    click.option(
        "--results", type=click.Path(path_type=Path), help="Keep results in this file, and go on with those in it."
    ),
)
"""Who plays, and where the results go."""


def workers_options(*, results: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of all commands that play many games; `results` where one run is one task."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(WORKERS if results else WORKERS[:2]):
            command = option(command)
        return command

    return add


@click.command()
@click.argument("game")
@click.option("--games", type=int, default=100, show_default=True)
@click.option("--players", type=int, help="How many; the game's fewest, but 2, if not said.")
@click.option("--seed", type=int, default=0, show_default=True)
@workers_options(results=True)
@click.option("--bot", default="random", show_default=True)
@click.option("--level", type=click.Path(path_type=Path), help="Judge a level of your own from a .toml file.")
@click.option("--table", type=click.Choice(["virtual", "real"]), default="virtual", show_default=True)
@click.option("--edition", default="reconstructed", show_default=True)
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE")
@click.option("--json", "as_json", is_flag=True)
def simulate(
    game: str, level: Path | None, pairs: tuple[str, ...], workers: int, cluster: str, results: Path | None,
    *, games: int, seed: int, as_json: bool, **wanted: Any,
) -> None:  # fmt: skip
    """Play many games of GAME with bots and count how they end."""
    from tablekeeper.firmware.batches.run import Where

    where = Where(workers, cluster, results)
    if level is not None:
        from tablekeeper.firmware.commands.many_games.levels import judge_and_print

        judge_and_print(game, level, games=games, seed=seed, where=where, as_json=as_json)
        return
    from tablekeeper.firmware.commands.many_games.simulate import simulate_and_print

    options = read_pairs(pairs)
    simulate_and_print(game, options=options, games=games, seed=seed, where=where, as_json=as_json, **wanted)


@click.command()
@click.argument("game")
@click.option("--games", type=int, default=200, show_default=True, help="Of each trial.")
@click.option(
    "--value-games",
    type=click.IntRange(0),
    default=100,
    show_default=True,
    help="Of each trial that changes one number of the edition; 0: none.",
)
@click.option("--players", type=int, help="Only with so many.")
@click.option("--seed", type=int, default=0, show_default=True)
@workers_options(results=False)
@click.option(
    "--edition", default="reconstructed", show_default=True, help="`own`, a shipped edition, or a .toml file."
)
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def balance(ctx: click.Context, /, game: str, workers: int, cluster: str, **wanted: Any) -> None:
    """Play GAME with bots and report how even it is.

    Who wins by seat and by strength, how long it takes, what each option does, and which single number of the edition
    matters most. Each figure stands with its 95 % interval.
    """
    from tablekeeper.firmware.batches.run import Where
    from tablekeeper.firmware.commands.care_commands import find_home
    from tablekeeper.firmware.commands.many_games.balance import balance_and_print
    from tablekeeper.firmware.settings.copies import Copies

    balance_and_print(game, where=Where(workers, cluster), copies=Copies(find_home(ctx)), **wanted)


COMMANDS = (simulate, balance)
