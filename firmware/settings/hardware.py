"""The hardware that the settings name, in the hardware room's own words."""

from __future__ import annotations

from tablekeeper.firmware.settings.config import CameraSettings, Settings
from tablekeeper.hardware.cameras.factory import CameraConfig
from tablekeeper.hardware.table import TableConfig

CAMERAS = {"pi": "picamera", "webcam": "webcam", "pictures": "pictures"}
GRIDS = {"hall": "switches", "analog": "analog"}


def camera_config(settings: CameraSettings) -> CameraConfig:
    """The camera of the settings."""
    size_px = (settings.width_px, settings.height_px)
    return CameraConfig(CAMERAS[settings.kind], settings.index, size_px, settings.pictures, settings.mains_hz)


def table_config(settings: Settings) -> TableConfig:
    """The table of the settings; what they call none is not opened."""
    box = settings.box
    return TableConfig(
        backend="real",
        camera=camera_config(settings.camera) if settings.camera.backend == "real" else None,
        grid=GRIDS[box.kind] if box.backend == "real" else "none",
        gpio=box.gpio,
        pins=box.pins,
        masked_cell=box.masked_cell or None,
    )


def kind_of_table(settings: Settings, is_pi: bool) -> str:
    """`real`, `simulated` or `touch`: what the settings name; without a Pi its own camera can only be simulated."""
    backends = {settings.camera.backend, settings.box.backend}
    if "simulated" in backends:
        return "simulated"
    if backends == {"none"}:
        return "touch"
    return "real" if is_pi or (settings.camera.backend == "real" and settings.camera.kind != "pi") else "simulated"
