"""Everything that hands can try, in the window: each is a test of the doctor, shown live, one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display import pages as p
from tablekeeper.display.care_screens.hands import ANSWER
from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.doctor.controls import (
    button_wishes,
    knob_wishes,
    try_buzzer,
    try_control,
    try_lamp,
    try_sound,
)
from tablekeeper.firmware.doctor.mounting import AIMS
from tablekeeper.firmware.doctor.steps import Step, Steps
from tablekeeper.firmware.errands.corners import Corners
from tablekeeper.firmware.errands.magnets import STATES, Magnets
from tablekeeper.firmware.program.device_sets import DeviceSet
from tablekeeper.firmware.senses.button.watch import Pushed
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Message, Turned
from tablekeeper.hardware.header import controls
from tablekeeper.hardware.table import Table
from tablekeeper.vision.picture import Picture

if TYPE_CHECKING:
    from tablekeeper.firmware.program.program import Program

EVERY_S = 0.2
"""Between two looks through the camera: live enough for a hand, and light on a Pi."""
FIVE_DICE = (("red", 2), ("red", 5), ("blue", 4), ("black", 3), ("white", 6))
"""What simulated hands lay down to focus on."""
Test = Callable[["Program"], "Trial | Corners | Magnets"]


class Trial:
    """One test of the doctor as a page of the window."""

    def __init__(self, program: Program, name: str, every_s: float = 0.0) -> None:
        self.program, self.name, self.every_s = program, name, every_s
        self.over = False
        self.finding: Finding | None = None
        self.picture: Picture | None = None
        self.now_s = 0.0
        self.steps: Steps
        """Set by whoever makes it, as the steps look at its time and its picture."""
        self.left: Callable[[], None] = lambda: None
        """What is put back at the end."""
        self._looked_at_s: float | None = None
        self._answer: bool | None = None
        self._page = care.HandsPage(name, health=program.home.health.lights())

    @property
    def page(self) -> care.HandsPage:
        """What is asked, and what is seen."""
        return self._page

    def now(self) -> float:
        """The time of the present step."""
        return self.now_s

    def step(self, now_s: float) -> None:
        """Look once more."""
        self.now_s = now_s
        if self.finding is not None or (self._looked_at_s is not None and now_s - self._looked_at_s < self.every_s):
            return
        step = next(self.steps) if self._looked_at_s is None else self.steps.send(self._answer)
        self._looked_at_s, self._answer = now_s, None
        self._show(step)

    def handle(self, intent: intents.Intent) -> bool:
        """Yes, no, leave it out, go on."""
        if isinstance(intent, intents.Chose) and intent.name == ANSWER:
            self._answer = intent.value == "yes"
            return True
        self.over = isinstance(intent, intents.Continue | intents.SkipStep)
        return self.over

    def close(self) -> None:
        """Everything as it was before."""
        self.steps.close()
        self.left()

    def _show(self, step: Step) -> None:
        lights = self.program.home.health.lights()
        if step.finding is not None:
            self.finding = done = step.finding
            self._page = care.HandsPage(
                self.name, says=done.found, mend=done.mend, state=STATES[done.state], health=lights
            )
            return
        shot = p.Picture(self.picture) if self.picture is not None else None
        page = care.HandsPage(self.name, step.ask, step.live, step.gauge, shot, step.confirm, health=lights)
        if shot is not None or page != self._page:
            self._page = page


class HeardControls:
    """What knob and buttons did, taken from what is sent to the inbox: whoever serves them goes on doing so."""

    def __init__(self) -> None:
        self._heard: deque[controls.Control] = deque()

    def hear(self, message: Message) -> bool:
        """Keep what is one of theirs."""
        if isinstance(message, Turned):
            at_s = 0.0
            turned = controls.Turned(message.steps, at_s) if message.steps else controls.Pressed("knob", at_s)
            self._heard.append(turned)
        elif isinstance(message, Pushed):
            self._heard.append(controls.Pressed(message.name, 0.0))
        return isinstance(message, Turned | Pushed)

    def events(self) -> list[controls.Control]:
        """What they did since the last call."""
        taken = [*self._heard]
        self._heard.clear()
        return taken


def make_tests(program: Program) -> dict[str, Test]:
    """Every test that this table has the devices for, in the order of work."""
    return dict(_tests(program))


def _tests(program: Program) -> Iterator[tuple[str, Test]]:
    settings, devices = program.home.settings, program.devices
    if devices.eye is not None:
        for name in AIMS:
            yield name, _aim(name, devices, devices.eye)
    if settings.table.sound != "off":
        yield "sound", _sound
    yield "screen", lambda program: Corners()
    box, table = devices.box, devices.table
    if box is not None:
        yield "box", lambda program: Magnets(devices, box, program.home.health)
    if table is not None and settings.box.backend == "real":  # simulated hands turn no knob and see no lamp
        yield from _header(table)


def _header(table: Table) -> Iterator[tuple[str, Test]]:
    if table.knob.wires:
        yield "knob", lambda program: _control(program, "knob")
    if table.buttons.wires:
        yield "buttons", lambda program: _control(program, "buttons")
    if table.lamp.pins:
        yield "lamp", lambda program: _made(Trial(program, "lamp"), try_lamp(table.lamp))
    if table.buzzer.pin is not None:
        yield "buzzer", lambda program: _buzzer(program, table)


def _made(trial: Trial, steps: Steps) -> Trial:
    trial.steps = steps
    return trial


def _aim(name: str, devices: DeviceSet, eye: Eye) -> Test:
    def make(program: Program) -> Trial:
        trial = Trial(program, name, EVERY_S)

        def look() -> Picture | None:
            frame = eye.latest if eye.camera.health.usable else None
            trial.picture = frame.bgr() if frame is not None else None
            return trial.picture

        def leave() -> None:
            eye.paused = False
            devices.lay(())

        trial.left = leave
        eye.paused = True
        devices.lay(FIVE_DICE if name == "focus" else ())
        return _made(trial, AIMS[name](look, trial.now))

    return make


def _sound(program: Program) -> Trial:
    def play() -> bool:
        program.screen.signal("won")
        return True

    return _made(Trial(program, "sound"), try_sound(play))


def _control(program: Program, name: str) -> Trial:
    table, heard, trial = program.devices.table, HeardControls(), Trial(program, name)
    assert table is not None
    names = [button.removeprefix("button ") for button in table.buttons.wires]
    wishes = knob_wishes() if name == "knob" else button_wishes(names)
    program.listener = heard.hear

    def leave() -> None:
        program.listener = None

    trial.left = leave
    return _made(trial, try_control(name, heard, wishes, trial.now))


def _buzzer(program: Program, table: Table) -> Trial:
    trial = Trial(program, "buzzer")
    return _made(trial, try_buzzer(table.buzzer, trial.now))
