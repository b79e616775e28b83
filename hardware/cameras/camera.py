"""What every camera can do, whether it hangs over the tray, replays a folder or is simulated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Protocol, Self

from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.health import Health


class Camera(Protocol):
    """A source of frames. Losing it is a change of `health`, never an exception from `frame`."""

    @property
    def health(self) -> Health:
        """How the camera is at this moment."""

    def open(self) -> None:
        """Start it. Raises CameraError only for what waiting cannot mend, such as a missing driver."""

    def frame(self, timeout_s: float) -> Frame | None:
        """The next frame that was not handed out yet, or None when none came in time."""

    def close(self) -> None:
        """Give everything back. May be called twice."""


class Opened(ABC):
    """Lets a device be used in a `with` statement."""

    @abstractmethod
    def open(self) -> None:
        """Start the device."""

    @abstractmethod
    def close(self) -> None:
        """Stop the device."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
