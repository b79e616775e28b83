"""Everything that can go wrong on the simulated table, by name, and what each does to what the camera sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from tablekeeper.hardware.errors import FaultError
from tablekeeper.hardware.mock.picture.scene import Light, Scene

Device = Literal["tray", "throw", "box", "power"]


@dataclass(frozen=True)
class FaultKind:
    """A fault: which part of the table it strikes and what people would see."""

    name: str
    device: Device
    says: str


FAULTS: dict[str, FaultKind] = {
    kind.name: kind
    for kind in (
        FaultKind("glare", "tray", "a bare lamp straight above mirrors itself in the dice"),
        FaultKind("dark", "tray", "somebody switched the light off"),
        FaultKind("flicker", "tray", "a lamp follows the mains and the shutter does not"),
        FaultKind("bumped_camera", "tray", "the camera's arm was knocked aside"),
        FaultKind("fogged_lens", "tray", "a hot cup stands under the lens"),
        FaultKind("hand_stays", "tray", "a hand rests in the tray"),
        FaultKind("camera_unplugged", "tray", "the camera's plug came out"),
        FaultKind("frozen_frames", "tray", "the camera repeats its last picture"),
        FaultKind("die_leaning", "throw", "a die comes to rest on its edge"),
        FaultKind("dice_stacked", "throw", "a die comes to rest on another"),
        FaultKind("die_outside", "throw", "a die jumps out of the tray"),
        FaultKind("sensor_stuck_on", "box", "a sensor feels a magnet for ever"),
        FaultKind("sensor_stuck_off", "box", "a sensor is dead"),
        FaultKind("loose_wire", "box", "a sensor's wire makes and breaks contact"),
        FaultKind("undervoltage", "power", "the supply sags"),
    )
}


def fault_kind(name: str) -> FaultKind:
    """The fault of a name."""
    if name not in FAULTS:
        raise FaultError("Cannot make a fault: found {name!r}; expected {known}", name=name, known=", ".join(FAULTS))
    return FAULTS[name]


def _glare(scene: Scene) -> Scene:
    lamp = Light(x_mm=8.0, y_mm=6.0, z_mm=420.0, kelvin=scene.camera.white_kelvin, power=1.6, size_mm=170.0)
    return replace(scene, lights=(*scene.lights, lamp))


def _dark(scene: Scene) -> Scene:
    dim = tuple(replace(lamp, power=lamp.power * 0.06) for lamp in scene.lights)
    camera = replace(scene.camera, noise=scene.camera.noise * 2.5)
    return replace(scene, lights=dim, ambient=scene.ambient * 0.08, camera=camera)


def _flicker(scene: Scene) -> Scene:
    flickering = tuple(replace(lamp, flicker=0.6) for lamp in scene.lights)
    return replace(scene, lights=flickering, camera=replace(scene.camera, shutter_s=0.004))


def _bumped(scene: Scene) -> Scene:
    camera = scene.camera
    moved = replace(camera, x_mm=camera.x_mm + 22, look_x_mm=camera.look_x_mm + 16, roll_deg=camera.roll_deg + 5)
    return replace(scene, camera=replace(moved, look_y_mm=camera.look_y_mm - 9))


def _fogged(scene: Scene) -> Scene:
    return replace(scene, camera=replace(scene.camera, fog=0.7))


# faults that only change what the camera sees; the others are the tray's or the box's own business
SEEN: dict[str, Callable[[Scene], Scene]] = {
    "glare": _glare,
    "dark": _dark,
    "flicker": _flicker,
    "bumped_camera": _bumped,
    "fogged_lens": _fogged,
}
