"""Plays a whole game beside the companion by clicks only, in the whole program and a real X11 window:
`python -m tests.display.companion_clicks GAME [TABLE]`."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from tablekeeper.display import intents
from tablekeeper.display.drawing.scene import Target
from tablekeeper.display.window.window import Window
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.program import BOT_PACE_S, Home, Program
from tablekeeper.firmware.settings.config import load_config
from tests.display.clicking import MOST_CLICKS, PATIENCE_S, PostedMouse, RealMouse, choose
from tests.firmware.sitting import no_devices

SIZE = (800, 480)
MOST_WAITS = 200
"""So often in a row only the companion may have something to do."""


class Beside:
    """A person at a window, with the companion in the other seat."""

    def __init__(self, game: str, table: str, mouse: PostedMouse | RealMouse, folder: Path, seed: int = 1) -> None:
        self.mouse, self.luck, self.skipped_s, self.clicks = mouse, random.Random(seed), 0.0, 0
        self.journal = Journal(folder / JOURNAL)
        self.window = Window(SIZE, driver=mouse.driver, calm=True)
        home = Home(load_config(folder, environment={}), self.journal)
        self.program = Program(self.window, home, no_devices, luck=random.Random(seed))
        people = ("Ann", "Companion")
        self.program.handle(intents.StartGame(game, people, (), table=table, companions=(1,)))
        assert self.program.loop is not None
        self.session = self.program.loop.session

    def step(self) -> None:
        """By the real clock, as the window tells a tap from a hold by it; thinking is skipped."""
        self.program.step(time.monotonic() + self.skipped_s)

    def play(self) -> tuple[int, int]:
        """To the end; how many clicks, and how many answers of the companion."""
        waits = 0
        while not self.session.is_over:
            self.step()
            thinking = getattr(self.window.page, "note", "") == "thinking"
            target = None if thinking else choose(self.leads_on(), self.luck)
            waits = waits + 1 if target is None else 0
            assert waits < MOST_WAITS, f"nothing to click at {self.session.history.question.kind}"
            if target is None:
                self.skipped_s += BOT_PACE_S
                continue
            area = self.window.easel.area
            self.click(target.rect.centerx + area.left, target.rect.centery + area.top)
        self.step()
        return self.clicks, sum(played.source.startswith("bot") for played in self.session.history.played)

    def leads_on(self) -> list[Target]:
        """What may be clicked; the lines that were read already need not be opened again."""
        return [target for target in self.window.hands.targets if target.key != "hands_open"]

    def click(self, x: int, y: int) -> None:
        """Click, and wait until the screen has changed."""
        before, number = self.window.scene, self.session.history.number
        self.mouse.click(x, y)
        self.clicks += 1
        assert self.clicks < MOST_CLICKS, f"no end after {self.clicks} clicks"
        gives_up_s = time.monotonic() + PATIENCE_S
        while self.window.scene is before and self.session.history.number == number:
            assert time.monotonic() < gives_up_s, "a click never arrived"
            self.step()

    def close(self) -> None:
        """Everything back."""
        self.program.close()
        self.journal.close()
        self.window.close()
        self.mouse.close()


def play_beside(game: str, table: str, mouse: PostedMouse | RealMouse, seed: int = 1) -> tuple[int, int]:
    """One whole game; clicks, and answers of the companion."""
    with tempfile.TemporaryDirectory() as folder:
        person = Beside(game, table, mouse, Path(folder), seed)
        try:
            return person.play()
        finally:
            person.close()


if __name__ == "__main__":
    name, table = sys.argv[1], (sys.argv[2:] or ["virtual"])[0]
    clicks, answers = play_beside(name, table, RealMouse())
    print(f"{name}, {table} table: {clicks} clicks, {answers} answers of the companion")
