"""Workers: the eye tells what came to rest, the supervisor keeps going whatever happens, the inbox has an end."""

from __future__ import annotations

import threading

import pytest

from firmware.eye import Eye
from firmware.feeler import Feeler
from firmware.inbox import Ailing, Felt, Inbox, Seen, Stirring
from firmware.tray import die_of, simulated_reader
from firmware.watch import Supervisor
from hardware.camera import Camera
from hardware.facts import Slid
from hardware.frame import Frame
from hardware.health import Health
from hardware.mock.simulated_table import SimulatedTable


def test_the_eye_tells_a_roll_once_and_the_loss_of_the_camera() -> None:
    inbox = Inbox()
    with SimulatedTable(seed=3) as table:
        table.tray.frames_per_s = 10
        eye = Eye(table.tray, inbox, simulated_reader(["red", "black"]))
        eye.ask({"red": 2, "black": 1})
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
        feeler = Feeler(table.box, inbox)
        table.clock.sleep(1.0)
        feeler.tell()
        list(inbox.take())
        ends_s = table.hands.slide(4)
        table.clock.sleep(ends_s - table.clock.now() + 0.3)
        feeler.tell()
        facts = [message.fact for message in inbox.take() if isinstance(message, Felt)]
        assert [(4, 5)] == [(fact.start, fact.end) for fact in facts if isinstance(fact, Slid)]


def test_a_worker_that_fails_is_told_and_tried_again() -> None:
    inbox = Inbox()
    done, reopened = threading.Event(), threading.Event()

    class Shaky:
        steps = 0

        def step(self) -> None:
            self.steps += 1
            if self.steps == 1:
                raise OSError("wire came loose")
            done.set()

    supervisor = Supervisor(inbox, first_pause_s=0.0)
    supervisor.start("camera", Shaky(), reopened.set)
    assert done.wait(5)
    assert reopened.is_set()
    assert [] == supervisor.stop()
    assert Ailing("camera", "lost", "wire came loose") in list(inbox.take())


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
