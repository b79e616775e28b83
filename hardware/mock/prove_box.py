"""Proves the box: simulated slides at pin level against the truth (python -m tablekeeper.hardware.mock.prove_box)."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

from tablekeeper.hardware.header.pins import Reservations, load_pins
from tablekeeper.hardware.mock.magnet import Sensor
from tablekeeper.hardware.mock.simulated_box import SimulatedBox
from tablekeeper.hardware.mock.simulated_pins import simulated_pins
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import (
    Contradicts,
    Fact,
    Lifted,
    Moving,
    NoHole,
    Rests,
    Slid,
    TwoHoles,
    Unknown,
)
from tablekeeper.hardware.sliding_box.hall_grid import HallGrid
from tablekeeper.hardware.sliding_box.slides import neighbours

# a magnet is no longer felt from 13 mm off; a hand that speeds up needs a third of its time to get there
_LEFT_AFTER = 0.3
PAUSE_S = (0.2, 1.4)
DOUBTS = (Contradicts, Lifted, NoHole, TwoHoles, Unknown)
FAULTY = ("sensor_stuck_on", "sensor_stuck_off", "loose_wire")


@dataclass
class Tally:
    """What became of all slides. `false` are slides that were said and did not happen."""

    slides: int = 0
    right: int = 0
    false: int = 0
    silent: int = 0
    said: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    edges: int = 0

    def line(self, name: str, seconds: float) -> str:
        """One line for people."""
        undecided = ", ".join(f"{kind} {count}" for kind, count in sorted(self.said.items())) or "none"
        return (
            f"{name:18} {self.slides} slides, {self.right} right, {self.false} false, {self.silent} unreported; "
            f"rest to fact at most {self.slowest_s * 1000:.0f} ms; {self.edges} edges; said besides: {undecided}; "
            f"{seconds:.1f} s of computing"
        )


class Rig:
    """A simulated box with the real driver above it, in a time of its own."""

    def __init__(self, seed: int, sensor: Sensor | None = None, masked: int | None = None) -> None:
        pins = load_pins()
        self.clock, factory = TableClock(), simulated_pins()
        self.box = SimulatedBox(self.clock, factory, pins.hall, seed=seed, sensor=sensor)
        self.driver = Box(
            self.clock, HallGrid(self.clock, pins.hall, factory, Reservations()), last_hole=5, masked=masked
        )
        self.looks = 0
        self.box.power_on()
        self.driver.open()
        self.facts_until(1.0)

    def facts_until(self, until_s: float) -> list[Fact]:
        """Let time pass; the driver is looked at only when an edge came or its own wait ended."""
        found: list[Fact] = []
        while True:
            waits = [due for due in (self.clock.next_s, self.driver.due_s()) if due is not None and due <= until_s]
            if not waits:
                self.clock.sleep(until_s - self.clock.now())
                return found + self.driver.facts()
            self.clock.sleep(min(waits) - self.clock.now())
            self.looks += 1
            found += self.driver.facts()

    def close(self) -> None:
        """Give the pins back."""
        self.driver.close()


def prove(
    slides: int, seed: int, fault: str = "", *, cell: int = 5, sensor: Sensor | None = None, masked: bool = False
) -> Tally:
    """Slide so often, wait a little each time, and compare every fact with the truth."""
    rig, tally = Rig(seed, sensor, cell if masked else None), Tally()
    if fault:
        rig.box.set_fault(fault, cell=cell)
        rig.facts_until(rig.clock.now() + 3)
    waiting: list[_Made] = []
    for _ in range(slides):
        start = int(rig.box.rng.choice(sorted(neighbours(rig.box.hole) - rig.box.lifted)))
        end, tally.slides = rig.box.hole, tally.slides + 1
        begins_s, rests_s = rig.clock.now(), rig.box.slide(start)
        left_s = begins_s + _LEFT_AFTER * (rests_s - begins_s)
        facts = rig.facts_until(rests_s + float(rig.box.rng.uniform(*PAUSE_S)))
        waiting.append(_Made(start, end, left_s, rests_s))
        _compare(facts, waiting, tally)
    last = rig.facts_until(rig.clock.now() + 3)
    _compare(last, waiting, tally)
    tally.silent += sum(not made.doubted for made in waiting)
    tally.edges = rig.box.edges
    rig.close()
    return tally


@dataclass
class _Made:
    """A slide that was really made, and when its magnet had left and come to rest."""

    start: int
    end: int
    left_s: float
    rests_s: float
    doubted: bool = False


def _compare(facts: list[Fact], waiting: list[_Made], tally: Tally) -> None:
    """Cross off what was said; a report of doubt covers every waiting slide that had begun to be felt."""
    for fact in facts:
        if isinstance(fact, Slid):
            _cross_off(fact, waiting, tally)
        elif isinstance(fact, DOUBTS) or (isinstance(fact, Rests) and fact.disturbed):
            for made in waiting:
                made.doubted = made.doubted or made.left_s < fact.at_s
        if not isinstance(fact, Moving | Slid):
            tally.said[type(fact).__name__] += 1


def _cross_off(said: Slid, waiting: list[_Made], tally: Tally) -> None:
    """A slide that was said must be the newest that was made; those passed over must have been doubted."""
    if (waiting[-1].start, waiting[-1].end) != (said.start, said.end):
        early = [made for made in waiting if (made.start, made.end) == (said.start, said.end)]
        if not early or waiting[-1].left_s < said.at_s - 0.1:
            tally.false += 1
            return
        newer = waiting.index(early[-1]) + 1
    else:
        newer = len(waiting)
    tally.right += 1
    tally.silent += sum(not made.doubted for made in waiting[: newer - 1])
    made = waiting[newer - 1]
    if not made.doubted and newer == 1:
        tally.slowest_s = max(tally.slowest_s, said.at_s - made.rests_s)
    del waiting[:newer]


def main() -> None:
    """Print the proof."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slides", type=int, default=100_000)
    parser.add_argument("--faulty", type=int, default=5_000, help="slides for each kind of broken sensor")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = [("sound sensors", asked.slides, "", None), ("20 Hz sensors", asked.faulty, "", Sensor(sample_s=0.05))]
    rows += [(fault, asked.faulty, fault, None) for fault in FAULTY]
    rows.append(("dead and masked", asked.faulty, "sensor_stuck_off", None))
    for name, slides, fault, sensor in rows:
        began = time.process_time()
        tally = prove(slides, asked.seed, fault, sensor=sensor, masked="masked" in name)
        print(tally.line(name, time.process_time() - began), flush=True)


if __name__ == "__main__":
    main()
