"""The window: shows pages, draws only what changed, and hands on the intents of people."""

from __future__ import annotations

import io
from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from tablekeeper.display.any_page import Page
from tablekeeper.display.drawing.look import Look, adjusted
from tablekeeper.display.drawing.scene import Act, Local, Scene
from tablekeeper.display.drawing.theme import shipped_palette
from tablekeeper.display.intents import Answered, FixReading, Intent, LookBack, Quit
from tablekeeper.display.pages import DoubtPage, FixPage, TablePage, WayBackPage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.easel import Easel
from tablekeeper.display.window.hands import Hands, intents_in
from tablekeeper.display.window.motion import Motion, Place, find_motions
from tablekeeper.display.window.screen import fit_inside, open_screen, switch_full
from tablekeeper.display.window.sound import Sounds
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core.question import Facts
from tablekeeper.engines.core.toml_text import Tree

NAMING = (TablePage, DoubtPage, FixPage, WayBackPage)
"""Pages that name the question which was open when they were shown."""
TOUCHES = (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN, pygame.KEYDOWN)
RESIZED = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED)
CAPTION_S = 2.5
"""How long the caption of a sound stays."""
DIM_AFTER_S = 300.0
DIM_TO = 0.3
"""When nothing has happened for so long, the screen keeps this share of its light."""


class Window:
    """One open window. Time is handed in; nothing here waits or looks at a clock."""

    def __init__(
        self, size: tuple[int, int], theme: str = "dark", language: str = "en", driver: str | None = None,
        fullscreen: bool = False, monitor: int = 0, **look: Any,
    ) -> None:  # fmt: skip
        self.look = Look(theme=theme, language=language, **look)
        shipped_texts(language)
        shipped_palette("home", theme)
        self.full, self.monitor = fullscreen, monitor
        self.hands = Hands(size)
        self._take(open_screen(size, driver, fullscreen, monitor))
        self._windowed = size
        """How large the window was before it filled the monitor."""
        self.sounds = Sounds()
        self.page: Page | None = None
        self.table: TablePage | None = None
        self.ui: Tree = {}
        self.scene: Scene | None = None
        self.frames = 0
        """How many frames were drawn so far."""
        self._before: Scene | None = None
        self._motions: dict[Hashable, Motion] = {}
        self._moving: dict[Hashable, Place] = {}
        self._acts: list[Act] = []
        self._stale = True
        self._answered = False
        """Whether what was asked last has been answered: then even the same question is a new one."""
        self._caption = ""
        self._caption_since_s: float | None = None
        self._stirred = True
        self._stirred_at_s = 0.0
        self._named_signs = False
        """Whether somebody has touched a table after the names of its signs were shown."""

    # -- its size

    def _take(self, screen: pygame.Surface) -> None:
        """Draw on this screen from now on, as large as it is."""
        self.screen = screen
        area = fit_inside(screen.get_size())
        self.size = area.size
        self.easel = Easel(screen, area)
        self.composer = Composer(self.size)
        self.hands.spread(area, screen.get_size())

    def _refit(self) -> None:
        """The window has another size: everything is drawn anew."""
        screen = pygame.display.get_surface()
        if screen is None or (screen is self.screen and fit_inside(screen.get_size()) == self.easel.area):
            return
        if not self.full:
            self._windowed = screen.get_size()
        self._take(screen)
        self.scene = self._before = None
        self._motions = {}
        if self.page is not None:
            self._compose(False)

    def fill(self, full: bool) -> None:
        """Fill the monitor, or be a window again."""
        if full != self.full:
            self.full = full
            switch_full(full, self._windowed, self.monitor)
            self._refit()

    # -- showing

    def show(self, page: Page) -> None:
        """Show this page from the next frame on."""
        if page == self.page:
            return
        fresh = self._answered or _question_of(page) != _question_of(self.page)
        self._answered = False
        if fresh:
            self.ui = {}
        self.page = page
        if isinstance(page, TablePage):
            self.table = page
        self._compose(fresh)

    def restyle(self, **look: Any) -> None:
        """Change any part of the look."""
        self._wear(replace(self.look, **look))

    def adjust(self, name: str, value: str) -> None:
        """Change one setting, by its name and value on the settings screen."""
        self._wear(adjusted(self.look, name, value))

    def _wear(self, look: Look) -> None:
        shipped_texts(look.language)
        shipped_palette("home", look.theme)
        if look == self.look:
            return
        self.look = look
        self._stirred = True
        self.easel.forget()
        if self.page is not None:
            self._compose(False)

    def signal(self, name: str) -> None:
        """Something happened that people should hear; names are in display/window/sound.py."""
        self.sounds.play(name, self.look.volume)
        self._stirred = True
        if self.look.captions:
            self._caption, self._caption_since_s = name, None

    def _compose(self, fresh: bool) -> None:
        assert self.page is not None
        if self._before is None:
            self._before = self.scene
        self.scene = self.composer.compose(self.page, self.ui, self.look, self.table)
        self.hands.look_at(self.scene.targets, fresh, self.scene.typing)
        self._stale = self._stirred = True

    # -- intents

    def intents(self, now_s: float) -> list[Intent]:
        """The intents since the last call."""
        self.hands.begin(now_s)
        acts, self._acts = self._acts, []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                acts.append(Quit())
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
                self.fill(not self.full)
            elif event.type in RESIZED:
                self._refit()
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self.easel.forget()
                self._stale = True
            else:
                self._stirred |= event.type in TOUCHES
                self._named_signs |= event.type in TOUCHES and isinstance(self.page, TablePage)
                acts.extend(self._apply(self.hands.event(event, now_s, self.look.upside_down)))
        acts.extend(self._apply(self.hands.held(now_s)))
        return intents_in(acts)

    def turn(self, steps: int = 1) -> None:
        """The knob was turned: so many targets on, or back."""
        self._stirred = True
        self.hands.turn(steps)

    def press(self, now_s: float) -> None:
        """The knob was pressed."""
        self._acts.extend(self._apply(self.hands.choose(now_s)))

    def hold(self) -> None:
        """The knob was held: why?"""
        target = self.hands.find(self.hands.focus)
        self.hands.pressed = ""
        self._acts.extend(self.hands.ask_why(target))

    def _apply(self, acts: list[Act]) -> list[Act]:
        """Local changes are made at once; the rest is handed on."""
        self._answered |= any(isinstance(act, Answered) for act in acts)
        for act in acts:
            if isinstance(act, Local):
                self.ui = {**self.ui, act.name: act.value}
                self._compose(False)
        return [self._addressed(act) for act in acts if not isinstance(act, Local)]

    def _addressed(self, act: Act) -> Act:
        """An answer names the question that was on the screen when it was given."""
        asked = self.page.asked if isinstance(self.page, NAMING) else None
        if isinstance(act, LookBack) and isinstance(act.way, FixReading):
            return replace(act, way=replace(act.way, to=asked))
        if isinstance(act, Answered | FixReading):
            return replace(act, to=asked)
        return act

    # -- drawing

    @property
    def _hints(self) -> bool:
        """Whether the names of the signs are shown: on the first table, until somebody touches it."""
        return isinstance(self.page, TablePage) and not self._named_signs

    @property
    def busy(self) -> bool:
        """Whether something moves, or is due to be drawn."""
        return self._stale or bool(self._motions) or bool(self._caption)

    def draw(self, now_s: float) -> list[pygame.Rect]:
        """Draw what changed and show it; the rectangles that changed, [] when nothing did."""
        scene = self.scene
        if scene is None:
            return []
        self._start_motions(scene, now_s)
        self._age(now_s)
        self.easel.set_up(self.look.upside_down, self._light(now_s))
        dirty = self.easel.paint(scene.ground, self._places(scene, now_s))
        self.frames += bool(dirty)
        return dirty

    def _age(self, now_s: float) -> None:
        """Note when something last happened, and remove a caption after its time."""
        if self._stirred:
            self._stirred, self._stirred_at_s = False, now_s
        if self._caption and self._caption_since_s is None:
            self._caption_since_s = now_s
        elif self._caption_since_s is not None and now_s - self._caption_since_s >= CAPTION_S:
            self._caption, self._caption_since_s = "", None

    def _light(self, now_s: float) -> int:
        """How bright the screen is now, in per cent."""
        resting = self.look.dims and now_s - self._stirred_at_s >= DIM_AFTER_S
        return round(self.look.brightness * DIM_TO) if resting else self.look.brightness

    def _start_motions(self, scene: Scene, now_s: float) -> None:
        self._stale = False
        before, self._before = self._before, None
        if before is None or before is scene:
            return
        if self.look.calm:
            self._motions = {}
        else:
            self._motions = find_motions(before, scene, now_s, self._moving)

    def _places(self, scene: Scene, now_s: float) -> list[Place]:
        self._moving = {}
        assert self.page is not None
        over = self.composer.overlay(self.page, scene, self.hands, self.look, self._caption, self._hints)
        if not self._motions:
            return scene.places + over
        places: list[Place] = []
        for item in scene.items:
            motion = self._motions.get(item.key) if item.key is not None else None
            place = motion.at(item, now_s) if motion is not None else None
            if place is None:
                if motion is not None:
                    del self._motions[item.key]
                places.append((item.picture, item.x, item.y))
            else:
                self._moving[item.key] = place
                places.append(place)
        return places + over

    def screenshot(self, path: str) -> None:
        """Save the screen as a picture. It is written here because pygame reports no error when the disk is full."""
        picture = io.BytesIO()
        pygame.image.save(self.screen, picture, path)
        Path(path).write_bytes(picture.getvalue())

    def close(self) -> None:
        """Close the window, and the sound device."""
        self.sounds.close()
        pygame.display.quit()


def _question_of(page: Page | None) -> Any:
    """What makes a page fresh: another screen, or another question on the table."""
    if page is None:
        return None
    if not isinstance(page, TablePage) or page.question is None:
        return type(page)
    question = page.question
    return type(page), page.asked, question.kind, question.asked, _about(question.about)


def _about(about: Facts) -> Any:
    return tuple(sorted((name, repr(value)) for name, value in about.items()))
