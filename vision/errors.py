"""What can go wrong before there is anything to read."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.faults import Fault, Words

PICTURE = Words("a JPEG, PNG, BMP, WebP or TIFF picture")


class VisionError(Fault):
    """Anything this room refuses."""


class PictureError(VisionError, ValueError):
    """A file that holds no picture we can look at."""

    def __init__(self, path: Path | str, found: str, wanted: str = PICTURE) -> None:
        super().__init__(
            "Cannot read the picture {path!r}: found {found}; expected {wanted}",
            path=str(path),
            found=found,
            wanted=wanted,
        )


class PictureMissingError(PictureError, FileNotFoundError):
    """A path where there is nothing."""


class PictureArrayError(VisionError, TypeError):
    """An array that is no H x W x 3 byte picture."""


class ExpectationError(VisionError, ValueError):
    """An expectation of dice that names no colour we know or a count below zero."""


class CalibrationError(VisionError, ValueError):
    """A calibration that cannot be read, is of another version, or cannot be made from these pictures."""


class LabelsError(VisionError, ValueError):
    """A labelled folder whose labels cannot be used."""


class WeightsError(VisionError, OSError):
    """A shipped net that is missing or not as it was shipped."""
