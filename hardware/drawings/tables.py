"""The tables of the guide, as Markdown: every wire, every part, every rating with its source, every magnet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from tablekeeper.hardware.circuits.circuit import Circuit, Leg, volts
from tablekeeper.hardware.circuits.currents import rail_ma
from tablekeeper.hardware.circuits.header import PAD, RAILS, colour_of
from tablekeeper.hardware.circuits.parts import Kind, Rating, load_kinds
from tablekeeper.hardware.header.pins import HEADER
from tablekeeper.hardware.magnets.disc import Disc
from tablekeeper.hardware.magnets.fit import Box, Fit, fit
from tablekeeper.hardware.magnets.sensors import guessed, hall_sensors

NOTE = "<!-- made by python -m tablekeeper.hardware.drawings; do not edit -->\n\n"
POSITIONS = {"3.3 V": "1 or 17", "5 V": "2 or 4", "GND": "6, 9, 14, 20, 25, 30, 34 or 39"}
DISCS = (Disc(5, 2), Disc(6, 2), Disc(6, 3), Disc(8, 2), Disc(8, 3), Disc(10, 2), Disc(10, 3), Disc(10, 5))
FLOOR_MM = 4.0


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def wiring(circuits: Iterable[Circuit]) -> str:
    """Every net of every circuit, by its colour and where it begins."""
    parts = [NOTE + "# Wire by wire\n"]
    for circuit in circuits:
        head = ("colour", "from", "to")
        parts.append(f"\n## {circuit.title} (`{circuit.name}`)\n\n{table(head, _wires(circuit))}")
        sums = ", ".join(f"{rail_ma(circuit, rail):.0f} mA from {rail}" for rail in RAILS if volts(rail))
        parts.append(f"\nAt most {sums}.\n")
    return "".join(parts)


def _wires(circuit: Circuit) -> Iterable[Sequence[object]]:
    for net, legs in circuit.nets.items():
        name = net.removeprefix("@")
        ends = ", ".join(_fold(legs))
        if net.startswith("@"):
            pin = circuit.pins[name]
            yield colour_of(name), f"{name}: position {HEADER[pin]} (BCM {pin})", ends
        elif net in RAILS:
            yield colour_of(net), f"{net}: position {POSITIONS[net]}", ends
        else:
            yield "on the board", name, ends


def _fold(legs: Iterable[Leg]) -> Iterable[str]:
    """S1.OUT, S2.OUT, S3.OUT as S1-S3.OUT."""
    runs: list[tuple[str, str, int, int]] = []
    for stem, name, number in _sorted(legs):
        if runs and runs[-1][:2] == (stem, name) and number == runs[-1][3] + 1:
            runs[-1] = (*runs[-1][:3], number)
        else:
            runs.append((stem, name, number, number))
    for stem, name, first, last in runs:
        numbers = f"{first}" if first == last else f"{first}-{stem}{last}"
        yield f"{stem}{numbers if first else ''}.{name}"


def _sorted(legs: Iterable[Leg]) -> list[tuple[str, str, int]]:
    split = [(leg, *_split(leg.part)) for leg in legs]
    return sorted((stem, leg.name, number) for leg, stem, number in split)


def _split(part: str) -> tuple[str, int]:
    stem = part.rstrip("0123456789")
    return stem, int(part[len(stem) :] or 0)


def parts_list(circuits: Iterable[Circuit]) -> str:
    """What to order for each circuit, with rough prices."""
    pages = [NOTE + "# Parts of the circuits\n\nPrices are rough guesses in euros; no shop was asked.\n"]
    for circuit in circuits:
        counted = Counter((part.kind.name, part.value) for part in circuit.parts.values())
        rows = [_order(load_kinds()[name], value, count) for (name, value), count in sorted(counted.items())]
        total = sum(load_kinds()[name].price_eur * count for (name, _), count in counted.items())
        head = ("count", "part", "order as", "euros")
        pages.append(
            f"\n## {circuit.title} (`{circuit.name}`)\n\n{table(head, rows)}\nTogether about {total:.0f} euros.\n"
        )
    return "".join(pages)


def _order(kind: Kind, value: str, count: int) -> Sequence[object]:
    return count, kind.what + (f", {value}" if value else ""), kind.code, f"{kind.price_eur * count:.2f}"


def ratings() -> str:
    """Every figure that the check uses, with its source."""
    head = ("part", "rating", "value", "source")
    rows = [
        (kind.name, what, rating.spell(), _source(rating))
        for kind in load_kinds().values()
        for what, rating in kind.ratings.items()
    ]
    legs = [
        (kind.name, "order of legs", ", ".join(leg for leg, _ in kind.legs), _legs_source(kind)) for kind in _legged()
    ]
    pad = [("the Pi's pins", what, rating.spell(), _source(rating)) for what, rating in PAD.items() if _bounded(rating)]
    rails = [
        (f"the Pi's {name}", "most_ma", f"{rail.most_ma:g}", ("**guess**: " if rail.guess else "") + rail.source)
        for name, rail in RAILS.items()
    ]
    return NOTE + "# Where every figure comes from\n\n" + table(head, [*pad, *rails, *rows, *legs])


def _legged() -> list[Kind]:
    return [kind for kind in load_kinds().values() if len(kind.legs) > 2]


def _bounded(rating: Rating) -> bool:
    return rating.least is not None or rating.most is not None


def _source(rating: Rating) -> str:
    return ("**guess**: " if rating.guess else "") + rating.source


def _legs_source(kind: Kind) -> str:
    return ("**check before you solder**: " if kind.legs_guess else "") + kind.legs_source


@cache
def magnets() -> str:
    """The largest floor for common magnets and sensors, and whether neighbours disturb."""
    head = ("magnet (N38)", *(f"{sensor.name}: thickest floor, smallest pitch" for sensor in hall_sensors()))
    rows = [
        (
            f"{disc.diameter_mm:g} x {disc.height_mm:g}",
            *(_cell(fit(disc, sensor, Box(FLOOR_MM))) for sensor in hall_sensors()),
        )
        for disc in DISCS
    ]
    marks = "; ".join(f"{sensor.name}: {', '.join(guessed(sensor))}" for sensor in hall_sensors() if guessed(sensor))
    return (
        NOTE
        + "# Magnets\n\nThe thickest floor in mm at cells 40 mm apart, and the smallest distance of the cells in mm "
        f"under a floor of {FLOOR_MM:g} mm. A dash: it does not work.\n\n{table(head, rows)}\n"
        f"Guessed, as no document was found: {marks}.\n"
    )


def _cell(found: Fit) -> str:
    lengths = (found.thickest_floor_mm, found.least_pitch_mm)
    return ", ".join("-" if length is None else f"{length:g}" for length in lengths)
