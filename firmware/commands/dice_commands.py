"""`tablekeeper dice`: reads whatever is rolled, for any game."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.firmware.commands import care_commands
from tablekeeper.firmware.commands.eye_commands import parse_expectation
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.errors import BadInput

if TYPE_CHECKING:
    from tablekeeper.firmware.dice.roll import DiceRoll

Expect = Mapping[str, int] | None
QUIET = {"OPENCV_LOG_LEVEL": "OFF", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""Set before OpenCV is loaded: what it prints about a broken video is no sentence for people."""


@click.command()
@click.argument("source", required=False, metavar="[PICTURE, FOLDER OR VIDEO]", type=click.Path(path_type=Path))
@click.option("--camera", default="", metavar="NAME", help="pi, webcam or webcam:1; that of the settings if not given.")
@click.option("--expect", default="", help="Which dice are rolled, for instance red:2,black:1. It never moves a value.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each roll.")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Also write the rolls to this file.")
@click.option("--once", is_flag=True, help="Stop after the first roll.")
@click.pass_context
def dice(
    ctx: click.Context, source: Path | None, camera: str, expect: str, as_json: bool, table: Path | None, once: bool
) -> None:
    """Read whatever is rolled: each roll once, when it has come to rest."""
    os.environ.update(QUIET)
    from tablekeeper.vision.reader import check_expectation

    expected = parse_expectation(expect)
    check_expectation(expected)
    if source is not None and camera:
        raise BadInput(f"Cannot read dice: found --camera {camera} beside {source}; expected one of them")
    failures: list[str] = []
    rolls = _watch_path(source, expected, failures) if source is not None else _watch_camera(ctx, camera, expected)
    _print_rolls(rolls, as_json=as_json, table=table, once=once)
    if failures:
        ctx.exit(2)


def _watch_path(source: Path, expected: Expect, failures: list[str]) -> Iterator[DiceRoll]:
    from tablekeeper.firmware.dice.sources import watch_path

    def report(why: str) -> None:
        failures.append(why)
        _complain(why)

    return watch_path(source, expected, report)


def _watch_camera(ctx: click.Context, camera: str, expected: Expect) -> Iterator[DiceRoll]:
    from tablekeeper.firmware.dice.sources import choose_camera
    from tablekeeper.firmware.dice.watching import watch_camera
    from tablekeeper.firmware.senses.camera.known_tray import load_calibration
    from tablekeeper.firmware.settings.config import load_config

    home = care_commands.find_home(ctx)
    settings = load_config(home, care_commands.wished_settings(ctx)).settings
    calibration, fault = load_calibration(home)
    if fault:
        _complain(fault)
    return watch_camera(choose_camera(camera, settings.camera), expected, calibration, _complain)


def _complain(why: str) -> None:
    echo(f"tablekeeper: {why}", err=True)


def _print_rolls(rolls: Iterator[DiceRoll], *, as_json: bool, table: Path | None, once: bool) -> None:
    from tablekeeper.firmware.dice.table import RollTable

    with ExitStack() as stack:
        written = stack.enter_context(closing(RollTable(table))) if table is not None else None
        try:
            for roll in rolls:
                echo(roll.to_json() if as_json else roll.spell())
                if written is not None:
                    written.add(roll)
                if once:
                    return
        except KeyboardInterrupt:  # the usual end of a camera
            return


COMMANDS = (dice,)
