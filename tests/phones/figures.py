"""What phones cost: `python -m tests.phones.figures` prints each figure beside its bar.

A real program with a window of 800x480 and thirty watchers on this machine's loopback; the watchers read in a process
of their own. The clock's figures hold whatever else this machine does meanwhile, so the loop is measured with phones
and without in one run, and an answer and waiting are measured in processor time too.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tablekeeper.display import intents
from tablekeeper.display.browser.sheet import SHAPES, Press
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.window.window import Window
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.commands.bench import Figure
from tablekeeper.firmware.commands.playing.window import FRAME_S
from tests.display.samples import samples
from tests.phones.browser.live_table import LiveTable

PLAYERS = ("Ann", "Ben", "Chloé")
WATCHERS = 30
ANSWERS = 60
PAUSE_S = 0.4
"""Between two answers: faster than people, and slow enough for each to be seen by itself."""
IDLE_S = 8.0
PAGE_BAR_MS, PAGE_WORST_BAR_MS, LOOP_BAR_MS = 100.0, 300.0, 100.0
WAITING_BAR, MEMORY_BAR_MB, LOAD_BAR_KB = 15.0, 35.0, 100.0


class Table(LiveTable):
    """A table with a window, stepped thirty times a second; remembers when the answer before a question was on disk."""

    def __init__(self, home: Path) -> None:
        self.on_disk: dict[str, float] = {}
        self.luck = random.Random(3)
        super().__init__(home, "cocoon_world", PLAYERS, step_s=FRAME_S)
        self.ask(self._open_window)

    def _open_window(self) -> None:
        self.program.phones.switch(False)
        self.program.screen = Window((800, 480), driver="dummy")
        self.begin()

    def _step(self) -> None:
        if hasattr(self, "sitting"):
            self.program.step(time.monotonic())

    def begin(self) -> None:
        """A new game."""
        colours = ("blue", "red", "green")
        self.program.handle(intents.StartGame("cocoon_world", PLAYERS, colours, table="virtual"))
        session, answer = self.session, self.session.answer

        def keep(*args: Any) -> Any:
            done = answer(*args)
            self.on_disk["{}.{}".format(*session.history.asked)] = time.monotonic()
            return done

        session.answer = keep

    def answer(self) -> float:
        """One answer of whoever is asked; from the touch until the new page is on the screen, in milliseconds."""
        session = self.session
        if session.is_over:
            self.begin()
            return self.answer()
        began = time.perf_counter()
        chosen = choose_randomly(session.game.rules, session.history.state, session.history.question, self.luck)
        self.program.loop.answer(chosen, "touch")
        self.program.step(time.monotonic())
        return 1000 * (time.perf_counter() - began)

    def play(self) -> list[float]:
        """So many answers, at a quick table's pace."""
        took = []
        for _ in range(ANSWERS):
            took.append(self.ask(self.answer))
            time.sleep(PAUSE_S)
        return took


def join(table: Table) -> str:
    """A watcher's cookie."""
    server = http.client.HTTPConnection("127.0.0.1", table.server.port)
    server.request("GET", table.link().partition(str(table.server.port))[2])
    answer = server.getresponse()
    answer.read()
    cookie = str(answer.getheader("set-cookie")).partition(";")[0]
    client = table.reception().admission.clients[-1]
    table.reception().sheet(client.number)  # what its first stream would show: the seats
    shown = table.reception()._window(client).shown
    origin = f"http://127.0.0.1:{table.server.port}"
    told = json.dumps({"at": list(shown.asked), "key": "watch"})
    server.request("POST", "/press", told, {"cookie": cookie, "origin": origin})
    assert server.getresponse().read() == b'{"note":""}'
    server.close()
    return cookie


def percent_of_core(seconds: float) -> float:
    """What this process uses while nobody does anything."""
    began, worked = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return 100 * (time.process_time() - worked) / (time.monotonic() - began)


def resident_mb() -> float:
    """The memory of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def measure_watchers(home: Path) -> Iterator[Figure]:
    """Everything that needs a running table."""
    table = Table(home)
    alone = table.play()
    before_mb, alone_share = resident_mb(), percent_of_core(IDLE_S)
    table.ask(lambda: table.program.phones.switch(True))
    cookies = [join(table) for _ in range(WATCHERS)]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.phones.watchers", str(table.server.port)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as watchers:  # fmt: skip
        assert watchers.stdin is not None
        assert watchers.stdout is not None
        watchers.stdin.write("\n".join(cookies))
        watchers.stdin.close()
        time.sleep(2.0)
        table.on_disk.clear()
        worked = time.process_time()
        watched = table.play()
        worked = time.process_time() - worked
        time.sleep(1.0)
        watched_share, after_mb = percent_of_core(IDLE_S), resident_mb()
        watchers.terminate()
        arrivals = [line.split() for line in watchers.stdout if line.count(" ") == 2]  # the last may be cut short
    table.ask(lambda: table.program.phones.switch(False))
    again = table.play()
    table.close()
    yield from pages_of(arrivals, table.on_disk)
    work_ms = 1000 * worked / ANSWERS
    how = f"rules, journal, the big screen, and the pages of {WATCHERS} watchers as they are sent; an answer"
    yield Figure("journal to all pages, processor time", work_ms, "ms", "<= 100", work_ms <= PAGE_BAR_MS, how)
    yield from loop_of(alone + again, watched)
    share = watched_share - alone_share
    how = f"{WATCHERS} watchers, nobody plays; the program with a window alone {alone_share:.1f} %; processor time"
    yield Figure("waiting with phones", share, "% of a core", "<= 15", share <= WAITING_BAR, how)
    grown = after_mb - before_mb
    how = f"{before_mb:.0f} MB before phones were switched on, {after_mb:.0f} MB after {ANSWERS} answers"
    yield Figure("memory of phones", grown, "MB", "<= 35", grown <= MEMORY_BAR_MB, how)


def pages_of(arrivals: list[list[str]], on_disk: dict[str, float]) -> Iterator[Figure]:
    """From the journal to a watcher's page."""
    late = [1000 * (float(at) - on_disk[number]) for number, at, _ in arrivals if number in on_disk]
    middle, worst = median(late), quantiles(late, n=100)[98]
    size = max(int(letters) for _, _, letters in arrivals) / 1000
    how = f"{len(late)} sheets to {WATCHERS} watchers on four shapes of screen; the largest sheet {size:.0f} kB"
    yield Figure("journal to changed page, median", middle, "ms", "<= 100", middle <= PAGE_BAR_MS, how)
    yield Figure("journal to changed page, 99th percentile", worst, "ms", "<= 300", worst <= PAGE_WORST_BAR_MS, how)


def loop_of(alone: list[float], watched: list[float]) -> Iterator[Figure]:
    """From an answer to the big screen, with the wait for the loop's turn."""
    turn_ms = 1000 * FRAME_S
    value = median(watched) + turn_ms
    worst, worst_alone = (quantiles(took, n=100)[98] + turn_ms for took in (watched, alone))
    how = (
        f"median of {len(watched)} answers, with {turn_ms:.0f} ms at most until the loop's turn; without phones "
        f"{median(alone) + turn_ms:.0f} ms; 99th percentile {worst:.0f} ms, without phones {worst_alone:.0f} ms"
    )
    yield Figure("answer to the big screen, watched", value, "ms", "<= 100", value <= LOOP_BAR_MS, how)


def measure_first_load() -> Iterator[Figure]:
    """Page, style, script and the largest first sheet, as a browser would load them compressed."""
    static = files("tablekeeper.display.browser").joinpath("static")
    parts = [static.joinpath(name).read_bytes() for name in ("phone.html", "fonts.css", "phone.css", "phone.js")]
    sheets = [
        json.dumps({"svg": sheet.svg, "words": sheet.words, "buttons": [tuple(button) for button in sheet.buttons]})
        for shape in (SHAPES[4], SHAPES[-1])
        for press in [Press(shape)]
        for name, page in samples()
        if name.startswith(("cocoon_world", "cocoons", "kokoro", "chocobo", "doubt", "end"))
        for sheet in [press.sheet(page, {}, Look())]
    ]
    largest = max(sheets, key=lambda sheet: len(gzip.compress(sheet.encode())))
    packed, plain = (
        sum(map(size, [*parts, largest.encode()])) / 1000 for size in (lambda part: len(gzip.compress(part)), len)
    )
    faces = {size.stem: size.stat().st_size / 1000 for size in Path(str(static)).glob("fonts/*.woff2")}
    first = sum(kilobytes for face, kilobytes in faces.items() if not face.endswith("-rest"))
    how = (
        f"largest of {len(sheets)} sheets; {plain:.0f} kB as they are; four fonts {first:.0f} kB more, kept a month, "
        f"and {sum(faces.values()) - first:.0f} kB if a name has a rare letter in every face"
    )
    yield Figure("first load, compressed, without fonts", packed, "kB", "<= 100", packed <= LOAD_BAR_KB, how)


def main() -> int:
    """Print every figure; 1 if a bar is missed."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    missed = 0
    with tempfile.TemporaryDirectory() as home:
        for figure in (*measure_first_load(), *measure_watchers(Path(home))):
            missed += not figure.met
            mark = "ok  " if figure.met else "MISS"
            print(f"{mark} {figure.name}: {figure.value:.3g} {figure.unit} (wanted {figure.wanted}; {figure.how})")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
