"""From a touch to its pixels: how many frames it takes, and how long: `python -m tests.display.touch_frame`."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
import pygame

from tablekeeper.display import intents
from tablekeeper.display.drawing.scene import Local, Target
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.program import Home, Program
from tablekeeper.firmware.settings.config import load_config
from tests.firmware.sitting import no_devices

TOUCHES = 40
MOST_FRAMES = 10


class Touched(NamedTuple):
    """What one touch took."""

    frames: int
    """Frames until pixels changed; more than MOST_FRAMES: none did."""
    seconds: float
    """From the event to the end of the frame."""


def tap(target: Target) -> None:
    """Down and up on a target."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=1, pos=target.rect.center))


def touches(game: str, size: tuple[int, int], folder: Path) -> Iterator[Touched]:
    """Touches in a game of the whole program: each is one that answers, or that changes what is chosen."""
    with Journal(folder / "journal.sqlite") as journal:
        window = Window(size, driver="dummy")
        program = Program(window, Home(load_config(folder, environment={}), journal), no_devices, luck=random.Random(1))
        program.handle(intents.StartGame(game, ("Ann", "Ben"), (), table="real"))
        now_s = 0.0
        for number in range(TOUCHES):
            for _ in range(20):  # everything has come to rest
                now_s += 1.0
                program.step(now_s)
            targets = [target for target in window.hands.targets if changes(target, window)]
            if not targets:
                break
            yield feel(window, program, targets[7 * number % len(targets)], now_s)
        program.close()
        window.close()


def changes(target: Target, window: Window) -> bool:
    """Whether it answers, or chooses what does not look chosen already."""
    if not isinstance(target.act, Local):
        return isinstance(target.act, intents.Answered)
    assert window.page is not None
    assert window.scene is not None
    there = {**window.ui, target.act.name: target.act.value}
    scene = window.composer.compose(window.page, there, window.look, window.table)
    return {item[:3] for item in scene.items} != {item[:3] for item in window.scene.items}


def feel(window: Window, program: Program, target: Target, now_s: float) -> Touched:
    """Tap, then step the program once a frame until pixels have changed."""
    before = pygame.surfarray.array3d(window.screen)
    tap(target)
    began_s = time.perf_counter()
    for frames in range(1, MOST_FRAMES + 1):
        program.step(now_s + frames / 30)
        took_s = time.perf_counter() - began_s
        if np.any(before != pygame.surfarray.array3d(window.screen)):
            return Touched(frames, took_s)
    return Touched(MOST_FRAMES + 1, took_s)


def main() -> None:
    """Every game, on the small screen and a large one."""
    for size in ((800, 480), (1920, 1080)):
        for game in NAMES:
            with tempfile.TemporaryDirectory() as folder:
                found = list(touches(game, size, Path(folder)))
            took = sorted(1000 * one.seconds for one in found)
            print(
                f"{game} {size[0]}x{size[1]}: {len(found)} touches, at most {max(one.frames for one in found)} frame; "
                f"{median(took):.0f} ms, at worst {took[-1]:.0f}"
            )


if __name__ == "__main__":
    main()
