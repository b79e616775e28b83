"""The sliding box: sensors, debouncing and the facts they add up to, driven by edges."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.health import Health, HealthLog, Reason
from tablekeeper.hardware.sliding_box.debounce import Debounce
from tablekeeper.hardware.sliding_box.facts import Fact
from tablekeeper.hardware.sliding_box.hall_grid import Grid
from tablekeeper.hardware.sliding_box.slides import CELLS, Slides


class Box(Opened):
    """Nine cells that feel cocoons. Call `facts` when `on_edge` rang or `due_s` has come; otherwise rest."""

    def __init__(self, clock: Clock, grid: Grid, last_hole: int | None = None, masked: int | None = None) -> None:
        self.clock, self.grid = clock, grid
        self.log = HealthLog()
        self.masked = frozenset() if masked is None else frozenset({masked})
        self.slides = Slides(last_hole, masked=self.masked)
        self._last_hole = last_hole
        self._lines: dict[int, Debounce] = {}
        self._looked_s = 0.0

    @property
    def health(self) -> Health:
        """`doubtful` while no sensor feels anything, for then the box is probably not plugged in."""
        return self.grid.health if not self.grid.health.usable else self.log.present

    @property
    def on_edge(self) -> Callable[[], None] | None:
        """What to call, from any thread, when there is something to look at."""
        return self.grid.on_edge

    @on_edge.setter
    def on_edge(self, call: Callable[[], None] | None) -> None:
        self.grid.on_edge = call

    @property
    def hole(self) -> int | None:
        """The last certain hole."""
        return self.slides.hole

    def open(self) -> None:
        """Start listening."""
        self.slides = Slides(self.slides.hole or self._last_hole, masked=self.masked)
        self._lines.clear()
        self._looked_s = self.clock.now()
        self.grid.open()
        self.log.set("ready", "", self.clock.now())
        self.facts()  # takes in the first state of every cell; nothing can be certain yet

    def close(self) -> None:
        """Stop listening; the last hole is remembered."""
        self.grid.close()
        self.log.set("closed", "", self.clock.now())

    def facts(self) -> list[Fact]:
        """Everything that became certain, or certainly undecidable, up to now."""
        found: list[Fact] = []
        for edge in self.grid.edges():
            found += self._catch_up(edge.at_s)
            if edge.cell in self._lines:
                self._lines[edge.cell].feed(edge.present, edge.at_s)
            else:
                self._lines[edge.cell] = Debounce(edge.present, edge.at_s)
        found += self._catch_up(self.clock.now())
        self._judge()
        return found

    def occupied(self) -> tuple[bool | None, ...]:
        """The settled cells, for the doctor and the screen; None where a sensor is unreliable."""
        return self._values(self.clock.now())

    def due_s(self) -> float | None:
        """When to look although no edge came, or None: the box is at rest."""
        now_s = self.clock.now()
        waits = [line.due_s(now_s) for line in self._lines.values()]
        waits += [self.slides.due_s() if self._lines else None, self.grid.due_s()]
        return min((due for due in waits if due is not None), default=None)

    def _catch_up(self, until_s: float) -> list[Fact]:
        """End every wait that is due before a moment at its own time, so that late looks give the same facts."""
        found: list[Fact] = []
        if len(self._lines) < len(CELLS):
            return found
        while True:
            waits = [line.due_s(self._looked_s) for line in self._lines.values()] + [self.slides.due_s()]
            later = [due for due in waits if due is not None and due > self._looked_s]
            self._looked_s = max(self._looked_s, min([*later, until_s]))
            found += self.slides.see(self._values(self._looked_s), self._looked_s)
            if self._looked_s >= until_s:
                return found

    def _values(self, at_s: float) -> tuple[bool | None, ...]:
        return tuple(self._lines[cell].value(at_s) if cell in self._lines else None for cell in CELLS)

    def _judge(self) -> None:
        empty = len(self._lines) == len(CELLS) and not any(line.settled for line in self._lines.values())
        why = Reason("box_feels_nothing", "no cell feels a magnet; is the box plugged in?") if empty else ""
        self.log.set("doubtful" if empty else "ready", why, self.clock.now())
