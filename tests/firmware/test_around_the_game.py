"""Around the games: lessons, settings that stay, the doctor, safe mode, ways back, the slides of simulated hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.care_pages import CornersPage, DoctorPage, MagnetPage, SettingsPage
from tablekeeper.display.drawing.look import SETTINGS
from tablekeeper.display.pages import EndPage, EveningsPage, LessonPage, MenuPage, ResumePage, TablePage, TimelinePage
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.senses.inbox import Ailing, Turned
from tablekeeper.firmware.settings.config import load_config
from tablekeeper.firmware.settings.preferences import PREFERENCES
from tablekeeper.firmware.simulated.simulated_devices import SimulatedDevices
from tests.firmware.sitting import Sitting, simulated_devices


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(tmp_path)
    yield made
    made.close()


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(tmp_path, simulated_devices)
    yield made
    made.close()


def play_on(sitting: Sitting, page: Any, luck: random.Random, most: int = 2000) -> tuple[Any, int]:
    """Answer anything until the game is over; the lessons that were shown are read on the way."""
    lessons = 0
    for _ in range(most):
        if isinstance(page, EndPage):
            break
        if isinstance(page, LessonPage):
            lessons += 1
            page = sitting.intent(intents.Continue())
            continue
        question = page.secret.question if page.secret is not None else page.question
        page = sitting.intent(intents.Answered(question.options[luck.randrange(len(question.options))].spell()))
    return page, lessons


@pytest.mark.parametrize("game", NAMES)
def test_the_window_teaches_a_game_while_it_is_played_to_its_end(game: str, sitting: Sitting) -> None:
    page = sitting.intent(intents.StartGame(game, ("Ann", "Ben"), ("blue", "red"), table="virtual", lesson=True))
    assert isinstance(page, LessonPage)
    assert page.number == 1
    assert page.says
    page, lessons = play_on(sitting, page, random.Random(3))
    assert isinstance(page, EndPage)
    assert lessons >= 2  # random people lose Chocobo early


def test_lessons_speak_the_tables_language_and_can_be_left(sitting: Sitting) -> None:
    sitting.intent(intents.Setting("language", "fr"))
    page = sitting.intent(intents.StartGame("kokoro", ("Ann", "Ben"), (), table="virtual", lesson=True))
    assert page.says.startswith("Donnez")
    page = sitting.intent(intents.Back())
    assert isinstance(page, TablePage)
    page = sitting.intent(intents.Answered(page.question.options[0].spell()))
    assert isinstance(page, TablePage)


def test_a_lesson_goes_on_when_its_game_is_resumed_until_it_is_left(tmp_path: Path) -> None:
    before = Sitting(tmp_path)
    page = before.intent(intents.StartGame("kokoro", ("Ann", "Ben"), (), table="virtual", lesson=True))
    for _ in range(12):
        if isinstance(page, LessonPage):
            page = before.intent(intents.Continue())
        else:
            page = before.intent(intents.Answered(page.question.options[0].spell()))
    assert before.program.loop is not None
    assert before.program.loop.lessons.tutor is not None
    step = before.program.loop.lessons.tutor.progress.step
    assert step > 0
    before.close()
    again = Sitting(tmp_path)
    again.intent(intents.Continue())
    again.intent(intents.Continue())
    assert again.program.loop is not None
    assert again.program.loop.lessons.tutor is not None
    assert 0 < again.program.loop.lessons.tutor.progress.step <= step
    again.program.loop.cover.lay(None)
    while not isinstance(again.screen.page, LessonPage):
        again.intent(intents.Answered(again.program.loop.question.options[0].spell()))
    again.intent(intents.Back())
    again.close()
    left = Sitting(tmp_path)
    left.intent(intents.Continue())
    left.intent(intents.Continue())
    assert left.program.loop is not None
    assert left.program.loop.lessons.tutor is None
    left.close()


def test_every_setting_of_the_page_is_kept_in_the_file(sitting: Sitting, tmp_path: Path) -> None:
    assert set(PREFERENCES) == set(SETTINGS)
    for name, (_, values) in SETTINGS.items():
        assert set(values) == set(PREFERENCES[name][1])
        last = list(values)[-1]
        page = sitting.intent(intents.Setting(name, last))
        assert isinstance(page, SettingsPage)
        assert page.values[name] == last
    again = Sitting.shown(tmp_path)
    assert again == {name: list(values)[-1] for name, (_, values) in SETTINGS.items()}


def test_the_doctor_asks_for_a_touch_of_each_corner_and_tells_which_stayed_silent(simulated: Sitting) -> None:
    simulated.intent(intents.OpenDoctor())
    for silent in ((), (3,)):
        page = simulated.intent(intents.Test("screen"))
        for corner in range(1, 5):
            assert (page.corner, isinstance(page, CornersPage)) == (corner, True)
            if corner in silent:
                page = simulated.until(lambda page, at=corner: page.corner != at)
            else:
                page = simulated.intent(intents.CornerTouched(corner))
        assert page.state == ("doubt" if silent else "ok")
        simulated.intent(intents.Continue())
        page = simulated.until(lambda page: isinstance(page, DoctorPage))
        (found,) = [finding for finding in page.findings if finding.name == "screen"]
        assert ("lower left" in found.says, found.state == "ok") == (bool(silent), not silent)


def test_a_setting_that_cannot_be_kept_counts_and_is_told(sitting: Sitting, tmp_path: Path) -> None:
    (tmp_path / "config.toml.new").mkdir()
    sitting.intent(intents.Setting("theme", "light"))
    assert ("theme", "light") in sitting.screen.adjusted
    page = sitting.intent(intents.Back())
    saving = next(light for light in page.health if light.name == "saving")
    assert (saving.state, "cannot be kept" in saving.says) == ("doubt", True)


def test_the_doctor_looks_at_everything_and_tests_the_box_by_hand(simulated: Sitting) -> None:
    page = simulated.intent(intents.OpenDoctor())
    assert isinstance(page, DoctorPage)
    for _ in range(30):
        page = simulated.step()
    found = {finding.name: finding.state for finding in page.findings}
    assert {"camera", "box", "disk", "journal", "python", "screen", "sound"} <= set(found)
    assert found["camera"] == "ok"
    simulated.screen.wanted.append(intents.Test("box"))
    simulated.until(lambda page: isinstance(page, MagnetPage) and page.cell == 0)
    page = simulated.intent(intents.Continue())
    assert isinstance(page, DoctorPage)
    box = next(finding for finding in page.findings if finding.name == "box")
    assert (box.state, box.cells) == ("ok", (True,) * 9)
    simulated.intent(intents.Test("sound"))
    assert "won" in simulated.screen.signals
    simulated.intent(intents.Chose("hands", "yes"))
    page = simulated.intent(intents.Continue())
    assert next(finding for finding in page.findings if finding.name == "sound").state == "ok"
    assert isinstance(simulated.intent(intents.Back()), MenuPage)


def test_the_doctor_tests_one_thing_again(simulated: Sitting) -> None:
    page = simulated.intent(intents.OpenDoctor())
    for _ in range(30):
        simulated.step()
    devices = simulated.program.devices
    assert isinstance(devices, SimulatedDevices)
    devices.table.fault("camera_unplugged")
    for _ in range(10):  # the eye glances twice a second
        simulated.step()
    page = simulated.intent(intents.Test("camera"))
    assert next(finding for finding in page.findings if finding.name == "camera").state == "doubt"
    devices.table.fault("camera_unplugged", False)
    for _ in range(10):
        simulated.step()
    page = simulated.intent(intents.Test("camera"))
    assert next(finding for finding in page.findings if finding.name == "camera").state == "ok"


def test_playing_by_touch_is_chosen_in_the_doctor(simulated: Sitting) -> None:
    simulated.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("red", "blue"), table="real"))
    simulated.intent(intents.OpenDoctor())
    page = simulated.intent(intents.PlayByTouch())
    assert isinstance(page, TablePage)
    assert page.touch


def test_a_safe_start_uses_no_devices_and_no_own_copy_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "cocoon_world.toml").write_text("broken", encoding="utf-8")
    sitting = Sitting(tmp_path, safe=True)
    page = sitting.step()
    assert (isinstance(page, MenuPage), page.safe) == (True, True)
    assert sitting.intent(intents.OpenSetup("cocoon_world")).editions == ("reconstructed",)
    assert isinstance(sitting.intent(intents.StartGame("cocoon_world", ("Ann",), ("red",), table="real")), TablePage)
    sitting.close()


def test_a_resumed_table_that_differs_shows_what_happened_and_can_go_back(sitting: Sitting) -> None:
    sitting.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("blue", "red"), table="real"))
    sitting.intent(intents.Answered("begin blue"))
    sitting.intent(intents.OpenMenu())
    assert isinstance(sitting.intent(intents.Continue()), ResumePage)
    page = sitting.intent(intents.SomethingDiffers())
    assert isinstance(page, TimelinePage)
    page = sitting.intent(intents.Rewind(0))
    assert isinstance(page, TablePage)
    assert page.question.kind == "first"


def test_after_a_game_once_more_plays_with_the_same_people(sitting: Sitting) -> None:
    page = sitting.intent(intents.StartGame("cocoons", ("Ann", "Ben"), (), table="virtual"))
    page, _ = play_on(sitting, page, random.Random(3))
    assert isinstance(page, EndPage)
    assert len(page.code) > 40
    assert isinstance(sitting.intent(intents.OpenEvenings()), EveningsPage)
    assert isinstance(sitting.intent(intents.Back()), EndPage)
    page = sitting.intent(intents.Continue())
    assert isinstance(page, TablePage)
    assert (page.names[0], page.names[1]) == ("Ann", "Ben")


def test_all_evenings_are_counted_on_the_screen(sitting: Sitting) -> None:
    page = sitting.intent(intents.StartGame("cocoons", ("Ann", "Ben"), (), table="virtual"))
    play_on(sitting, page, random.Random(3))
    sitting.intent(intents.OpenMenu())
    page = sitting.intent(intents.OpenEvenings())
    assert [(game.game, game.begun, game.finished) for game in page.games] == [("cocoons", 1, 1)]


def test_beside_a_game_the_knob_turns_the_menu_and_health_is_heard(sitting: Sitting) -> None:
    turned: list[int] = []
    sitting.screen.turn = turned.append  # type: ignore[method-assign]
    sitting.program.inbox.put(Turned(steps=2))
    sitting.program.inbox.put(Ailing("light", "doubtful", "the light changed"))
    sitting.step()
    page = sitting.intent(intents.Back())
    assert turned == [2]
    camera = page.health[0]
    assert (camera.name, camera.state, camera.says) == ("camera", "doubt", "the light changed")


def slides_of(page: Any) -> list[str]:
    """The slides that are offered."""
    return [option.spell() for option in page.question.options if option.verb == "slide"]


def test_a_touched_cocoon_is_slid_by_simulated_hands_and_felt(simulated: Sitting) -> None:
    page = simulated.intent(intents.StartGame("cocoons", ("Ann", "Ben"), (), table="virtual"))
    luck, felt = random.Random(2), 0
    loop = simulated.program.loop
    assert loop is not None
    for _ in range(60):
        if felt >= 5 or page.question is None:
            break
        slides = slides_of(page)
        answered = len(loop.session.history.played)
        text = luck.choice(slides) if slides else luck.choice(list(page.question.options)).spell()
        simulated.screen.wanted.append(intents.Answered(text))
        page = simulated.until(lambda page, answered=answered: len(loop.session.history.played) > answered)
        last = next((p for p in loop.session.history.played[answered:] if p.answer.verb == "slide"), None)
        if last is not None:
            assert last.source == "hall"
            felt += 1
    assert felt >= 5
    assert "moved" in simulated.screen.signals


def test_a_cocoon_whose_sensor_is_dead_is_told_by_a_second_touch(simulated: Sitting) -> None:
    page = simulated.intent(intents.StartGame("cocoons", ("Ann", "Ben"), (), table="virtual"))
    loop, devices = simulated.program.loop, simulated.program.devices
    assert loop is not None
    assert isinstance(devices, SimulatedDevices)
    while not slides_of(page):
        page = simulated.intent(intents.Answered(page.question.options[0].spell()))
    for cell in range(1, 10):
        devices.table.fault("sensor_stuck_on", cell=cell)
    answered = len(loop.session.history.played)
    text = slides_of(page)[0]
    simulated.intent(intents.Answered(text))
    for _ in range(60):
        simulated.step()
    assert len(loop.session.history.played) == answered
    simulated.intent(intents.Answered(text))
    assert loop.session.history.played[answered].source == "touch"


def test_a_fixed_reading_is_kept_with_its_minute(simulated: Sitting, tmp_path: Path) -> None:
    simulated.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("red", "blue"), table="real"))
    simulated.intent(intents.Answered("begin red"))
    loop = simulated.program.loop
    assert loop is not None
    simulated.until(lambda page: len(loop.session.history.played) > 1 or loop.sheet is not None)
    if loop.sheet is not None:
        simulated.intent(intents.FixReading(-1, "roll " + ",".join(str(value) for value in loop.claim.values)))
    was = loop.session.history.played[1].answer
    right = replace(was, values=(was.values[0] % 6 + 1, *was.values[1:]))  # type: ignore[attr-defined]
    simulated.intent(intents.FixReading(1, right.spell()))
    (picture,) = (tmp_path / "fixed").glob("*.png")
    assert picture.stat().st_size > 1000
    (minute,) = (tmp_path / "fixed" / "minutes").iterdir()
    assert len(list(minute.glob("*.jpg"))) > 3


def test_a_camera_that_comes_back_reads_again(simulated: Sitting) -> None:
    devices = simulated.program.devices
    assert isinstance(devices, SimulatedDevices)
    simulated.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("red", "blue"), table="real"))
    devices.table.fault("camera_unplugged")
    page = simulated.intent(intents.Answered("begin red"))
    page = simulated.until(lambda page: page.note == "camera_lost")
    assert page.touch
    devices.table.fault("camera_unplugged", False)
    page = simulated.until(lambda page: isinstance(page, TablePage) and not page.touch)
    loop = simulated.program.loop
    assert loop is not None
    simulated.until(lambda page: len(loop.session.history.played) > 1 or loop.sheet is not None)
    assert simulated.screen.signals.count("lost") == simulated.screen.signals.count("back") == 1


def test_the_first_page_says_what_the_repair_lost(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.home.health.note("journal", "doubtful", "the journal was damaged and is repaired: nothing is lost")
    page = sitting.intent(intents.Back())
    assert next(light.says for light in page.health if light.name == "saving").startswith("the journal was damaged")
    sitting.close()


def test_the_settings_of_the_file_are_those_of_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[table]\nlanguage = 'fr'\nplayers = ['Zoé']\n", encoding="utf-8")
    settings = load_config(tmp_path, environment={}).settings
    assert (settings.table.language, settings.table.players) == ("fr", ("Zoé",))
