"""The doctor in the window: looks at everything one after the other, and tests one thing again when asked."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display.words.texts import Said, shipped_texts
from tablekeeper.faults import Words
from tablekeeper.firmware.checks.findings import fine, found
from tablekeeper.firmware.doctor import Finding, Probes, examine, real_probes
from tablekeeper.firmware.doctor.examine import examine_again
from tablekeeper.firmware.doctor.page import write_page
from tablekeeper.firmware.errands.by_hand import Trial, make_tests
from tablekeeper.firmware.errands.corners import Corners
from tablekeeper.firmware.errands.magnets import STATES, Magnets
from tablekeeper.firmware.errands.wizard import calibrating
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.config import CameraSettings
from tablekeeper.hardware.errors import HardwareError
from tablekeeper.vision.picture import Picture

if TYPE_CHECKING:
    from tablekeeper.firmware.program.program import Program

FIRST = (
    "camera", "light", "tray", "box", "sound", "screen", "hands", "power", "disk", "card", "journal", "backup", "stick",
    "release",
)  # fmt: skip
"""What people ask about comes first; the rest follows as it is found."""
SILENT = {"camera": "camera_silent", "box": "box_silent"}
"""What is found of a device that is gone."""
HANDS = "hands"
"""The name under which all tests by hand are done, one after the other."""
PAGE = "table.html"
LASTING = ("journal", "backup", "stick", "edition", "recorder", "saving")


class Checkup:
    """One look at everything."""

    def __init__(
        self,
        program: Program,
        probes: Probes | None = None,
        today: Callable[[], str] = lambda: time.strftime("%Y-%m-%d"),
    ) -> None:
        self.program, self._today = program, today
        self.over = False
        self._probes = probes_of(program, probes or real_probes())
        self._found: dict[str, Finding] = {}
        self._looks: Iterator[Finding] = examine(program.home.folder, self._probes)
        self._by_hand: Trial | Magnets | Corners | None = None
        """The test that needs a hand and is being done."""
        self._waiting: deque[str] = deque()
        """Those that come after it."""
        self._all_by_hand = False
        self._troubles: set[str] = set()
        """What went wrong since the start, and is no less true because all is well now."""
        self._note_troubles()
        self._note_box()
        self._found[HANDS] = fine(HANDS, found("hands_all"))
        self._page = self._make_page()

    @property
    def page(self) -> care.DoctorPage:
        """All findings so far."""
        return self._page

    def step(self, now_s: float) -> None:
        """One more look; none of them takes long."""
        if self._by_hand is not None:
            self._end_test(self._by_hand)
        finding = next(self._looks, None)
        if finding is not None:
            self._note(finding)

    def handle(self, intent: intents.Intent) -> bool:
        """Test one thing again; set up the camera."""
        if isinstance(intent, intents.Test):
            self._test(intent.name)
        elif isinstance(intent, intents.OpenCalibration):
            errand = calibrating(self.program)
            if errand is not None:
                self.program.begin_errand(errand)
        else:
            return isinstance(intent, intents.OpenDoctor)
        return True

    def close(self) -> None:
        """Nothing to give back."""

    def _test(self, name: str) -> None:
        for finding in examine_again(name, self.program.home.folder, self._probes):
            self._note(finding)
        tests = make_tests(self.program)
        self._all_by_hand = name == HANDS
        self._waiting = deque(tests if self._all_by_hand else [name] if name in tests else ())
        if self._waiting:
            self._begin_next()

    def _begin_next(self) -> None:
        self._by_hand = make_tests(self.program)[self._waiting.popleft()](self.program)
        self.program.begin_errand(self._by_hand)

    def _end_test(self, done: Trial | Magnets | Corners) -> None:
        """Note what was found and go on; who left in the middle wants no other test either."""
        self._by_hand = None
        if done.finding is not None:
            self._note(done.finding)
        if done.over and self._waiting:
            self._begin_next()
        elif done.over and self._all_by_hand:
            self._print()

    def _print(self) -> None:
        """All findings on a page that can be kept beside the table."""
        for finding in self._looks:
            self._note(finding)
        path = self.program.home.folder / PAGE
        try:
            texts = shipped_texts(self.program.home.settings.table.language)
            write_page(path, [one for one in self._found.values() if one.name != HANDS], texts, self._today())
        except BadInput as fault:
            self._note(Finding(HANDS, "look", found("device_unwell", fault.words)))
        else:
            self._note(fine(HANDS, found("hands_page", file=path)))

    def _note(self, finding: Finding) -> None:
        if not (finding.state == "ok" and finding.name in self._troubles):
            self._found[finding.name] = finding
        self._page = self._make_page(finding.name)

    def _note_troubles(self) -> None:
        for name, look, why in self.program.home.health.troubles():
            if name in LASTING:
                self._troubles.add(name)
            key = SILENT.get(name, "device_unwell") if look == "bad" else "device_unwell"
            words = why if isinstance(why, Said) else found(key, why)
            self._found[name] = Finding(name, "bad" if look == "bad" else "look", words)

    def _note_box(self) -> None:
        box = self.program.devices.box
        if box is None:
            return
        felt = sum(bool(cell) for cell in box.occupied())
        if box.health.state == "ready":
            self._found["box"] = fine("box", found("box_feels", count=felt))
        else:
            self._found["box"] = Finding("box", "look", found("device_unwell", box.health.why))

    def _make_page(self, chosen: str = "") -> care.DoctorPage:
        order = {name: place for place, name in enumerate(FIRST)}
        found = sorted(self._found.values(), key=lambda one: order.get(one.name, len(order)))
        rows = tuple(care.Finding(one.name, STATES[one.state], one.found, one.mend, one.cells) for one in found)
        return care.DoctorPage(rows, 0, self.program.home.health.lights())


def probes_of(program: Program, probes: Probes) -> Probes:
    """Looks at the devices as the program has them open; nobody can open a camera twice."""

    def take_picture(settings: CameraSettings) -> Picture:
        eye = program.devices.eye
        frame = eye.latest if eye is not None else None
        if eye is None or frame is None or not eye.camera.health.usable:
            raise HardwareError(
                "Cannot take a picture: {why}; see tablekeeper doctor",
                why=eye.camera.health.why if eye else Words("no camera is used"),
            )
        return frame.bgr()

    def open_pins(library: str) -> str:
        box = program.devices.box
        if box is None or not box.health.usable:
            raise HardwareError(
                "Cannot reach the pins: {why}; see tablekeeper doctor",
                why=box.health.why if box else Words("no box is used"),
            )
        return "the box that is open"

    return replace(probes, take_picture=take_picture, open_pins=open_pins)
