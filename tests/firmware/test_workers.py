"""Workers: the eye tells what came to rest, the supervisor keeps going whatever happens, the inbox has an end."""

from __future__ import annotations

import threading
from itertools import pairwise

import numpy as np
import pytest

from tablekeeper.firmware.senses.box.hall_sense import HallSense
from tablekeeper.firmware.senses.camera.drift import MOVED, DriftWatch
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.camera.frozen import WHY, Frozen
from tablekeeper.firmware.senses.camera.known_tray import take_pictures
from tablekeeper.firmware.senses.inbox import Ailing, Felt, Inbox, Lain, Seen, Stirring
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.simulated.known_tray import die_of, simulated_calibration, simulated_reader
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Tray
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.sliding_box.facts import Slid
from tablekeeper.vision.reading import MOVED_CAMERA, Die, conclude


def open_eye(table: SimulatedTable) -> tuple[Eye, Inbox]:
    """An eye that awaits two red dice and a black one, and where it tells what it sees."""
    inbox = Inbox()
    table.tray.frames_per_s = 10
    eye = Eye(table.tray, inbox, simulated_reader(["red", "black"]))
    eye.ask({"red": 2, "black": 1})
    return eye, inbox


def test_the_eye_tells_a_roll_once_and_the_loss_of_the_camera() -> None:
    with SimulatedTable(seed=3) as table:
        eye, inbox = open_eye(table)
        table.tray.throw([die_of("red", 2), die_of("red", 5), die_of("black", 3)])
        for _ in range(60):
            eye.step()
        seen = [message for message in inbox.take() if isinstance(message, Seen)]
        assert [(2, 3, 5)] == [message.reading.values for message in seen]
        table.fault("camera_unplugged")
        eye.step()
        table.fault("camera_unplugged", False)
        eye.step()
        assert ["lost", "ready"] == [message.state for message in inbox.take() if isinstance(message, Ailing)]


def test_the_feeler_tells_a_slide() -> None:
    inbox = Inbox()
    with SimulatedTable(seed=3, hole=5) as table:
        assert table.box is not None
        hall_sense = HallSense(table.box, inbox)
        table.clock.sleep(1.0)
        hall_sense.report()
        list(inbox.take())
        ends_s = table.hands.slide(4)
        table.clock.sleep(ends_s - table.clock.now() + 0.3)
        hall_sense.report()
        facts = [message.fact for message in inbox.take() if isinstance(message, Felt)]
        assert [(4, 5)] == [(fact.start, fact.end) for fact in facts if isinstance(fact, Slid)]


class Opening:
    """A device that remembers how it was opened and closed."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def open(self) -> None:
        self.done.append("open")

    def close(self) -> None:
        self.done.append("close")


def test_a_worker_that_fails_is_told_and_tried_again() -> None:
    inbox = Inbox()
    done = threading.Event()

    class Shaky:
        steps = 0

        def step(self) -> None:
            self.steps += 1
            if self.steps == 1:
                raise OSError("wire came loose")
            done.set()

    supervisor = Supervisor(inbox, first_pause_s=0.0)
    device = Opening()
    supervisor.start("camera", Shaky(), device)
    assert done.wait(5)
    assert ["close", "open"] == device.done
    assert [] == supervisor.stop()
    assert Ailing("camera", "lost", "wire came loose") in list(inbox.take())


def test_a_camera_that_hangs_is_told_never_read_and_opened_anew_until_its_picture_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inbox = Inbox()
    with SimulatedTable(seed=3) as table:
        table.tray.frames_per_s = 10
        read = simulated_reader(["red", "black"])
        eye = Eye(table.tray, inbox, read)
        eye.ask({"red": 2, "black": 1})
        opened: list[float] = []
        monkeypatch.setattr(table.tray, "close", lambda: opened.append(table.clock.now()))
        table.tray.put(scatter([die_of("red", 2), die_of("red", 5), die_of("black", 3)], Tray(), seed=1))
        for _ in range(3):
            eye.step()
        table.fault("frozen_frames")
        while table.clock.now() < 25.0:
            eye.step()
        told = list(inbox.take())
        assert [("ready", ""), ("lost", WHY)] == [(m.state, m.why) for m in told if isinstance(m, Ailing)]
        assert not any(isinstance(message, Seen) for message in told)
        assert [pytest.approx(10.0, abs=0.3)] == [later - earlier for earlier, later in pairwise(opened[:2])]
        table.fault("frozen_frames", False)
        for _ in range(20):
            eye.step()
        told = list(inbox.take())
        assert ["ready"] == [message.state for message in told if isinstance(message, Ailing)]
        assert [(2, 3, 5)] == [message.reading.values for message in told if isinstance(message, Seen)]


def test_another_file_with_the_same_picture_is_another_picture() -> None:
    pixels, frozen = np.full((4, 4, 3), 80, np.uint8), Frozen()
    assert [False, True, False] == [
        frozen.repeats(Frame(pixels, "bgr", at_s, {"source": name}))
        for at_s, name in ((0.0, "1.png"), (1.0, "1.png"), (2.0, "2.png"))
    ]


def test_a_camera_that_is_knocked_aside_while_dice_are_awaited_is_told_and_nothing_is_believed() -> None:
    inbox = Inbox()
    with SimulatedTable(seed=3) as table:
        table.tray.frames_per_s = 10
        eye = Eye(table.tray, inbox)
        eye.learn(simulated_calibration(("red", "black")))
        eye.ask({"red": 2, "black": 1})
        table.fault("bumped_camera")
        table.tray.throw([die_of("red", 2), die_of("red", 5), die_of("black", 3)])
        for _ in range(100):
            eye.step()
        told = list(inbox.take())
        assert [("light", "doubtful", MOVED)] == [
            (message.device, message.state, message.why)
            for message in told
            if isinstance(message, Ailing) and message.device == "light"
        ]
        assert not any(message.reading.sure for message in told if isinstance(message, Seen))


def test_a_camera_that_comes_back_with_the_picture_with_which_it_went_does_not_hang() -> None:
    pixels, frozen = np.full((4, 4, 3), 80, np.uint8), Frozen()
    for at_s in (0.0, 60.0, 60.1):
        frozen.repeats(Frame(pixels, "bgr", at_s))
    assert not frozen.now


def test_dice_that_are_read_in_a_picture_that_slid_are_not_sure() -> None:
    known = simulated_calibration(("red", "black"))
    tray = SimulatedTray(TableClock())
    tray.open()
    watch = DriftWatch(known)
    tray.put(scatter([die_of("red", 2), die_of("black", 5)], Tray(), seed=1))
    (picture,) = take_pictures(tray, 1)
    reading = conclude((Die(2, 0.9, "red", "white", (0, 0, 9, 9)),), ())
    assert watch.doubt(picture, reading) == reading
    assert watch.doubt(np.roll(picture, 10, axis=1), reading).why == MOVED_CAMERA


def test_the_eye_tells_what_was_left_in_the_tray_and_when_it_is_empty() -> None:
    with SimulatedTable(seed=3) as table:
        eye, inbox = open_eye(table)
        for dice in ((), [die_of("black", 3)], ()):
            table.tray.put(scatter(dice, Tray(), seed=1) if dice else ())
            for _ in range(12):
                eye.step()
        lain = [[die.value for die in message.dice] for message in inbox.take() if isinstance(message, Lain)]
        assert [[], [3], []] == lain


class _Shaken:
    """A camera whose frames throw for a while, as no camera should, and whose own health knows nothing of it."""

    def __init__(self, camera: Camera) -> None:
        self.camera, self.throws = camera, False

    @property
    def health(self) -> Health:
        return self.camera.health

    def frame(self, timeout_s: float) -> Frame | None:
        if self.throws:
            raise RuntimeError("a driver's fault")
        return self.camera.frame(timeout_s)


def test_a_device_that_threw_and_works_again_is_told_to_be_ready() -> None:
    inbox = Inbox()
    with SimulatedTable(seed=3) as table:
        camera = _Shaken(table.tray)
        eye = Eye(camera, inbox, simulated_reader(["red", "black"]))  # type: ignore[arg-type]
        eye.step()
        list(inbox.take())
        camera.throws = True
        with pytest.raises(RuntimeError):
            eye.step()
        camera.throws = False
        eye.step()
        assert [("camera", "ready")] == [(m.device, m.state) for m in inbox.take() if isinstance(m, Ailing)]


def test_a_full_inbox_drops_only_word_of_a_stirring_tray() -> None:
    inbox = Inbox(room=1, patience_s=0.0)
    assert inbox.put(Ailing("box", "lost"))
    assert not inbox.put(Stirring("moving"))
    assert 1 == inbox.dropped
    assert [Ailing("box", "lost")] == list(inbox.take())
