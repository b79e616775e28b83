"""The commands for whoever builds a table and keeps it up to date: magnets, update."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.faults import Words
from tablekeeper.firmware.commands.shown import echo

if TYPE_CHECKING:
    from tablekeeper.hardware.magnets.fit import Fit


@click.command()
@click.option("--floor", "floor_mm", type=float, required=True, help="Millimetres between magnet and sensor.")
@click.option("--magnet", "size", default="8x3", show_default=True, help="A disc's diameter and height in mm.")
@click.option("--grade", default="N38", show_default=True, help="Of neodymium, N35 to N52.")
@click.option("--pitch", "pitch_mm", type=float, default=40.0, show_default=True, help="From cell to cell, in mm.")
@click.option("--aside", "aside_mm", type=float, default=3.0, show_default=True, help="How far beside it may rest.")
@click.option("--sensor", default="", help="Only this one, for instance DRV5032AJ.")
@click.option("--json", "as_json", is_flag=True)
def magnets(
    floor_mm: float, size: str, grade: str, pitch_mm: float, aside_mm: float, sensor: str, as_json: bool
) -> None:
    """Compute whether hall sensors feel a box's magnets through its floor, and only their own."""
    from tablekeeper.hardware.magnets.disc import read_disc
    from tablekeeper.hardware.magnets.fit import Box, fit
    from tablekeeper.hardware.magnets.sensors import find_sensors

    disc, box = read_disc(size, grade.upper()), Box(floor_mm, pitch_mm, aside_mm)
    fits = [fit(disc, found, box) for found in find_sensors(sensor)]
    if as_json:
        echo(json.dumps({"magnet": size, "grade": disc.grade, "fits": [_plain(found) for found in fits]}))
        return
    echo(f"magnet {disc.diameter_mm:g} x {disc.height_mm:g} mm, {disc.grade}; floor {floor_mm:g} mm, ", nl=False)
    echo(f"cells {pitch_mm:g} mm apart, resting up to {aside_mm:g} mm aside")
    for found in fits:
        for line in spell_fit(found):
            echo(line)


def _plain(found: Fit) -> dict[str, object]:
    return {
        "sensor": found.sensor.name,
        "works": found.works,
        "field_mt": round(found.felt_mt, 2),
        "closes_mt": found.sensor.closes_mt,
        "neighbours_mt": round(found.neighbours_mt, 2),
        "opens_mt": found.sensor.opens_mt,
        "thickest_floor_mm": found.thickest_floor_mm,
        "least_pitch_mm": found.least_pitch_mm,
        "pole": "either" if found.sensor.either_pole else "south",
    }


def spell_fit(found: Fit) -> list[str]:
    """What was computed, in lines for people."""
    from tablekeeper.hardware.magnets.sensors import guessed

    sensor = found.sensor
    own = f"{found.felt_mt:.1f} mT over a full cell (needs {sensor.closes_mt:g})"
    others = f"{abs(found.neighbours_mt):.2f} mT from the neighbours over an empty one ({_bound(found)})"
    floor = f"thickest floor {_mm(found.thickest_floor_mm)}"
    pitch = f"smallest distance of cells {_mm(found.least_pitch_mm)}"
    lines = [
        f"{'works' if found.works else 'NO   '} {sensor.name}: {own}, {others}",
        f"      {floor}, {pitch}; {_pole(found)}",
    ]
    missing = guessed(sensor)
    return [*lines, f"      guessed, no document was found: {', '.join(missing)}"] if missing else lines


def _bound(found: Fit) -> str:
    if not found.sensor.either_pole:
        return "of the other pole, which it does not feel"
    return f"lets go at {found.sensor.opens_mt:g}"


def _mm(length: float | None) -> str:
    return "none" if length is None else f"{length:g} mm"


def _pole(found: Fit) -> str:
    return "all magnets the same pole down" if found.sensor.either_pole else "south pole down, to the printed face"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "keys", type=click.Path(path_type=Path), multiple=True, help="A public key that may sign.")
@click.option("--older", is_flag=True, help="Even if it is no newer than the one that runs.")
@click.pass_context
def update(ctx: click.Context, file: Path, keys: tuple[Path, ...], older: bool) -> None:
    """Check the signed release FILE, put it beside the running one, and use it from the next start on."""
    from importlib.metadata import version

    from tablekeeper.firmware.commands.care_commands import find_home, say
    from tablekeeper.firmware.updates.install import update as install
    from tablekeeper.firmware.updates.keys import find_keys

    home = find_home(ctx)
    running = version("tablekeeper")
    taken = install(file, home, running, find_keys(home, list(keys)), older=older)
    say(
        ctx,
        Words(
            "Version {taken} runs from the next start on; if it does not last, {running} comes back by itself.",
            taken=taken,
            running=running,
        ),
    )


COMMANDS: list[click.Command] = [magnets, update]
