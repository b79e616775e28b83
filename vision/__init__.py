"""Picture in, reading out: find the dice, count their pips, name their colours, know when not to."""

from vision.calibration import Calibration, calibrate
from vision.errors import CalibrationError, ExpectationError, LabelsError, PictureError, VisionError
from vision.learn import learn_dice
from vision.picture import load_picture
from vision.reader import read
from vision.reading import Die, Doubt, Reading

__all__ = [
    "Calibration",
    "CalibrationError",
    "Die",
    "Doubt",
    "ExpectationError",
    "LabelsError",
    "PictureError",
    "Reading",
    "VisionError",
    "calibrate",
    "learn_dice",
    "load_picture",
    "read",
]
