"""What can be wrong with the hardware or with what somebody asked of it."""

from __future__ import annotations


class HardwareError(Exception):
    """Anything that this room complains about."""


class FrameShapeError(HardwareError, ValueError):
    """Pixels that are no picture."""


class SceneError(HardwareError, ValueError):
    """A simulated scene that cannot be laid out."""
