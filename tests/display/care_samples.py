"""Sample pages of the first evening and of care: questions, the steps of calibration, findings and troubles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tablekeeper.display import care_pages as care
from tablekeeper.display import pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.words.texts import Said

UNREADABLE = (
    "repair the journal /home/pi/.local/share/tablekeeper/journal.sqlite: nothing in it can be read (the file is empty,"
    " but its head names games); take the newest backup: tablekeeper restore --force /home/pi/.local/share/tablekeeper/"
    "backups/tablekeeper-no0012-2026-11-18-225600.tar.gz; to begin anew, move journal.sqlite and its head away"
)
OUTLINE = ((40.0, 30.0), (600.0, 30.0), (600.0, 450.0), (40.0, 450.0))
CHOICES = {"language": ("en", "fr"), "table": ("real", "simulated", "touch"), "camera": ("pi", "webcam", "none"),
           "look": ("now", "later"), "magnets": ("now", "later")}  # fmt: skip
"""What the questions of the first evening offer."""


def doctor_page() -> care.DoctorPage:
    """Seven findings, one of them bad."""
    rows = (
        care.Finding("camera", "ok", "sees the tray, 28 pictures a second"),
        care.Finding("light", "doubt", "a shadow in one corner", "Move the lamp a little to the left."),
        care.Finding("box", "bad", "cell 5 is silent", "Push the plug of the blue wire, pin 22. You can play without.",
                      (True,) * 4 + (False,) + (True,) * 4),
        care.Finding("knob", "off", "none found"),
        care.Finding("sound", "ok", "heard by you"),
        care.Finding("disk", "ok", "11 GB free, saves in 4 ms"),
        care.Finding("power", "ok", "steady since 18:02"),
    )  # fmt: skip
    return care.DoctorPage(rows, 2)


def calibration_page() -> care.CalibrationPage:
    """A tray with three dice, one of them uncertain."""
    picture = np.full((480, 640, 3), (44, 74, 65), np.uint8)
    boxes = ((100, 120, 60, 60), (320, 100, 60, 60), (300, 320, 60, 60))
    for x, y, w, h in boxes:
        picture[y : y + h, x : x + w] = (201, 74, 43)
    dice = tuple(care.FoundDie(value, "red", box, value != 5) for value, box in zip((4, 6, 5), boxes, strict=True))
    checks = tuple(care.Check(name, state) for name, state in
                   (("light", "ok"), ("focus", "ok"), ("colours", "ok"), ("black_die", "doubt")))  # fmt: skip
    return care.CalibrationPage(pages.Picture(picture), dice, checks, 3, 4, ready=True)


def calibration_steps() -> Iterator[tuple[str, Page]]:
    """The camera's steps: the light, the empty tray, and the dice of each colour."""
    found = calibration_page()
    checks = (care.Check("light"), care.Check("focus", "doubt"), care.Check("tray", "bad"))
    bare = replace(found, dice=(), checks=checks, step=2, steps=10)
    for says in ("", "too-dark", "glare", "out-of-focus"):
        yield f"calibration_light_{says or 'good'}", replace(bare, phase="light", says=says)
    yield "calibration_empty", replace(bare, phase="empty", outline=OUTLINE)
    yield "calibration_looks", replace(bare, phase="empty", ready=False)
    for body in ("yellow", "purple"):
        yield f"calibration_{body}", replace(bare, phase="colour", body=body, ready=False)
    yield "calibration_too_few", replace(bare, phase="colour", body="red", says="too_few", ready=False)
    yield "calibration_one", replace(found, dice=found.dice[:1], phase="colour", body="red")
    yield "calibration", found
    yield "calibration_lost", care.CalibrationPage(None)


def wizard_pages() -> Iterator[tuple[str, Page]]:
    """The questions of the first evening."""
    for name, choices in CHOICES.items():
        yield f"wizard_{name}", care.WizardPage(name, choices, choices[0], 2, 6)


def magnet_pages() -> Iterator[tuple[str, Page]]:
    """The sensors under the cocoons: in the middle of the check, all well, none answered."""
    yield "magnets", care.MagnetPage(5, (True, True, False, True, False, False, False, False, False))
    yield "magnets_well", care.MagnetPage(0, (True,) * 9)
    yield "magnets_bad", care.MagnetPage(0, (False,) * 9, "no sensor answered", "bad")


def corner_pages() -> Iterator[tuple[str, Page]]:
    """The touch screen's corners: in the middle of the check, all well, one missing."""
    yield "corners", care.CornersPage(4, (True, True, False, False))
    yield "corners_well", care.CornersPage(0, (True,) * 4)
    yield "corners_bad", care.CornersPage(0, (True, True, False, True), "no touch at the lower left corner", "doubt")


def trouble_pages() -> Iterator[tuple[str, Page]]:
    """What keeps the table from starting."""
    for kind, tries in (("full", 2), ("locked", 1), ("taken", 0), ("damaged", 0), ("other", 12)):
        yield f"trouble_{kind}", care.TroublePage(kind, UNREADABLE, tries)


def tried_pages(picture: pages.Picture | None) -> Iterator[tuple[str, Page]]:
    """What hands try: the camera while it is moved, the lens, the knob, the lamp, and how each can end."""
    sides = (Said("hands.side_right"), Said("hands.side_near"))
    move = Said("hands.sight_move", seen=1, sides=sides)
    sight = care.HandsPage("sight", Said("hands.sight"), move, care.Gauge(0.25, 1.0), picture)
    back = Said("hands.focus_back", now=41, best=67)
    yield "hands_sight", sight
    yield "hands_sight_dark", replace(sight, picture=None, gauge=None, live=Said("hands.no_picture"))
    yield "hands_focus", care.HandsPage("focus", Said("hands.focus"), back, care.Gauge(0.41, 0.55, 0.67), picture)
    dark = Said("hands.light_uneven", share=38, place=Said("hands.place_7"))
    yield "hands_light", care.HandsPage("light", Said("hands.light"), dark, care.Gauge(0.38, 0.6), picture)
    yield "hands_knob", care.HandsPage("knob", Said("hands.turn_right"))
    yield "hands_lamp", care.HandsPage("lamp", Said("hands.lamp_left"), confirm=True)
    yield "hands_well", care.HandsPage("focus", says=Said("doctor.found.hands_focus"))
    seen = Said("doctor.found.hands_last", seen=move)
    yield "hands_look", care.HandsPage("sight", says=seen, mend=Said("doctor.mend.hands_sight"), state="doubt")
    yield "hands_bad", care.HandsPage("box", says=Said("doctor.found.box_closed"), state="bad")


def care_pages() -> Iterator[tuple[str, Page]]:
    """All of them."""
    yield from calibration_steps()
    yield from wizard_pages()
    yield from magnet_pages()
    yield from corner_pages()
    yield from trouble_pages()
    yield from tried_pages(calibration_page().picture)
    yield "doctor", doctor_page()
    yield "settings", care.SettingsPage({"language": "en", "theme": "dark"})
    yield "switch_off", care.SwitchOffPage()
