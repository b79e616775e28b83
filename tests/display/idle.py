"""Measures what an idle window costs, stepped as the program steps it: `python -m tests.display.idle [SECONDS]`."""

from __future__ import annotations

import sys
import time

from tablekeeper.display.window.window import Window
from tests.display.samples import table_pages

STEPS_A_SECOND = 30
"""As often as the program looks for fingers and devices."""


def measure_idle(window: Window, seconds: float) -> tuple[float, int]:
    """The share of a core, in per cent, and the frames that were drawn."""
    frames, cpu_s, began_s = window.frames, time.process_time(), time.monotonic()
    while (now_s := time.monotonic()) - began_s < seconds:
        window.intents(now_s)
        window.draw(now_s)
        time.sleep(max(0.0, 1 / STEPS_A_SECOND - (time.monotonic() - now_s)))
    return 100 * (time.process_time() - cpu_s) / seconds, window.frames - frames


def main(seconds: float) -> None:
    """A roll of Cocoon World, first before any sound and then with the sound device open."""
    window = Window((800, 480), driver=None)
    window.show(dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"])
    window.draw(time.monotonic())
    time.sleep(1)
    share, frames = measure_idle(window, seconds)
    print(f"idle: {share:.2f} % of a core, {frames} frames in {seconds:.0f} s")
    window.signal("turn")
    measure_idle(window, 4)
    share, frames = measure_idle(window, seconds)
    sound = f"silent: {window.sounds.silent}" if window.sounds.silent else "open"
    print(f"idle, sound device {sound}: {share:.2f} % of a core, {frames} frames in {seconds:.0f} s")
    window.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
