"""Makes the scene of a page: which screen draws it, on which ground, in whose colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from display.any_page import Page
from display.care_pages import CalibrationPage, CornersPage, DoctorPage, MagnetPage, NamesPage, SettingsPage, WizardPage
from display.hands import Hands
from display.layout import STAGE, Frame, frame_of, make_ground
from display.look import Look
from display.motion import Place
from display.overlay import draw_caption, rings
from display.pages import (
    DoubtPage,
    EndPage,
    EveningsPage,
    LessonPage,
    MenuPage,
    ResumePage,
    SetupPage,
    TablePage,
    TimelinePage,
    WhyPage,
)
from display.pen import Pen, Sprites
from display.scene import Scene
from display.screens import (
    calibration,
    corners,
    doctor,
    doubt,
    end,
    evenings,
    lesson,
    magnets,
    menu,
    names,
    resume,
    settings,
    setup,
    table,
    timeline,
    why,
    wizard,
)
from display.texts import shipped_texts
from display.theme import Palette, shipped_palette

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
    EveningsPage: evenings.draw,
    WizardPage: wizard.draw,
    NamesPage: names.draw,
    MagnetPage: magnets.draw,
    CornersPage: corners.draw,
}

SCREENS_KEPT = 6
"""The sprites kept take as many bytes as so many screens: those of any one game fit."""
BYTES_A_PIXEL = 4


class Composer:
    """Composes scenes for one size of the screen and keeps what is made along the way."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.sprites = Sprites(SCREENS_KEPT * size[0] * size[1] * BYTES_A_PIXEL)
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

    def overlay(self, page: Page, hands: Hands, look: Look, caption: str) -> list[Place]:
        """What lies over the scene just now: the rings, and the caption of a sound that was just heard."""
        palette = shipped_palette(game_of(page), look.theme)
        places = rings(hands, self.sprites, min(self.size) / STAGE, palette)
        if caption:
            frame = frame_of(self.size, look.left_handed)
            scene = Scene(self._ground(frame, palette))
            pen = Pen(scene, self.sprites, palette, shipped_texts(look.language), look, frame)
            draw_caption(pen.stage(), pen.say(f"sound.{caption}"))
            places += [(item.picture, item.x, item.y) for item in scene.items]
        return places


def game_of(page: Page) -> str:
    """Whose colours a page wears."""
    if isinstance(page, LessonPage):
        return page.table.game
    return getattr(page, "game", "home")
