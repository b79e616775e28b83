"""The eye: looks at the tray through a camera and says what came to rest. A worker; it knows no game.

Its methods may be called from any thread, but only `step` touches what the eye works with: the others leave a letter,
and the next step takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablekeeper.firmware.senses.camera import frozen
from tablekeeper.firmware.senses.camera.drift import DriftWatch
from tablekeeper.firmware.senses.camera.frozen import Frozen
from tablekeeper.firmware.senses.camera.known_tray import Reader, reader_with
from tablekeeper.firmware.senses.camera.learning import Feedback, Guarded, Learner, NoLearner
from tablekeeper.firmware.senses.inbox import Ailing, Inbox, Lain, Seen, Stirring
from tablekeeper.firmware.senses.mailbox import Mailbox, Order
from tablekeeper.firmware.senses.reasons import say_fault, say_reason
from tablekeeper.firmware.senses.supervisor import reopen
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health
from tablekeeper.vision import Calibration
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import MOVED_CAMERA, NOT_AS_EXPECTED, Die, Reading
from tablekeeper.vision.settle import Phase, Settle

FRAME_TIMEOUT_S = 0.5
IDLE_GLANCE_S = 0.5
"""Between two looks while no dice are asked for: enough to notice a roll that comes too early."""

ANY_DICE: Mapping[str, int] = {}
"""Awaited where nobody says which dice: whatever lies there."""
STEADY = 3.0
"""Grey levels that a still tray may flicker at least: a calibration measures the mean, not the worst."""
LAIN = (Phase.SHORT, Phase.WAITING)
"""Phases in which a still tray holds no roll: it is empty, or dice are missing."""


class Eye:
    """Camera, settling and reading as one device that sends to the inbox."""

    def __init__(self, camera: Camera, inbox: Inbox, read: Reader | None = None, *, noise: float = STEADY) -> None:
        self.camera = camera
        self.inbox = inbox
        self.expected: Mapping[str, int] | None = None
        """The dice that were asked for last."""
        self.latest: Frame | None = None
        """The newest frame, for whoever sets up the camera."""
        self.paused = False
        """Whether frames are only shown: while the camera is set up, dice in the tray are no answers."""
        self.on_picture: Callable[[Picture, float], None] = lambda picture, at_s: None
        """Receives each picture in which dice are awaited or something happens, and when it was taken."""
        self._mail: Mailbox[Order] = Mailbox()
        self._learner: Learner = NoLearner()
        self._expect: Mapping[str, int] | None = None
        """The dice that the worker looks for."""
        self._read = read or reader_with(None)
        self._drift: DriftWatch | None = None
        self._frozen = Frozen()
        self._settle = Settle(self._look, noise=noise)
        self._phase: Phase | None = None
        self._health = ""
        self._glanced_at_s = float("-inf")
        self._looked: Reading | None = None
        """What the last frame was read as, if it was read."""
        self._lain: tuple[Die, ...] | None = None
        """What was reported to lie there since something moved."""

    def learn(self, calibration: Calibration | None) -> None:
        """From now on read with what was learned of this tray, and watch whether it drifts."""
        self._mail.put(lambda: self._learn(calibration))

    def read_with(self, read: Reader) -> None:
        """From now on read with this reader, whatever was learned."""
        self._mail.put(lambda: self._use(read))

    def ask(self, dice: Mapping[str, int] | None) -> None:
        """Say which dice are awaited, by colour and count, or ANY_DICE; None when none are."""
        if dice != self.expected:
            self.expected = dice
            self._mail.put(lambda: self._ask(dice))

    def confirm(self, feedback: Feedback) -> None:
        """What became of a reading, for whoever learns from it."""
        self._mail.put(lambda: self._learner.hear(feedback))

    def teach(self, learner: Learner) -> None:
        """From now on this learner listens; one that fails is reported once and listens no more."""
        guarded = Guarded(learner, self._report_learner)
        self._mail.put(lambda: self._listen(guarded))

    def _learn(self, calibration: Calibration | None) -> None:
        self._read = reader_with(calibration)
        self._drift = DriftWatch(calibration) if calibration is not None and calibration.is_whole else None
        if calibration is not None:
            self._settle.noise = max(STEADY, calibration.noise)

    def _use(self, read: Reader) -> None:
        self._read = read

    def _ask(self, dice: Mapping[str, int] | None) -> None:
        self._expect = dice
        self._settle.ask(sum(dice.values()) if dice else None)

    def _listen(self, learner: Learner) -> None:
        self._learner = learner

    def _report_learner(self, why: str) -> None:
        self.inbox.put(Ailing("learning", "doubtful", say_fault("learning_stopped", why)))

    def step(self) -> None:
        """Take one frame and report what it changed; returns after a timeout at the latest."""
        try:
            self._step()
        except BaseException:
            self._health = ""  # the supervisor reports the loss, so the next health is news again
            raise

    def _step(self) -> None:
        frame = self.camera.frame(FRAME_TIMEOUT_S)
        for order in self._mail.take():
            order()
        stale = frame is not None and self._frozen.repeats(frame)
        self._report_health()
        if frame is None:
            return
        self.latest = frame
        if self._frozen.is_due(frame.taken_at_s):
            reopen(self.camera)
        if self.paused or stale:
            return
        if self._expect is None:
            if frame.taken_at_s - self._glanced_at_s < IDLE_GLANCE_S:
                return
            self._glanced_at_s = frame.taken_at_s
        self._watch(frame.bgr(), frame.taken_at_s)

    def _watch(self, picture: Picture, at_s: float) -> None:
        self._looked = None
        feedback = self._settle.watch(picture, at_s)
        if self._expect is not None or feedback.phase is not Phase.WAITING:
            self.on_picture(picture, at_s)
        if feedback.reading is not None:
            reading = self._doubt_moved(picture, feedback.reading)
            seen = Seen(reading, picture, at_s)
            self._learner.see_settled(seen)
            self.inbox.put(seen)
        if feedback.phase is not Phase.MOVING:
            self._learner.see_still(picture, at_s, self._looked)
        self._report_lain(feedback.phase)
        if feedback.phase is not self._phase:
            self._phase = feedback.phase
            self.inbox.put(Stirring(feedback.phase.value))
        self._report_drift(picture, at_s, feedback.phase)

    def _look(self, picture: Picture) -> Reading:
        self._looked = self._read(picture, self._expect or None)
        return self._looked

    def _report_lain(self, phase: Phase) -> None:
        """Report what lies in a still tray that holds no roll, once until something moves."""
        if phase is Phase.MOVING:
            self._lain = None
        if self._looked is None or phase not in LAIN or self._lain is not None:
            return
        if all(doubt.reason == NOT_AS_EXPECTED for doubt in self._looked.doubts):
            self._lain = self._looked.dice
            self.inbox.put(Lain(self._lain))

    def _report_drift(self, picture: Picture, at_s: float, phase: Phase) -> None:
        """Report when the tray no longer looks as it was calibrated; a resting roll is left alone."""
        if self._drift is None or not (phase in LAIN or (self._expect is None and phase is not Phase.MOVING)):
            return
        seen = self._looked.doubts if self._looked is not None else ()
        moved = any(doubt.reason == MOVED_CAMERA for doubt in seen)
        drifted = self._drift.note_moved() if moved else self._drift.look(picture, at_s)
        if drifted is not None:
            self.inbox.put(drifted)

    def _doubt_moved(self, picture: Picture, reading: Reading) -> Reading:
        """A camera that was knocked aside makes a reading unsure, and people see why."""
        if self._drift is None:
            return reading
        doubted = self._drift.doubt(picture, reading)
        moved = self._drift.note_moved() if doubted is not reading else None
        if moved is not None:
            self.inbox.put(moved)
        return doubted

    def _report_health(self) -> None:
        health = self.camera.health
        if self._frozen.now:
            health = Health("lost", frozen.WHY)
        if health.state != self._health:
            self._health = health.state
            self.inbox.put(Ailing("camera", health.state, say_reason(health.why)))
