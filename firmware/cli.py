"""The command `tablekeeper`: bad input gives one sentence and exit 2, never a traceback."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from engines.core.errors import EngineError
from firmware.errors import FirmwareError


class Commands(click.Group):
    """Shows every fault of ours as one sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a fault that a person can mend is told and ends with exit 2."""
        try:
            return super().invoke(ctx)
        except (FirmwareError, EngineError) as fault:
            click.echo(f"tablekeeper: {fault}", err=True)
            ctx.exit(2)


@click.group(cls=Commands)
@click.version_option(version("tablekeeper"), prog_name="tablekeeper")
@click.option("--home", type=click.Path(path_type=Path), help="Where journals, editions and settings are kept.")
@click.pass_context
def main(ctx: click.Context, home: Path | None) -> None:
    """A companion for real board games: it reads the dice, knows the rules, and says what to do next."""
    ctx.obj = home


def _home(ctx: click.Context) -> Path:
    """The folder of this table: the option, the environment, or the usual place for data."""
    if ctx.obj is not None:
        return Path(ctx.obj)
    if "TABLEKEEPER_HOME" in os.environ:
        return Path(os.environ["TABLEKEEPER_HOME"])
    from platformdirs import user_data_path

    return user_data_path("tablekeeper")


def _options(pairs: tuple[str, ...]) -> dict[str, str]:
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--option {pair!r} should be NAME=VALUE")
        options[name] = value
    return options


@main.command()
@click.argument("game")
@click.option("--players", default="", help="Names in order around the table, for instance Ann,Ben.")
@click.option("--table", type=click.Choice(["real", "simulated", "touch"]), default="touch", show_default=True)
@click.option("--edition", default="reconstructed", show_default=True, help="A shipped edition, or a .toml file.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A setting of the game; may be repeated.")
@click.option("--seed", type=int, help="Makes everything random repeatable.")
@click.option("--bots", is_flag=True, help="Bots play all seats.")
@click.option("--headless", is_flag=True, help="At the terminal, with no window.")
@click.option("--new", is_flag=True, help="Begin a new game even if one can be resumed.")
@click.pass_context
def play(ctx: click.Context, /, game: str, **wanted: Any) -> None:
    """Play GAME; resumes an unfinished game of this table unless --new."""
    from firmware.play import play_at_terminal

    wanted["options"] = _options(wanted.pop("pairs"))
    play_at_terminal(_home(ctx), game, click.echo, **wanted)


@main.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--players", type=int, help="How many; the game's fewest, but 2, if not said.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@click.option("--bot", default="random", show_default=True)
@click.option("--level", type=click.Path(path_type=Path), help="Cocoons: judge an own level from a .toml file.")
@click.option("--table", type=click.Choice(["virtual", "real"]), default="virtual", show_default=True)
@click.option("--edition", default="reconstructed", show_default=True)
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE")
@click.option("--json", "as_json", is_flag=True)
def simulate(game: str, as_json: bool, pairs: tuple[str, ...], workers: int, level: Path | None, **wanted: Any) -> None:
    """Play many games of GAME with bots and count how they end."""
    if level is not None:
        from firmware.levels import judge_and_tell

        judge_and_tell(game, level, click.echo, games=wanted["games"], seed=wanted["seed"], as_json=as_json)
        return
    from firmware.play import simulate_and_tell

    simulate_and_tell(game, click.echo, workers=workers, as_json=as_json, options=_options(pairs), **wanted)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(0), help="Stop after so many entries.")
@click.option("--game", "number", type=int, help="Which game of a journal; the last if not said.")
@click.option("--json", "as_json", is_flag=True)
def replay(file: Path, until: int | None, number: int | None, as_json: bool) -> None:
    """Fold a journal or a playthrough and print the events."""
    from firmware.replay import event_to_json
    from firmware.replay import replay as fold

    for text, events, names in fold(file, until, number):
        if text and not as_json:
            click.echo(f"> {text}")
        for event in events:
            click.echo(event_to_json(event) if as_json else f"  {names[event.seat]}: {event.spell()}")


@main.command()
@click.option("--json", "as_json", is_flag=True)
def bench(as_json: bool) -> None:
    """Run the benchmarks, each as a ratio to a reference measured in the same run."""
    from firmware.bench import run

    run(click.echo, as_json)


@main.command()
@click.pass_context
def run(ctx: click.Context) -> None:
    """Start the table: what `make run` calls."""
    from firmware.play import run_table

    run_table(_home(ctx), click.echo, at_terminal=sys.stdin.isatty() and sys.stdout.isatty())
