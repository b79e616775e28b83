"""Whether a part can be printed: closed, one piece, thick enough, on the bed, with nothing hanging in the air."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.parts.numbers import BED_MM, GAP_MM, LOOSEST_MM, POST_MM, STEEPEST_DEG, THINNEST_MM
from tablekeeper.hardware.parts.solid import Solid

Points = NDArray[np.float64]
BRIDGE_MM = 16.0
"""A flat span that a printer draws through the air."""


def triangles(solid: Solid) -> Points:
    """Corner points of all triangles, (n, 3, 3)."""
    mesh = solid.to_mesh()
    corners: Points = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    return corners[np.asarray(mesh.tri_verts, dtype=np.int64)]


def normals(found: Points) -> Points:
    """Outward, of length 1; zero for a triangle of no area."""
    crossed = np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0])
    length = np.linalg.norm(crossed, axis=1, keepdims=True)
    return np.asarray(np.divide(crossed, length, out=np.zeros_like(crossed), where=length > 1e-12))


def prove(name: str, solid: Solid) -> Iterator[str]:
    """Every fault of a part, in one sentence each."""
    if str(solid.status()) != "Error.NoError" or solid.volume() <= 0:
        yield f"{name}: found no closed solid ({solid.status()})"
        return
    if open_edges(triangles(solid)):
        yield f"{name}: found {open_edges(triangles(solid))} edges that do not join two faces"
    if len(solid.decompose()) != 1:
        yield f"{name}: found {len(solid.decompose())} pieces; expected 1"
    low_x, low_y, _, high_x, high_y, high_z = solid.bounding_box()
    sides = sorted((high_x - low_x, high_y - low_y))
    if sides[1] > BED_MM or high_z > BED_MM:
        yield f"{name}: found {sides[1]:.0f} x {sides[0]:.0f} x {high_z:.0f} mm, the bed is {BED_MM:g} mm each way"
    thin = thinnest(triangles(solid))
    if thin < THINNEST_MM - 1e-6:
        yield f"{name}: found a wall of {thin:.2f} mm; expected {THINNEST_MM:g} at least"
    hanging = overhang_mm(triangles(solid))
    if hanging > BRIDGE_MM:
        yield f"{name}: found a face that hangs {hanging:.0f} mm over; expected {BRIDGE_MM:g} at most"


def open_edges(found: Points) -> int:
    """How many edges do not belong to exactly two triangles, once each way."""
    keys = np.round(found, 5)
    counted: dict[tuple[tuple[float, ...], ...], int] = {}
    for corners in keys:
        spots = [tuple(corner) for corner in corners]
        for start, end in zip(spots, spots[1:] + spots[:1], strict=True):
            edge, way = ((start, end), 1) if start < end else ((end, start), -1)
            counted[edge] = counted.get(edge, 0) + way
    return sum(1 for times in counted.values() if times)


def thinnest(found: Points) -> float:
    """The shortest way from the middle of a face straight through to the other side."""
    middles, outward = found.mean(axis=1), normals(found)
    areas = np.linalg.norm(np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]), axis=1) / 2
    least = math.inf
    for middle, normal, area in zip(middles, outward, areas, strict=True):
        if area > 0.05:
            least = min(least, _through(found, outward, middle - 1e-4 * normal, -normal))
    return least


def _through(found: Points, outward: Points, start: Points, way: Points) -> float:
    """How far a ray goes until it leaves the solid (Möller and Trumbore)."""
    one, two = found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]
    crossed = np.cross(way, two)
    scale = np.einsum("ij,ij->i", one, crossed)
    facing = (np.abs(scale) > 1e-9) & (outward @ way > 0.5)
    inverse = np.divide(1.0, scale, out=np.zeros_like(scale), where=facing)
    offset = start - found[:, 0]
    u = inverse * np.einsum("ij,ij->i", offset, crossed)
    turned = np.cross(offset, one)
    v, t = inverse * (turned @ way), inverse * np.einsum("ij,ij->i", two, turned)
    hit = facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-3)
    return float(t[hit].min(initial=math.inf))


def overhang_mm(found: Points) -> float:
    """The narrower side of the widest face that hangs in the air; a bridge may be as wide as a printer can span."""
    down = normals(found)[:, 2] < -math.sin(math.radians(STEEPEST_DEG))
    lifted = found[:, :, 2].min(axis=1) > found[:, :, 2].min() + 0.05
    spans = [np.sort(np.ptp(corners[:, :2], axis=0))[0] for corners in found[down & lifted]]
    return float(max(spans, default=0.0))


def meet(outer: Solid, inner_mm: float = POST_MM) -> str:
    """Empty if a post goes into a part's bore with the right play, else what was found."""
    play = bore_mm(triangles(outer)) - inner_mm
    if not 2 * GAP_MM - 0.2 <= play <= 2 * LOOSEST_MM:
        return f"found {play:.2f} mm of play; expected {2 * GAP_MM:g} to {2 * LOOSEST_MM:g}"
    return ""


def bore_mm(found: Points) -> float:
    """The width of the square bore around the middle: between the nearest walls that face each other across it."""
    outward, middles = normals(found), found.mean(axis=1)
    right = middles[(outward[:, 0] < -0.99) & (middles[:, 0] > 0), 0]
    left = middles[(outward[:, 0] > 0.99) & (middles[:, 0] < 0), 0]
    return float(right.min(initial=math.inf) - left.max(initial=-math.inf))
