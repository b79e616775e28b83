"""`tablekeeper text`: a game or a position as text to paste into a report, and such a text checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablekeeper.firmware.commands import care_commands
from tablekeeper.firmware.commands.shown import echo


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--game", "number", type=int, help="Which game of a journal; the last if not said.")
@click.option("--after", type=click.IntRange(0), help="Only so many answers; all if not said.")
@click.option("--position", is_flag=True, help="Only what lies on the table then, without how it came about.")
@click.pass_context
def text(ctx: click.Context, /, file: Path | None, **wanted: Any) -> None:
    """Print a game, or a position of it, as text to paste into a report; or check such a text.

    FILE is a journal (this table's own if none is named), or a text that was printed like this; - reads one that is
    pasted. What is printed shows everything, hidden hands too.
    """
    from tablekeeper.firmware.commands.as_text.texts_of_games import print_text
    from tablekeeper.firmware.journal.care.backup import JOURNAL

    print_text(care_commands.find_home(ctx) / JOURNAL if file is None else file, echo, **wanted)


COMMANDS = (text,)
