"""Picture in, reading out: find the dice, count their pips, name their colours, know when not to."""

from tablekeeper.vision.errors import CalibrationError, ExpectationError, LabelsError, PictureError, VisionError
from tablekeeper.vision.picture import load_picture
from tablekeeper.vision.reader import read
from tablekeeper.vision.reading import Die, Doubt, Reading
from tablekeeper.vision.trays.calibration import Calibration, calibrate
from tablekeeper.vision.trays.learning.learn import learn_dice

if __name__ != "tablekeeper.vision":
    raise ImportError("vision is part of tablekeeper: import tablekeeper.vision")

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
