"""Lets simulated dice fall out of the tower: they bounce, hit walls and one another, and come to rest.

Rounded cubes on springs: each corner is a small ball that floor, walls and other dice push back, with damping and
friction. Felt gives a little too, so soft springs are not even wrong, and they allow steps of half a millisecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.mock.picture.outline import floor_height, floor_normal, inner_distance, outwards
from tablekeeper.hardware.mock.picture.scene import Tray, TrueDie
from tablekeeper.hardware.mock.picture.solid import UPRIGHT, Matrix, describe, rest_height_mm, rotation_of

_STEP_S = 0.0005
_KEEP = 4  # every so many steps are kept
_LONGEST_S = 3.0
_GRAVITY = 9810.0
_STIFF = 375_000.0  # spring, in 1/s2, for a die of unit mass
_DAMPED = 260.0  # in 1/s
_FRICTION = 0.42
_SLIPPING_MM_S = 25.0
_ASLEEP_MM_S = 18.0
_ASLEEP_S = 0.06
_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)


@dataclass(frozen=True)
class Tumble:
    """The whole movement of a throw: places (moments, dice, 3) and rotations (moments, dice, 3, 3)."""

    dice: tuple[TrueDie, ...]
    places: Matrix
    turns: Matrix
    enters_s: tuple[float, ...]

    @property
    def lasts_s(self) -> float:
        """From the first die leaving the tower until the last one is at rest."""
        return (len(self.places) - 1) * _STEP_S * _KEEP

    def at(self, since_s: float) -> tuple[TrueDie, ...]:
        """The dice that can be seen so long after the throw."""
        if since_s < 0:
            return ()
        moment = min(int(since_s / (_STEP_S * _KEEP)), len(self.places) - 1)
        resting = moment == len(self.places) - 1
        before = max(moment - 1, 0)
        shown = []
        for index, die in enumerate(self.dice):
            if since_s < self.enters_s[index]:
                continue
            speed = (self.places[moment, index] - self.places[before, index]) / (_STEP_S * _KEEP)
            if resting or float(np.abs(speed).max()) < 2.0:
                speed = np.zeros(3)
            shown.append(_posed(die, self.places[moment, index], self.turns[moment, index], speed))
        return tuple(shown)

    @property
    def final(self) -> tuple[TrueDie, ...]:
        """The dice as they lie in the end."""
        return self.at(self.lasts_s)


def throw(dice: Sequence[TrueDie], tray: Tray, seed: int, lying: Sequence[TrueDie] = ()) -> Tumble:
    """Throw dice through the tower onto a tray in which others may lie; each ends with the value that it was given."""
    rng = np.random.default_rng([seed, 7])
    everyone = (*dice, *lying)
    enters = tuple(float(v) for v in np.sort(rng.uniform(0, 0.09, len(dice)) + 0.07 * np.arange(len(dice))))
    body = _Bodies(everyone, tray, len(dice))
    body.start(rng, enters)
    places, turns = body.run()
    relabelled = np.array([_relabel(turns[-1, i], die.value, rng) for i, die in enumerate(dice)])
    turns[:, : len(dice)] = turns[:, : len(dice)] @ relabelled
    return Tumble(everyone, places, turns, enters + (0.0,) * len(lying))


def _relabel(last: Matrix, value: int, rng: np.random.Generator) -> Matrix:
    """The turn of the numbering that puts a value on the face that ended on top: the cube does not care."""
    on_top = describe(last)[0]
    quarter = int(rng.integers(4)) * np.pi / 2
    c, s = np.cos(quarter), np.sin(quarter)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return np.asarray(UPRIGHT[on_top].T @ spin @ UPRIGHT[value])


def _posed(die: TrueDie, place: Matrix, turn: Matrix, speed: Matrix) -> TrueDie:
    value, turn_deg, tilt, to = describe(turn)
    posed = replace(die, value=value, turn_deg=round(turn_deg, 3), tilt_deg=round(tilt, 3), tilt_to_deg=round(to, 3))
    lift = float(place[2]) - rest_height_mm(posed)
    vx, vy, vz = (round(float(v), 1) for v in speed)
    x, y = round(float(place[0]), 3), round(float(place[1]), 3)
    return replace(posed, x_mm=x, y_mm=y, lift_mm=round(lift, 3), velocity_mm_s=(vx, vy, vz))


class _Bodies:
    """All dice of a throw as arrays, one row each."""

    def __init__(self, dice: Sequence[TrueDie], tray: Tray, flying: int) -> None:
        self.tray, self.flying = tray, flying
        self.half = np.array([die.size_mm / 2 for die in dice])
        self.round = np.maximum(np.array([die.edge * die.size_mm for die in dice]), 0.8)
        self.place = np.array([[die.x_mm, die.y_mm, rest_height_mm(die) + die.lift_mm] for die in dice])
        self.turn = np.array([np.eye(3) if i < flying else rotation_of(die) for i, die in enumerate(dice)])
        self.speed, self.spin = np.zeros((len(dice), 3)), np.zeros((len(dice), 3))
        self.enters = np.zeros(len(dice))
        self.corners = _SIGNS * (self.half - self.round)[:, None, None]

    def start(self, rng: np.random.Generator, enters: Sequence[float]) -> None:
        """Put the flying dice into the tower's mouth above the far wall."""
        n = self.flying
        room = max(self.tray.width_mm * 0.22, 1.0)
        self.place[:n, 0] = rng.uniform(-room, room, n)
        self.place[:n, 1] = self.tray.depth_mm / 2 - 18
        self.place[:n, 2] = rng.uniform(55, 85, n)
        self.speed[:n] = np.stack([rng.normal(0, 160, n), -rng.uniform(300, 800, n), -rng.uniform(0, 250, n)], axis=1)
        self.spin[:n] = rng.normal(0, 28, (n, 3))
        quaternion = rng.standard_normal((n, 4))
        self.turn[:n] = [_from_quaternion(q / np.linalg.norm(q)) for q in quaternion]
        self.enters[:n] = enters

    def run(self) -> tuple[Matrix, Matrix]:
        """Step until everything sleeps; the kept moments."""
        places, turns = [self.place.copy()], [self.turn.copy()]
        quiet_s, now_s = 0.0, 0.0
        last_entry = float(self.enters.max(initial=0.0))
        for step in range(1, int(_LONGEST_S / _STEP_S)):
            now_s = step * _STEP_S
            self._step(now_s)
            if step % _KEEP == 0:
                places.append(self.place.copy())
                turns.append(self.turn.copy())
                pace = np.abs(self.speed).max() + np.abs(self.spin).max() * float(self.half.max())
                quiet_s = quiet_s + _STEP_S * _KEEP if pace < _ASLEEP_MM_S and now_s > last_entry + 0.1 else 0.0
                if quiet_s >= _ASLEEP_S:
                    break
        places.append(self.place.copy())
        turns.append(np.array([_settled(turn) for turn in self.turn]))
        return np.array(places), np.array(turns)

    def _step(self, now_s: float) -> None:
        out = self.enters <= now_s
        arm = np.einsum("nij,nkj->nki", self.turn, self.corners)
        ball = self.place[:, None, :] + arm
        pace = self.speed[:, None, :] + np.cross(self.spin[:, None, :], arm)
        force = _off_floor_and_walls(ball, pace, self.round, self.tray)
        if len(self.place) > 1:
            self._off_each_other(ball, pace, force, out)
        self._turn_and_move(force, arm, out)

    def _turn_and_move(self, force: Matrix, arm: Matrix, out: NDArray[np.bool_]) -> None:
        push = force.sum(axis=1)
        push[:, 2] -= _GRAVITY
        twist = np.cross(arm, force).sum(axis=1) / ((2 * self.half) ** 2 / 6)[:, None]
        self.speed[out] += push[out] * _STEP_S
        self.spin[out] += twist[out] * _STEP_S
        self.spin *= 1 - 1.5 * _STEP_S
        self.place[out] += self.speed[out] * _STEP_S
        x, y, z = (self.spin * (_STEP_S * out[:, None])).T
        zero = np.zeros_like(x)
        small = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
        turned = self.turn + small @ self.turn
        self.turn = turned @ (1.5 * np.eye(3) - 0.5 * np.transpose(turned, (0, 2, 1)) @ turned)

    def _off_each_other(self, ball: Matrix, pace: Matrix, force: Matrix, out: NDArray[np.bool_]) -> None:
        apart = np.linalg.norm(self.place[:, None] - self.place[None], axis=2)
        reach = 1.75 * (self.half[:, None] + self.half[None])
        close = np.argwhere((apart < reach) & (apart > 0) & out[:, None] & out[None])
        for i, j in close:
            if i < j and apart[i, j] < self.half[i] + self.half[j]:
                self._part(i, j, float(apart[i, j]))
            # the corners of i against the cube of j
            local = (ball[i] - self.place[j]) @ self.turn[j]
            over = np.abs(local) - self.half[j]
            axis = over.argmax(axis=1)
            deep = self.round[i] - over[np.arange(8), axis]
            hit = deep > 0
            if not hit.any():
                continue
            normal = np.zeros((8, 3))
            normal[np.arange(8), axis] = np.sign(local[np.arange(8), axis])
            normal = normal @ self.turn[j].T
            against = pace[i] - (self.speed[j] + np.cross(self.spin[j], ball[i] - self.place[j]))
            push = _contact(np.minimum(deep, 4.0), against, normal) * 0.5
            force[i] += push
            self.speed[j] -= push.sum(axis=0) * _STEP_S
            inertia = (2 * self.half[j]) ** 2 / 6
            self.spin[j] -= np.cross(ball[i] - self.place[j], push).sum(axis=0) / inertia * _STEP_S

    def _part(self, i: int, j: int, apart_mm: float) -> None:
        """The balls inside two cubes never overlap: what the corners let through, they push apart."""
        normal = (self.place[i] - self.place[j]) / apart_mm
        deep = np.array(self.half[i] + self.half[j] - apart_mm)
        push = _contact(deep, self.speed[i] - self.speed[j], normal) * (0.5 * _STEP_S)
        self.speed[i] += push
        self.speed[j] -= push


def _off_floor_and_walls(ball: Matrix, pace: Matrix, radius: Matrix, tray: Tray) -> Matrix:
    if tray.shape not in ("rectangle", "folding"):
        return _off_any_outline(ball, pace, radius, tray)
    x, y, z = ball[..., 0], ball[..., 1], ball[..., 2]
    one, none = np.ones_like(x), np.zeros_like(x)
    sx, sy = np.sign(x), np.sign(y)
    r = radius[:, None]
    cut = tray.width_mm / 2 + tray.depth_mm / 2 - 2 * tray.corner_mm * (1 - np.sqrt(0.5))
    walls = (
        (r - z, np.stack([none, none, one], axis=-1)),
        (np.abs(x) + r - tray.width_mm / 2, np.stack([-sx, none, none], axis=-1)),
        (np.abs(y) + r - tray.depth_mm / 2, np.stack([none, -sy, none], axis=-1)),
        ((np.abs(x) + np.abs(y) - cut) * np.sqrt(0.5) + r, np.stack([-sx, -sy, none], axis=-1) * np.sqrt(0.5)),
    )
    force = np.zeros_like(ball)
    for deep, normal in walls:
        if (deep > 0).any():
            force += _contact(deep, pace, normal)
    return force


def _off_any_outline(ball: Matrix, pace: Matrix, radius: Matrix, tray: Tray) -> Matrix:
    """The same for a tray of any shape, and for a floor that curves."""
    x, y = (ball[..., axis].astype(np.float32) for axis in (0, 1))
    r = radius[:, None]
    up = np.moveaxis(floor_normal(tray, x, y).astype(float), 0, -1)
    force = _contact((floor_height(tray, x, y) + r - ball[..., 2]) * up[..., 2], pace, up)
    deep = inner_distance(tray, x, y) + r
    if tray.wall_mm > 0 and (deep > 0).any():
        dx, dy = outwards(tray, x, y)
        force += _contact(deep, pace, np.stack([-dx, -dy, np.zeros_like(dx)], axis=-1).astype(float))
    return np.asarray(force)


def _contact(deep: Matrix, pace: Matrix, normal: Matrix) -> Matrix:
    """Spring, damper and friction where something is pressed in, nothing elsewhere."""
    into = (pace * normal).sum(axis=-1)
    strength = np.maximum(_STIFF * deep - _DAMPED * into, 0) * (deep > 0)
    along = pace - into[..., None] * normal
    slip = np.sqrt((along * along).sum(axis=-1))
    drag = -_FRICTION * (strength / np.maximum(slip, _SLIPPING_MM_S))[..., None] * along
    return np.asarray(strength[..., None] * normal + drag)


def _settled(turn: Matrix) -> Matrix:
    """A die that lies as good as flat lies flat."""
    value, turn_deg, tilt, _ = describe(turn)
    return rotation_of(TrueDie(value=value, turn_deg=turn_deg)) if tilt < 3.0 else turn


def _from_quaternion(q: Matrix) -> Matrix:
    w, x, y, z = q
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + 2 * w * cross + 2 * cross @ cross)
