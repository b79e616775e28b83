"""The simulated tray as a camera: dice are thrown, hands take them, and each frame shows that moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.cameras.frame import Frame, Pixels
from tablekeeper.hardware.health import Health, HealthLog, Reason
from tablekeeper.hardware.mock.faults import SEEN, fault_kind
from tablekeeper.hardware.mock.misfortune import strike
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scene import Hand, Quality, Scene, TrueDie, Truth
from tablekeeper.hardware.mock.picture.tumble import Tumble, throw
from tablekeeper.hardware.mock.table_clock import TableClock

USUAL_ROOM = Scene()
REACH_S = 0.45
GRAB_S = 0.35


class SimulatedTray(Opened):
    """A camera over a tray that does not exist. `scene` is the room; its dice are what lies there at rest."""

    def __init__(
        self,
        clock: TableClock,
        scene: Scene = USUAL_ROOM,
        *,
        seed: int = 0,
        frames_per_s: float = 30.0,
        quality: Quality = "live",
    ) -> None:
        self.clock, self.seed, self.frames_per_s, self.quality = clock, seed, frames_per_s, quality
        self.log = HealthLog()
        self.truth: Truth | None = None
        self.faults: set[str] = set()
        self.throws = 0
        self._room = replace(scene, dice=(), hands=())
        self._resting: tuple[TrueDie, ...] = scene.dice
        self._tumble: Tumble | None = None
        self._thrown_s = 0.0
        self._hand_from_s: float | None = None
        self._hand_to_mm = (0.0, 0.0)
        self._last_frame_s = -1.0
        self._last_pixels: Pixels | None = None

    @property
    def health(self) -> Health:
        """`lost` while the camera is unplugged."""
        return self.log.present

    @property
    def dice(self) -> tuple[TrueDie, ...]:
        """The dice in the tray, as they will lie once all is at rest."""
        return self._tumble.final if self._tumble else self._resting

    @property
    def settles_s(self) -> float:
        """The moment from which everything in the tray is at rest and no hand is in view."""
        tumbled = self._thrown_s + self._tumble.lasts_s if self._tumble else 0.0
        taken = self._hand_from_s + 2 * REACH_S + GRAB_S if self._hand_from_s is not None else 0.0
        return max(tumbled, taken)

    def open(self) -> None:
        """Switch the camera on."""
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Switch the camera off."""
        self._last_pixels = None
        self.log.set("closed", "", self.clock.now())

    def frame(self, timeout_s: float) -> Frame | None:
        """The next frame of the camera's rhythm."""
        self.clock.run_due()
        period_s, until_s = 1 / self.frames_per_s, self.clock.now() + timeout_s
        due_s = self._last_frame_s + period_s
        if due_s < self.clock.now():  # nobody looked for a while
            due_s = float(np.ceil(self.clock.now() / period_s) * period_s)
        if due_s - self.clock.now() > timeout_s or self.health.state == "closed":
            self.clock.sleep(timeout_s)
            return None
        self.clock.sleep(due_s - self.clock.now())
        if not self._plugged_in():
            self.clock.sleep(until_s - self.clock.now())
            return None
        self._last_frame_s = self.clock.now()
        return self._take()

    def throw(self, dice: Sequence[TrueDie], seed: int | None = None) -> Tumble:
        """Throw dice through the tower; they join those that lie there and end with the values they carry."""
        self.throws += 1
        chosen = self.seed * 1000 + self.throws if seed is None else seed
        tumble = throw(dice, self._room.tray, chosen, self.dice)
        self._tumble = strike(tumble, self.faults, self._room.tray, len(dice))
        self._thrown_s = self.clock.now()
        return self._tumble

    def put(self, dice: Sequence[TrueDie]) -> None:
        """Lay dice down exactly so, at once; nothing else stays in the tray."""
        self._tumble, self._resting = None, tuple(dice)

    def take_out(self) -> float:
        """Let a hand reach in and take all dice; the moment when it is gone again."""
        self._hand_from_s = self.clock.now()
        goal = np.mean([[die.x_mm, die.y_mm] for die in self.dice], axis=0) if self.dice else np.zeros(2)
        self._hand_to_mm = (float(goal[0]), float(goal[1]))
        self.clock.after(REACH_S + GRAB_S, lambda: self.put(()))
        return self._hand_from_s + 2 * REACH_S + GRAB_S

    def set_fault(self, name: str, present: bool = True) -> None:
        """Let a fault of the tray, the camera or the next throws begin or end."""
        fault_kind(name)
        (self.faults.add if present else self.faults.discard)(name)

    def scene_now(self) -> Scene:
        """Everything that the camera would see at this moment."""
        now_s = self.clock.now()
        dice = self._tumble.at(now_s - self._thrown_s) if self._tumble else self._resting
        scene = replace(self._room, dice=dice, hands=self._hands(now_s))
        for name in sorted(self.faults & SEEN.keys()):
            scene = SEEN[name](scene)
        return scene

    def _take(self) -> Frame:
        now_s = self.clock.now()
        if "frozen_frames" not in self.faults or self._last_pixels is None:
            self._last_pixels, self.truth = render(self.scene_now(), quality=self.quality, seed=self.seed, at_s=now_s)
        camera = self._room.camera
        metadata = {
            "source": "simulated",
            "ExposureTime": round(camera.shutter_s * 1e6),
            "AnalogueGain": camera.exposure,
        }
        return Frame(self._last_pixels.copy(), "bgr", now_s, metadata)

    def _plugged_in(self) -> bool:
        gone = "camera_unplugged" in self.faults
        self.log.set(
            "lost" if gone else "ready",
            Reason("camera_unplugged", "the camera is unplugged") if gone else "",
            self.clock.now(),
        )
        return not gone

    def _hands(self, now_s: float) -> tuple[Hand, ...]:
        if "hand_stays" in self.faults:
            return (Hand(x_mm=12.0, y_mm=8.0, from_deg=-80.0),)
        if self._hand_from_s is None:
            return ()
        since_s = now_s - self._hand_from_s
        if since_s > 2 * REACH_S + GRAB_S:
            return ()
        x, y = self._hand_to_mm
        away = min(1.0, max(0.0, since_s - REACH_S - GRAB_S, REACH_S - since_s) / REACH_S)
        far = self._room.tray.depth_mm * 1.6
        spread = 0.9 if since_s < REACH_S else 0.1
        return (Hand(x * (1 - away), y * (1 - away) - far * away**1.3 + 12, spread=spread),)
