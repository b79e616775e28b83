"""A page as the window shows it, as a picture."""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray

from tablekeeper.display.any_page import Page
from tablekeeper.display.window.window import Window


def photograph(window: Window, page: Page) -> NDArray[np.uint8]:
    """A page as the window shows it, as a picture for OpenCV."""
    window.show(page)
    window.draw(0.0)
    window.draw(5.0)
    shown = pygame.surfarray.array3d(window.screen).swapaxes(0, 1)
    return np.ascontiguousarray(shown[..., ::-1])
