"""The commands about your own copy of a game: show what is known of it, correct it, take it elsewhere."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.faults import Words
from tablekeeper.firmware.commands.care_commands import find_home, say
from tablekeeper.firmware.commands.shown import echo

if TYPE_CHECKING:
    from tablekeeper.engines.core.printed.edition import Sheet


@click.group()
def edition() -> None:
    """What your own copy of a game prints: echo, correct, export."""


@edition.command()
@click.argument("game")
@click.option("--edition", "name", default="own", show_default=True, help="`own`, a shipped edition, or a .toml file.")
@click.option("--from", "origin", help="Only values with this provenance, for instance owner.")
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def show(ctx: click.Context, game: str, name: str, origin: str | None, as_json: bool) -> None:
    """Show every value of an edition with its place and how it is known."""
    from tablekeeper.engines.core.printed.edition import PROVENANCES
    from tablekeeper.firmware.errors import BadInput

    if origin is not None and origin not in PROVENANCES:
        raise BadInput(
            "Cannot show values from {origin!r}: there are none; expected one of {known}",
            origin=origin,
            known=", ".join(PROVENANCES),
        )
    sheet = _find_sheet(find_home(ctx), game, name)
    places = [place for place in sheet.values if origin in (None, sheet.provenances[place])]
    if as_json:
        echo(json.dumps({p: {"value": sheet.values[p], "from": sheet.provenances[p]} for p in places}))
        return
    width = max(map(len, places), default=0)
    for place in places:
        value = json.dumps(sheet.values[place], ensure_ascii=False)
        echo(f"{place:{width}}  {value}  {sheet.provenances[place]}")
    if not places:
        say(ctx, Words("Nothing is written down there yet."))


@edition.command(name="set")
@click.argument("game")
@click.argument("pairs", nargs=-1, required=True, metavar="PLACE=VALUE...")
@click.pass_context
def write(ctx: click.Context, game: str, pairs: tuple[str, ...]) -> None:
    """Write down or correct what your copy prints, for instance cards.37=4; counts from the next game on."""
    from tablekeeper.engines.catalogue import find_game
    from tablekeeper.firmware.settings.copies import Copies

    copies, found = Copies(find_home(ctx)), find_game(game)
    copies.store(found, dict(map(_read_pair, pairs)))
    say(ctx, Words("Written into {path}; it counts from the next game on.", path=copies.path(found)))


@edition.command()
@click.argument("game")
@click.argument("places", nargs=-1, required=True)
@click.pass_context
def forget(ctx: click.Context, game: str, places: tuple[str, ...]) -> None:
    """Forget what was told about PLACES: the table is asked again."""
    from tablekeeper.engines.catalogue import find_game
    from tablekeeper.firmware.errors import BadInput
    from tablekeeper.firmware.settings.copies import Copies

    copies, found = Copies(find_home(ctx)), find_game(game)
    known = copies.sheet(found).values
    strange = next((place for place in places if place not in known), None)
    if strange is not None:
        raise BadInput(
            "Cannot forget {strange} of {title}: nothing is written there; expected a place that `edition show` lists",
            strange=strange,
            title=found.title,
        )
    copies.store(found, {}, places)
    say(ctx, Words("Forgotten in {path}; the next game asks again.", path=copies.path(found)))


@edition.command()
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def export(ctx: click.Context, game: str, file: Path) -> None:
    """Write your edition into FILE, for another table or to share."""
    from tablekeeper.engines.catalogue import find_game
    from tablekeeper.firmware.errors import BadInput, why_of
    from tablekeeper.firmware.settings.copies import Copies

    text = Copies(find_home(ctx)).text(find_game(game))
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(text)
    except FileExistsError:
        raise BadInput("Cannot export into {file}: that file exists; expected a new name", file=file) from None
    except OSError as fault:
        raise BadInput(
            "Cannot export into {file}: {why}; expected a file of your own", file=file, why=why_of(fault)
        ) from None
    say(ctx, Words("Your edition is in {file}; play it with --edition {file}", file=file))


def _find_sheet(home: Path, game: str, name: str) -> Sheet:
    from tablekeeper.engines.catalogue import find_game
    from tablekeeper.engines.core.printed.edition import Sheet
    from tablekeeper.firmware.settings.copies import Copies

    found, copies = find_game(game), Copies(home)
    copies.open(found, name)  # whatever contradicts is printed here, with its place
    return Sheet.read(copies.text(found, name), found.name, name)


def _read_pair(pair: str) -> tuple[str, object]:
    """PLACE=VALUE, the value as TOML spells it; a bare word is a text, bare words with commas are a list of them."""
    from tablekeeper.firmware.errors import BadInput

    place, equals, value = pair.partition("=")
    if not equals:
        raise BadInput("Cannot read {pair!r}: found no sign =; expected PLACE=VALUE, as in cards.37=4", pair=pair)
    try:
        return place.strip(), tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        words = [word.strip() for word in value.split(",")]
        return place.strip(), words[0] if len(words) == 1 else [word for word in words if word]


COMMANDS: list[click.Command] = [edition]
