"""Opens a picture file, or says in one sentence why it cannot be opened."""

import os
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureArrayError, PictureError, PictureMissingError

Picture = NDArray[np.uint8]

MOST_FILE_BYTES: Final = 64_000_000
MOST_PIXELS: Final = 100_000_000  # what the header may promise; decoded smaller where the format allows
LONG_SIDE_PX: Final = 2048  # larger pictures are shrunk on opening: no die gets easier to read beyond it
LEAST_SIDE_PX: Final = 8


def load_picture(path: str | os.PathLike[str]) -> Picture:
    """The picture in a file: H x W x 3 bytes (blue, green, red), turned as its EXIF says, at most LONG_SIDE_PX long."""
    place = Path(path)
    data = _read_bytes(place)
    width, height = _promised_size(data)
    if width * height > MOST_PIXELS:
        raise PictureError(place, f"{width} x {height} pixels", f"at most {MOST_PIXELS // 1_000_000} megapixels")
    decoded = None if _is_truncated(data) else _decode(data, max(width, height))
    if decoded is None:
        raise PictureError(place, _describe(data))
    picture = _shrink(_to_bytes(decoded))
    if min(picture.shape[:2]) < LEAST_SIDE_PX:
        found = f"{picture.shape[1]} x {picture.shape[0]} pixels"
        raise PictureError(place, found, f"at least {LEAST_SIDE_PX} x {LEAST_SIDE_PX} pixels")
    return picture


def check_array(picture: object) -> Picture:
    """The same array, if it is an H x W x 3 byte picture of a size that can hold dice."""
    wanted = "expected a height x width x 3 array of uint8 (blue, green, red)"
    if not isinstance(picture, np.ndarray):
        raise PictureArrayError(f"reading a picture: found {type(picture).__name__!r}; {wanted}")
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or 0 in picture.shape:
        raise PictureArrayError(f"reading a picture: found {picture.dtype} of shape {picture.shape!r}; {wanted}")
    return np.ascontiguousarray(picture)


def _read_bytes(place: Path) -> NDArray[np.uint8]:
    try:
        size = place.stat().st_size
        if place.is_dir():
            raise PictureError(place, "a folder")
        if not place.is_file():
            raise PictureError(place, "something that is no file")
        if size == 0:
            raise PictureError(place, "an empty file")
        if size > MOST_FILE_BYTES:
            raise PictureError(place, f"{size} bytes", f"at most {MOST_FILE_BYTES // 1_000_000} megabytes")
        return np.fromfile(place, np.uint8)
    except FileNotFoundError as error:
        raise PictureMissingError(place, "nothing") from error
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(place, f"a file that cannot be opened ({error.__class__.__name__})") from error


def _is_truncated(data: NDArray[np.uint8]) -> bool:
    """Whether a JPEG lacks its end: OpenCV would fill the rest with grey, and dice would be missing silently."""
    whole = bytes(data)
    return whole.startswith(b"\xff\xd8") and whole.rfind(b"\xff\xd9") < max(2, len(whole) // 2, len(whole) - 65536)


def _decode(data: NDArray[np.uint8], longest: int) -> NDArray[Any] | None:
    """Decode, shrinking large JPEGs while they are decoded, so that memory stays small."""
    deep = bytes(data[:8]) == b"\x89PNG\r\n\x1a\n" or bytes(data[:4]) in (b"II*\x00", b"MM\x00*")
    flags = cv2.IMREAD_COLOR
    if deep and longest <= 2 * LONG_SIDE_PX:
        flags = cv2.IMREAD_UNCHANGED  # 16 bits and alpha are told apart; IMREAD_COLOR would show what alpha hides
    elif longest >= 8 * LONG_SIDE_PX:
        flags = cv2.IMREAD_REDUCED_COLOR_8
    elif longest >= 4 * LONG_SIDE_PX:
        flags = cv2.IMREAD_REDUCED_COLOR_4
    elif longest >= 2 * LONG_SIDE_PX:
        flags = cv2.IMREAD_REDUCED_COLOR_2
    try:
        return cv2.imdecode(data, flags)
    except cv2.error:
        return None


def _to_bytes(decoded: NDArray[Any]) -> Picture:
    """Grey, 16-bit, floating and alpha pictures as plain blue, green, red bytes (alpha laid on grey)."""
    if decoded.dtype == np.uint16:
        decoded = (decoded >> 8).astype(np.uint8)
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


def _describe(data: NDArray[np.uint8]) -> str:
    """What an undecodable file seems to be."""
    head = bytes(data[:16])
    if head.startswith((b"\xff\xd8", b"\x89PNG", b"RIFF", b"BM", b"II*", b"MM\x00*", b"GIF8")):
        return "a damaged or truncated picture"
    if all(byte in b"\t\n\r" or 32 <= byte < 127 for byte in head):
        return f"text beginning {head.decode('ascii')!r}"
    return f"bytes beginning {head[:4].hex()!r}, which no picture format does"


def _promised_size(data: NDArray[np.uint8]) -> tuple[int, int]:
    """Width and height that the file's header promises, before anything is decoded; (0, 0) where we cannot tell."""
    head = bytes(data[:65536])
    if head.startswith(b"\x89PNG") and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head.startswith(b"BM") and len(head) >= 26:
        return abs(int.from_bytes(head[18:22], "little", signed=True)), abs(
            int.from_bytes(head[22:26], "little", signed=True)
        )
    if head.startswith(b"\xff\xd8"):
        return _jpeg_size(bytes(data))
    return 0, 0


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walk the JPEG's segments to the frame header."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if marker in (0xFF, 0x00, 0x01) or 0xD0 <= marker <= 0xD8:
            at += 1 if marker == 0xFF else 2
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0
