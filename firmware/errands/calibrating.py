"""Sets up the camera in the window: light, the empty tray, the owner's dice colour by colour, and a last look at all.

What it learns is the table's calibration file. At a simulated table simulated hands lay the dice, so the whole of it
runs without a camera, the same way.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display import pages as p
from tablekeeper.firmware.program.device_sets import DeviceSet
from tablekeeper.firmware.program.health import HealthLine
from tablekeeper.firmware.senses.arbiter import colour_of
from tablekeeper.firmware.senses.camera.checks import SHARP_ENOUGH
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.camera.known_tray import write_calibration
from tablekeeper.vision import Calibration, CalibrationError, calibrate, learn_dice, read
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import GLARE, OUT_OF_FOCUS, TOO_DARK, Reading
from tablekeeper.vision.settle import Phase, Settle, sharpness
from tablekeeper.vision.trays.camera.light import check_light

COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "white")
"""Dice are asked for in this order; who has none of a colour leaves it out."""
SHOWN = (2, 4, 5)
"""What simulated hands lay down of each colour."""
EVERY_S = 0.2
"""Between two looks: live enough for an eye, and light on a Pi."""
EMPTY_PICTURES = 6
SMALLEST_TRAY = 0.97
"""Of the picture: an outline as large as this is no outline."""


class Part(NamedTuple):
    """One step: what is looked at, and the colour of the dice that are shown."""

    phase: str
    body: str = ""


PARTS = (Part("light"), Part("empty"), *(Part("colour", colour) for colour in COLOURS), Part("dice"))


class Calibrating:
    """One walk through the setup of the camera."""

    def __init__(self, devices: DeviceSet, eye: Eye, home: Path, health: HealthLine) -> None:
        self.devices, self.eye, self.home, self.health = devices, eye, home, health
        self.over = False
        self.at = 0
        self.shown: list[tuple[Picture, str | None]] = []
        """Still pictures of dice, each with the colour that all its dice have."""
        self.known: Calibration | None = None
        self._corners: Any = None
        """The outline as somebody moved it; None while it is as it was found."""
        self._pictures: deque[Picture] = deque(maxlen=EMPTY_PICTURES)
        self._reading: Reading | None = None
        self._read_in: Picture | None = None
        self._settle = Settle(self._read)
        self._looked_at_s = float("-inf")
        self._says = ""
        self._page = care.CalibrationPage(None, steps=len(PARTS), phase=PARTS[0].phase, health=health.lights())
        eye.paused = True
        devices.lay(())

    @property
    def page(self) -> care.CalibrationPage:
        """The live picture with what is found in it."""
        return self._page

    @property
    def part(self) -> Part:
        """The present step."""
        return PARTS[self.at]

    def step(self, now_s: float) -> None:
        """Look at the newest picture, if it is time."""
        frame = self.eye.latest
        if now_s - self._looked_at_s < EVERY_S or frame is None or not self.eye.camera.health.usable:
            if frame is not None and not self.eye.camera.health.usable and self._page.picture is not None:
                self._page = care.CalibrationPage(None, steps=len(PARTS), phase="light", health=self.health.lights())
            return
        self._looked_at_s = now_s
        picture = frame.bgr()
        self._pictures.append(picture)
        {"light": self._look_at_light, "empty": self._look_at_tray}.get(self.part.phase, self._look_at_dice)(
            picture, frame.taken_at_s
        )
        self._show(picture)

    def handle(self, intent: intents.Intent) -> bool:
        """Go on, look again, leave out, or move a corner."""
        if isinstance(intent, intents.Calibrated):
            (self._accept if intent.right else self._again)()
        elif isinstance(intent, intents.SkipStep):
            self._go_on()
        elif isinstance(intent, intents.MoveCorner) and self.known is not None:
            self._move(intent)
        elif isinstance(intent, intents.AddCorner) and self.known is not None:
            self._add(intent.after)
        else:
            return isinstance(intent, intents.AskWhy)
        return True

    def close(self) -> None:
        """Dice in the tray are answers again."""
        self.eye.paused = False
        self.devices.lay(())

    # -- looking

    def _look_at_light(self, picture: Picture, at_s: float) -> None:
        self._checks = self._light(picture)
        self._says = next((check.reason for check in check_light(picture)), "")
        if not self._says and self._checks[1].state != p.OK:
            self._says = OUT_OF_FOCUS

    def _light(self, picture: Picture) -> list[care.Check]:
        reasons = {check.reason for check in check_light(picture)}
        light = p.BAD if TOO_DARK in reasons else p.DOUBT if GLARE in reasons else p.OK
        sharp = sharpness(picture)
        focus = p.OK if sharp >= SHARP_ENOUGH else p.DOUBT if sharp >= SHARP_ENOUGH / 2 else p.BAD
        return [care.Check("light", light), care.Check("focus", focus)]

    def _look_at_tray(self, picture: Picture, at_s: float) -> None:
        """Find the outline again and again, until somebody says that it is right or moves it."""
        self._checks = self._light(picture)
        self.known = None
        if len(self._pictures) == EMPTY_PICTURES:
            try:
                self.known = calibrate(list(self._pictures))
            except CalibrationError:
                self.known = None  # something moves: look again at the next picture
        if self.known is not None and self._corners is not None:
            self.known = self.known.with_corners(self._corners)
        found = self.known is not None and covered(self.known) < SMALLEST_TRAY
        self._checks.append(care.Check("tray", p.OK if found else p.DOUBT if self.known else p.BAD))

    def _look_at_dice(self, picture: Picture, at_s: float) -> None:
        verdict = self._settle.watch(picture, at_s)
        if verdict.reading is not None:
            self._reading, self._read_in = verdict.reading, picture
        elif verdict.phase is Phase.MOVING:
            self._reading = self._read_in = None
        self._checks = self._light(picture)

    def _read(self, picture: Picture) -> Reading:
        return read(picture, None, self.known)

    # -- going on

    def _accept(self) -> None:
        if self.part.phase == "empty" and self.known is None:
            return
        if self.part.phase == "colour":
            if self._read_in is None:
                return
            self.shown.append((self._read_in, self.part.body))
        if self.part.phase == "dice":
            self._save()
        else:
            self._go_on()

    def _again(self) -> None:
        """This is not right: the outline as it is found, or another picture of the dice."""
        self._corners = self._reading = self._read_in = None
        self._settle = Settle(self._read)
        if self.part.phase == "colour":
            self.devices.lay([(self.part.body, value) for value in SHOWN])
        elif self.part.phase == "dice":
            self._begin_at(2)

    def _begin_at(self, at: int) -> None:
        """Show the dice anew from here."""
        self.at, self.shown = at, []
        if self.known is not None:
            self.known = calibrate_again(self.known)
        self._enter()

    def _go_on(self) -> None:
        if (self.part.phase == "empty" and self.known is None) or self.part.phase == "dice":
            return  # the last look at all dice cannot be left out, however often somebody touches
        self.at += 1
        if self.part.phase == "dice" and not self._learn():
            return
        self._enter()

    def _enter(self) -> None:
        self._reading = self._read_in = None
        self._settle = Settle(self._read)
        part = self.part
        bodies = [str(body) for _, body in self.shown]
        values = [(part.body, value) for value in SHOWN] if part.body else []
        self.devices.lay(values if part.phase == "colour" else [(body, 3) for body in bodies] if part.body else
                     [(body, 3) for body in bodies] if part.phase == "dice" else ())  # fmt: skip

    def _learn(self) -> bool:
        """Learn the dice that were shown; without any the empty tray alone is kept."""
        if self.known is None or not self.shown:
            self._save()
            return False
        try:
            self.known = learn_dice(self.known, self.shown)
        except CalibrationError:
            self._begin_at(2)
            self._says = "too_few"
            return False
        return True

    def _save(self) -> None:
        if self.known is not None:
            write_calibration(self.home, self.known)
            self.devices.learn(self.known)
            self.health.note("light", "ready")
        self.over = True

    def _move(self, intent: intents.MoveCorner) -> None:
        known = self.known
        assert known is not None
        corners = [list(corner) for corner in known.outline]
        x, y = corners[intent.corner]
        corners[intent.corner] = [
            min(max(x + intent.right * known.width_px, 0.0), known.width_px),
            min(max(y + intent.down * known.height_px, 0.0), known.height_px),
        ]
        self._draw(tuple((x, y) for x, y in corners))

    def _add(self, after: int) -> None:
        known = self.known
        assert known is not None
        corners = list(known.outline)
        if len(corners) >= care.MOST_CORNERS:
            return
        (x1, y1), (x2, y2) = corners[after], corners[(after + 1) % len(corners)]
        corners.insert(after + 1, ((x1 + x2) / 2, (y1 + y2) / 2))
        self._draw(tuple(corners))

    def _draw(self, corners: tuple[tuple[float, float], ...]) -> None:
        """From now on the outline is what somebody drew."""
        self._corners = corners
        if self.known is not None:
            self.known = self.known.with_corners(corners)

    # -- showing

    def _show(self, picture: Picture) -> None:
        part = self.part
        dice = tuple(
            care.FoundDie(die.value, colour_of(die), die.box, die.doubt is None)
            for die in (self._reading.dice if self._reading else ())
        )
        ready = {"light": True, "empty": self.known is not None}.get(part.phase, bool(dice))
        self._page = care.CalibrationPage(
            p.Picture(picture[..., ::-1]), dice, tuple(self._checks), self.at + 1, len(PARTS), part.phase, part.body,
            ready, self._area(), self._says, self.health.lights(),
        )  # fmt: skip

    def _area(self) -> tuple[tuple[float, float], ...]:
        """What the tray's area is: the outline until dice were shown, then what was learned from them."""
        known = self.known
        if known is None or known.drawn or self.part.phase != "dice":
            return known.outline if known is not None else ()
        return known.walled or known.resting


def covered(known: Calibration) -> float:
    """The share of the picture that lies inside the outline."""
    corners = known.outline
    twice = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True))
    return abs(twice) / 2 / (known.width_px * known.height_px)


def calibrate_again(known: Calibration) -> Calibration:
    """The same tray, with nothing known of its dice."""
    from dataclasses import replace

    return replace(known, edge_px=None, samples={})
