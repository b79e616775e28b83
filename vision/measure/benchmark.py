"""Times reads beside one bare `SimpleBlobDetector.detect` on the same pictures, one thread, in the same run."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import Reading
from tablekeeper.vision.settle import Settle


@dataclass(frozen=True)
class Pace:
    """Milliseconds of processor time a picture, and how many blob detections that is (median over the pictures)."""

    milliseconds: float
    ratio: float


def time_beside_blobs(pictures: Sequence[Picture], work: Callable[[Picture], object], repeats: int = 3) -> Pace:
    """Run `work` and the blob detector in turn on each picture; processor time, so that other programs matter less."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    blobs = cv2.SimpleBlobDetector.create()
    try:
        pairs = [
            (_best(partial(work, picture), repeats), _best(partial(blobs.detect, picture), repeats))
            for picture in pictures
        ]
    finally:
        cv2.setNumThreads(threads)
    return Pace(statistics.median(mine for mine, _ in pairs), statistics.median(mine / other for mine, other in pairs))


def time_motion_gate(pictures: Sequence[Picture]) -> Pace:
    """The motion gate alone: what `Settle` costs for a frame that it does not read."""
    settle = Settle(_never)
    return time_beside_blobs(pictures, lambda picture: settle.watch(picture, 0.0))


def _never(picture: Picture) -> Reading:
    raise AssertionError(f"the motion gate read a picture of shape {picture.shape!r}")


def _best(work: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append((time.process_time() - started) * 1000)
    return min(times)
