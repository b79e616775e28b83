"""Every device unplugged and plugged in again at every kind of question of every game.

`python -m tests.firmware.unplugged` prints how many kinds of question were tried with each device. While a device is
away the health line tells, the question is answered by touch, and when it is back it is used again.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.display.pages import DoubtPage
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import TEAM, Answer
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.program.table_devices import pass_on
from tablekeeper.firmware.senses.arbiter import FIRST_CELL, is_roll
from tablekeeper.firmware.senses.box.hall_sense import HallSense
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.firmware.simulated.known_tray import die_of, simulated_reader
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Tray
from tablekeeper.hardware.sliding_box.slides import CELLS
from tests.firmware.quick_table import QuickTable, Rereading

DEVICES = ("camera", "box", "knob")
GAMES_TRIED = 20
SIZE = (800, 480)
PAUSE_S = 0.1
PLAYERS = ("Ann", "Ben")
LOOKS: Mapping[str, str] = {"camera": "bad", "box": "doubt"}
"""How the dot of a device looks that is away. A box without power looks like one without magnets; a knob is contacts to
ground, of which nobody can tell that it is gone."""


OPTIONS: Mapping[str, tuple[dict[str, str], ...]] = {
    "cocoons": tuple({"level": level, "difficult": "yes"} for level in "12345"),
}
"""The ways to play in which other kinds of question come up."""


class Way(NamedTuple):
    """How to come to a question: the options of the game and the answers before it."""

    options: Mapping[str, str]
    told: tuple[str, ...]


@cache
def find_kinds(game: str, table: str) -> dict[str, Way]:
    """Each kind of question that play meets, random in one game and good in the next, and the way to it."""
    found: dict[str, Way] = {}
    for seed in range(GAMES_TRIED):
        luck, known = random.Random(seed), find_game(game)
        clever = seed % 2 and (game, table) != ("chocobo", "real")  # that bot plans with numbers of a known copy
        every = OPTIONS.get(game, ({},))
        options = every[seed // 2 % len(every)]
        setup = begin_setup(game, table, options)
        state, _ = known.rules.start(setup)
        told: list[str] = []
        while not known.rules.is_over(state):
            question = known.rules.question(state)
            if question.kind not in known.obvious or len(set(question.options)) > 1:
                found.setdefault(f"{question.kind} {question.about.get('why', '')}".strip(), Way(options, tuple(told)))
            bot = known.bots.get("gentle", known.bots["good"]) if clever and question.asked >= TEAM else choose_randomly
            answer: Answer = bot(known.rules, state, question, luck)
            state, _ = known.rules.answer(state, answer)
            told.append(answer.spell())
    return found


def begin_setup(game: str, table: str, options: Mapping[str, str]) -> Any:
    """The setup as a table begins with it."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "j") as journal:
        return Session.begin(journal, game, PLAYERS, table=table, options=dict(options)).history.setup


class Desk:
    """A table with every device, at one question; nothing is answered but by device or touch."""

    def __init__(self, home: Path, game: str, table: str, way: Way) -> None:
        self.journal = Journal(home / "journal.sqlite")
        self.session = Session.begin(self.journal, game, PLAYERS, table=table, options=dict(way.options))
        for text in way.told:
            self.session.answer(self.session.game.rules.read(text), "test")
        gap = getattr(self.session.history.state, "gap", 4)
        self.table = QuickTable(seed=1, hole=(gap if gap >= 0 else 4) + FIRST_CELL)
        self.table.open()
        self.window = Window(SIZE, driver="dummy", calm=True)
        self.inbox = Inbox()
        self.eye = Eye(self.table.tray, self.inbox, Rereading(simulated_reader(["red", "blue", "white", "black"])))
        assert self.table.box is not None
        self.hall_sense = HallSense(self.table.box, self.inbox)
        self.loop = Loop(
            self.session, self.window, self.inbox, load_ledger(self.session.game), luck=random.Random(1), eye=self.eye
        )
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        """Let time pass, and everybody do their work."""
        until_s = self.table.clock.now() + seconds
        while self.table.clock.now() < until_s:
            self.eye.step()
            self.hall_sense.report()
            pass_on(self.table, self.inbox)
            self.loop.step(self.table.clock.now())

    def plug(self, device: str, plugged: bool) -> None:
        """Pull a device's plug, or put it back."""
        if device == "camera":
            self.table.fault("camera_unplugged", not plugged)
        elif device == "box":
            for cell in CELLS:
                self.table.fault("sensor_stuck_off", not plugged, cell=cell)
        else:
            self.table.hands.cut = not plugged
        self.wait(1.5)

    def light(self, device: str) -> str:
        """The dot of a device on the page that is shown now."""
        page: Any = self.window.page
        return {light.name: light.state for light in page.health}[device]

    @property
    def answers(self) -> int:
        """How many stand."""
        return len(self.session.history.played)

    def touch(self) -> None:
        """Answer the open question by touch, with whatever it offers first."""
        question, before = self.loop.question, self.answers
        assert question is not None
        self.loop.answer(question.options[0], "touch")
        self.wait(0.2)
        assert before + 1 == self.answers, (question, self.loop.note)

    def touch_until(self, kinds: Any) -> bool:
        """Touch on until such a question is open; False if the game ends before."""
        luck = random.Random(3)
        while (question := self.loop.question) is not None:
            if kinds(question):
                return True
            rules, state = self.session.game.rules, self.session.history.state
            self.loop.answer(choose_randomly(rules, state, question, luck), "touch")
        return False

    def close(self) -> None:
        """Give everything back."""
        self.window.close()
        self.table.close()
        self.journal.close()


def use_camera(desk: Desk) -> bool:
    """Dice that are asked for are read, and answer or are asked about; whether any were asked for."""
    if not desk.touch_until(is_roll):
        return False
    question, before = desk.loop.question, desk.answers
    assert question is not None
    dice = [die_of(colour, 3) for colour, count in question.about["dice"] for _ in range(count)]
    desk.table.tray.put(())
    desk.wait(1.0)
    desk.table.tray.put(scatter(dice, Tray(), seed=4))
    desk.wait(6.0)
    read = [played.source for played in desk.session.history.played[before:]]
    assert read[:1] == ["camera"] or isinstance(desk.loop.sheet, DoubtPage), (question, desk.loop.note)
    return True


def use_box(desk: Desk) -> bool:
    """A cocoon that slides is felt, and answers; whether a slide was asked for."""

    def slides(question: Any) -> bool:
        return any(option.verb == "slide" for option in question.options[:4])

    if not desk.touch_until(slides):
        return False
    gap = desk.session.history.state.gap + FIRST_CELL
    desk.table.box.close()  # type: ignore[union-attr]
    desk.table.cocoons.hole = gap  # people have laid the cocoons as the game has them
    desk.table.cocoons.power_on()
    desk.table.box.slides.hole = None  # type: ignore[union-attr]
    desk.table.box.open()  # type: ignore[union-attr]
    desk.wait(1.0)
    question, before = desk.loop.question, desk.answers
    assert question is not None
    slide: Any = next(option for option in question.options if option.verb == "slide")
    desk.table.hands.slide(slide.place + FIRST_CELL)
    desk.wait(1.5)
    assert desk.answers > before, (question, desk.loop.note)
    assert desk.session.history.played[before].source == "hall"
    return True


def use_knob(desk: Desk) -> bool:
    """A press at the knob's pins reaches the screen."""
    desk.wait(0.6)
    seen = desk.window.hands.ring
    desk.table.hands.turn(1)
    desk.wait(0.4)
    assert desk.window.hands.ring or seen
    return True


USES = {"camera": use_camera, "box": use_box, "knob": use_knob}


def try_kind(game: str, table: str, kind: str, device: str) -> bool:
    """Unplug, look at the health line, answer by touch, plug in, use; whether the device had something to do then."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        desk = Desk(Path(folder), game, table, find_kinds(game, table)[kind])
        try:
            assert desk.loop.question is not None
            assert desk.light("camera") == "ok"
            rolling = is_roll(desk.loop.question)
            desk.plug(device, False)
            assert desk.light(device) == LOOKS[device] if device in LOOKS else True
            page: Any = desk.window.page
            assert page.touch or not rolling or device != "camera"
            desk.touch()
            desk.plug(device, True)
            assert desk.light(device) == "ok" if device in LOOKS else True
            return USES[device](desk)
        finally:
            desk.close()


def try_all(game: str, table: str, device: str) -> Iterator[tuple[str, bool]]:
    """Every kind of question of a game with one device: the kind, and whether the device was used again."""
    for kind in find_kinds(game, table):
        yield kind, try_kind(game, table, kind, device)


def main() -> int:
    """Try everything, a line for each game, table and device."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    for game in NAMES:
        for table in ("virtual", "real"):
            for device in DEVICES:
                tried = list(try_all(game, table, device))
                used = sum(used for _, used in tried)
                print(
                    f"{game:<13} {table:<8} {device:<7} {len(tried):3} kinds of question, used again {used}", flush=True
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
