"""Simulated hands: they throw and take dice, slide cocoons, press buttons and turn the knob, by call or by script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.header.pins import Pins
from tablekeeper.hardware.mock.picture.scatter import make_dice
from tablekeeper.hardware.mock.picture.scene import TrueDie
from tablekeeper.hardware.mock.simulated_box import SimulatedBox
from tablekeeper.hardware.mock.simulated_pins import HeldWires
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray

Pace = Literal["human", "fast"]
_THINKS_S = (0.8, 3.5)
_QUARTER_S = 0.012


class Hands:
    """What people do at the table. All of it begins now and takes its time on the table's clock."""

    def __init__(
        self,
        tray: SimulatedTray,
        box: SimulatedBox,
        pins: Pins,
        factory: HeldWires,
        *,
        seed: int = 0,
        pace: Pace = "human",
    ) -> None:
        self.tray, self.box, self.pace = tray, box, pace
        self.clock = tray.clock
        self.rng = np.random.default_rng([seed, 17])
        self._pins, self._factory = pins, factory
        self._busy_s = 0.0

    def roll(self, bodies: Sequence[str], values: Sequence[int] | None = None) -> tuple[TrueDie, ...]:
        """Throw dice of these colours through the tower; without values, as they fall. What was thrown."""
        dice = make_dice(list(bodies), int(self.rng.integers(2**31)))
        if values is not None:
            if len(values) != len(dice):
                raise SceneError(
                    "Cannot roll {count} dice: found {values} values; expected one each",
                    count=len(dice),
                    values=len(values),
                )
            dice = [replace(die, value=value) for die, value in zip(dice, values, strict=True)]
        self.tray.throw(dice)
        return tuple(dice)

    def take_dice(self) -> float:
        """Reach in and take all dice; the moment when the hand is gone."""
        return self.tray.take_out()

    def slide(self, start: int) -> float:
        """Push the cocoon at a cell into the hole; the moment when it rests."""
        return self.box.slide(start)

    def press(self, name: str, seconds: float = 0.15) -> float:
        """Press a button, or the knob; the moment when it is up again."""
        pin = self._pins.knob[2] if name == "knob" and self._pins.knob else dict(self._pins.buttons).get(name)
        if pin is None:
            known = ", ".join(["knob", *dict(self._pins.buttons)])
            raise SceneError("Cannot press {name!r}: found no such button; expected {known}", name=name, known=known)
        self._contact(pin, True, 0.0)
        self._contact(pin, False, seconds)
        return self.clock.now() + seconds + 0.02

    def turn(self, clicks: int) -> float:
        """Turn the knob by so many clicks (clockwise is positive); the moment when it rests."""
        if self._pins.knob is None:
            raise SceneError("Cannot turn the knob: found none in the wiring; expected [knob] in pins.toml")
        first, second = self._pins.knob[:2] if clicks < 0 else self._pins.knob[1::-1]
        begins = max(self.clock.now(), self._busy_s) - self.clock.now()
        for click in range(abs(clicks)):
            start = begins + 4 * click * _QUARTER_S
            for quarter, (pin, down) in enumerate(((first, True), (second, True), (first, False), (second, False))):
                self._contact(pin, down, start + quarter * _QUARTER_S, spread_s=0.003)
        self._busy_s = self.clock.now() + begins + 4 * abs(clicks) * _QUARTER_S
        return self._busy_s

    def think(self) -> None:
        """Let the pause pass that people need; none at the fast pace."""
        if self.pace == "human":
            self.clock.sleep(float(self.rng.uniform(*_THINKS_S)))

    def act(self, script: str) -> None:
        """Play a script, one line after the other, each until it is over.

        Lines: `roll red red black [= 3 5 1]`, `take`, `slide 4`, `lift 3`, `put 3`, `press next`, `turn -2`,
        `wait 1.5`.
        """
        for number, line in enumerate(script.splitlines(), 1):
            words = line.split()
            if words:
                self._act(words[0], words[1:], f"line {number}: {line.strip()!r}")

    def _act(self, verb: str, rest: list[str], place: str) -> None:
        try:
            ends_s = self._do(verb, rest)
        except (ValueError, IndexError) as error:
            raise SceneError(
                "Cannot play a script: found {place} ({error}); see Hands.act for what can be written",
                place=place,
                error=error,
            ) from error
        self.clock.sleep(max(0.0, ends_s - self.clock.now()))

    def _do(self, verb: str, rest: list[str]) -> float:
        if verb == "roll":
            bodies = rest[: rest.index("=")] if "=" in rest else rest
            self.roll(bodies, [int(word) for word in rest[rest.index("=") + 1 :]] if "=" in rest else None)
            return self.tray.settles_s
        if verb == "lift":
            self.box.lift(int(rest[0]))
            return self.box.rests_s
        if verb == "put":
            self.box.put(int(rest[0]))
            return self.box.rests_s
        simple = {
            "take": lambda: self.take_dice(),
            "slide": lambda: self.slide(int(rest[0])),
            "press": lambda: self.press(rest[0]),
            "turn": lambda: self.turn(int(rest[0])),
            "wait": lambda: self.clock.now() + float(rest[0]),
        }
        if verb not in simple:
            raise ValueError(f"no such verb as {verb!r}")
        return float(simple[verb]())

    def _contact(self, pin: int, down: bool, after_s: float, spread_s: float = 0.004) -> None:
        """A contact closes or opens, bouncing."""
        wire = self._factory.pin(pin)
        bounces = int(self.rng.integers(0, 3))
        moments = [0.0, *np.sort(self.rng.uniform(0.0002, spread_s, 2 * bounces)).tolist()]
        for index, moment in enumerate(moments):
            level = down if index % 2 == 0 else not down
            self.clock.after(after_s + moment, lambda level=level: wire.pull_down_from_outside(level))  # type: ignore[misc]
