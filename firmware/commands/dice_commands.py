"""`tablekeeper dice`: reads whatever is rolled, for any game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.firmware.commands import care_commands
from tablekeeper.firmware.commands.eye_commands import parse_expectation
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.config import load_config

if TYPE_CHECKING:
    from tablekeeper.firmware.dice.presets import Preset
    from tablekeeper.firmware.dice.roll import DiceRoll

Reader = Callable[["DiceRoll"], None]
Expect = Mapping[str, int] | None
PRESETS = {"any": "any", "two": "two", "five": "five", "red-and-white": "red_white", "keep": "keep"}
"""What `--preset` takes, and the name of each; kept here so that the command line loads no reader of dice."""
QUIET = {"OPENCV_LOG_LEVEL": "OFF", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""Set before OpenCV is loaded: what it prints about a broken video is no sentence for people."""


@click.command()
@click.argument("source", required=False, metavar="[PICTURE, FOLDER OR VIDEO]", type=click.Path(path_type=Path))
@click.option("--camera", default="", metavar="NAME", help="pi, webcam or webcam:1; that of the settings if not given.")
@click.option("--expect", default="", help="Which dice are rolled, for instance red:2,black:1. It never moves a value.")
@click.option("--preset", type=click.Choice(PRESETS), help="What is rolled: so many dice, or some stay lying.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each roll.")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Also write the rolls to this file.")
@click.option("--once", is_flag=True, help="Stop after the first roll.")
@click.option("--serve", type=click.IntRange(1024, 65535), metavar="PORT", help="Also serve the rolls, and an overlay.")
@click.pass_context
def dice(
    ctx: click.Context, source: Path | None, camera: str, expect: str, preset: str | None, as_json: bool,
    table: Path | None, once: bool, serve: int | None,
) -> None:  # fmt: skip
    """Read whatever is rolled: each roll once, when it has come to rest."""
    os.environ.update(QUIET)
    from tablekeeper.firmware.dice.presets import find_preset
    from tablekeeper.vision.reader import check_expectation

    if expect and preset:
        raise BadInput(
            "Cannot read dice: found --preset {preset} beside --expect {expect}; expected one of them",
            preset=preset,
            expect=expect,
        )
    chosen = find_preset(PRESETS.get(preset or "any", ""))
    expected = parse_expectation(expect) or chosen.expect or None
    check_expectation(expected)
    if source is not None and camera:
        raise BadInput(
            "Cannot read dice: found --camera {camera} beside {source}; expected one of them",
            camera=camera,
            source=source,
        )
    failures: list[str] = []
    complain = partial(care_commands.show_fault, ctx)
    if source is not None:
        rolls = _watch_path(source, expected, chosen, failures, complain)
    else:
        rolls = _watch_camera(ctx, camera, expected, chosen, complain)
    with ExitStack() as stack:
        _print_rolls(rolls, _open_readers(ctx, stack, table, serve), as_json=as_json, once=once)
    if failures:
        ctx.exit(2)


def _watch_path(
    source: Path, expected: Expect, preset: Preset, failures: list[str], complain: Callable[[str], None]
) -> Iterator[DiceRoll]:
    from tablekeeper.firmware.dice.sources import watch_path

    def report(why: str) -> None:
        failures.append(why)
        complain(why)

    return watch_path(source, expected, report, preset)


def _watch_camera(
    ctx: click.Context, camera: str, expected: Expect, preset: Preset, complain: Callable[[str], None]
) -> Iterator[DiceRoll]:
    from tablekeeper.firmware.dice.sources import choose_camera
    from tablekeeper.firmware.dice.watching import watch_camera
    from tablekeeper.firmware.senses.camera.known_tray import load_calibration

    home = care_commands.find_home(ctx)
    settings = load_config(home, care_commands.wished_settings(ctx)).settings
    calibration, fault = load_calibration(home)
    if fault:
        complain(fault)
    return watch_camera(choose_camera(camera, settings.camera), expected, calibration, complain, preset=preset)


def _open_readers(ctx: click.Context, stack: ExitStack, table: Path | None, port: int | None) -> list[Reader]:
    """Whoever else wants each roll: a file, browsers, the house."""
    readers: list[Reader] = []
    if table is not None:
        from tablekeeper.firmware.dice.table import RollTable

        readers.append(stack.enter_context(closing(RollTable(table))).add)
    if port is not None:
        from tablekeeper.firmware.phones.roll_shelf import Rolls
        from tablekeeper.firmware.phones.rolls_site import serve

        served = Rolls()
        server, links = serve(served, port)
        stack.enter_context(closing(server))
        for link in links:
            echo(link, err=True)
        readers.append(served.add)
    home = care_commands.find_home(ctx)
    mqtt = load_config(home, care_commands.wished_settings(ctx)).settings.mqtt
    if mqtt.on:
        from tablekeeper.firmware.mqtt.rolls import RollHouse

        house = stack.enter_context(closing(RollHouse(mqtt, home, partial(care_commands.show_fault, ctx))))
        readers.append(lambda roll: house.say(roll.to_json()))
    return readers


def _print_rolls(rolls: Iterator[DiceRoll], readers: Sequence[Reader], *, as_json: bool, once: bool) -> None:
    try:
        for roll in rolls:
            echo(roll.to_json() if as_json else roll.spell())
            for read in readers:
                read(roll)
            if once:
                return
    except KeyboardInterrupt:  # the usual end of a camera
        return


COMMANDS = (dice,)
