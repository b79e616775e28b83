"""Paints sprites on the screen: only the rectangles that changed, dimmed or rotated if the settings say so."""

from __future__ import annotations

import pygame

from tablekeeper.display.window.motion import Place

MOST_RECTS = 10
"""With more dirty places than this, one large rectangle is cheaper."""


class Easel:
    """What was painted last, and where; paints the difference."""

    def __init__(self, screen: pygame.Surface, area: pygame.Rect | None = None) -> None:
        self.window = screen
        self.area = area or screen.get_rect()
        """The part of the window that is painted; the rest keeps the colour of the ground's edge."""
        inside = screen.get_rect().contains(self.area)
        self.screen = screen.subsurface(self.area) if inside else pygame.Surface(self.area.size).convert()
        self.size = self.screen.get_size()
        self.upside_down = False
        self.light = 100
        """Per cent of the full brightness."""
        self._face = screen
        self._drawn: list[Place] = []
        self._ground: pygame.Surface | None = None

    def set_up(self, upside_down: bool, light: int) -> None:
        """Paint straight onto the screen, unless frames are turned or dimmed on their way there."""
        if (upside_down, light) == (self.upside_down, self.light):
            return
        self.upside_down, self.light = upside_down, light
        straight = not upside_down and light >= 100
        self._face = self.screen if straight else pygame.Surface(self.size).convert()
        self.forget()

    def forget(self) -> None:
        """The next frame is painted whole."""
        self._drawn, self._ground = [], None

    def paint(self, ground: pygame.Surface, places: list[Place]) -> list[pygame.Rect]:
        """Paint what differs from the last time and show it; the rectangles that changed."""
        if ground is self._ground and places == self._drawn:
            return []
        dirty = self._dirty(ground, places)
        whole = ground is not self._ground
        self._drawn, self._ground = places, ground
        if whole:
            self.window.fill(ground.get_at((0, 0)))
            self._face.blit(ground, (0, 0))
            self._face.blits([(picture, (x, y)) for picture, x, y in places], False)
        elif dirty:
            boxes = [picture.get_rect(topleft=(x, y)) for picture, x, y in places]
            for rect in dirty:
                self._repaint(ground, places, boxes, rect)
        if dirty:
            self._show(dirty)
        return dirty

    def _dirty(self, ground: pygame.Surface, places: list[Place]) -> list[pygame.Rect]:
        whole = self._face.get_rect()
        if ground is not self._ground:
            return [whole]
        changed = set(self._drawn).symmetric_difference(places)
        rects = [p.get_rect(topleft=(x, y)).clip(whole) for p, x, y in changed]
        rects = [rect for rect in rects if rect.width and rect.height]
        return merge(rects)

    def _repaint(
        self, ground: pygame.Surface, places: list[Place], boxes: list[pygame.Rect], rect: pygame.Rect
    ) -> None:  # fmt: skip
        face = self._face
        face.set_clip(rect)
        face.blit(ground, rect, rect)
        face.blits([(places[i][0], places[i][1:]) for i in rect.collidelistall(boxes)], False)
        face.set_clip(None)

    def _show(self, dirty: list[pygame.Rect]) -> None:
        if self._face is self.screen:
            self._update(dirty)
            return
        shown = []
        for rect in dirty:
            if self.upside_down:
                turned = pygame.transform.rotate(self._face.subsurface(rect), 180)
                there = turned.get_rect(bottomright=(self.size[0] - rect.left, self.size[1] - rect.top))
                self.screen.blit(turned, there)
            else:
                there = rect
                self.screen.blit(self._face, rect, rect)
            if self.light < 100:
                light = round(255 * self.light / 100)
                self.screen.fill((light, light, light), there, pygame.BLEND_MULT)
            shown.append(there)
        self._update(shown)

    def _update(self, rects: list[pygame.Rect]) -> None:
        """Bring these parts of the picture to the monitor; a picture painted whole brings the margins too."""
        if self.area == self.window.get_rect():
            pygame.display.update(rects)
        elif any(rect.size == self.size for rect in rects):
            pygame.display.flip()
        else:
            pygame.display.update([rect.move(self.area.topleft) for rect in rects])


def merge(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles that do not overlap, and not too many."""
    merged: list[pygame.Rect] = []
    for rect in rects:
        grown = rect
        hit = grown.collidelist(merged)
        while hit >= 0:
            grown = grown.union(merged.pop(hit))
            hit = grown.collidelist(merged)
        merged.append(grown)
    if len(merged) > MOST_RECTS:
        return [merged[0].unionall(merged[1:])]
    return merged
