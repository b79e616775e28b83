"""The doctor guides hands that mount camera and lamp, over pictures of simulated trays: blurred, dark, uneven, cut."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.commands.shown import echo_over
from tablekeeper.firmware.doctor.by_hand import Opens, walk_all, walk_mounting
from tablekeeper.firmware.doctor.controls import try_sound
from tablekeeper.firmware.doctor.mounting import AIMS, HOLD_S, FocusJudge, judge_light, judge_sight
from tablekeeper.firmware.doctor.steps import Hands, walk
from tablekeeper.firmware.settings.config import BoxSettings, CameraSettings, Settings, TableSettings
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.errors import HardwareError
from tablekeeper.hardware.mock.faults import SEEN
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import random_scene
from tablekeeper.hardware.mock.picture.scene import Light, Scene
from tablekeeper.vision.picture import Picture
from tests.conftest import Clock
from tests.firmware.commands import call

ROOM = Scene()
DICE = random_scene(3, ("red", "red", "blue", "black", "white")).dice
ONE_LAMP = (Light(x_mm=-150.0, y_mm=-100.0, z_mm=150.0, power=1.6, size_mm=30.0),)
FRENCH = shipped_texts("fr")


@cache
def picture_of(scene: Scene) -> Picture:
    pixels, _ = render(scene, quality="live", seed=1)
    return pixels


def moved(right_mm: float = 0.0, up_mm: float = 0.0, height_mm: float = 280.0, *, focus_px: float = 0.5) -> Scene:
    """The room with its camera elsewhere."""
    place: dict[str, Any] = {"x_mm": right_mm, "look_x_mm": right_mm, "y_mm": up_mm, "look_y_mm": up_mm}
    return replace(ROOM, camera=replace(ROOM.camera, z_mm=height_mm, defocus_px=focus_px, **place))


def blurred(focus_px: float) -> Picture:
    return picture_of(replace(moved(focus_px=focus_px), dice=DICE))


class Watcher:
    """A person at the terminal, before whose camera the pictures change; the last stays."""

    def __init__(self, clock: Clock, pictures: list[Picture | None], *, hears: bool = True) -> None:
        self.clock, self.pictures, self.hears = clock, pictures, hears
        self.asked: list[str] = []
        self.seen: list[str] = []

    def look(self) -> Picture | None:
        return self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]

    def hands(self) -> Hands:
        return Hands(self.asked.append, lambda ask: self.hears, self.clock, lambda: self.clock.pass_s(0.5), self.hear)

    def hear(self, words: str) -> None:
        self.seen.append(words)

    def try_(self, name: str) -> Finding:
        return walk(AIMS[name](self.look, self.clock), self.hands())


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (ROOM, "All four corners are in sight"),
        (moved(20), "2 of 4 corners. As you see the picture, move the camera left"),
        (moved(-20), "2 of 4 corners. As you see the picture, move the camera right"),
        (moved(0, 30), "2 of 4 corners. As you see the picture, move the camera downwards"),
        (moved(30, 30), "1 of 4 corners. As you see the picture, move the camera left; downwards"),
        (moved(height_mm=200), "Move the camera higher"),
        (replace(ROOM, tray=replace(ROOM.tray, shape="table")), "I see no edge of the tray"),
    ],
)
def test_a_cut_corner_says_where_the_camera_has_to_go(scene: Scene, words: str) -> None:
    seen = judge_sight(picture_of(scene))
    assert (words in seen.says, seen.well) == (True, words.startswith("All")), seen


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (ROOM, "% of the light. Hold still"),
        (replace(ROOM, lights=ONE_LAMP, ambient=0.03), "It is darkest at the upper right"),
        (SEEN["dark"](ROOM), "It is too dark"),
        (replace(SEEN["glare"](ROOM), dice=DICE), "A lamp mirrors itself"),
    ],
)
def test_light_that_is_missing_or_too_much_is_named_with_its_place(scene: Scene, words: str) -> None:
    seen = judge_light(picture_of(scene))
    assert (words in seen.says, seen.well) == (True, "Hold" in words), seen
    assert seen.gauge is not None
    assert 0 < seen.gauge.value <= 1


def test_the_sharpness_grows_towards_the_focus_and_says_when_it_was_passed() -> None:
    judge = FocusJudge()
    live = [judge(blurred(px)) for px in (4.0, 2.0, 0.5, 1.0)]
    values = [seen.gauge.value for seen in live if seen.gauge is not None]
    assert values[0] < values[1] < values[3] < values[2]
    assert [seen.says.key.rpartition("_")[2] for seen in live] == ["turn", "turn", "well", "back"]
    assert [seen.well for seen in live] == [False, False, True, False]
    assert str(round(100 * values[2])) in live[3].says


def test_an_even_grey_has_nothing_to_focus_on() -> None:
    assert not FocusJudge()(np.full((480, 640, 3), 90, np.uint8)).well


def test_hands_turn_the_lens_until_it_is_sharp(clock: Clock) -> None:
    sharp = blurred(0.5)
    watcher = Watcher(clock, [None, blurred(4.0), blurred(2.0), sharp, blurred(1.0), sharp])
    finding = watcher.try_("focus")
    assert (finding.name, finding.state) == ("focus", "ok")
    assert watcher.asked == ["Put five dice in the tray. Turn the lens until the picture is sharpest"]
    assert watcher.seen[0] == "I am waiting for a picture"
    assert [words.partition(" ")[0] for words in watcher.seen[1:-1]] == ["Sharpness"] * 5
    assert watcher.seen[-1] == ""


def test_what_is_well_for_a_moment_only_is_not_yet_well(clock: Clock) -> None:
    cut, whole = picture_of(moved(20)), picture_of(ROOM)
    watcher = Watcher(clock, [whole, cut] * 20 + [whole])
    began_s = clock()
    assert watcher.try_("sight").state == "ok"
    assert clock() - began_s >= 20 + HOLD_S


@pytest.mark.parametrize(
    ("name", "scene", "words"),
    [
        ("sight", moved(20), "2 of 4 corners"),
        ("light", SEEN["dark"](ROOM), "too dark"),
        ("focus", replace(moved(focus_px=3.0), dice=DICE), "turn slowly"),
    ],
)
def test_what_was_not_reached_is_a_finding_with_what_was_seen_last(
    name: str, scene: Scene, words: str, clock: Clock
) -> None:
    finding = Watcher(clock, [picture_of(scene)]).try_(name)
    assert (finding.name, finding.state) == (name, "look")
    assert words in finding.found
    assert finding.why
    assert finding.mend
    told = FRENCH.translate(finding.found)
    assert told.startswith("à la fin : ")
    assert words not in told


def test_a_camera_that_gives_nothing_is_named(clock: Clock) -> None:
    finding = Watcher(clock, [None]).try_("focus")
    assert (finding.state, finding.found) == ("look", "no picture comes")


class OneCamera:
    """A camera that always gives this picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def frame(self, timeout_s: float) -> Frame:
        return Frame(self.picture, "bgr", 0.0, {})


def opens(camera: Callable[[CameraSettings], Any], *, sounds: bool = True) -> Opens:
    def no_pins(library: str) -> Any:
        raise HardwareError("Cannot open the pins: found no Raspberry Pi")

    return Opens(camera, no_pins, lambda: sounds)


@contextmanager
def one_camera(settings: CameraSettings) -> Iterator[Any]:
    yield OneCamera(blurred(0.5))


def test_everything_is_tried_in_the_order_of_work_and_a_silent_device_ends_nothing(clock: Clock) -> None:
    watcher = Watcher(clock, [])
    findings = list(walk_all(Settings(), watcher.hands(), opens(one_camera)))
    assert [(finding.name, finding.state) for finding in findings] == [
        ("sight", "ok"), ("light", "ok"), ("focus", "ok"), ("sound", "ok"), ("box", "bad"),
    ]  # fmt: skip
    assert [words.partition(" ")[0] for words in watcher.asked] == ["Empty", "Empty", "Put"]
    assert "no Raspberry Pi" in findings[-1].found


def test_what_the_settings_leave_out_is_not_asked_for(clock: Clock) -> None:
    settings = Settings(
        table=TableSettings(sound="off"), camera=CameraSettings(backend="none"), box=BoxSettings(backend="none")
    )
    watcher = Watcher(clock, [])
    assert [finding.name for finding in walk_all(settings, watcher.hands(), opens(one_camera))] == ["pins"]
    assert not watcher.asked


def test_a_camera_that_cannot_be_opened_is_one_finding(clock: Clock) -> None:
    @contextmanager
    def none(settings: CameraSettings) -> Iterator[Any]:
        raise HardwareError("Cannot open the camera: found none")
        yield

    (finding,) = walk_mounting(CameraSettings(), Watcher(clock, []).hands(), none)
    assert (finding.name, finding.state, "found none" in finding.found) == ("camera", "look", True)


@pytest.mark.parametrize(
    ("sounds", "hears", "key"),
    [(True, True, "buzzer_heard"), (True, False, "buzzer_mute"), (False, True, "sound_none")],
)
def test_a_sound_counts_when_somebody_heard_it(sounds: bool, hears: bool, key: str, clock: Clock) -> None:
    finding = walk(try_sound(lambda: sounds), Watcher(clock, [], hears=hears).hands())
    assert (finding.name, finding.state == "ok") == ("sound", sounds and hears)
    assert finding.found.key == f"doctor.found.{key}"


def test_the_command_tries_what_the_settings_name(tmp_path: Path) -> None:
    nothing = ("table.sound=off", "camera.backend=none", "box.backend=none")
    words = [word for setting in nothing for word in ("--set", setting)]
    page = tmp_path / "table.html"
    result = call(tmp_path, *words, "doctor", "--hands", "--page", str(page))
    assert "not used: the box is 'none' in the settings" in result.output
    assert page.read_text(encoding="utf-8").count("<tr>") > 5


@pytest.mark.parametrize("terminal", [True, False])
def test_what_changes_all_the_time_is_written_over_itself_and_only_at_a_terminal(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    echo_over("Sharpness 61 \x1b[2J", err=True)
    assert capsys.readouterr().err == ("\r\x1b[KSharpness 61 ?[2J" if terminal else "")
