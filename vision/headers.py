"""Reads a picture file's header: its format, its stated size, and whether its end is there."""

import struct
from typing import Final

STANDALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})  # JPEG markers without a length
FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
MARKERS: Final = frozenset({*range(0xC0, 0xD0), *range(0xDA, 0xFF)})  # what may follow pixels before the end
SCAN, END = 0xDA, 0xD9
WIDTH_TAG, HEIGHT_TAG = 256, 257


def name_format(data: bytes) -> str:
    """The format by its first bytes; empty for anything else."""
    if data.startswith(b"\xff\xd8"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"BM"):
        return "BMP"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WebP"
    return "TIFF" if data.startswith((b"II*\x00", b"MM\x00*")) else ""


def promised_size(data: bytes) -> tuple[int, int]:
    """Width and height in the header, before anything is decoded; (0, 0) where it is damaged."""
    measure = {"JPEG": _jpeg_size, "PNG": _png_size, "BMP": _bmp_size, "WebP": _webp_size, "TIFF": _tiff_size}
    try:
        return measure[name_format(data)](data)
    except (struct.error, KeyError):
        return 0, 0


def is_whole(data: bytes) -> bool:
    """Whether the file goes to its end: decoders fill what is missing with grey, and dice would be overlooked."""
    kind = name_format(data)
    if kind == "JPEG":
        return _walk_jpeg(data)[1]
    if kind == "PNG":
        return _walk_png(data)
    if kind == "BMP":
        return len(data) > 6 and len(data) >= int.from_bytes(data[2:6], "little")
    if kind == "WebP":
        return len(data) >= int.from_bytes(data[4:8], "little")
    return kind == "TIFF"


def _jpeg_size(data: bytes) -> tuple[int, int]:
    return _walk_jpeg(data)[0]


def _walk_jpeg(data: bytes) -> tuple[tuple[int, int], bool]:
    """The frame's size, and whether segments and pixels follow each other without a break to the end marker."""
    size, at = (0, 0), 2
    while at + 1 < len(data):
        if data[at] != 0xFF:
            return size, False
        marker = data[at + 1]
        if marker == END:
            return size, True
        if marker == 0xFF or marker in STANDALONE:
            at += 1 if marker == 0xFF else 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if marker not in MARKERS or length < 2:
            return size, False
        if marker in FRAMES and at + 9 <= len(data):
            size = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + length
        if marker == SCAN:
            at = _end_of_pixels(data, at)
    return size, False


def _end_of_pixels(data: bytes, at: int) -> int:
    """Where the next marker stands that is no restart of the pixels."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] == 0 or data[at + 1] in STANDALONE:
            at += 2
        elif data[at + 1] == 0xFF:
            at += 1
        else:
            return at


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _walk_png(data: bytes) -> bool:
    """Whether each chunk lies within the file up to the end: a decoder takes the memory that a chunk only promises."""
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if length > len(data) - at - 12:
            return False
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + length
    return False


def _bmp_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff_size(data: bytes) -> tuple[int, int]:
    order = "<" if data.startswith(b"II") else ">"
    (place,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, place)
    found = {}
    for number in range(entries):
        at = place + 2 + 12 * number
        tag, kind = struct.unpack_from(order + "HH", data, at)
        found[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 8)[0]
    return found[WIDTH_TAG], found[HEIGHT_TAG]
