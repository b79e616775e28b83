"""One simulated evening through the whole chain: rendered pictures, reader, arbiter, journal, rules and screen."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from display.window import Window

from display import wishes as w
from engines.core import TEAM
from firmware.copies import load_ledger
from firmware.eye import Eye
from firmware.inbox import Inbox
from firmware.journal import Journal
from firmware.loop import Loop
from firmware.people import People, Tally
from firmware.session import Session
from firmware.tray import prepare_reader
from hardware.mock.simulated_tray import SimulatedTray
from hardware.mock.table_clock import TableClock

Tell = Callable[[str], None]
SIZE = (800, 480)
STUCK_S = 120.0
"""An evening in which nothing is answered for so long is stuck, and says so."""
MOMENTS = {"dice_rolled": 3, "dungeon_entered": 2, "bet_made": 2, "loop_left": 1, "tile_revealed": 2, "bet_won": 1}
"""How many pictures of each kind of event an evening leaves."""


@dataclass
class Summary:
    """What an evening leaves in `out/summary.json`."""

    game: str
    seed: int
    rolls: int = 0
    dice: int = 0
    silent_misreads: int = 0
    asked: int = 0
    told_by_touch: int = 0
    answers: int = 0
    seconds: float = 0.0
    table_seconds: float = 0.0
    winner: list[str] = field(default_factory=list)
    cause: str = ""
    misread: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)


class Album:
    """Screenshots of the moments worth one."""

    def __init__(self, window: Window, out: Path) -> None:
        self.window = window
        self.out = out
        self.left = dict(MOMENTS)
        self.pictures: list[str] = []

    def look(self, happened: Sequence[Any]) -> None:
        """Take a picture if something new is worth it."""
        for event in happened:
            if self.left.get(event.kind, 0) > 0:
                self.left[event.kind] -= 1
                self.take(event.kind)
                return

    def take(self, name: str) -> None:
        """Take a picture now."""
        path = self.out / f"{len(self.pictures) + 1:02d}_{name}.png"
        self.window.screenshot(path)
        self.pictures.append(path.name)


class Evening:
    """A simulated table with simulated people, in fast time."""

    def __init__(
        self, journal: Journal, game: str, players: Sequence[str], *, seed: int, out: Path, faults: Sequence[str] = ()
    ) -> None:
        self.clock = TableClock()
        self.luck = random.Random(seed)
        self.tray = SimulatedTray(self.clock, seed=seed)
        self.tray.open()
        read = prepare_reader(self.tray, [*_dice_colours(players), "white", "black"])
        for fault in faults:
            self.tray.set_fault(fault)
        self.session = Session.begin(journal, game, players, table="virtual")
        self.window = Window(SIZE, driver="dummy", calm=True)
        self.inbox = Inbox()
        self.eye = Eye(self.tray, self.inbox, read)
        self.loop = Loop(
            self.session, _Wishing(self.window, self), self.inbox, load_ledger(self.session.game),
            luck=self.luck, eye=self.eye, deals=True,
        )  # fmt: skip
        self.wanted: list[w.Wish] = []
        good = self.session.game.bots["good"]
        bots = dict.fromkeys(range(TEAM, len(players)), good)
        self.people = People(self.loop, self.tray, self.wanted.append, luck=self.luck, bots=bots, now=self.clock.now)
        out.mkdir(parents=True, exist_ok=True)
        self.album = Album(self.window, out)
        self.out = out
        self.seed = seed

    def play(self, tell: Tell) -> Summary:
        """Play until the game is over; tell each turn."""
        began = time.perf_counter()
        answered, since_s, told = -1, 0.0, 0
        while not self.session.is_over:
            self.people.act()
            self.eye.step()
            self.loop.step(self.clock.now())
            count = len(self.session.history.played)
            if count != answered:
                answered, since_s = count, self.clock.now()
                self.album.look(self.loop.happened)
                told = _tell_turns(self.loop, tell, told, self.people.tally, self.clock.now())
            elif self.clock.now() - since_s > STUCK_S:
                raise RuntimeError(f"the evening is stuck at {self.loop.question} after {STUCK_S} s of table time")
        self.people.act()
        self.loop.step(self.clock.now())
        self.album.take("end")
        return self._summary(time.perf_counter() - began)

    def close(self) -> None:
        """Give everything back."""
        self.window.close()
        self.tray.close()

    def _summary(self, seconds: float) -> Summary:
        history = self.session.history
        outcome = self.session.game.rules.outcome(history.state)
        tally = self.people.tally
        summary = Summary(
            game=self.session.game.name, seed=self.seed, rolls=tally.rolls, dice=tally.dice,
            silent_misreads=tally.silent_misreads, asked=tally.asked, told_by_touch=tally.told_by_touch,
            answers=len(history.played), seconds=round(seconds, 1), table_seconds=round(self.clock.now(), 1),
            winner=[self.session.names[seat] for seat in outcome.winners] if outcome else [],
            cause=outcome.cause if outcome else "", misread=tally.misread, pictures=self.album.pictures,
        )  # fmt: skip
        text = json.dumps(asdict(summary), indent=2, ensure_ascii=False)
        (self.out / "summary.json").write_text(text + "\n", encoding="utf-8")
        return summary


class _Wishing:
    """The window, with the wishes of simulated people beside those of real ones."""

    def __init__(self, window: Window, evening: Evening) -> None:
        self.window = window
        self.evening = evening
        self.show = window.show
        self.draw = window.draw

    def wishes(self, now_s: float) -> list[w.Wish]:
        """Everybody's wishes."""
        wanted = self.evening.wanted[:]
        self.evening.wanted.clear()
        return [*self.window.wishes(now_s), *wanted]


def _dice_colours(players: Sequence[str]) -> list[str]:
    from engines.cocoon_world.setup import COLOURS

    return list(COLOURS[: len(players)])


def _tell_turns(loop: Loop, tell: Tell, told: int, tally: Tally, now_s: float) -> int:
    """A line for each turn that began since the last call."""
    turns = [event for _, events in loop.story for event in events if event.kind == "turn_begun"]
    for event in turns[told:]:
        minutes, seconds = divmod(int(now_s), 60)
        name = loop.session.names[event.seat]
        tell(
            f"{minutes:3d}:{seconds:02d}  turn {event.facts['turn']}, {name} ({tally.rolls} rolls so far, {tally.asked} asked)"
        )
    return len(turns)
