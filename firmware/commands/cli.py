"""The command `tablekeeper`: bad input gives one sentence and exit 2, never a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablekeeper.faults import Fault, Words
from tablekeeper.firmware.commands import (
    build_commands,
    care_commands,
    club_commands,
    copy_commands,
    crash,
    dice_commands,
    eye_commands,
    usage,
)
from tablekeeper.firmware.commands.as_text import text_command
from tablekeeper.firmware.commands.many_games import batch_commands
from tablekeeper.firmware.commands.shown import echo, read_pairs
from tablekeeper.firmware.errors import why_of
from tablekeeper.firmware.settings.more_games import also_know

if TYPE_CHECKING:
    from tablekeeper.firmware.settings.config import Config


PRIVATE = 0o077
"""Who plays what with whom is for this user's eyes: no file of the program is for others."""
RIGHT = {
    errno.ENOSPC: Words("a disk with room"),
    errno.EDQUOT: Words("a disk with room"),
    errno.EROFS: Words("a place that can be written"),
    errno.EACCES: Words("a place of your own"),
    errno.EPERM: Words("a place of your own"),
    errno.ENOTDIR: Words("a folder"),
    errno.EEXIST: Words("a folder"),
    errno.ENAMETOOLONG: Words("a shorter name"),
}
"""What would be right where the disk refuses; any other refusal is a fault of the program."""
NEVER_A_FAULT = tuple(
    getattr(click.exceptions, name) for name in ("NoArgsIsHelpError",) if hasattr(click.exceptions, name)
)
"""With no words at all the newer click shows the help by an error."""


class Commands(click.Group):
    """Shows every fault of ours as one sentence."""

    def main(self, args: Sequence[str] | None = None, *others: Any, **more: Any) -> Any:
        """As the process's own command, it also decides how a fault of the program is written down."""
        if args is None:
            crash.install()
        return super().main(args, *others, **more)

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        """Read the words before the command; what does not fit is one sentence here, too."""
        try:
            return super().make_context(*words, **more)
        except click.UsageError as fault:
            if fault.ctx is None or isinstance(fault, NEVER_A_FAULT):
                raise
            care_commands.show_fault(fault.ctx, usage.sentence_of(fault))
            fault.ctx.exit(2)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a fault that a person can mend is printed and ends with exit 2."""
        _write_what_can_be_written()
        ctx.obj = ctx.params["home"]
        try:
            return super().invoke(ctx)
        except click.UsageError as fault:
            if isinstance(fault, NEVER_A_FAULT):
                raise
            care_commands.show_fault(ctx, usage.sentence_of(fault))
            ctx.exit(2)
        except Exception as fault:
            words = fault.words if isinstance(fault, Fault) else _refused_by_disk(fault)
            if not words:
                raise
            care_commands.show_fault(ctx, words)
            ctx.exit(2)


def _refused_by_disk(fault: Exception) -> str:
    """The sentence about a place that cannot be written; empty for any other fault."""
    if not isinstance(fault, OSError) or fault.errno not in RIGHT:
        return ""
    place = Words("a file") if fault.filename is None else fault.filename
    return Words(
        "Cannot write {place}: {why}; expected {right}", place=place, why=why_of(fault), right=RIGHT[fault.errno]
    )


def _write_what_can_be_written() -> None:
    """A letter that the terminal has not got is shown as a question mark, and stops nobody's game."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@click.group(cls=Commands)
@click.version_option(version("tablekeeper"), prog_name="tablekeeper")
@click.option("--home", type=click.Path(path_type=Path), help="Where journals, editions and settings are kept.")
@click.option("--with", "more", multiple=True, metavar="PACKAGE", help="Also know the game in this Python package.")
@care_commands.settings_option
@click.pass_context
def main(ctx: click.Context, home: Path | None, more: tuple[str, ...]) -> None:
    """A companion for real board games: it reads the dice, knows the rules, and says what to do next."""
    os.umask(PRIVATE)
    for package in more:
        ctx.with_resource(also_know(package))
    table = care_commands.find_home(ctx)
    if (table / "releases" / "current").is_symlink():
        from tablekeeper.firmware.updates.launch import hand_over

        hand_over(table, sys.argv[1:], ctx.invoked_subcommand or "")


def _config(ctx: click.Context) -> Config:
    """The settings of this table."""
    from tablekeeper.firmware.settings.config import load_config

    return load_config(care_commands.find_home(ctx), care_commands.wished_settings(ctx))


class PlayCommand(click.Command):
    """Lists the options of the game that was named before --help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Note the words, as help is shown before anything else is read."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What may stand after --option."""
        from tablekeeper.engines.catalogue import find_game, names

        known = {name.replace("_", "-"): name for name in names()}
        for word in ctx.meta[WORDS]:
            if word.replace("_", "-") in known:
                game = find_game(known[word.replace("_", "-")])
                rows = [(_spell_option(name, option.values), option.says) for name, option in game.options.items()]
                with formatter.section(f"Options of {game.title}, each as --option NAME=VALUE"):
                    formatter.write_dl(rows)
                return
        formatter.write_paragraph()
        formatter.write_text(f"`tablekeeper play GAME --help` lists the options of a game: {', '.join(known)}.")


def _spell_option(name: str, values: tuple[str, ...]) -> str:
    return f"{name}={'|'.join(values)}" if values else f"{name}=..."


WORDS = "tablekeeper.words"


@main.command(cls=PlayCommand)
@click.argument("game")
@click.option("--players", default="", help="Names in order around the table: Ann,Ben or Ann,companion.")
@click.option(
    "--table", type=click.Choice(["real", "simulated", "touch"]), help="In a window: as the settings say, if not given."
)
@click.option("--edition", default="", help="`own` (usual at a real table), a shipped edition, or a .toml file.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A setting of the game; may be repeated.")
@click.option("--seed", type=int, help="Makes everything random repeatable.")
@click.option("--bots", is_flag=True, help="Bots play all seats.")
@click.option(
    "--strength",
    type=click.Choice(["gentle", "good", "strong"]),
    default="good",
    show_default=True,
    help="How well the companion plays.",
)
@click.option("--headless", is_flag=True, help="At the terminal, with no window.")
@click.option("--lesson", is_flag=True, help="Learn the game while you play it.")
@click.option("--phones", is_flag=True, help="Let phones join: prints the link that the screen shows as a code.")
@click.option("--port", type=click.IntRange(1024, 65535), help="The port for phones, if not the one of the settings.")
@click.option("--new", is_flag=True, help="Begin a new game even if one can be resumed.")
@click.option("--resume", type=int, metavar="N", help="Go on with this game; `tablekeeper games` lists them.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("out"), help="Where a simulated evening leaves its pictures."
)
@click.pass_context
def play(ctx: click.Context, /, game: str, **wanted: Any) -> None:
    """Play GAME; goes on with the unfinished game of that kind that was played last, unless --new."""
    from tablekeeper.firmware.commands.playing.play import play as play_game

    wanted["options"] = read_pairs(wanted.pop("pairs"))
    play_game(_config(ctx), game, care_commands.speaker(ctx), **wanted)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(0), help="Stop after so many entries.")
@click.option("--game", "number", type=int, help="Which game of a journal; the last if not said.")
@click.option("--seat", type=click.IntRange(1), help="Also what this player may know, in a game that is not over.")
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def replay(
    ctx: click.Context, file: Path, until: int | None, number: int | None, seat: int | None, as_json: bool
) -> None:
    """Fold a journal or a playthrough and print the events; read a recorded minute (fixed/minutes/...) again."""
    from tablekeeper.firmware.commands.recorded_minute import is_minute, replay_and_print

    if is_minute(file):
        replay_and_print(file, care_commands.find_home(ctx), echo, as_json=as_json)
        return
    from tablekeeper.firmware.journal.replay import event_to_json
    from tablekeeper.firmware.journal.replay import replay as fold

    for text, events, names in fold(file, until, number, None if seat is None else seat - 1):
        if text and not as_json:
            echo(f"> {text}")
        for event in events:
            echo(event_to_json(event) if as_json else f"  {names[event.seat]}: {event.spell()}")


@main.command()
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def scores(ctx: click.Context, as_json: bool) -> None:
    """The best solo scores over all evenings."""
    import json

    from tablekeeper.firmware.commands.as_text.counts_as_text import spell_scores
    from tablekeeper.firmware.journal.care.backup import JOURNAL
    from tablekeeper.firmware.journal.scores import rank_scores

    ranked = rank_scores(care_commands.find_home(ctx) / JOURNAL)
    if as_json:
        echo(json.dumps([result.to_plain() for result in ranked], ensure_ascii=False))
        return
    echo(spell_scores(ranked, care_commands.shown_texts(ctx)))


@main.command()
@click.option("--json", "as_json", is_flag=True)
def bench(as_json: bool) -> None:
    """Run the benchmarks, each as a ratio to a reference measured in the same run."""
    from tablekeeper.firmware.commands.bench import run

    run(echo, as_json)


@main.command()
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--game", default="", help="Only the screens of this game.")
def shots(out: Path, game: str) -> None:
    """Every screen as PNG, with sample states."""
    from tablekeeper.firmware.commands.shots import take_shots

    echo(f"{take_shots(out, echo, game)} pictures are in {out}")


@main.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("out"), help="Where a simulated evening leaves its pictures."
)
@click.pass_context
def run(ctx: click.Context, out: Path) -> None:
    """Start the table: what `make run` calls."""
    from tablekeeper.firmware.commands.playing.play import run_table

    run_table(_config(ctx), care_commands.speaker(ctx), out)


ROOMS = (
    batch_commands, text_command, eye_commands, dice_commands, club_commands, care_commands, copy_commands,
    build_commands,
)  # fmt: skip
for room in ROOMS:
    for command in room.COMMANDS:
        main.add_command(command)
