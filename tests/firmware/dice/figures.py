"""Rolls with no game, beside a game: `python -m tests.firmware.dice.figures`.

The same throws go through the eye twice in one run: into a game on the screen, and into a line for other programs.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import cv2

from tablekeeper.firmware.commands.bench import Figure
from tablekeeper.firmware.dice.rolls import Rolls
from tablekeeper.firmware.dice.watching import PAUSE_S
from tablekeeper.firmware.senses.camera.eye import ANY_DICE, Eye
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.simulated.known_tray import simulated_reader
from tests.firmware.figures import FPS, ROLLS, Moment, Replay, follow_roll, take_frames

BAR = 1.0
"""As fast as in a game."""


def follow_line(seed: int) -> Moment | None:
    """One throw through the eye until its line is written; None where no roll is reported."""
    frames, resting = take_frames(seed, (2 + seed % 4, 1, 6), 1.2)
    camera: Any = Replay(frames)
    inbox, rolls = Inbox(), Rolls()
    eye = Eye(camera, inbox, simulated_reader(["red", "black"]))
    eye.ask(ANY_DICE)
    with open(os.devnull, "w", encoding="utf-8") as out:
        for number in range(len(frames)):
            began, worked = time.perf_counter(), time.process_time()
            eye.step()
            read = time.perf_counter()
            for roll in rolls.take(inbox):
                print(roll.to_json(), file=out, flush=True)
                written, work = time.perf_counter(), time.process_time()
                return Moment(
                    (number - resting) / FPS, *(1000 * t for t in (read - began, written - read, work - worked))
                )
    return None


def total_ms(moment: Moment, turn_s: float) -> float:
    """Settling by the camera's clock, work by the processor's, and the wait for a turn."""
    return 1000 * (moment.settling_s + turn_s) + moment.working_ms


def measure_rest_to_line() -> Iterator[Figure]:
    """The line beside the screen, of the same throws."""
    both = [(follow_line(seed), follow_roll(seed)) for seed in range(ROLLS)]
    pairs = [(line, game) for line, game in both if line is not None and game is not None]
    lines = [total_ms(line, PAUSE_S) for line, _ in pairs]
    games = [total_ms(game, 1 / FPS) for _, game in pairs]
    ratio = median(lines) / median(games)
    how = (
        f"{len(pairs)} throws: to the line {median(lines):.0f} ms, at worst {max(lines):.0f}, of which settling takes "
        f"{1000 * median(line.settling_s for line, _ in pairs):.0f}; to the screen in a game {median(games):.0f} ms, "
        f"at worst {max(games):.0f}; reading by the clock {median(line.reading_ms for line, _ in pairs):.0f} and "
        f"{median(game.reading_ms for _, game in pairs):.0f} ms"
    )
    yield Figure("roll at rest to its line, beside a game", ratio, "times", "<= 1", ratio <= BAR, how)


def main() -> int:
    """Print the figure; 1 if its bar is missed."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    cv2.setNumThreads(1)
    missed = 0
    for figure in measure_rest_to_line():
        missed += not figure.met
        mark = "ok  " if figure.met else "MISS"
        print(f"{mark} {figure.name}: {figure.value:.3g} {figure.unit} (wanted {figure.wanted}; {figure.how})")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
