"""One simulated evening through the whole chain: rendered pictures, reader, arbiter, journal, rules and screen."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tablekeeper.display import intents
from tablekeeper.display.window.window import Window
from tablekeeper.engines.core import PUBLIC, TEAM, Event
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.faults import Words
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.origin import SIMULATED
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.device_sets import DeviceSet
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.program.program import Home, Program
from tablekeeper.firmware.program.table_devices import TableDevices
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.camera.known_tray import Reader
from tablekeeper.firmware.settings.config import FILE, Config, Settings
from tablekeeper.firmware.settings.folder import make_folder
from tablekeeper.firmware.simulated.known_tray import simulated_reader
from tablekeeper.firmware.simulated.people import People, Tally
from tablekeeper.firmware.simulated.turns import Turns
from tablekeeper.hardware.mock.simulated_table import SimulatedTable

Show = Callable[[str], None]
SIZE = (800, 480)
FRAMES_PER_S = 12.0
"""Fewer than a real camera's 30: an evening is looked at for its readings, not for its motion."""
STUCK_S = 120.0
"""An evening in which nothing is answered for so long is stuck, and says so."""
A_KIND = 2
"""How many pictures of each kind of event an evening leaves..."""
PICTURES = 16
"""...and how many in all."""
DULL = frozenset({"target_removed", "pawn_moved", "tiles_drawn", "tile_drawn", "turn_begun", "question_asked"})


class Stuck(RuntimeError):
    """Nothing was answered for a long time."""


@dataclass(kw_only=True)
class Summary(Tally):
    """What an evening leaves in `out/summary.json`."""

    game: str
    seed: int
    answers: int = 0
    seconds: float = 0.0
    table_seconds: float = 0.0
    winner: list[str] = field(default_factory=list)
    cause: str = ""
    pictures: list[str] = field(default_factory=list)


class Album:
    """Screenshots of the moments worth one."""

    def __init__(self, window: Window, out: Path) -> None:
        self.window = window
        self.out = out
        self.taken: dict[str, int] = {}
        self.pictures: list[str] = []

    def look(self, happened: Sequence[Event]) -> None:
        """Take a picture if something new is worth it."""
        for event in happened:
            if event.only_for != PUBLIC or event.kind in DULL or len(self.pictures) >= PICTURES:
                continue
            if self.taken.get(event.kind, 0) < A_KIND:
                self.taken[event.kind] = self.taken.get(event.kind, 0) + 1
                self.take(event.kind)
                return

    def take(self, name: str) -> None:
        """Take a picture now."""
        path = self.out / f"{len(self.pictures) + 1:02d}_{name}.png"
        self.window.screenshot(str(path))
        self.pictures.append(path.name)


class Evening:
    """A simulated table with simulated people, in fast time."""

    pause_s = 0.05
    """Table time between two looks at people and devices while the tray is not looked at."""

    def __init__(
        self, journal: Journal, game: str, players: Sequence[str], *, seed: int, out: Path,
        table: SimulatedTable | None = None, options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        make_folder(out, Words("pictures"))
        self.out, self.seed = out, seed
        self.luck = random.Random(seed)
        self.table = table or _usual_table(seed)
        self.table.open()
        self.window = Window(SIZE, driver="dummy", calm=True)
        self.wanted: list[intents.Intent] = []
        self.screen = _Wishing(self.window, self.wanted)
        self.album = Album(self.window, out)
        self.sit_down(Session.begin(journal, game, players, table="virtual", options=options, by=SIMULATED))

    def sit_down(self, session: Session) -> None:
        """People and the program serve this game from now on, as on a Pi; only its workers take turns."""
        self.session = session
        self.turns = Turns()
        home = Home(Config(Settings(), {}, self.out / FILE), session.journal, safe=True)
        self.program = Program(self.screen, home, self._open_devices, luck=self.luck)
        if (bodies := session.game.bodies(session.history.setup)) and self.turns.eye is not None:
            self.turns.eye.read_with(self.make_reader(bodies))
        self.program.play(session)
        bots = dict.fromkeys(range(TEAM, len(session.history.setup.players)), session.game.bots["good"])
        self.people = self.make_people(bots)

    def _open_devices(self, program: Program) -> DeviceSet:
        return TableDevices(program.inbox, self.table, self.turns)

    @property
    def loop(self) -> Loop:
        """The game that is played."""
        assert self.program.loop is not None
        return self.program.loop

    def make_reader(self, colours: Sequence[str]) -> Reader:
        """What reads the tray: it knows dice of these colours."""
        return simulated_reader(colours)

    def make_people(self, bots: Mapping[int, Bot]) -> People:
        """Who sits at the table."""
        return People(self.loop, self.table, self.wanted.append, luck=self.luck, bots=bots, find=self._clicks_to)

    def play(self, show: Show, most_answers: int | None = None, alive: Callable[[], bool] = lambda: True) -> Summary:
        """Play until the game is over (or so many answers are given, or `alive` says no); show each turn."""
        began = time.perf_counter()
        answered, since_s, shown = -1, 0.0, 0
        history = self.session.history
        while alive() and not self.session.is_over and (most_answers is None or len(history.played) < most_answers):
            self._step()
            if len(history.played) != answered:
                answered, since_s = len(history.played), self.table.clock.now()
                self.album.look(history.happened)
                shown = self._show_turns(show, shown)
            elif self.table.clock.now() - since_s > STUCK_S:
                raise Stuck(f"nothing was answered for {STUCK_S:.0f} s of table time; open is {self.loop.question}")
        self._step()
        self.album.take("end")
        return self._summary(time.perf_counter() - began)

    def close(self) -> None:
        """Give everything back."""
        self.program.close()
        self.window.close()

    def _step(self) -> None:
        self.people.act()
        if self.is_watching():
            self.turns.look()
        else:
            self.table.clock.sleep(self.pause_s)
        self.run_program()

    def run_program(self) -> None:
        """Let everybody but the eye do what is due."""
        self.turns.listen()
        self.program.step(self.table.clock.now())

    def is_watching(self) -> bool:
        """Whether the tray is looked at: where no dice are awaited, a frame would only cost time."""
        return arbiter.is_roll(self.loop.question)

    def _clicks_to(self, text: str) -> int | None:
        """How far the knob has to be turned to an answer; the first click only wakes the ring."""
        hands = self.window.hands
        keys = hands.ways
        goal = next((t.key for t in hands.targets if t.act == intents.Answered(text)), None)
        if goal is None or hands.focus not in keys:
            return None
        clicks = keys.index(goal) - keys.index(hands.focus)
        if not hands.ring:
            return clicks + (1 if clicks >= 0 else -1)
        return clicks

    def _show_turns(self, show: Show, shown: int) -> int:
        """A line for each turn that began since the last call."""
        happened = (event for played in self.session.history.played for event in played.events)
        turns = [event for event in happened if event.kind == "turn_begun"]
        tally = self.people.tally
        for event in turns[shown:]:
            minutes, seconds = divmod(int(self.table.clock.now()), 60)
            name, turn = self.loop.session.names[event.seat], event.facts.get("turn", "")
            show(f"{minutes:3d}:{seconds:02d}  turn {turn}, {name}: {tally.dice} dice read, {tally.asked} asked")
        return len(turns)

    def _summary(self, seconds: float) -> Summary:
        history = self.session.history
        outcome = self.session.game.rules.outcome(history.state)
        summary = Summary(
            game=self.session.game.name, seed=self.seed, **asdict(self.people.tally), answers=len(history.played),
            seconds=round(seconds, 1), table_seconds=round(self.table.clock.now(), 1),
            winner=[self.session.names[seat] for seat in outcome.winners] if outcome else [],
            cause=outcome.cause if outcome else "", pictures=self.album.pictures,
        )  # fmt: skip
        text = json.dumps(asdict(summary), indent=2, ensure_ascii=False)
        (self.out / "summary.json").write_text(text + "\n", encoding="utf-8")
        return summary


class _Wishing:
    """The window, with the intents of simulated people beside those of real ones."""

    def __init__(self, window: Window, wanted: list[intents.Intent]) -> None:
        self.window, self.wanted = window, wanted
        self.show, self.draw = window.show, window.draw
        self.turn, self.press, self.hold, self.signal = window.turn, window.press, window.hold, window.signal
        self.adjust = window.adjust

    def intents(self, now_s: float) -> list[intents.Intent]:
        """Everybody's intents."""
        wanted = self.wanted[:]
        self.wanted.clear()
        return [*self.window.intents(now_s), *wanted]


def _usual_table(seed: int) -> SimulatedTable:
    table = SimulatedTable(seed=seed)
    table.tray.frames_per_s = FRAMES_PER_S
    return table
