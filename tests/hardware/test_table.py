"""The whole table: opened by name, played by hands, struck by faults, and closed without a trace."""

from __future__ import annotations

import gc
import os
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from tablekeeper.hardware.cameras.factory import CameraConfig
from tablekeeper.hardware.errors import ConfigError, FaultError, HardwareError, PinError, SceneError
from tablekeeper.hardware.header.controls import Pressed, Quadrature, Released, Turned
from tablekeeper.hardware.header.gpio import open_pin_factory
from tablekeeper.hardware.header.pins import HEADER, KEPT, Reservations, check_pins, load_pins
from tablekeeper.hardware.header.power import power_health
from tablekeeper.hardware.header.signals import brightness
from tablekeeper.hardware.mock.faults import FAULTS
from tablekeeper.hardware.mock.simulated_pins import simulated_pins
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.sliding_box.facts import Slid
from tablekeeper.hardware.table import TableConfig, open_table, read_config


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def cycle() -> None:
    with SimulatedTable(seed=1) as table:
        table.hands.slide(4)
        table.hands.press("next")
        table.clock.sleep(1.0)
        assert table.box is not None
        assert [fact for fact in table.box.facts() if isinstance(fact, Slid)]


@pytest.mark.parametrize(("cycles", "most_objects"), [(60, 2000), pytest.param(1000, 5000, marks=pytest.mark.slow)])
def test_cycles_of_the_simulated_table_leave_nothing_behind(cycles: int, most_objects: int) -> None:
    import gpiozero

    cycle()
    gc.collect()
    threads, files, objects = threading.active_count(), open_files(), len(gc.get_objects())
    for _ in range(cycles):
        cycle()
    gc.collect()
    assert threading.active_count() == threads
    assert open_files() == files
    assert len(gc.get_objects()) < objects + most_objects
    assert gpiozero.Device.pin_factory is None


def test_two_tables_know_nothing_of_each_other() -> None:
    with SimulatedTable(seed=1) as one, SimulatedTable(seed=1) as other:
        one.hands.slide(4)
        one.hands.turn(3)
        for table in (one, other):
            table.clock.sleep(1.0)
        assert one.box is not None
        assert other.box is not None
        assert any(isinstance(fact, Slid) for fact in one.box.facts())
        assert not any(isinstance(fact, Slid) for fact in other.box.facts())
        assert other.controls() == []


def test_hands_press_and_turn_through_bouncing_contacts() -> None:
    with SimulatedTable(seed=3) as table:
        table.hands.act("press next\nwait 0.1\nturn 3\nturn -2\npress knob\nwait 0.2")
        events = table.controls()
        presses = [(type(e), e.name) for e in events if isinstance(e, Pressed | Released)]
        assert presses == [(Pressed, "next"), (Released, "next"), (Pressed, "knob"), (Released, "knob")]
        assert [e.clicks for e in events if isinstance(e, Turned)] == [1, 1, 1, -1, -1]
        assert [e.held_s for e in events if isinstance(e, Released)] == pytest.approx([0.15] * 2, abs=0.1)


def test_a_script_rolls_slides_and_takes() -> None:
    with SimulatedTable(seed=5) as table:
        table.hands.act("roll red red black = 3 5 1\nslide 4")
        assert table.tray.frame(1.0) is not None
        assert table.tray.truth is not None
        assert table.tray.truth.values == (1, 3, 5)
        table.hands.act("take")
        assert table.tray.dice == ()
        assert table.cocoons.hole == 4
    for line in ("dance", "slide", "roll red = 3 4", "press doorbell", "slide 9"):
        with SimulatedTable() as table, pytest.raises(SceneError):
            table.hands.act(line)


def test_the_quadrature_counts_whole_clicks_only() -> None:
    wheel = Quadrature()
    forwards = [(False, True), (True, True), (True, False), (False, False)]
    assert [wheel.feed(a, b) for a, b in forwards] == [0, 0, 0, 1]
    assert [wheel.feed(a, b) for a, b in [(True, False), (True, True), (False, True), (False, False)]] == [0, 0, 0, -1]
    assert [wheel.feed(a, b) for a, b in [(False, True), (False, False)] * 5] == [0] * 10
    assert [wheel.feed(a, b) for a, b in [(False, True), (True, True), (False, True), (False, False)]] == [0] * 4


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_can_begin_and_end_and_the_table_lives_on(name: str) -> None:
    with SimulatedTable(seed=2) as table:
        table.fault(name, cell=4)
        table.hands.roll(["red", "white"])
        table.hands.slide(4)
        table.clock.sleep(2.5)
        frame = table.tray.frame(0.2)
        struck = table.health()
        assert (frame is None) == (name == "camera_unplugged")
        assert (struck["camera"].state == "lost") == (name == "camera_unplugged")
        assert (struck["power"].state == "doubtful") == (name == "undervoltage")
        flags = {"die_leaning": "leaning", "dice_stacked": "stacked", "die_outside": "outside"}
        if name in flags:
            assert table.tray.truth is not None
            assert any(getattr(die, flags[name]) for die in table.tray.truth.dice)
        table.fault(name, False, cell=4)
        table.clock.sleep(1.0)
        assert table.tray.frame(0.2) is not None
        assert table.box is not None
        table.box.facts()
        assert table.health()["camera"].state == "ready"


def test_frozen_frames_repeat_while_dice_fall() -> None:
    with SimulatedTable(seed=2) as table:
        before = table.camera.frame(1.0)
        table.fault("frozen_frames")
        table.hands.roll(["red"])
        table.clock.sleep(1.0)
        after = table.camera.frame(1.0)
        assert before is not None
        assert after is not None
        assert after.taken_at_s > before.taken_at_s
        assert (after.pixels == before.pixels).all()


def test_faults_at_random_follow_the_seed() -> None:
    with SimulatedTable(seed=9) as one, SimulatedTable(seed=9) as same, SimulatedTable(seed=10) as other:
        plans = [table.faults_at_random(600, per_minute=2) for table in (one, same, other)]
    assert plans[0] == plans[1] != plans[2]
    assert 5 < len(plans[0]) < 60
    with pytest.raises(FaultError, match="found 'gremlins'; expected glare"):
        one.fault("gremlins")


def test_the_lamp_and_the_buzzer_answer() -> None:
    with SimulatedTable() as table:
        table.lamp.shine(0.5, "left")
        factory = table._factory
        assert [factory.pin(pin).state for pin in (12, 13)] == [0.5, 0.0]
        table.buzzer.beep(0.1)
        assert factory.pin(18).state
        table.clock.sleep(0.2)
        table.buzzer.tick()
        assert not factory.pin(18).state
        with pytest.raises(ConfigError, match="expected 0 to 1"):
            table.lamp.shine(3)
    levels = [brightness("breathing", 0.8, moment / 10)[0] for moment in range(41)]
    assert max(abs(a - b) for a, b in pairwise(levels)) < 0.08
    assert min(levels) > 0


# opening by name


def test_the_simulated_table_opens_by_name() -> None:
    table = open_table(read_config({"backend": "simulated", "seed": 4, "masked_cell": 3}))
    assert isinstance(table, SimulatedTable)
    assert {name: health.state for name, health in table.health().items()} == dict.fromkeys(
        ("camera", "box", "knob", "buttons", "lamp", "buzzer", "power"), "ready"
    )
    table.close()
    table.close()
    assert table.health()["box"].state == "closed"


def test_a_table_that_is_open_already_can_be_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablekeeper.hardware.table.open_pin_factory", lambda name: simulated_pins())
    with open_table(TableConfig("real", camera=None)) as table:
        assert table.box is not None
        assert table.box.health.state == "doubtful"  # nothing pulls at its wires
        assert table.knob.health.state == "ready"
        table.open()
    assert {table.box.health.state, table.knob.health.state} == {"closed"}


def test_a_real_table_on_a_laptop_says_what_is_missing(tmp_path: Path) -> None:
    empty = tmp_path / "pins.toml"
    empty.write_text("")
    table = open_table(TableConfig("real", pins=str(empty)))
    health = table.health()
    table.close()
    assert health["camera"].state == "lost"
    assert "picamera2" in health["camera"].why
    assert {health[name].state for name in ("knob", "buttons", "lamp", "buzzer", "box")} == {"lost"}


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({}, "found no backend"),
        ({"backend": "magic"}, "found backend = 'magic'; expected real, simulated"),
        ({"backend": "real", "camera": "kodak"}, "found camera = 'kodak'"),
        ({"backend": "real", "colour": 1}, "found the setting 'colour'"),
        ({"backend": "real", "camera_index": "0"}, "expected a value of type int"),
        ({"backend": "simulated", "masked_cell": 12}, "expected 1 to 9"),
    ],
)
def test_a_wrong_config_is_one_sentence(config: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_config(config)


def test_the_camera_of_a_config_file_keeps_every_setting() -> None:
    found = {"camera": "webcam", "camera_index": 2, "width_px": 640, "height_px": 480, "mains_hz": 60}
    assert read_config({"backend": "real", **found}).camera == CameraConfig("webcam", 2, (640, 480), "", 60)
    assert read_config({"backend": "real", "camera": "none"}).camera is None


def test_an_unknown_pin_library_is_named_and_a_laptop_is_no_pi() -> None:
    with pytest.raises(ConfigError, match="found the library 'wiringpi'"):
        open_pin_factory("wiringpi")
    with pytest.raises(HardwareError, match="Cannot open the pins through lgpio"):
        open_pin_factory("lgpio")


@pytest.mark.bench
def test_the_real_table_opens_on_a_pi() -> None:
    with open_table(TableConfig("real")) as table:
        assert table.health()["box"].usable


# pins


def test_the_shipped_wiring_is_sound() -> None:
    pins = load_pins()
    used = [pin for _, pin in pins.owners()]
    assert len(pins.hall) == 9
    assert len(set(used)) == len(used)
    assert not set(used) & set(KEPT)
    assert set(used) <= set(HEADER)
    assert len(set(HEADER.values())) == 28


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            {"buzzer": {"pin": 18}, "lamp": {"left": 18, "right": 13}},
            "Cannot wire the buzzer: found pin 18, which the lamp left",
        ),
        ({"buzzer": {"pin": 40}}, "expected BCM 2 to 27"),
        ({"buzzer": {"pin": 2}}, "which belongs to I2C"),
        ({"buzzer": {"pin": "18"}}, "expected a BCM number"),
        ({"buzzer": {}}, "found no 'pin'"),
        ({"bell": {"pin": 3}}, "found the section 'bell'"),
        ({"hall": {"cells": [4, 5]}}, "found 2 hall cells"),
        ({"knob": {"a": 4, "b": 5, "push": 6, "c": 7}}, r"found 'c' in \[knob\]"),
    ],
)
def test_wrong_wiring_is_one_sentence(found: dict[str, object], said: str) -> None:
    with pytest.raises(PinError, match=said):
        check_pins(found)


def test_wiring_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(PinError, match="found no file"):
        load_pins(tmp_path / "nowhere.toml")
    (tmp_path / "bad.toml").write_text("[hall")
    with pytest.raises(PinError, match="no valid TOML"):
        load_pins(tmp_path / "bad.toml")


def test_a_clash_is_found_before_anything_is_driven_and_pins_come_back() -> None:
    book = Reservations()
    book.reserve(17, "hall cell 2")
    with pytest.raises(PinError, match=r"Cannot wire the buzzer: found pin 17, which the hall cell 2 uses"):
        book.reserve(17, "buzzer")
    book.release(17)
    book.reserve(17, "buzzer")
    assert book.owners == {17: "buzzer"}


@pytest.mark.parametrize(
    ("flags", "state"), [(None, "closed"), (0, "ready"), (0x50005, "doubtful"), (0x50000, "ready"), (0x4, "doubtful")]
)
def test_the_supply_speaks_plainly(flags: int | None, state: str) -> None:
    health = power_health(1.0, lambda: flags)
    assert health.state == state
    assert bool(health.why) == (flags != 0)
