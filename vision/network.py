"""Runs the shipped nets by OpenCV on a picture."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

WEIGHTS: Final = Path(__file__).parent / "weights"
MOST_NETS: Final = 8


class Network:
    """One of the shipped nets, with the memory that its input needs: taking new memory each time is slow."""

    def __init__(self, name: str) -> None:
        path = os.fspath(WEIGHTS / f"{name}.onnx")
        # OpenCV 5: its new engine is slower on these nets, on one thread
        engine = (cv2.dnn.ENGINE_CLASSIC,) if hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
        self._net = cv2.dnn.readNetFromONNX(path, *engine)
        self._input = np.empty((1, 3, 0, 0), np.float32)

    def run(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What the net says of one picture; overwritten by the next run."""
        height, width = picture.shape[:2]
        if self._input.shape[2:] != (height, width):
            self._input = np.empty((1, 3, height, width), np.float32)
        for plane, room in zip(cv2.split(picture), self._input[0], strict=True):
            np.multiply(plane, np.float32(1 / 255), out=room)
        self._net.setInput(self._input)
        return np.asarray(self._net.forward()[0], np.float32)


@lru_cache(maxsize=MOST_NETS)
def load_network(name: str, use: str = "") -> Network:
    """A net, kept; one for each use, because setting a net up for pictures of another size is slow."""
    del use
    return Network(name)
