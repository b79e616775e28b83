"""A simulated table with simulated hands, for the window of a computer that has no devices."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tablekeeper.display import intents
from tablekeeper.engines.core import Question
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.program.device_sets import record
from tablekeeper.firmware.program.lamp import TableSignals
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.box.hall_sense import HallSense
from tablekeeper.firmware.senses.button.watch import ButtonWatch
from tablekeeper.firmware.senses.camera.eye import IDLE_GLANCE_S, Eye
from tablekeeper.firmware.senses.edges import EdgeWorker
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.simulated.known_tray import die_of, simulated_calibration
from tablekeeper.firmware.simulated.people import People
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Tray
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.sliding_box.slides import CELLS, Slides, neighbours
from tablekeeper.vision import Calibration

PATIENCE_S = 2.5
"""How long a slide may take from the touch to the hall sensors' word."""
REACH_S = 0.3
"""How long simulated hands take from one place of the box to the next."""


class SimulatedDevices:
    """A simulated table with simulated hands: they throw what is asked for, and slide what was touched."""

    virtual = True

    def __init__(
        self, inbox: Inbox, *, seed: int, calibration: Calibration | None = None, recorder: Recorder | None = None,
        live: bool = True, camera: bool = True, box: bool = True, masked: int | None = None,
    ) -> None:  # fmt: skip
        """`camera`, `box`: whether this table has one; `masked`: a place of the box whose sensor is dead."""
        self.table = SimulatedTable(seed=seed, live=live, masked=masked)
        self.table.open()
        self.calibration = calibration
        self.eye: Eye | None = Eye(self.table.tray, inbox) if camera else None
        if self.eye is not None:
            self.eye.learn(calibration)
        self.box = self.table.box if box else None
        self.listening: list[EdgeWorker] = [ButtonWatch(self.table.buttons, inbox)]
        if self.box is not None:
            self.listening.append(HallSense(self.box, inbox))
        self.signals = TableSignals(self.table)
        self.luck = random.Random(seed)
        self.people: People | None = None
        self._loop: Loop | None = None
        self._lays = 0
        self._busy_until_s = 0.0
        self._looked_at_s = float("-inf")
        self._served = (-1, 0)
        """The last slide that was served: of which answer, from which cell."""
        if recorder is not None:
            record(recorder, self.eye, self.box)

    def attach(self, loop: Loop | None) -> None:
        """Simulated hands serve this game."""
        self._loop, self.people = loop, None
        self.table.tray.put(())
        if loop is None or self.eye is None:
            return
        bodies = loop.session.game.bodies(loop.session.history.setup)
        known = self.calibration
        if bodies and (known is None or not {*bodies} <= {*known.samples}):
            known = simulated_calibration(bodies)
        self.eye.learn(known)
        self.people = People(loop, self.table, lambda intent: None, luck=self.luck, bots={})

    def step(self) -> None:
        """Hands and devices, in turn."""
        if self.people is not None:
            self.people.throw_if_asked()
        self.table.run_due()
        if self.eye is not None and self._is_worth_a_look(self.eye):
            self.eye.step()
        self._set_box_right()
        for worker in self.listening:
            worker.report_due()
        self.signals.tick()

    def observes(self, game: Game, question: Question) -> bool:
        """Dice under the camera; the box is laid as the game has it."""
        return self.eye is not None and arbiter.is_roll(question)

    def signal(self, name: str) -> None:
        """Show this signal with lamp and buzzer."""
        self.signals.show(name)

    def health(self) -> Mapping[str, Health]:
        """How every device is."""
        return self.table.health()

    def lay(self, dice: Sequence[tuple[str, int]]) -> None:
        """Lay these dice down, flat and apart; nothing else stays."""
        self._lays += 1
        self.table.tray.put(scatter([die_of(*die) for die in dice], Tray(), seed=self._lays) if dice else ())

    def hold(self, cell: int) -> None:
        """Take all cocoons out and lay one over this place; 0 puts all back."""
        box = self.table.cocoons
        for other in CELLS:
            if other not in box.lifted and other != box.hole:
                box.lift(other)
        if cell:
            self.table.clock.after(REACH_S, lambda: box.put(cell) if cell in {*box.lifted, box.hole} else None)
        else:
            for other in tuple(box.lifted):
                box.put(other)

    def learn(self, known: Calibration) -> None:
        """Read this game and the next ones with what was learned of the tray."""
        self.calibration = known
        if self.eye is not None:
            self.eye.learn(known)

    def serve(self, intent: intents.Answered) -> bool:
        """Slide the cocoon that was touched; the hall sensors report the rest."""
        loop, box = self._loop, self.table.cocoons
        slides = loop.session.game.slides if loop is not None else None
        if loop is None or slides is None or loop.question is None or self.box is None:
            return False
        place = slides.slid_from(loop.session.game.rules.read(intent.text))
        if place is None or place + arbiter.FIRST_CELL not in neighbours(box.hole) or self._is_busy():
            return False
        cell = place + arbiter.FIRST_CELL
        served, self._served = self._served, (len(loop.session.history.played), cell)
        if served == self._served:  # the sensors did not report it: then the touch counts
            return False
        self._busy_until_s = box.slide(cell) + PATIENCE_S
        return True

    def close(self) -> None:
        """Switch everything off."""
        self.table.close()

    def _is_worth_a_look(self, eye: Eye) -> bool:
        """A picture that nobody waits for is rendered only as often as the eye would glance at it."""
        now_s = self.table.clock.now()
        if eye.expected is None and not eye.paused and now_s - self._looked_at_s < IDLE_GLANCE_S:
            return False
        self._looked_at_s = now_s
        return True

    def _is_busy(self) -> bool:
        return self.table.clock.now() < self._busy_until_s

    def _set_box_right(self) -> None:
        """Hands lay the cocoons as the game has them: at its beginning, and after something was undone."""
        slides = self._loop.session.game.slides if self._loop is not None else None
        gap = slides.gap(self._loop.session.history.state) if self._loop is not None and slides is not None else -1
        cocoons, box = self.table.cocoons, self.box
        if gap < 0 or box is None or cocoons.hole == gap + arbiter.FIRST_CELL:
            self._busy_until_s = 0.0 if gap >= 0 else self._busy_until_s
            return
        if self._is_busy():
            return
        box.close()
        cocoons.hole = gap + arbiter.FIRST_CELL
        cocoons.power_on()
        box.slides = Slides()
        box.open()
