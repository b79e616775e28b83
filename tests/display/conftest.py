"""No screen and no sound device are needed to test the display; one small dummy screen is always open."""

from __future__ import annotations

import os

import pygame
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True)
def _a_screen_is_open() -> None:
    """Pictures are made in the format of the open screen, and a test of another file may have closed it."""
    from tablekeeper.display.window.screen import open_screen

    if pygame.display.get_surface() is None:
        open_screen((800, 480), "dummy", fullscreen=False)
