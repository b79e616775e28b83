"""The first evening: what a new table has to know, asked on the screen one thing after the other.

Each answer is written into the settings at once, so nothing is lost when somebody leaves in the middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display.any_page import Page
from tablekeeper.firmware.errands.calibrating import Calibrating
from tablekeeper.firmware.errands.magnets import Magnets
from tablekeeper.firmware.settings import preferences
from tablekeeper.firmware.settings.hardware import kind_of_table

if TYPE_CHECKING:
    from tablekeeper.firmware.program.program import Errand, Program

CHOICES: dict[str, tuple[str, ...]] = {
    "language": ("en", "fr"),
    "table": ("real", "simulated", "touch"),
    "camera": ("pi", "webcam", "none"),
    "look": ("now", "later"),
    "magnets": ("now", "later"),
    "players": (),
}
"""Every question with its answers; what a table has not got is not asked."""
SKIPPED = {"real": (), "simulated": ("camera",), "touch": ("camera", "look", "magnets")}


class Wizard:
    """One walk through the questions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.over = False
        self.name = "language"
        self._page = self._make_page()

    @property
    def page(self) -> Page:
        """The question that is asked now."""
        return self._page

    def step(self, now_s: float) -> None:
        """Nothing happens by itself."""

    def handle(self, intent: intents.Intent) -> bool:
        """Keep an answer, or go one question back."""
        if isinstance(intent, intents.Chose):
            self._keep(intent)
        elif isinstance(intent, intents.NamePlayers):
            self.program.change("table.players", intent.names)
            self._go(1)
        elif isinstance(intent, intents.SkipStep):
            self._go(1)
        elif isinstance(intent, intents.Back) and self.name != "language":
            self._go(-1)
        else:
            return False
        return True

    def close(self) -> None:
        """Nothing to give back."""

    @property
    def names(self) -> list[str]:
        """The questions that this table needs."""
        settings = self.program.home.settings
        skipped = set(SKIPPED[kind_of_table(settings, self.program.is_pi)])
        if settings.camera.backend == "none":
            skipped.add("look")
        if settings.box.backend == "none":
            skipped.add("magnets")
        return [name for name in CHOICES if name not in skipped]

    def _go(self, by: int) -> None:
        names = self.names
        at = names.index(self.name) + by
        if at >= len(names):
            self.over = True
        else:
            self.name = names[at]
            self._page = self._make_page()

    def _keep(self, intent: intents.Chose) -> None:
        errand = KEEP[intent.name](self.program, intent.value)
        self._go(1)
        if errand is not None:
            self.program.begin_errand(errand)

    def _make_page(self) -> Page:
        lights = self.program.home.health.lights()
        names = self.names
        place = names.index(self.name) + 1, len(names)
        if self.name == "players":
            return care.NamesPage(self.program.home.settings.table.players, 8, *place, lights)
        return care.WizardPage(self.name, CHOICES[self.name], self._chosen(), *place, lights)

    def _chosen(self) -> str:
        settings = self.program.home.settings
        return {
            "language": settings.table.language,
            "table": kind_of_table(settings, self.program.is_pi),
            "camera": settings.camera.kind if settings.camera.backend != "none" else "none",
        }.get(self.name, "now")


def keep_language(program: Program, value: str) -> None:
    """Speak this language from now on."""
    program.screen.adjust("language", value)
    place, values = preferences.PREFERENCES["language"]
    program.change(place, values[value])


def keep_table(program: Program, value: str) -> None:
    """Real devices, simulated ones, or none."""
    backend = {"real": "real", "simulated": "simulated", "touch": "none"}[value]
    program.change("camera.backend", backend)
    program.change("box.backend", backend)
    program.reopen_devices()


def keep_camera(program: Program, value: str) -> None:
    """Which camera hangs over the tray."""
    program.change("camera.backend", "none" if value == "none" else "real")
    if value != "none":
        program.change("camera.kind", value)
    program.reopen_devices()


def keep_look(program: Program, value: str) -> Errand | None:
    """Set up the camera now, or another time."""
    return calibrating(program) if value == "now" else None


def keep_magnets(program: Program, value: str) -> Errand | None:
    """Try the box now, or another time."""
    return magnets(program) if value == "now" else None


def calibrating(program: Program) -> Errand | None:
    """The camera's setup, where there is a camera."""
    devices, home = program.devices, program.home
    return Calibrating(devices, devices.eye, home.folder, home.health) if devices.eye is not None else None


def magnets(program: Program) -> Errand | None:
    """The box's test, where there is a box."""
    devices = program.devices
    return Magnets(devices, devices.box, program.home.health) if devices.box is not None else None


KEEP = {
    "language": keep_language, "table": keep_table, "camera": keep_camera, "look": keep_look, "magnets": keep_magnets,
}  # fmt: skip
