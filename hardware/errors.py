"""What can be wrong with the hardware or with what somebody asked of it."""

from __future__ import annotations

from tablekeeper.faults import Fault


class HardwareError(Fault):
    """Anything that this room complains about."""


class FrameShapeError(HardwareError, ValueError):
    """Pixels that are no picture."""


class SceneError(HardwareError, ValueError):
    """A simulated scene that cannot be laid out."""


class ConfigError(HardwareError, ValueError):
    """A setting that cannot be meant."""


class PinError(ConfigError):
    """A pin that is not there, may not be used, or is used twice."""


class WireError(HardwareError, OSError):
    """A wire that cannot be had: mostly another program holds it."""


class CameraError(HardwareError, OSError):
    """A camera that cannot be opened."""


class DriverMissingError(HardwareError, ImportError):
    """A library that a device needs and that is not installed."""


class RecordingError(HardwareError, ValueError):
    """A recording or a folder of pictures that cannot be replayed."""


class FaultError(HardwareError, KeyError):
    """A simulated fault that nobody knows."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would put the sentence into quotation marks
