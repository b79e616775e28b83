"""What the graphics card shows at this moment, asked of the kernel: not of the program that drew it."""

from __future__ import annotations

import fcntl
import mmap
import os
import struct
from pathlib import Path
from typing import Any

import numpy as np

CARDS = Path("/dev/dri")
# name -> (number, layout) of what linux/drm_mode.h calls by these names
_CALLS = {
    "GETRESOURCES": (0xA0, "4Q 8I"),
    "GETCRTC": (0xA1, "Q 7I 68s"),
    "GETFB": (0xAD, "7I"),
    "MAP_DUMB": (0xB3, "2I Q"),
}
_MOST_CRTCS = 8


def take_scanout() -> np.ndarray[Any, np.dtype[np.uint8]] | None:
    """The picture on the first screen that is lit, blue, green, red; None if none is."""
    for path in sorted(CARDS.glob("card*")):
        card = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            for crtc in _crtcs(card):
                _, _, _, frame, x, y, _, lit, _ = _call(card, "GETCRTC", 0, 0, crtc, 0, 0, 0, 0, 0, b"")
                if lit and frame:
                    return _read_frame(card, frame)[y:, x:]
        finally:
            os.close(card)
    return None


def _crtcs(card: int) -> tuple[int, ...]:
    room = np.zeros(_MOST_CRTCS, dtype=np.uint32)
    found = _call(card, "GETRESOURCES", 0, room.ctypes.data, 0, 0, 0, _MOST_CRTCS, 0, 0, 0, 0, 0, 0)
    return tuple(int(number) for number in room[: found[5]])


def _read_frame(card: int, frame: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    _, width_px, height_px, pitch, bits, _, handle = _call(card, "GETFB", frame, 0, 0, 0, 0, 0, 0)
    if bits != 32:
        raise OSError(f"Cannot read the screen: found {bits} bits a pixel; expected 32")
    _, _, offset = _call(card, "MAP_DUMB", handle, 0, 0)
    with mmap.mmap(card, pitch * height_px, mmap.MAP_SHARED, mmap.PROT_READ, offset=offset) as memory:
        lines = np.frombuffer(memory[:], dtype=np.uint8).reshape(height_px, pitch // 4, 4)
    return lines[:, :width_px, :3]


def _call(card: int, name: str, *values: Any) -> tuple[Any, ...]:
    number, layout = _CALLS[name]
    packed = struct.pack(f"={layout}", *values)
    request = 3 << 30 | len(packed) << 16 | ord("d") << 8 | number
    return struct.unpack(f"={layout}", fcntl.ioctl(card, request, packed))
