"""Runs the shipped nets by OpenCV on a picture."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.errors import WeightsError

WEIGHTS: Final = Path(__file__).parent / "weights"
MOST_BYTES: Final = 50_000_000
SUMS: Final = "sums.txt"
"""The SHA-256 of each net."""
MOST_NETS: Final = 10
MOST_KEPT_PX: Final = 110_000  # of a look whose memory is kept for the next one: a larger one is mostly the last
REST: Final = np.zeros((16, 16, 3), np.uint8)  # a picture for which a net needs hardly any memory


def path_of(name: str) -> Path:
    """The file of a net."""
    return WEIGHTS / f"{name}.onnx"


def read_weights(name: str) -> bytes:
    """The weights of a shipped net, exactly as they were shipped: a net with a flipped bit reads other dice."""
    place = path_of(name)
    try:
        if not place.is_file() or place.stat().st_size > MOST_BYTES:
            raise ValueError("no plain file of a net's size")
        content = place.read_bytes()
        sums = dict(line.split() for line in (WEIGHTS / SUMS).read_text(encoding="ascii").splitlines())
    except (OSError, ValueError) as error:
        raise WeightsError(
            "Cannot load the net {name!r}: found {error}; expected it as installed: install anew",
            name=name,
            error=error,
        ) from error
    if sums.get(name) != hashlib.sha256(content).hexdigest():
        raise WeightsError(
            "Cannot load the net {name!r}: found other bytes than were shipped; expected them as installed: "
            "install anew",
            name=name,
        )
    return content


def _is_utf8(place: str) -> bool:
    """Whether OpenCV can open a file of this name: any other one crashes it."""
    try:
        place.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Room:
    """Memory for the input of all nets, which run one after the other: taking new memory each time is slow."""

    def __init__(self) -> None:
        self._floats = np.empty(0, np.float32)

    def fit(self, height: int, width: int, channels: int) -> NDArray[np.float32]:
        """Room for a picture as nets take it."""
        size = channels * height * width
        if self._floats.size < size:
            self._floats = np.empty(size, np.float32)
        return self._floats[:size].reshape(1, channels, height, width)

    def clear(self) -> None:
        """Give the memory back."""
        self._floats = np.empty(0, np.float32)


ROOM: Final = _Room()


class Network:
    """One of the shipped nets."""

    def __init__(self, name: str) -> None:
        content = read_weights(name)
        # OpenCV 5: its new engine takes twice as long for these nets, and it runs whatever comes as bytes
        engine = (cv2.dnn.ENGINE_CLASSIC,) if hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
        place = str(path_of(name))
        self._net = cv2.dnn.readNetFromONNX(place if _is_utf8(place) else np.frombuffer(content, np.uint8), *engine)

    def run(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What the net says of one picture; overwritten by the next run."""
        if picture.shape[0] * picture.shape[1] <= MOST_KEPT_PX:
            return self._run(picture)
        seen = self._run(picture).copy()
        ROOM.clear()
        self._run(REST)
        return seen

    def _run(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        height, width, channels = picture.shape
        room = ROOM.fit(height, width, channels)
        for plane, layer in zip(cv2.split(picture), room[0], strict=True):
            np.multiply(plane, np.float32(1 / 255), out=layer)
        self._net.setInput(room)
        return np.asarray(self._net.forward()[0], np.float32)


@lru_cache(maxsize=MOST_NETS)
def load_network(name: str) -> Network:
    """A net, kept; one for all sizes of pictures: a second one takes memory, and saves no time."""
    return Network(name)
