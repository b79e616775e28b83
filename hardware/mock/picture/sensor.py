"""The simulated picture sensor: flicker, noise and compression, laid over a clean picture in bytes."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.cameras.frame import Pixels
from tablekeeper.hardware.mock.picture.scene import Camera, Scene

_GRAIN = 32.0  # the noise bank holds standard deviations in steps of 1/32
_READOUT_S = 0.025  # a rolling shutter's way from the first row to the last


def take(clean: Pixels, scene: Scene, at_s: float, rng: np.random.Generator) -> Pixels:
    """The picture that the sensor makes of a clean one."""
    camera = scene.camera
    picture = _banded(_jolted(clean, camera), scene, at_s)
    if camera.grey:
        picture = np.asarray(
            cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), dtype=np.uint8
        )
    if camera.noise:
        picture = _noisy(picture, camera.noise, rng)
    if camera.grey:
        picture = np.repeat(picture[..., 1:2], 3, axis=2)
    if camera.jpeg_quality is None:
        return picture if picture is not clean else clean.copy()
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, camera.jpeg_quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _jolted(clean: Pixels, camera: Camera) -> Pixels:
    """The picture as a camera sees it that somebody's elbow moved by a pixel."""
    if camera.jolt_px == (0.0, 0.0):
        return clean
    move = np.array([[1, 0, camera.jolt_px[0]], [0, 1, camera.jolt_px[1]]], dtype=np.float32)
    size = clean.shape[1::-1]
    return np.asarray(cv2.warpAffine(clean, move, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _banded(clean: Pixels, scene: Scene, at_s: float) -> Pixels:
    """Dark bands that roll through the picture under lamps that follow the mains, unless the shutter fits them."""
    swing = sum(lamp.flicker * lamp.power for lamp in scene.lights) / max(
        sum(lamp.power for lamp in scene.lights), 1e-6
    )
    camera: Camera = scene.camera
    beat_hz = 2 * camera.mains_hz
    left = swing * float(np.sinc(beat_hz * camera.shutter_s))
    if abs(left) < 0.004:
        return clean
    rows_s = at_s + np.arange(clean.shape[0]) / clean.shape[0] * _READOUT_S
    gain = (1 + left * np.sin(2 * np.pi * beat_hz * rows_s)) ** (1 / 2.2)
    factors = np.repeat(gain[:, None].astype(np.float32), clean.shape[1], axis=1)
    return np.asarray(cv2.multiply(clean, cv2.merge([factors] * 3), dtype=cv2.CV_8U))


@lru_cache(maxsize=4)
def _bank(height_px: int, width_px: int) -> tuple[NDArray[np.int16], ...]:
    """A few pictures of pure noise, softened as a colour filter's interpolation softens it."""
    rng = np.random.default_rng(20)
    made = []
    for _ in range(6):
        grain = rng.standard_normal((height_px + 16, width_px + 16, 3)).astype(np.float32)
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.55)) + 0.25 * grain
        made.append(np.asarray(np.clip(grain / grain.std() * _GRAIN, -127, 127), dtype=np.int16))
    return tuple(made)


@lru_cache(maxsize=8)
def _spread(noise: float) -> NDArray[np.int16]:
    """Standard deviation by brightness, in 1/8 steps: the curve of the picture lifts noise in the dark."""
    tone = np.arange(256) / 255
    return np.asarray(
        np.round(8 * noise * (0.9 + 1.5 * (1 - tone) ** 2 * np.minimum(1, 0.35 + 4 * tone))), dtype=np.int16
    )


def _noisy(picture: Pixels, noise: float, rng: np.random.Generator) -> Pixels:
    bank = _bank(*picture.shape[:2])
    grain = bank[int(rng.integers(len(bank)))]
    down, across = rng.integers(0, 16, 2)
    grain = grain[down : down + picture.shape[0], across : across + picture.shape[1]]
    spread = np.asarray(_spread(noise).astype(np.uint8)[picture])
    scaled = cv2.multiply(spread.astype(np.int16), grain, scale=1 / (8 * _GRAIN), dtype=cv2.CV_16S)
    return np.asarray(cv2.add(picture, scaled, dtype=cv2.CV_8U))
