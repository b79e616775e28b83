"""Opens a picture file, or says in one sentence why it cannot be opened."""

import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.faults import Words
from tablekeeper.vision.errors import PictureArrayError, PictureError, PictureMissingError
from tablekeeper.vision.headers import is_whole, name_format, promised_size

Picture = NDArray[np.uint8]
Numbers = NDArray[np.integer | np.floating]
"""An array as OpenCV takes and gives it."""

MOST_FILE_BYTES: Final = 64_000_000
MOST_PIXELS: Final = 100_000_000  # what the header may promise; decoded smaller where the format allows
LONG_SIDE_PX: Final = 2048  # larger pictures are shrunk on opening: no die gets easier to read beyond it
LEAST_SIDE_PX: Final = 8


def load_picture(path: str | os.PathLike[str]) -> Picture:
    """The picture in a file: H x W x 3 bytes (blue, green, red), turned as its EXIF says, at most LONG_SIDE_PX long."""
    place = Path(path)
    data = _read_bytes(place)
    kind = name_format(data)
    if not kind:
        raise PictureError(place, _describe(data))
    width, height = promised_size(data)
    if width * height > MOST_PIXELS:
        raise PictureError(
            place, _size(width, height), Words("at most {most} megapixels", most=MOST_PIXELS // 1_000_000)
        )
    decoded = _decode(data, kind, max(width, height)) if width * height and is_whole(data) else None
    if decoded is None:
        raise PictureError(place, Words("a damaged or truncated {kind} picture", kind=kind))
    picture = _shrink(_to_bytes(decoded))
    if min(picture.shape[:2]) < LEAST_SIDE_PX:
        wanted = Words("at least {least} x {least} pixels", least=LEAST_SIDE_PX)
        raise PictureError(place, _size(picture.shape[1], picture.shape[0]), wanted)
    return picture


def _size(width: int, height: int) -> Words:
    return Words("{width} x {height} pixels", width=width, height=height)


def check_array(picture: object) -> Picture:
    """The same array, if it is an H x W x 3 byte picture of a size that can hold dice."""
    wanted = Words("expected a height x width x 3 array of uint8 (blue, green, red)")
    if not isinstance(picture, np.ndarray):
        raise PictureArrayError(
            "Cannot read a picture: found {kind!r}; {wanted}", kind=type(picture).__name__, wanted=wanted
        )
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or 0 in picture.shape:
        raise PictureArrayError(
            "Cannot read a picture: found {dtype} of shape {shape!r}; {wanted}",
            dtype=picture.dtype,
            shape=picture.shape,
            wanted=wanted,
        )
    return np.ascontiguousarray(picture)


def _read_bytes(place: Path) -> bytes:
    try:
        size = place.stat().st_size
        if place.is_dir():
            raise PictureError(place, Words("a folder"))
        if not place.is_file():
            raise PictureError(place, Words("something that is no file"))
        if size == 0:
            raise PictureError(place, Words("an empty file"))
        if size > MOST_FILE_BYTES:
            raise PictureError(
                place,
                Words("{count} bytes", count=size),
                Words("at most {most} megabytes", most=MOST_FILE_BYTES // 1_000_000),
            )
        return place.read_bytes()
    except FileNotFoundError as error:
        raise PictureMissingError(place, Words("nothing")) from error
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(
            place, Words("a file that cannot be opened ({kind})", kind=error.__class__.__name__)
        ) from error


def _decode(data: bytes, kind: str, longest: int) -> Numbers | None:
    """Decode, shrinking large JPEGs while they are decoded, so that memory stays small."""
    flags = cv2.IMREAD_COLOR
    if kind in ("PNG", "TIFF") and longest <= 2 * LONG_SIDE_PX:
        flags = cv2.IMREAD_UNCHANGED  # keeps 16 bits and alpha; IMREAD_COLOR would show what alpha hides
    elif longest >= 8 * LONG_SIDE_PX:
        flags = cv2.IMREAD_REDUCED_COLOR_8
    elif longest >= 4 * LONG_SIDE_PX:
        flags = cv2.IMREAD_REDUCED_COLOR_4
    elif longest >= 2 * LONG_SIDE_PX:
        flags = cv2.IMREAD_REDUCED_COLOR_2
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None


def _to_bytes(decoded: Numbers) -> Picture:
    """Grey, 16-bit, floating and alpha pictures as plain blue, green, red bytes (alpha laid on grey)."""
    if decoded.dtype == np.uint16:
        decoded = np.right_shift(decoded.astype(np.uint16), 8).astype(np.uint8)
    elif decoded.dtype != np.uint8:
        low, high = float(np.nanmin(decoded)), float(np.nanmax(decoded))
        decoded = (np.nan_to_num(decoded.astype(np.float32) - low) * (255 / max(high - low, 1e-6))).astype(np.uint8)
    if decoded.ndim == 2:
        return np.asarray(cv2.cvtColor(decoded, cv2.COLOR_GRAY2BGR), np.uint8)
    if decoded.shape[2] == 4:
        alpha = decoded[..., 3:].astype(np.uint16)
        return ((decoded[..., :3] * alpha + 128 * (255 - alpha)) // 255).astype(np.uint8)
    return np.ascontiguousarray(decoded[..., :3], np.uint8)


def _shrink(picture: Picture) -> Picture:
    longest = max(picture.shape[:2])
    if longest <= LONG_SIDE_PX:
        return picture
    size = tuple(max(1, round(side * LONG_SIDE_PX / longest)) for side in (picture.shape[1], picture.shape[0]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _describe(data: bytes) -> Words:
    """What a file that is no picture seems to be."""
    head = data[:16]
    if all(byte in b"\t\n\r" or 32 <= byte < 127 for byte in head):
        return Words("text beginning {head!r}", head=head.decode("ascii"))
    return Words("bytes beginning {head!r}, which none of these formats does", head=head[:4].hex())
