"""Rolls from a camera, a video or pictures, through the same eye as in a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path

from tablekeeper.display.words.texts import Said
from tablekeeper.faults import Words, words_of
from tablekeeper.firmware.dice.presets import ANY, Preset
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.dice.rolls import Rolls
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.senses.camera.eye import ANY_DICE, Eye
from tablekeeper.firmware.senses.inbox import Ailing, Inbox, Message
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.clock import Clock, RealClock
from tablekeeper.vision import Calibration, VisionError, load_picture, read

Expect = Mapping[str, int] | None
Report = Callable[[str], None]
PAUSE_S = 0.01
"""Between two looks into the inbox: nothing beside the reading of a roll."""


def watch_film(
    camera: Camera, expect: Expect = None, calibration: Calibration | None = None, preset: Preset = ANY
) -> Iterator[DiceRoll]:
    """Every roll of a film, as fast as it can be read."""
    inbox, rolls = Inbox(), Rolls(preset=preset)
    eye = _make_eye(camera, inbox, expect, calibration)
    camera.open()
    try:
        while camera.health.usable:
            eye.step()
            yield from rolls.take(inbox)
        if eye.latest is None:
            raise BadInput("Cannot read dice from a video: found no picture in it; expected a video that is whole")
    finally:
        camera.close()


def watch_camera(
    camera: Camera,
    expect: Expect = None,
    calibration: Calibration | None = None,
    report: Report = lambda why: None,
    clock: Clock | None = None,
    day_s: Callable[[], float] = time.time,
    preset: Preset = ANY,
) -> Generator[DiceRoll, None, None]:
    """Every roll under a camera, until nobody wants more; `report` is called when the camera fails or comes back."""
    clock = clock or RealClock()
    start_s = day_s() - clock.now()
    inbox, rolls = Inbox(), Rolls(lambda taken_at_s: start_s + taken_at_s, preset)
    eye = _make_eye(camera, inbox, expect, calibration)
    camera.open()
    supervisor, health = Supervisor(inbox), _HealthReport(report)
    supervisor.start("camera", eye, camera)
    try:
        while True:
            yield from rolls.take(inbox, health.hear)
            clock.sleep(PAUSE_S)
    finally:
        supervisor.stop()
        camera.close()


def _make_eye(camera: Camera, inbox: Inbox, expect: Expect, calibration: Calibration | None) -> Eye:
    eye = Eye(camera, inbox)
    eye.learn(calibration)
    eye.ask(expect or ANY_DICE)
    return eye


class _HealthReport:
    """Reports each device that fails, and that it works again."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._failed: set[str] = set()

    def hear(self, message: Message) -> None:
        """Report what changed."""
        if not isinstance(message, Ailing) or message.state == "starting":
            return
        device = Said(f"device.{message.device}")
        if message.state != "ready":
            self._failed.add(message.device)
            self._report(Words("{device}: {why}", device=device, why=message.why or message.state))
        elif message.device in self._failed:
            self._failed.remove(message.device)
            self._report(Words("{device}: it works again", device=device))


def read_pictures(paths: Sequence[Path], expect: Expect, report: Report, preset: Preset = ANY) -> Iterator[DiceRoll]:
    """One roll for each picture that shows dice: in a picture everything lies still. `report` receives the others."""
    count = 0
    for number, path in enumerate(paths):
        try:
            picture = load_picture(path)
        except VisionError as fault:
            report(words_of(fault))
            continue
        reading, _ = preset.fit(read(picture, expect), ())
        if reading.dice or any(doubt.box for doubt in reading.doubts):
            count += 1
            yield DiceRoll(count, number, reading, picture)
