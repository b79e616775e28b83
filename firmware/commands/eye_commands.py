"""`tablekeeper read` and `tablekeeper accuracy`: the reader on pictures from anywhere."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.firmware.commands.care_commands import show_fault
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.errors import BadInput
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Reading

if TYPE_CHECKING:
    from tablekeeper.vision.measure.accuracy import Trial


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--expect", default="", help="Which dice lie there, for instance red:2,black:1. It never moves a value.")
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def read(ctx: click.Context, images: tuple[Path, ...], expect: str, as_json: bool) -> None:
    """Read the dice in pictures."""
    from tablekeeper.vision import VisionError

    expected = parse_expectation(expect)
    failed = False
    for path in images:
        try:
            entry = read_one(path, expected)
        except VisionError as fault:
            failed = True
            show_fault(ctx, fault)
            continue
        echo(json.dumps(entry, ensure_ascii=False) if as_json else spell(entry))
    if failed:
        ctx.exit(2)


def parse_expectation(text: str) -> dict[str, int] | None:
    """`red:2,black:1` as counts by colour."""
    if not text:
        return None
    expected = {}
    for word in text.split(","):
        colour, colon, count = word.strip().partition(":")
        if not colon or not (count.isascii() and count.isdigit() and len(count) < 4):
            raise BadInput("Cannot read the expected dice: found {word!r}; expected like red:2,black:1", word=word)
        expected[colour] = int(count)
    return expected


def read_one(path: Path, expected: dict[str, int] | None) -> Tree:
    """One picture's reading as the command prints it."""
    from tablekeeper.vision import load_picture
    from tablekeeper.vision import read as read_picture

    picture = load_picture(path)
    began = time.perf_counter()
    reading = read_picture(picture, expected)
    milliseconds = (time.perf_counter() - began) * 1000
    dice = [
        {"value": die.value, "confidence": die.confidence, "body": die.body, "box": list(die.box)}
        for die in reading.dice
    ]
    return {
        "file": str(path),
        "sure": reading.sure,
        "why": reading.why,
        "milliseconds": round(milliseconds, 1),
        "dice": dice,
    }


def spell(entry: Tree) -> str:
    """One reading as a line for people."""
    dice = ", ".join(f"{die['body']} {die['value']}" for die in entry["dice"]) or "no dice"
    return f"{entry['file']}: {dice} ({'sure' if entry['sure'] else 'not sure: ' + str(entry['why'])})"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--sheet", type=click.Path(path_type=Path), help="Write a contact sheet of everything wrong or doubtful.")
@click.option("--json", "as_json", is_flag=True)
def accuracy(folder: Path, sheet: Path | None, as_json: bool) -> None:
    """Read a labelled folder, or series of throws under one camera: silent misreads, abstentions, intervals, speed."""
    import cv2

    from tablekeeper.vision.measure.accuracy import measure, spell_summary, summarise
    from tablekeeper.vision.measure.series import find_series, measure_series, spell_series
    from tablekeeper.vision.reader import read as read_picture

    cv2.setNumThreads(1)
    series = find_series(folder)
    if series:
        measured = [measure_series(one) for one in series]
        figures = [one.as_dict() for one in measured]
        click.echo(json.dumps({"series": figures}) if as_json else spell_series(measured))
        return
    done = 0

    def look(picture: Picture) -> Reading:
        nonlocal done
        done += 1
        if not as_json and sys.stderr.isatty():
            echo(f"\r{done} pictures read", err=True, nl=False)
        return read_picture(picture)

    trials = measure(folder, look)
    summary = summarise(trials)
    echo(json.dumps(summary) if as_json else spell_summary(summary))
    if sheet is not None:
        write_sheet(trials, sheet)


def write_sheet(trials: Sequence[Trial], path: Path) -> None:
    """Everything that was wrong or doubtful, in one picture."""
    import cv2

    from tablekeeper.vision.measure.contact_sheet import draw_contact_sheet

    picture = draw_contact_sheet(trials)
    if picture is None:
        echo("nothing was wrong or doubtful, so there is no contact sheet", err=True)
    elif path.suffix.lower() not in (".png", ".jpg") or not cv2.imwrite(str(path), picture):
        raise BadInput(
            "Cannot write the contact sheet {path}: it could not be written; expected a .png in a folder that is there",
            path=path,
        )


COMMANDS = (read, accuracy)
