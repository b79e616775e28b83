"""What comes out: STL files, pictures of the parts, and cardboard templates."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.cameras.frame import Pixels
from tablekeeper.hardware.parts.lines import Line
from tablekeeper.hardware.parts.proof import Points, normals

LIGHT = np.array([0.35, -0.5, 0.79])
SIZE_PX = 420
COLOUR = np.array([90, 160, 205])


def write_stl(path: Path, found: Points) -> None:
    """Binary STL, the same bytes for the same part."""
    rows = np.zeros(len(found), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    rows["normal"], rows["corners"] = normals(found), found
    order = np.lexsort(np.round(found.mean(axis=1), 4).T)
    path.write_bytes(b"tablekeeper".ljust(80) + struct.pack("<I", len(found)) + rows[order].tobytes())


def draw(found: Points) -> Pixels:
    """A picture from the front, above and left; each point shows the face that is nearest there."""
    turned = found @ _view().T
    low, high = turned.reshape(-1, 3).min(axis=0), turned.reshape(-1, 3).max(axis=0)
    scale = (SIZE_PX - 40) / float((high - low)[:2].max())
    spots = (turned - (low + high) / 2) * scale * [1, -1, 1] + [SIZE_PX / 2, SIZE_PX / 2, 0]
    picture, depth = np.full((SIZE_PX, SIZE_PX, 3), 255, np.uint8), np.full((SIZE_PX, SIZE_PX), -np.inf)
    shade = 0.35 + 0.65 * np.clip(normals(found) @ LIGHT, 0, 1)
    for corners, bright in zip(spots, shade, strict=True):
        _fill(picture, depth, corners, COLOUR * bright)
    return picture


def _fill(picture: NDArray[np.uint8], depth: NDArray[np.float64], corners: Points, colour: Points) -> None:
    (x0, y0), (x1, y1) = (
        np.floor(corners[:, :2].min(axis=0)).astype(int),
        np.ceil(corners[:, :2].max(axis=0)).astype(int),
    )
    x, y = np.meshgrid(np.arange(x0, x1 + 1), np.arange(y0, y1 + 1))
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    z = az + v * (bz - az) + w * (cz - az)
    nearer = (v >= -1e-6) & (w >= -1e-6) & (v + w <= 1 + 1e-6) & (z > depth[y0 : y1 + 1, x0 : x1 + 1])
    depth[y0 : y1 + 1, x0 : x1 + 1][nearer] = z[nearer]
    picture[y0 : y1 + 1, x0 : x1 + 1][nearer] = colour


def _view() -> NDArray[np.float64]:
    round_z, down = np.radians(-35.0), np.radians(-55.0)
    z = np.array([[np.cos(round_z), -np.sin(round_z), 0], [np.sin(round_z), np.cos(round_z), 0], [0, 0, 1]])
    x = np.array([[1, 0, 0], [0, np.cos(down), -np.sin(down)], [0, np.sin(down), np.cos(down)]])
    return np.asarray(x @ z)


PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0)}
POINT_MM = 72 / 25.4


def write_template(path: Path, title: str, cut: list[Line], fold: list[Line], hint: str = "") -> str:
    """A page at scale with lines to cut, dashed ones to fold and a line of 100 mm; returns which paper it takes."""
    lines = np.array([*cut, *fold]).reshape(-1, 2)
    low, high = lines.min(axis=0), lines.max(axis=0)
    need = high - low + [20, 50]
    paper = next((name for name, size in PAPERS.items() if need[0] <= size[0] and need[1] <= size[1]), None)
    if paper is None:
        raise ValueError(
            f"Cannot draw the template {title}: it needs {need[0]:.0f} x {need[1]:.0f} mm, A3 is the largest"
        )
    wide, tall = PAPERS[paper]
    shift = np.array([wide / 2, tall / 2 + 10]) - (low + high) / 2
    words = ["0.8 w 0 J"]
    words += [_stroke(line, shift) for line in cut]
    words += ["[6 4] 0 d 0.5 w", *(_stroke(line, shift) for line in fold), "[] 0 d"]
    words += [_stroke((wide / 2 - 50, 12, wide / 2 + 50, 12), np.zeros(2))]
    scale = "print at 100 %, this line measures 100 mm; cut the full lines, fold the dashed ones"
    words += [_write(f"{title}: {scale}", 14, 16), _write(hint, 14, 20)]
    path.write_bytes(_pdf("\n".join(words).encode("ascii"), wide, tall))
    return paper


def _stroke(line: Line, shift: NDArray[np.float64]) -> str:
    x1, y1, x2, y2 = (np.array(line).reshape(2, 2) + shift).ravel() * POINT_MM
    return f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S"


def _write(words: str, x_mm: float, y_mm: float) -> str:
    return f"BT /F1 8 Tf {x_mm * POINT_MM:.2f} {y_mm * POINT_MM:.2f} Td ({words}) Tj ET"


def _pdf(stream: bytes, wide: float, tall: float) -> bytes:
    """The smallest file that every reader shows: one page, one font that all have, no date."""
    packed = zlib.compress(stream, 9)
    box = f"[0 0 {wide * POINT_MM:.2f} {tall * POINT_MM:.2f}]"
    fonts = "<< /Font << /F1 5 0 R >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R /Resources {fonts} >>".encode(),
        f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()
