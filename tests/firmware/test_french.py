"""What the doctor says where the table speaks French: on the screen no English word, whatever was found."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest

from tablekeeper import firmware
from tablekeeper.display import care_pages as care
from tablekeeper.display import intents, pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import Said, shipped_texts
from tablekeeper.firmware.doctor import Finding, Probes, examine
from tablekeeper.firmware.doctor.hands import try_box
from tablekeeper.firmware.errands.corners import Corners
from tablekeeper.firmware.errands.magnets import STATES
from tablekeeper.firmware.journal.care.backup import JOURNAL, write_backup
from tablekeeper.firmware.journal.care.repair import shorten
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.settings.config import CameraSettings
from tablekeeper.vision import calibrate
from tests.conftest import Clock
from tests.display.french import ENGLISH
from tests.firmware.commands import call
from tests.firmware.sitting import Sitting
from tests.firmware.test_doctor import BOX_FAULTS, WELL, WRONG, FakeGrid, no_camera, no_pins, run_hands, sharp_picture
from tests.firmware.test_repair import play

SIZE = (800, 480)
KINDS = ("found", "why", "mend")
SAME = {"doctor.found.box_swapped", "doctor.found.release",
        "doctor.mend.pins_none", "doctor.mend.power_untold", "doctor.mend.journal",
        "doctor.mend.backup", "doctor.mend.library_missing",
        "doctor.mend.library_missing_here", "doctor.mend.pins_driver"}  # fmt: skip
"""Commands, which are the same everywhere, but for what stands between them."""
LAPTOP = replace(WELL, read_text=lambda path: None, open_pins=no_pins, take_picture=no_camera)
SETTINGS: Mapping[str, tuple[str, Probes]] = {
    "wrong": ("[table]\nlangauge = 'de'\n", WELL),
    "all off": ("[camera]\nbackend = 'none'\n[box]\nbackend = 'none'\n[table]\nsound = 'off'\n", LAPTOP),
    "no webcam": ("[camera]\nkind = 'webcam'\n", LAPTOP),
}


@cache
def composer() -> Composer:
    """One for all pages: it keeps what it has drawn."""
    open_screen(SIZE, "dummy", False)
    return Composer(SIZE)


@pytest.fixture(autouse=True, scope="module")
def _screen() -> Iterator[None]:
    yield
    composer.cache_clear()
    pygame.display.quit()


def words_of(page: Page) -> str:
    """Everything that stands on a page in French."""
    scene = composer().compose(page, {}, Look(language="fr"))
    return " ".join(item.words.text for item in scene.items if item.words is not None)


def assert_french(findings: list[Finding]) -> None:
    """None of these is told in English, and no page that shows what is wrong has an English word on it."""
    french = shipped_texts("fr")
    for finding in findings:
        told = " / ".join(map(french.translate, finding[2:5]))
        assert not ENGLISH.search(told), (finding, told)
        if finding.state != "ok":
            row = care.Finding(finding.name, STATES[finding.state], finding.found, finding.mend, finding.cells)
            shown = words_of(care.DoctorPage((row,)))
            assert not ENGLISH.search(shown), (finding, shown)


def damaged_table(home: Path, clock: Clock) -> None:
    """A journal with one word changed."""
    with Journal(home / JOURNAL) as journal:
        play(journal, clock, 9, random.Random(1))
    write_backup(home, None, clock)
    content = (home / JOURNAL).read_bytes()
    (home / JOURNAL).write_bytes(content.replace(b"draw ", b"drew ", 1))


@pytest.mark.parametrize("what", [*WRONG, "nothing"])
def test_what_is_wrong_with_the_computer_or_a_device_is_told_in_french(what: str, tmp_path: Path) -> None:
    probes = WRONG[what][0] if what in WRONG else WELL
    findings = list(examine(tmp_path, probes))
    assert (what == "nothing") == ({finding.state for finding in findings} <= {"ok", "look"} and what not in WRONG)
    assert_french(findings)


@pytest.mark.parametrize("what", SETTINGS)
def test_what_the_settings_make_of_it_is_told_in_french(what: str, tmp_path: Path) -> None:
    text, probes = SETTINGS[what]
    (tmp_path / "config.toml").write_text(text)
    findings = list(examine(tmp_path, probes))
    assert len(findings) > 10
    assert_french(findings)


def test_journal_backup_and_calibration_are_told_in_french(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "calibration.toml").write_text(calibrate([sharp_picture(CameraSettings())] * 3).to_toml())
    damaged_table(tmp_path, clock)
    smaller = replace(WELL, take_picture=lambda settings: sharp_picture(settings)[:200, :280])
    for probes in (WELL, smaller):
        findings = list(examine(tmp_path, probes))
        assert {finding.name: finding.state for finding in findings}["journal"] == "bad"
        assert_french(findings)


@pytest.mark.parametrize("looks", [looks for looks, _, _ in BOX_FAULTS])
def test_the_faults_of_the_box_are_told_in_french(looks: list[list[tuple[int, bool]]], clock: Clock) -> None:
    asked, finding = run_hands(try_box(FakeGrid(looks), clock), clock)
    assert finding.state != "ok"
    assert_french([finding])
    told = words_of(care.MagnetPage(0, finding.cells, finding.found, STATES[finding.state]))
    assert not ENGLISH.search(told), told
    french = shipped_texts("fr")
    assert [french.translate(words) for words in asked] == [f"Tenez un aimant sur la place {at}" for at in range(1, 10)]


def test_the_silent_corners_of_the_screen_are_told_in_french() -> None:
    errand = Corners()
    for touched in (1, 2, 4, 3):
        errand.handle(intents.CornerTouched(touched))
    assert errand.finding is not None
    told = words_of(errand.page)
    assert "en bas à gauche; en bas à droite" in told
    assert not ENGLISH.search(told)
    assert_french([errand.finding])


def test_what_a_device_said_in_english_since_the_start_is_told_in_french(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    for name in ("camera", "box", "saving", "recorder", "edition"):
        sitting.home.health.note(name, "lost", "opening it: found nothing; expected a cable at the connector")
    page = sitting.intent(intents.OpenDoctor())
    sitting.close()
    assert isinstance(page, care.DoctorPage)
    for number in range(len(page.findings)):
        told = words_of(replace(page, chosen=number))
        assert not ENGLISH.search(told), told


def lost_parts() -> Iterator[str]:
    """What can be said of a repaired journal."""
    lost = Said("trouble.game_lost", game=3), Said("trouble.game_cut", game=12, entries=131, whole=133)
    yield Said("trouble.journal_repaired", lost=lost, aside="journal.damaged-20260101.sqlite")
    yield Said("trouble.journal_repaired", lost=Said("trouble.nothing_lost"), aside="journal.damaged-20260101.sqlite")
    yield "the note of the journal's last entry is missing; what the journal holds is whole"


@pytest.mark.parametrize("notice", list(lost_parts()))
def test_a_repaired_journal_is_told_on_the_menu_in_french(notice: str) -> None:
    said = shorten(notice)
    assert notice.startswith(said.partition(" (")[0])
    lights = (pages.Light("camera"), pages.Light("box"), pages.Light("saving", "doubt", said))
    told = words_of(pages.MenuPage((), health=lights))
    assert "journal" in told
    assert not ENGLISH.search(told), told


def keys_said() -> set[str]:
    """The texts of the doctor that the firmware says; an f-string stands for all that begin like it."""
    keys = set()
    for path in Path(firmware.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KINDS and node.args:
                kind = getattr(node.func, "id", "")
                keys |= {f"doctor.{kind}.{part.value}" for part in ast.walk(node.args[0])
                         if isinstance(part, ast.Constant) and isinstance(part.value, str)}  # fmt: skip
    return keys


def test_every_text_of_the_doctor_is_said_and_each_is_another_in_french() -> None:
    english, french = (shipped_texts(language).texts for language in ("en", "fr"))
    doctor = {key for key in english if key.startswith(tuple(f"doctor.{kind}." for kind in KINDS))}
    said = keys_said()
    made = {key for key in doctor if re.match(r"doctor\.(found|why|mend)\.(light|corner|hands)_", key)}
    assert said - doctor <= {"doctor.found.corner_", *(f"doctor.{kind}.hands_" for kind in KINDS)}
    assert doctor == (said & doctor) | made
    trouble = {key for key in english if key.startswith("trouble.")}
    assert {key for key in doctor | trouble if english[key] == french[key]} <= SAME
    assert not {key for key in doctor | trouble if ENGLISH.search(french[key])}


def test_the_command_speaks_the_tables_language_and_machines_english(tmp_path: Path) -> None:
    words = ["--set", "camera.backend=none", "--set", "table.language=fr", "doctor"]
    assert "caméra : éteint dans les réglages" in call(tmp_path, *words).output
    assert "switched off in the settings" in call(tmp_path, *words, "--json").output
    (tmp_path / "config.toml").write_text("[table]\nlangauge = 'de'\n")
    assert "BAD  settings: " in call(tmp_path, "doctor").output


def test_why_a_game_cannot_begin_is_told_in_french(tmp_path: Path) -> None:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "chocobo.toml").write_text("game = 'chocobo'\n[dial]\nsize = 7\n")
    sitting = Sitting(tmp_path)
    alone = {"options": {"difficulty": "easy"}, "table": "virtual"}
    broken = {"edition": "own", "table": "real"}
    for wanted in (alone, broken):
        page = sitting.intent(intents.StartGame("chocobo", ("Ann",), (), **wanted))  # type: ignore[arg-type]
        assert isinstance(page, pages.SetupPage)
        assert page.fault
        told = words_of(page)
        assert not ENGLISH.search(told), told
    sitting.close()


TOLD_TO_PEOPLE = {"note": 2, "setup_page": 2, "unfinished_page": 1}
"""Which argument of these calls is a sentence that a page shows."""
TRANSLATED = ("Said", "say_reason", "said", "name_setup_fault", "shorten")


def sentences_for_pages() -> Iterator[tuple[str, int, ast.expr]]:
    for path in Path(firmware.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            if isinstance(node, ast.Call) and len(node.args) > TOLD_TO_PEOPLE.get(name, 99):
                yield path.name, node.lineno, node.args[TOLD_TO_PEOPLE[name]]


def test_what_the_program_says_on_a_page_can_be_said_in_every_language() -> None:
    found = list(sentences_for_pages())
    assert len(found) > 8
    made = [(name, line) for name, line, told in found if isinstance(told, ast.JoinedStr)]
    called = [
        (name, line, ast.unparse(told)) for name, line, told in found
        if isinstance(told, ast.Call) and getattr(told.func, "id", getattr(told.func, "attr", "")) not in TRANSLATED
    ]  # fmt: skip
    plain = [(name, line) for name, line, told in found if isinstance(told, ast.Constant) and told.value]
    assert not (made + called + plain)
