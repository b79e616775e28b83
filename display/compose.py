"""Makes the scene of a page: which screen draws it, on which ground, in whose colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from display.canvas import Canvas
from display.hands import Hands
from display.layout import Frame, frame_of, make_ground
from display.look import Look
from display.motion import Place
from display.pages import (
    CalibrationPage,
    DoctorPage,
    DoubtPage,
    EndPage,
    LessonPage,
    MenuPage,
    Page,
    ResumePage,
    SettingsPage,
    SetupPage,
    TablePage,
    TimelinePage,
    WhyPage,
)
from display.pen import Pen, Sprites
from display.scene import Scene
from display.screens import calibration, doctor, doubt, end, lesson, menu, resume, settings, setup, table, timeline, why
from display.texts import shipped_texts
from display.theme import Colour, Palette, shipped_palette

Screen = Callable[[Pen, Any, Mapping[str, Any]], None]
SCREENS: dict[type, Screen] = {
    TablePage: table.draw,
    DoubtPage: doubt.draw,
    WhyPage: why.draw,
    TimelinePage: timeline.draw,
    MenuPage: menu.draw,
    SetupPage: setup.draw,
    ResumePage: resume.draw,
    CalibrationPage: calibration.draw,
    DoctorPage: doctor.draw,
    LessonPage: lesson.draw,
    SettingsPage: settings.draw,
    EndPage: end.draw,
}
RING_SW = 4
RING_GAP = 3


class Composer:
    """Composes scenes for one size of the screen and keeps what is made along the way."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.sprites = Sprites()
        self._grounds: dict[tuple[Frame, Palette], pygame.Surface] = {}

    def compose(self, page: Page, ui: Mapping[str, Any], look: Look, beneath: TablePage | None = None) -> Scene:
        """The scene of a page; a sheet that slides over the table shows the table `beneath` it."""
        frame = frame_of(self.size, look.left_handed)
        palette = shipped_palette(game_of(page), look.theme)
        scene = Scene(self._ground(frame, palette))
        pen = Pen(scene, self.sprites, palette, shipped_texts(look.language), look, frame)
        if isinstance(page, WhyPage) and beneath is not None and beneath.game == page.game:
            table.draw_stage(pen.stage(), beneath, {})
            scene.targets.clear()
            scene.now = ""
        SCREENS[type(page)](pen, page, ui)
        scene.places = [(item.picture, item.x, item.y) for item in scene.items]
        return scene

    def _ground(self, frame: Frame, palette: Palette) -> pygame.Surface:
        key = (frame, palette)
        if key not in self._grounds:
            if len(self._grounds) > 6:
                self._grounds.clear()
            self._grounds[key] = make_ground(frame, palette).convert()
        return self._grounds[key]

    def rings(self, hands: Hands, look: Look, page: Page | None) -> list[Place]:
        """The focus ring, and a ring round what is pressed just now."""
        key = hands.pressed or (hands.focus if hands.ring else "")
        target = hands.find(key) if key else None
        if target is None or page is None:
            return []
        scale = min(self.size) / 480
        palette = shipped_palette(game_of(page), look.theme)
        out = round((RING_SW + RING_GAP + 1) * scale)
        area = target.rect.inflate(2 * out, 2 * out)
        picture = self.sprites.get(
            ("ring", target.rect.size, target.ring, palette, bool(hands.pressed)),
            lambda: make_ring(target.rect.size, target.ring, scale, palette, palette.accent if hands.pressed else None),
        )
        return [(picture, area.x, area.y)]


def game_of(page: Page) -> str:
    """Whose colours a page wears."""
    if isinstance(page, LessonPage):
        return page.table.game
    return getattr(page, "game", "home")


def make_ring(
    size_px: tuple[int, int], corner_px: int, scale: float, palette: Palette, ink: Colour | None = None
) -> pygame.Surface:
    """A ring round a target, with an ink gap inside."""
    w, h = size_px[0] / scale, size_px[1] / scale
    out = RING_SW + RING_GAP + 1
    canvas = Canvas((0, 0, w + 2 * out, h + 2 * out), scale, palette)
    corner = corner_px / scale
    gap = RING_GAP / 2
    canvas.rect(out - gap, out - gap, w + 2 * gap, h + 2 * gap, corner + gap, stroke=palette.page, sw=RING_GAP)
    far = RING_GAP + RING_SW / 2
    canvas.rect(out - far, out - far, w + 2 * far, h + 2 * far, corner + far, stroke=ink or palette.focus, sw=RING_SW)
    return canvas.finish().convert_alpha()
