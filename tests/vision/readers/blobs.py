"""The tutorial: round blobs in the picture, grouped into dice by how near they lie to each other (DBSCAN)."""

import cv2
import numpy as np

LONG_SIDE_PX = 640
LEAST_INERTIA = 0.6
REACH = 4.2  # blob diameters between the pips of one die
MOST_PIPS = 6
LARGEST = 2.0  # of the usual diameter: larger round things are no pips


def shrink(picture):
    """The picture at the size that tutorials use."""
    scale = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def find_blobs(picture):
    """Places and diameters of round blobs, dark and bright ones."""
    params = cv2.SimpleBlobDetector_Params()
    params.filterByInertia, params.minInertiaRatio = True, LEAST_INERTIA
    detector = cv2.SimpleBlobDetector_create(params)
    grey = cv2.medianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 3)
    found = [(*point.pt, point.size) for side in (grey, 255 - grey) for point in detector.detect(side)]
    return np.array(found, float).reshape(-1, 3)


def cluster(points, reach):
    """Groups of points each of which is within reach of another: DBSCAN where one neighbour is enough."""
    left, groups = set(range(len(points))), []
    while left:
        group, edge = [], [left.pop()]
        while edge:
            at = edge.pop()
            group.append(at)
            near = {k for k in left if np.hypot(*(points[k] - points[at])) < reach}
            left -= near
            edge += near
        groups.append(group)
    return groups


def read_values(picture):
    """The values, in rising order."""
    blobs = find_blobs(shrink(picture))
    if not len(blobs):
        return ()
    usual = float(np.median(blobs[:, 2]))
    groups = cluster(blobs[blobs[:, 2] < LARGEST * usual, :2], REACH * usual)
    return tuple(sorted(len(group) for group in groups if len(group) <= MOST_PIPS))
