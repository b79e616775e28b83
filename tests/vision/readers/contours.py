"""Thresholds and contours: bodies stand out from the table, pips from the bodies."""

import cv2
import numpy as np

from tests.vision.readers.blobs import MOST_PIPS, shrink

LEVELS = (90, 140, 190)
BODY = (0.0008, 0.2)  # of the picture
SQUARE = (0.6, 1.7)  # longer by shorter side of a body
FULL = 0.65  # of its box that a body fills
PIP = (0.006, 0.09)  # of the body
ROUND = 0.55  # area of a pip by the circle around it


def split(plane):
    """A picture cut in two at a few brightnesses: the best one by Otsu's rule, and fixed ones."""
    yield cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    for level in LEVELS:
        yield cv2.threshold(plane, level, 255, cv2.THRESH_BINARY)[1]


def find_bodies(picture):
    """Boxes (centre, size, turn) of what stands out and is about square, by brightness and by colour."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    vivid = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)[..., 1], (0, 0), 1.2)
    boxes = []
    for mask in (mask for plane in (grey, 255 - grey, vivid) for mask in split(plane)):
        for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            box = cv2.minAreaRect(outline)
            (width, height), area = box[1], cv2.contourArea(outline)
            fits = BODY[0] < area / mask.size < BODY[1] and min(width, height) > 0
            if fits and SQUARE[0] < width / height < SQUARE[1] and area > FULL * width * height:
                boxes.append(box)
    return apart(boxes)


def apart(boxes):
    """Of boxes on each other the largest."""
    kept = []
    for box in sorted(boxes, key=lambda b: -b[1][0] * b[1][1]):
        if all(np.hypot(box[0][0] - k[0][0], box[0][1] - k[0][1]) > 0.5 * max(k[1]) for k in kept):
            kept.append(box)
    return kept


def straight(grey, box):
    """A body turned upright and enlarged."""
    corners = cv2.boxPoints(box).astype(np.float32)
    square = np.array([(0, 95), (0, 0), (95, 0), (95, 95)], np.float32)
    return cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners, square), (96, 96))


def count_pips(face):
    """Round spots inside a body, dark or bright, whichever there are more of."""
    counts = []
    for side in (face, 255 - face):
        _, mask = cv2.threshold(side, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
        spots = 0
        for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            area, (_, radius) = cv2.contourArea(outline), cv2.minEnclosingCircle(outline)
            spots += PIP[0] < area / face.size < PIP[1] and area > ROUND * np.pi * radius**2
        counts.append(spots)
    return max(counts)


def read_values(picture):
    """The values, in rising order."""
    small = shrink(picture)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    counts = [count_pips(straight(grey, box)) for box in find_bodies(small)]
    return tuple(sorted(count for count in counts if 1 <= count <= MOST_PIPS))
