"""The same bodies; their pips are the circles that a Hough transform votes for."""

import cv2
import numpy as np

from tests.vision.readers.blobs import MOST_PIPS, shrink
from tests.vision.readers.contours import find_bodies, straight

EDGE, VOTES = 120, 14
RADII = (5, 15)  # of 96 pixels
APART = 14
MARGIN = 8


def count_pips(face):
    """Circles that lie well inside a body."""
    found = cv2.HoughCircles(cv2.medianBlur(face, 5), cv2.HOUGH_GRADIENT, 1, APART, None, EDGE, VOTES, *RADII)
    if found is None:
        return 0
    places = np.asarray(found).reshape(-1, 3)[:, :2]
    return int(((places > MARGIN) & (places < 96 - MARGIN)).all(1).sum())


def read_values(picture):
    """The values, in rising order."""
    small = shrink(picture)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    counts = [count_pips(straight(grey, box)) for box in find_bodies(small)]
    return tuple(sorted(count for count in counts if 1 <= count <= MOST_PIPS))
