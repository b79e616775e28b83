"""What is used of the library that makes solids, manifold3d; it has no types of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from numpy.typing import ArrayLike


class Mesh(Protocol):
    """Corner points, and three of their numbers for each triangle."""

    @property
    def vert_properties(self) -> ArrayLike:
        """The points."""

    @property
    def tri_verts(self) -> ArrayLike:
        """The triangles."""


class Solid(Protocol):
    """A body; what is done with it gives a new one."""

    def __add__(self, other: Self, /) -> Self:
        """Both as one."""

    def __sub__(self, other: Self, /) -> Self:
        """Without the other."""

    def translate(self, t: Sequence[float]) -> Self:
        """Moved."""

    def rotate(self, v: Sequence[float]) -> Self:
        """Turned, in degrees."""

    def decompose(self) -> Sequence[Self]:
        """Its pieces."""

    def bounding_box(self) -> tuple[float, ...]:
        """Least x, y, z; greatest x, y, z."""

    def status(self) -> object:
        """Whether it is a body at all."""

    def volume(self) -> float:
        """In cubic millimetres."""

    def to_mesh(self) -> Mesh:
        """Its surface."""


class Makes(Protocol):
    """What makes bodies."""

    def __call__(self) -> Solid:
        """Nothing."""

    def cube(self, size: Sequence[float]) -> Solid:
        """A box."""

    def cylinder(self, height: float, low: float, high: float, segments: int, /) -> Solid:
        """A cylinder or a cone."""

    def batch_hull(self, solids: Sequence[Solid]) -> Solid:
        """Their hull."""

    def extrude(self, crossSection: object, height: float) -> Solid:  # noqa: N803 (the library's name)
        """A profile drawn out."""
