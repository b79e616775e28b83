"""One picture as every camera hands it over: pixels, the order of their channels, and when they were taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.errors import FrameShapeError

ChannelOrder = Literal["bgr", "rgb"]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture of height x width x 3 bytes, taken at a moment of a monotonic clock."""

    pixels: Pixels
    order: ChannelOrder
    taken_at_s: float
    metadata: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            found = f"{self.pixels.dtype} {self.pixels.shape}"
            raise FrameShapeError(
                "Cannot make a frame: found pixels of {found!r}; expected uint8 (height, width, 3)", found=found
            )
        if self.order not in get_args(ChannelOrder):
            raise FrameShapeError(
                "Cannot make a frame: found channel order {order!r}; expected 'bgr' or 'rgb'", order=self.order
            )

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height, as cameras speak of them."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def bgr(self) -> Pixels:
        """The pixels in the order that OpenCV expects."""
        return self.pixels if self.order == "bgr" else np.ascontiguousarray(self.pixels[:, :, ::-1])

    def rgb(self) -> Pixels:
        """The pixels in the order that screens and picture files expect."""
        return self.pixels if self.order == "rgb" else np.ascontiguousarray(self.pixels[:, :, ::-1])
