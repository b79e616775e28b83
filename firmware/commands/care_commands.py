"""The commands that care for a table: its settings, backups, health, statistics and service."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.faults import Words
from tablekeeper.firmware.commands.shown import brief, clean, echo, echo_over, echo_wrapped

if TYPE_CHECKING:
    from tablekeeper.display.words.texts import Texts
    from tablekeeper.firmware.doctor import Finding

SETTINGS = "tablekeeper.settings"
HOME = "tablekeeper.home"


def remember_settings(ctx: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> None:
    """Keep the words of --set for whoever loads the settings."""
    ctx.meta[SETTINGS] = words


def settings_option(command: Callable[..., object]) -> Callable[..., object]:
    """The option --set of the main command."""
    option = click.option(
        "--set",
        multiple=True,
        metavar="SECTION.KEY=VALUE",
        expose_value=False,
        callback=remember_settings,
        help="A setting for this run only; may be repeated. `tablekeeper config` lists all.",
    )
    return option(command)


def find_home(ctx: click.Context) -> Path:
    """The folder of this table: the option, the environment, or the usual place for data."""
    if ctx.obj is not None:
        return Path(ctx.obj)
    if os.environ.get("TABLEKEEPER_HOME"):
        return Path(os.environ["TABLEKEEPER_HOME"])
    from platformdirs import user_data_path

    return user_data_path("tablekeeper")


def wished_settings(ctx: click.Context) -> tuple[str, ...]:
    """The words of --set."""
    words: tuple[str, ...] = ctx.meta.get(SETTINGS, ())
    return words


def shown_texts(ctx: click.Context) -> Texts:
    """The words of the table's language; with settings that cannot be read, or one without words, the usual one."""
    from tablekeeper.display.words.texts import ENGLISH, LANGUAGES, shipped_texts
    from tablekeeper.firmware.settings.config import find_language

    language = find_language(find_home(ctx), wished_settings(ctx))
    return shipped_texts(language if language in LANGUAGES else ENGLISH)


def speaker(ctx: click.Context) -> Callable[[str], None]:
    """Prints sentences in the table's language."""
    texts = shown_texts(ctx)
    return lambda words: echo_wrapped(texts.translate(words))


def say(ctx: click.Context, words: str) -> None:
    """Print one sentence in the table's language."""
    speaker(ctx)(words)


def show_fault(ctx: click.Context, fault: str | Exception) -> None:
    """One sentence in the table's language, where errors go."""
    echo(f"tablekeeper: {brief(shown_texts(ctx).translate(fault))}", err=True)


@click.command()
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def config(ctx: click.Context, as_json: bool) -> None:
    """Show every setting and where it came from: default, file, environment or command line."""
    from tablekeeper.firmware.settings.config import load_config

    found = load_config(find_home(ctx), wished_settings(ctx))
    values = list(found.values())
    if as_json:
        echo(json.dumps({value.name: {"value": value.value, "from": value.origin} for value in values}))
        return
    echo(f"# {found.path}")
    width = max(len(value.name) for value in values)
    for value in values:
        echo(f"{value.name:{width}}  {json.dumps(value.value):12}  {value.origin}")
    echo("# What is changed in the file counts from the next start; what is changed on the screen counts at once.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.pass_context
def backup(ctx: click.Context, file: Path | None) -> None:
    """Write journals, editions, settings and calibration into FILE (or a new one in the table's folder)."""
    from tablekeeper.firmware.journal.care.backup import keep_newest, write_backup
    from tablekeeper.firmware.settings.config import load_config

    home = find_home(ctx)
    settings = load_config(home, wished_settings(ctx)).settings.journal
    path = write_backup(home, file)
    if file is None:
        keep_newest(home, settings.backups_kept)
    echo(shown_texts(ctx).say("backup.written", file=path))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Even if the folder holds a table; that one is kept beside.")
@click.pass_context
def restore(ctx: click.Context, file: Path, force: bool) -> None:
    """Put the backup FILE into this table's folder."""
    from tablekeeper.firmware.journal.care.backup import restore_backup

    home = find_home(ctx)
    names = restore_backup(file, home, force=force)
    echo(shown_texts(ctx).say("backup.restored", count=len(names), folder=home))


@click.command()
@click.pass_context
def repair(ctx: click.Context) -> None:
    """Check the journal; if it is damaged, save what fits and keep the damaged file aside."""
    from tablekeeper.firmware.journal.care.backup import JOURNAL, newest_backup
    from tablekeeper.firmware.journal.care.repair import open_journal
    from tablekeeper.firmware.journal.listing import list_games

    home = find_home(ctx)
    journal, notice = open_journal(home / JOURNAL, newest_backup(home))
    with journal:
        say(ctx, notice or Words("The journal is exactly what was written; nothing to repair."))
        for listed in list_games(journal.waiting(), journal.entries):
            if listed.misfit:
                say(ctx, Words("Game {number}: {misfit}", number=listed.record.id, misfit=listed.misfit))


@click.command()
@click.option("--json", "as_json", is_flag=True)
@click.option("--bundle", type=click.Path(path_type=Path), help="Also write diagnostics, nothing private, into a .zip.")
@click.option(
    "--hands", is_flag=True, help="Also test camera, sound, box, knob, buttons, lamp and buzzer with your own hands."
)
@click.option("--page", type=click.Path(path_type=Path), help="Also write all of it on a page to print (.html).")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, bundle: Path | None, hands: bool, page: Path | None) -> None:
    """Look at camera, pins, screen, sound, disk and power, and say how to mend what is wrong."""
    from tablekeeper.firmware.doctor import examine, real_probes

    home, findings, texts = find_home(ctx), [], shown_texts(ctx)
    looks = [examine(home, real_probes(), wished_settings(ctx)), _test_by_hand(ctx) if hands else ()]
    for finding in chain.from_iterable(looks):
        findings.append(finding)
        if not as_json:
            echo(finding.spell(texts))
    if as_json:
        echo(json.dumps([finding._asdict() for finding in findings]))
    if bundle is not None:
        from tablekeeper.firmware.doctor.bundle import write_bundle

        write_bundle(bundle, home, findings)
        echo(texts.say("doctor.bundle", file=bundle), err=as_json)
    if page is not None:
        import time

        from tablekeeper.firmware.doctor.page import write_page

        write_page(page, findings, texts, time.strftime("%Y-%m-%d"))
        echo(texts.say("doctor.page_written", file=page), err=as_json)
    if any(finding.state == "bad" for finding in findings):
        ctx.exit(1)


def _test_by_hand(ctx: click.Context) -> Iterator[Finding]:
    """Runs only when its turn comes, after the looks that need no hands."""
    import time

    from tablekeeper.firmware.checks.probes import open_camera
    from tablekeeper.firmware.doctor.by_hand import Opens, walk_all
    from tablekeeper.firmware.doctor.steps import Hands
    from tablekeeper.firmware.settings.config import load_config
    from tablekeeper.hardware.header.gpio import open_pin_factory

    settings, texts = load_config(find_home(ctx), wished_settings(ctx)).settings, shown_texts(ctx)
    hands = Hands(
        lambda words: echo(texts.translate(words), err=True),
        lambda words: click.confirm(clean(texts.translate(words)), default=True, err=True),
        time.monotonic,
        lambda: time.sleep(0.02),
        lambda words: echo_over(texts.translate(words), err=True),
    )
    yield from walk_all(settings, hands, Opens(open_camera, open_pin_factory, _play_notes))


def _play_notes() -> bool:
    from tablekeeper.display.window.sound import Sounds

    return Sounds().play("won", 100)


@click.command()
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def games(ctx: click.Context, as_json: bool) -> None:
    """List all games of this table: which, who, when, how far, and whether they can be gone on with."""
    from tablekeeper.firmware.commands.as_text.games import list_and_print

    list_and_print(find_home(ctx), shown_texts(ctx), echo, as_json=as_json)


@click.command()
@click.option("--seed", type=int, default=0, show_default=True, help="Of the fair dice that yours are compared with.")
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def statistics(ctx: click.Context, seed: int, as_json: bool) -> None:
    """Count games, wins and dice over all evenings; says whether the dice are fair, where it can be said."""
    import random

    from tablekeeper.firmware.commands.as_text.counts_as_text import spell_statistics
    from tablekeeper.firmware.journal.care.backup import JOURNAL
    from tablekeeper.firmware.journal.statistics import count_journal

    counted = count_journal(find_home(ctx) / JOURNAL, random.Random(seed))
    plain = json.dumps(counted.to_plain(), ensure_ascii=False)
    echo(plain if as_json else spell_statistics(counted, shown_texts(ctx)))


@click.command()
@click.option("--game", "number", type=int, help="Which game of the journal; the last finished one if not said.")
@click.option("--code", type=click.Path(path_type=Path), help="Also write the QR code, as .svg or .png.")
@click.option("--quiet", is_flag=True, help="Only the link.")
@click.pass_context
def playlog(ctx: click.Context, number: int | None, code: Path | None, quiet: bool) -> None:
    """Show the link and the QR code that open a finished game in BG Stats."""
    from tablekeeper.firmware.journal.care.backup import JOURNAL
    from tablekeeper.firmware.journal.finished import find_play
    from tablekeeper.firmware.journal.playlog import spell_code, write_code, write_link

    link = write_link(find_play(find_home(ctx) / JOURNAL, number))
    echo(link)
    if code is not None:
        write_code(link, code)
    if not quiet:
        echo(spell_code(link))


@click.command()
@click.argument("kind", type=click.Choice(["desktop", "console"]))
@click.option("--user", default=None, help="Who plays; whoever calls this if not said.")
@click.option("--group", "groups", multiple=True, help="A group that this system has; may be repeated.")
@click.option("--network", is_flag=True, help="Let the service use the network: for phones, the house and the club.")
@click.pass_context
def unit(ctx: click.Context, kind: str, user: str | None, groups: tuple[str, ...], network: bool) -> None:
    """Print the systemd unit of this table; scripts/install.sh puts it in its place."""
    import getpass
    import sys

    from tablekeeper.firmware.service.service import GROUPS, fill_unit

    command = str(Path(sys.executable).with_name("tablekeeper"))
    filled = fill_unit(
        kind, command=command, home=find_home(ctx), user=user or getpass.getuser(), groups=groups or GROUPS,
        network=network,
    )  # fmt: skip
    echo(filled, nl=False)


COMMANDS: list[click.Command] = [config, backup, restore, repair, doctor, games, statistics, playlog, unit]
