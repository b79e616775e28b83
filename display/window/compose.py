"""Makes the scene of a page: which screen draws it, on which ground, in whose colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablekeeper.display import care_pages as care
from tablekeeper.display import dice_pages, pages, phone_pages, rules_pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.care_screens import (
    calibration,
    corners,
    doctor,
    hands,
    magnets,
    names,
    settings,
    switch_off,
    trouble,
    wizard,
)
from tablekeeper.display.drawing.layout import STAGE, Frame, frame_of
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Scene, Target
from tablekeeper.display.drawing.sprites import AnySprites, PixelSprites
from tablekeeper.display.drawing.theme import Palette, shipped_palette
from tablekeeper.display.screens import (
    dice,
    doubt,
    end,
    evenings,
    fixing,
    lesson,
    menu,
    own,
    phones,
    resume,
    rules,
    seats,
    setup,
    table,
    timeline,
    unfinished,
    way_back,
    why,
)
from tablekeeper.display.window.hands import Hands
from tablekeeper.display.window.motion import Place
from tablekeeper.display.window.overlay import draw_caption, draw_signs, rings
from tablekeeper.display.words.texts import shipped_texts

Screen = Callable[[Pen, Any, Ui], None]
SCREENS: dict[type, Screen] = {
    pages.TablePage: table.draw,
    pages.DoubtPage: doubt.draw,
    pages.WhyPage: why.draw,
    pages.TimelinePage: timeline.draw,
    pages.MenuPage: menu.draw,
    pages.SetupPage: setup.draw,
    pages.ResumePage: resume.draw,
    pages.UnfinishedPage: unfinished.draw,
    pages.FixPage: fixing.draw,
    pages.WayBackPage: way_back.draw,
    care.CalibrationPage: calibration.draw,
    care.DoctorPage: doctor.draw,
    pages.LessonPage: lesson.draw,
    care.SettingsPage: settings.draw,
    pages.EndPage: end.draw,
    pages.EveningsPage: evenings.draw,
    care.WizardPage: wizard.draw,
    care.NamesPage: names.draw,
    care.MagnetPage: magnets.draw,
    care.CornersPage: corners.draw,
    care.HandsPage: hands.draw,
    care.TroublePage: trouble.draw,
    care.SwitchOffPage: switch_off.draw,
    dice_pages.DicePage: dice.draw,
    phone_pages.PhonesPage: phones.draw,
    phone_pages.SeatsPage: seats.draw,
    phone_pages.OwnPage: own.draw,
    rules_pages.RulesPage: rules.draw,
}

SCREENS_KEPT = 6
"""The sprites kept take as many bytes as so many screens: those of any one game fit."""
BYTES_A_PIXEL = 4


class Composer:
    """Composes scenes for one size of the screen and keeps what is made along the way."""

    def __init__(self, size: tuple[int, int], sprites: AnySprites | None = None) -> None:
        self.size = size
        self.sprites = PixelSprites(SCREENS_KEPT * size[0] * size[1] * BYTES_A_PIXEL) if sprites is None else sprites
        self._hinted: tuple[Scene, list[Place]] | None = None
        self._captioned: tuple[Scene, str, list[Place]] | None = None
        self._grounds: dict[tuple[Frame, Palette], object] = {}

    def compose(self, page: Page, ui: Ui, look: Look, beneath: pages.TablePage | None = None) -> Scene:
        """The scene of a page; a sheet that slides over the table shows the table `beneath` it."""
        frame = frame_of(self.size, look.left_handed)
        palette = shipped_palette(game_of(page), look.theme)
        scene = Scene(self._ground(frame, palette))
        pen = Pen(scene, self.sprites, palette, shipped_texts(look.language), look, frame)
        if isinstance(page, pages.WhyPage) and beneath is not None and beneath.game == page.game:
            table.draw_stage(pen.stage(), beneath, {})
            scene.targets.clear()
            scene.beneath = len(scene.items)
            scene.now = ""
        SCREENS[type(page)](pen, page, ui)
        scene.places = [(item.picture, item.x, item.y) for item in scene.items]
        return scene

    def _ground(self, frame: Frame, palette: Palette) -> object:
        key = (frame, palette)
        if key not in self._grounds:
            if len(self._grounds) > 6:
                self._grounds.clear()
            self._grounds[key] = self.sprites.ground(frame, palette)
        return self._grounds[key]

    def overlay(
        self, page: Page, scene: Scene, hands: Hands, look: Look, caption: str, signs: bool = False
    ) -> list[Place]:
        """What lies over a scene just now: the rings, and the caption of a sound that was just heard."""
        palette = shipped_palette(game_of(page), look.theme)
        places = rings(hands, self.sprites, min(self.size) / STAGE, palette)
        if signs and not caption:
            bare = [target for target in scene.targets if target.sign and target.hot]  # the buttons of every table
            return places + self._hint(scene, palette, look, bare) if bare else places
        return places + self._caption(scene, palette, look, caption) if caption else places

    def _hint(self, scene: Scene, palette: Palette, look: Look, bare: list[Target]) -> list[Place]:
        """What the buttons without words mean; it stays there as long as the scene does."""
        if self._hinted is None or self._hinted[0] is not scene:
            over = Scene(scene.ground)
            pen = Pen(
                over, self.sprites, palette, shipped_texts(look.language), look, frame_of(self.size, look.left_handed)
            )
            draw_signs(pen.stage(), bare, scene)
            self._hinted = scene, [(item.picture, item.x, item.y) for item in over.items]
        return self._hinted[1]

    def _caption(self, scene: Scene, palette: Palette, look: Look, caption: str) -> list[Place]:
        """The caption, where it covers nothing that is read; it stays there as long as the scene does."""
        if self._captioned is None or self._captioned[0] is not scene or self._captioned[1] != caption:
            frame = frame_of(self.size, look.left_handed)
            over = Scene(scene.ground)
            pen = Pen(over, self.sprites, palette, shipped_texts(look.language), look, frame)
            draw_caption(pen.stage(), pen.say(f"sound.{caption}"), scene)
            self._captioned = scene, caption, [(item.picture, item.x, item.y) for item in over.items]
        return self._captioned[2]


def game_of(page: Page) -> str:
    """Whose colours a page wears."""
    if isinstance(page, pages.LessonPage | pages.FixPage):
        return page.table.game
    return getattr(page, "game", "home")
