"""The screen or window that pixels go to: opened, resized, full or not; and the part of it that pages fill."""

from __future__ import annotations

import os

import pygame

from tablekeeper.display.errors import DisplayFault

LANDSCAPE, PORTRAIT, WIDEST = 1.5, 1.7, 2.4
"""How many times as long as broad a page has to be beside the square, and below it; wider than the last it never is."""
LEAST = (240, 160)
"""A smaller window shows only a part of this."""
ON_CONSOLE = "KMSDRM"


def fit_inside(size: tuple[int, int]) -> pygame.Rect:
    """The part of a window that a page fills: all of it, unless that leaves no room beside or below the square."""
    width, height = size
    lying = min(height, width / LANDSCAPE)
    standing = min(width, height / PORTRAIT)
    if lying >= standing:
        inner = (min(width, round(lying * WIDEST)), round(lying))
    else:
        inner = (round(standing), min(height, round(standing * WIDEST)))
    area = pygame.Rect((0, 0), (max(inner[0], LEAST[0]), max(inner[1], LEAST[1])))
    area.center = (width // 2, height // 2)
    return area


def open_screen(size: tuple[int, int], driver: str | None, fullscreen: bool, monitor: int = 0) -> pygame.Surface:
    """A screen of this size (or the nearest one there is), or DisplayFault in one sentence."""
    if min(size) < 1:
        raise DisplayFault(
            "Cannot open the display: found the size {width}x{height!r}; expected one like 800x480",
            width=size[0],
            height=size[1],
        )
    if driver is not None:
        os.environ["SDL_VIDEODRIVER"] = driver
    where = repr(driver) if driver is not None else "of this machine"
    try:
        pygame.display.init()
        if pygame.display.get_driver() == ON_CONSOLE:
            # by itself SDL takes desktop OpenGL, and the console stays black (seen with SDL 2.32.4 and 2.32.10)
            os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
        pygame.font.init()
        screen = pygame.display.set_mode(size, flags_of(fullscreen), display=known_monitor(monitor))
    except pygame.error as fault:
        raise DisplayFault(
            "Cannot open the display {where}: found {fault!r}; expected a screen that is connected and "
            "switched on, or the driver 'dummy'",
            where=where,
            fault=str(fault),
        ) from None
    pygame.display.set_caption("Tablekeeper")
    return screen


def flags_of(fullscreen: bool) -> int:
    """A window can be resized; a full screen cannot."""
    return pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE


def known_monitor(monitor: int) -> int:
    """This monitor if it is connected, else the first one."""
    return monitor if 0 <= monitor < pygame.display.get_num_displays() else 0


def switch_full(full: bool, windowed: tuple[int, int], monitor: int) -> None:
    """Fill the monitor, or go back to a window of this size; a console has no windows."""
    if pygame.display.get_driver() != ON_CONSOLE:
        size = (0, 0) if full else windowed
        pygame.display.set_mode(size, flags_of(full), display=known_monitor(monitor))
