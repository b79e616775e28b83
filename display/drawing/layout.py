"""Where the square (the table) and the page (the voice) lie on a screen, and the ground below both."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pygame

from tablekeeper.display.drawing.theme import Palette

STAGE = 480
"""The square, in units; a unit is the short side of the screen / 480."""
CORNER = 22
MARGIN = 16
RAIL_H = 52


class Frame(NamedTuple):
    """Sizes in units, except `size` and the two places, which are in pixels."""

    size: tuple[int, int]
    scale: float
    portrait: bool
    stage_at: tuple[int, int]
    page_at: tuple[int, int]
    page_w: float
    page_h: float

    @property
    def rail_y(self) -> float:
        """The top of the rail on the page."""
        return self.page_h - 66

    @property
    def seam(self) -> pygame.Rect:
        """The line between the square and the page, in pixels."""
        short = min(self.size)
        if self.portrait:
            return pygame.Rect(0, short - 1, short, 2)
        return pygame.Rect(max(self.stage_at[0], self.page_at[0]) - 1, 0, 2, short)

    @property
    def column(self) -> float:
        """The width of the page between its margins."""
        return self.page_w - 2 * MARGIN


def frame_of(size: tuple[int, int], left_handed: bool = False) -> Frame:
    """The frame of a screen; landscape has the page beside the square, portrait below it."""
    width, height = size
    scale = min(size) / STAGE
    short = min(size)
    if width >= height:
        page_x, stage_x = (0, width - short) if left_handed else (short, 0)
        return Frame(size, scale, False, (stage_x, 0), (page_x, 0), (width - short) / scale, STAGE)
    return Frame(size, scale, True, (0, 0), (0, short), STAGE, (height - short) / scale)


def make_ground(frame: Frame, palette: Palette) -> pygame.Surface:
    """The stage with its one glow, and the page over its edge."""
    ground = pygame.Surface(frame.size)
    ground.fill(palette.stage)
    short = min(frame.size)
    ground.blit(_make_glow(short, palette), frame.stage_at)
    x, y = frame.page_at
    w, h = frame.size[0] - short, frame.size[1] - short
    corner = round(CORNER * frame.scale)
    if frame.portrait:
        rect = pygame.Rect(-corner, y, short + 2 * corner, h + 2 * corner)
    else:
        rect = pygame.Rect(x or -2 * corner, -corner, w + 2 * corner, short + 2 * corner)
    pygame.draw.rect(ground, palette.page, rect, border_radius=corner)
    return ground


def _make_glow(edge_px: int, palette: Palette) -> pygame.Surface:
    axis = (np.arange(edge_px) - edge_px / 2) / (edge_px * 250 / STAGE)
    near = np.clip(1 - np.sqrt(axis[:, None] ** 2 + axis[None, :] ** 2), 0, 1)[..., None]
    colours = np.array(palette.stage) + near * (np.array(palette.glow) - np.array(palette.stage))
    glow = pygame.Surface((edge_px, edge_px))
    pygame.surfarray.blit_array(glow, np.round(colours).astype(np.uint8))
    return glow
