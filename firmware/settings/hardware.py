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
