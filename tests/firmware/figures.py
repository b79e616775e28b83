"""What the firmware costs: `python -m tests.firmware.figures` prints each figure beside its bar.

One core, 640x480 at 30 frames a second, processor time where other programs on the machine would spoil the clock. The
frames are taken from the simulated tray before anything is measured, so that its rendering is not counted; what a
real camera's driver costs a frame is not in these figures.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import cv2

from tablekeeper.display.window.window import Window
from tablekeeper.firmware.commands.bench import Figure
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses.arbiter import is_roll
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.firmware.simulated.known_tray import die_of, simulated_calibration, simulated_reader
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.mock.picture.scene import TrueDie
from tablekeeper.hardware.mock.picture.tumble import Tumble
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock
from tests.firmware.quick_table import fly

FPS = 30.0
SCREEN = (800, 480)
ROLLS = 16
REST_BAR_MS = 100.0
WAITING_BAR, IDLE_BAR = 0.15, 0.01
START_BAR_S = 1.5
MEMORY_BAR_MB = 200.0
READY = Health("ready")


class Replay:
    """A camera that shows frames which were taken before; the last ones over and over."""

    health = READY

    def __init__(self, frames: Sequence[Frame], again: int = 1) -> None:
        self.frames, self.again, self.shown = list(frames), again, 0

    def frame(self, timeout_s: float) -> Frame:
        """The next frame of a camera's rhythm."""
        at = self.shown
        if at >= len(self.frames):
            at = len(self.frames) - self.again + (at - len(self.frames)) % self.again
        self.shown += 1
        return Frame(self.frames[at].pixels, "bgr", self.shown / FPS)


class Table:
    """A whole table behind a replayed camera: eye, journal on the disk, rules, loop and a window."""

    def __init__(self, home: Path, frames: Sequence[Frame], again: int = 1) -> None:
        self.journal = Journal(home / "journal.sqlite")
        self.session = Session.begin(self.journal, "cocoon_world", ["Ann", "Ben"], table="real")
        self.window = Window(SCREEN, driver="dummy")
        self.inbox = Inbox()
        self.camera = Replay(frames, again)
        self.eye = Eye(self.camera, self.inbox, simulated_reader(["red", "black"]))  # type: ignore[arg-type]
        self.loop = Loop(
            self.session, self.window, self.inbox, load_ledger(self.session.game), luck=random.Random(1), eye=self.eye
        )
        self.now_s = 0.0

    def answer(self, text: str) -> None:
        """By touch, then let every motion of the screen come to its end."""
        self.loop.answer(self.session.game.rules.read(text), "touch")
        self.rest()

    def rest(self) -> None:
        """Let the screen come to rest."""
        for _ in range(60):
            self.loop.step(self.tick())

    def tick(self) -> float:
        """One thirtieth of a second later."""
        self.now_s += 1 / FPS
        return self.now_s

    def close(self) -> None:
        """Give everything back."""
        self.window.close()
        self.journal.close()


class FullTray(SimulatedTray):
    """A tray in which dice come to rest flat and apart, every frame rendered in full."""

    def throw(self, dice: Sequence[TrueDie], seed: int | None = None) -> Tumble:
        """Dice fly in an arc to where the seed lays them."""
        self._tumble, self._thrown_s = fly(dice, self._room.tray, self.seed, plain=True), self.clock.now()
        return self._tumble


def take_frames(seed: int, values: Sequence[int], seconds: float) -> tuple[list[Frame], float]:
    """A throw of three dice as a camera sees it, and at which frame all is at rest."""
    tray = FullTray(TableClock(), seed=seed)
    tray.open()
    frames = [frame for _ in range(10) if (frame := tray.frame(1.0)) is not None]
    if values:
        tray.throw([die_of(body, value) for body, value in zip(("red", "red", "black"), values, strict=True)])
    began_s = tray.clock.now()
    while tray.clock.now() < max(began_s, tray.settles_s) + seconds:
        frame = tray.frame(1.0)
        assert frame is not None
        frames.append(frame)
    resting = next((i for i, frame in enumerate(frames) if frame.taken_at_s >= tray.settles_s), 0)
    return frames, resting


class Moment(NamedTuple):
    """One roll from rest to screen: camera time until it was accepted, and the work on the accepting frame."""

    settling_s: float
    reading_ms: float
    showing_ms: float
    working_ms: float
    """Processor time of both."""


def follow_roll(seed: int) -> Moment | None:
    """One throw through eye and loop; None where the table is asked."""
    frames, resting = take_frames(seed, (2 + seed % 4, 1, 6), 1.2)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), frames)
        table.answer("begin red")
        answers = len(table.session.history.played)
        found = None
        for number in range(len(frames)):
            began, worked = time.perf_counter(), time.process_time()
            table.eye.step()
            read = time.perf_counter()
            table.loop.step(table.tick())
            if len(table.session.history.played) > answers:
                shown, work = time.perf_counter(), time.process_time()
                found = Moment(
                    (number - resting) / FPS, *(1000 * t for t in (read - began, shown - read, work - worked))
                )
                break
        table.close()
    return found


def measure_rest_to_screen() -> Iterator[Figure]:
    """Dice at rest to the new state on the screen: the frames that settling needs, and the work after the last one."""
    moments = [moment for seed in range(ROLLS) if (moment := follow_roll(seed)) is not None]
    turn_ms = 1000 / FPS
    totals = [moment.reading_ms + moment.showing_ms + turn_ms for moment in moments]
    reading, showing = (median(getattr(moment, name) for moment in moments) for name in ("reading_ms", "showing_ms"))
    how = (
        f"{len(moments)} rolls, settling {median(m.settling_s for m in moments):.2f} s; then reading "
        f"{reading:.0f} ms by the clock, journal on disk, rules, page and pixels {showing:.0f} ms, "
        f"and {turn_ms:.0f} ms at most until the loop's turn; worst {max(totals):.0f} ms; "
        f"{median(m.working_ms for m in moments):.0f} ms of processor time"
    )
    value = median(m.working_ms for m in moments) + turn_ms
    yield Figure("dice at rest to the screen, after settling", value, "ms", "<= 100", value <= REST_BAR_MS, how)


def share_of_core(work: Callable[[], object], turns: int) -> float:
    """Of one core's time, when this is done thirty times a second."""
    began = time.process_time()
    for _ in range(turns):
        work()
    return (time.process_time() - began) / turns * FPS


def measure_waiting() -> Iterator[Figure]:
    """Waiting for dice: over an empty tray, and over one in which the last roll still lies."""
    empty, _ = take_frames(1, (), 2.0)
    thrown, resting = take_frames(1, (2, 5, 3), 2.0)
    for name, frames, again in (("empty tray", empty, 40), ("last roll still lies", thrown, len(thrown) - resting - 5)):
        with tempfile.TemporaryDirectory() as folder:
            table = Table(Path(folder), frames, again)
            table.answer("begin red")
            for _ in range(len(frames) + 60):
                table.eye.step()
                table.loop.step(table.tick())
            if name != "empty tray":
                _answer_until_roll(table)
            table.rest()
            share = share_of_core(lambda table=table: (table.eye.step(), table.loop.step(table.tick())), 300)
            table.close()
        how = f"{name}; eye and loop at 30 a second, processor time"
        yield Figure(f"waiting for dice, {name}", share * 100, "% of a core", "<= 15", share <= WAITING_BAR, how)


def _answer_until_roll(table: Table) -> None:
    while table.loop.question is not None and not is_roll(table.loop.question):
        table.answer(table.loop.question.options[0].spell())


def measure_idle() -> Iterator[Figure]:
    """No question for the camera: somebody thinks about a decision."""
    frames, _ = take_frames(1, (), 2.0)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), frames, 40)
        for _ in range(200):
            table.eye.step()
            table.loop.step(table.tick())
        assert table.loop.question is not None
        assert not is_roll(table.loop.question)
        parts = [share_of_core(table.eye.step, 600), share_of_core(lambda: table.loop.step(table.tick()), 600)]
        table.close()
    how = f"eye {parts[0] * 100:.2f} %, loop {parts[1] * 100:.2f} % at 30 a second, processor time"
    yield Figure("idle, no dice asked for", sum(parts) * 100, "% of a core", "< 1", sum(parts) < IDLE_BAR, how)


FIRST_PICTURE = """
import os, sys
from pathlib import Path
import tablekeeper.display.window.window as window
draw = window.Window.draw
def first(self, now_s):
    drawn = draw(self, now_s)
    if drawn:
        status = Path("/proc/self/status").read_text()
        os.write(1, status.partition("VmRSS:")[2].split()[0].encode())
        os._exit(0)
    return drawn
window.Window.draw = first
from tablekeeper.firmware.commands.cli import main
from tablekeeper.firmware.commands.playing import play
play.has_screen = lambda *_: True
sys.argv = ["tablekeeper", "--home", sys.argv[1], "run"]
main()
"""


def measure_start() -> Iterator[Figure]:
    """From the command to the first picture, in processes of their own, with a game to resume."""
    times = []
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as folder:
        with Journal(Path(folder) / "journal.sqlite") as journal:
            Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="real")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _ in range(7):
            (Path(folder) / "starts").unlink(missing_ok=True)  # else the fourth start in a row is a safe one
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", FIRST_PICTURE, folder], env=environment, check=True, timeout=60,
                           capture_output=True)  # fmt: skip
            times.append(time.perf_counter() - began)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = (spent.ru_utime + spent.ru_stime - before.ru_utime - before.ru_stime) / len(times)
    how = (
        f"best of {len(times)} processes by the clock, others on the machine only add; median {median(times):.2f} s, "
        f"{work:.2f} s of processor time each"
    )
    yield Figure("start to first picture", min(times), "s", "< 1.5", min(times) < START_BAR_S, how)


PLAYING = """
import os, random, sys
from pathlib import Path
import cv2
from tablekeeper.display.window.window import Window
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.freed_memory import return_freed_memory
from tablekeeper.firmware.program.loop import Hooks
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.journal.session import Session
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health
from tablekeeper.vision import Calibration
return_freed_memory()
home = Path(sys.argv[1])
pictures = sorted(home.glob("*.png"))
class Folder:
    health = Health("ready")
    shown = 0
    def frame(self, timeout_s):
        self.shown += 1
        picture = cv2.imread(str(pictures[self.shown % len(pictures)]))
        return Frame(picture, "bgr", self.shown / 30)
journal = Journal(home / "journal.sqlite")
session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="real")
window, inbox, recorder = Window((800, 480), driver="dummy"), Inbox(), Recorder()
eye = Eye(Folder(), inbox)
eye.learn(Calibration.from_toml((home / "calibration.toml").read_text()))
eye.on_picture = recorder.see
loop = Loop(session, window, inbox, load_ledger(session.game), luck=random.Random(1), eye=eye,
            hooks=Hooks(on_reading=lambda at, dice, picture: recorder.note_reading(
                at, picture, dice, [die.body for die in dice])))
luck, turn = random.Random(1), 0
while not session.is_over and turn < 30 * 240:
    turn += 1
    eye.step()
    loop.step(turn / 30)
    if turn % 15 == 0:
        if loop.sheet is not None:
            loop.cover.lay(None)
        elif loop.question is not None and ("dice" not in loop.question.about or turn % 150 == 0):
            loop.answer(loop.question.options[luck.randrange(len(loop.question.options))], "touch")
status = Path("/proc/self/status").read_text()
read = sum(played.source == "camera" for played in session.history.played)
memory = (status.partition(name)[2].split()[0] for name in ("VmRSS:", "VmHWM:"))
print(len(session.history.played), read, recorder.bytes, *memory)
"""


def measure_memory() -> Iterator[Figure]:
    """Resident memory after minutes of play with camera, reader, recorder, journal and window, but no simulation."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for seed in range(3):
            for number, frame in enumerate(take_frames(seed, (2 + seed, 1, 6), 1.2)[0]):
                cv2.imwrite(str(home / f"{seed}-{number:03}.png"), frame.pixels)
        calibration = simulated_calibration(("red", "black", "blue", "white"))
        (home / "calibration.toml").write_text(calibration.to_toml(), encoding="utf-8")
        done = subprocess.run([sys.executable, "-c", PLAYING, folder], env=environment, check=True, timeout=500,
                              capture_output=True, text=True)  # fmt: skip
    answers, read, recorded, *memory = map(int, done.stdout.split())
    now_mb, most_mb = (kilobytes / 1024 for kilobytes in memory)
    how = (
        f"four minutes of frames, {answers} answers of Cocoon World, {read} by camera, flight recorder holding "
        f"{recorded / 2**20:.0f} MB; at most {most_mb:.0f} MB"
    )
    yield Figure("resident memory", now_mb, "MB", "< 200", most_mb < MEMORY_BAR_MB, how)


MEASURES: tuple[Callable[[], Iterator[Figure]], ...] = (
    measure_rest_to_screen,
    measure_waiting,
    measure_idle,
    measure_start,
    measure_memory,
)


def main() -> int:
    """Print every figure; 1 if a bar is missed."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    cv2.setNumThreads(1)
    assert threading.active_count() == 1
    missed = 0
    for measure in MEASURES:
        for figure in measure():
            missed += not figure.met
            mark = "ok  " if figure.met else "MISS"
            print(
                f"{mark} {figure.name}: {figure.value:.3g} {figure.unit} (wanted {figure.wanted}; {figure.how})",
                flush=True,
            )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
