"""The eye and the loop live in threads of their own: what one wants of the other is handed over, never taken."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.camera.learning import Confirmed, Corrected, Feedback
from tablekeeper.firmware.senses.inbox import Ailing, Inbox, Seen, Stirring
from tablekeeper.firmware.senses.mailbox import Mailbox
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health
from tablekeeper.vision.reading import Die, Reading, conclude
from tablekeeper.vision.settle import Settle

PERIOD_S = 0.1
DICE = (Die(4, 0.9, "red", "white", (20, 20, 20, 20)),)


class Still:
    """A camera over a tray in which a die lies; a hand comes in every thirtieth frame. Its time is its own."""

    health = Health("ready", "", 0.0)

    def __init__(self) -> None:
        self.count = 0

    def frame(self, timeout_s: float) -> Frame:
        self.count += 1
        pixels = np.full((60, 80, 3), 200 if self.count % 30 == 0 else 80, np.uint8)
        pixels[0, 0] = self.count % 256
        return Frame(pixels, "bgr", self.count * PERIOD_S, {"source": str(self.count)})

    def open(self) -> None:
        return None

    def close(self) -> None:
        return None


def read(picture: Any, expect: Any) -> Reading:
    return conclude(DICE, ())


class Watched(Settle):
    """Remembers whose threads touched it."""

    touched: set[int]

    def ask(self, wanted: int | None) -> None:
        self.touched.add(threading.get_ident())
        super().ask(wanted)

    def watch(self, picture: Any, at_s: float) -> Any:
        self.touched.add(threading.get_ident())
        return super().watch(picture, at_s)


@pytest.fixture
def quick_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def serve(eye: Eye, frames: int, done: list[int]) -> threading.Thread:
    """A worker that takes so many steps, and says so when none of them failed."""

    def step() -> None:
        for _ in range(frames):
            eye.step()
        done.append(frames)

    thread = threading.Thread(target=step)
    thread.start()
    return thread


def test_only_the_worker_touches_what_the_eye_works_with() -> None:
    eye = Eye(Still(), Inbox(room=10_000), read)
    eye._settle = watched = Watched(eye._look)
    watched.touched = set()
    eye.ask({"red": 1})
    eye.learn(None)
    assert watched.touched == set()
    worker = serve(eye, 20, [])
    worker.join()
    assert watched.touched == {worker.ident}


@pytest.mark.parametrize("frames", [4_000, pytest.param(400_000, marks=pytest.mark.slow)])
def test_questions_that_change_all_the_time_never_disturb_the_worker(frames: int, quick_switches: None) -> None:
    inbox, done = Inbox(room=1_000_000), list[int]()
    eye = Eye(Still(), inbox, read)
    worker = serve(eye, frames, done)
    asked = 0
    while worker.is_alive():
        eye.ask({"red": 1 + asked % 2})
        asked += 1
    worker.join()
    assert done == [frames]
    assert asked > 100  # new questions did come meanwhile
    eye.ask({"red": 1})
    for _ in range(120):
        eye.step()
    told = list(inbox.take())
    assert [message for message in told if isinstance(message, Ailing) and message.state != "ready"] == []
    assert any(isinstance(message, Seen) and message.reading.values == (4,) for message in told)


def test_letters_come_in_order_and_the_oldest_make_room() -> None:
    mailbox = Mailbox[int](room=3)
    for number in range(5):
        mailbox.put(number)
    assert list(mailbox.take()) == [2, 3, 4]
    assert list(mailbox.take()) == []


class Listening:
    """Notes what it hears, and in which thread."""

    def __init__(self) -> None:
        self.still: list[Reading | None] = []
        self.settled: list[Seen] = []
        self.heard: list[Feedback] = []
        self.threads: set[int] = set()

    def see_still(self, picture: Any, at_s: float, reading: Reading | None) -> None:
        self.threads.add(threading.get_ident())
        self.still.append(reading)

    def see_settled(self, seen: Seen) -> None:
        self.threads.add(threading.get_ident())
        self.settled.append(seen)

    def hear(self, feedback: Feedback) -> None:
        self.threads.add(threading.get_ident())
        self.heard.append(feedback)


def test_a_learner_hears_every_still_frame_reading_and_verdict_in_the_worker() -> None:
    inbox, learner = Inbox(room=10_000), Listening()
    eye = Eye(Still(), inbox, read)
    eye.teach(learner)
    eye.ask({"red": 1})
    worker = serve(eye, 29, [])
    worker.join()
    seen = [message for message in inbox.take() if isinstance(message, Seen)]
    assert learner.settled == seen
    assert len(seen) == 1
    assert len(learner.still) == 28  # all but the first, before which there was none to compare with
    assert seen[0].reading in learner.still
    heard = [Confirmed(0, seen[0], DICE, asked=False), Corrected(0, None, (), (5,))]
    for feedback in heard:
        eye.confirm(feedback)
    assert learner.heard == []
    worker_again = serve(eye, 1, [])
    worker_again.join()
    assert learner.heard == heard
    assert learner.threads == {worker.ident, worker_again.ident}


def test_a_learner_that_fails_is_reported_once_and_the_eye_goes_on() -> None:
    class Failing(Listening):
        def see_still(self, picture: Any, at_s: float, reading: Reading | None) -> None:
            raise ValueError("no such tray")

    inbox = Inbox()
    eye = Eye(Still(), inbox, read)
    eye.teach(Failing())
    eye.ask({"red": 1})
    for _ in range(25):
        eye.step()
    told = [message for message in inbox.take() if not isinstance(message, Stirring)]
    assert [(m.device, m.state, m.why) for m in told if isinstance(m, Ailing)] == [
        ("camera", "ready", ""), ("learning", "doubtful", "no such tray"),
    ]  # fmt: skip
    assert any(isinstance(message, Seen) for message in told)
