"""The window: shows pages, draws only what changed, and hands on what people wish for."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

import pygame

from display.compose import Composer
from display.errors import DisplayFault
from display.hands import Hands, wishes_in
from display.look import Look
from display.motion import Motion, Place, find_motions
from display.pages import Page, TablePage
from display.scene import Act, Local, Scene
from display.texts import shipped_texts
from display.theme import shipped_palette
from display.wishes import Quit, Wish

MOST_RECTS = 10
"""With more dirty places than this, one large rectangle is cheaper."""


class Window:
    """One open window. Time is handed in; nothing here waits or looks at a clock."""

    def __init__(
        self, size: tuple[int, int], theme: str = "dark", language: str = "en", driver: str | None = None,
        fullscreen: bool = False, **look: Any,
    ) -> None:  # fmt: skip
        self.look = Look(theme=theme, language=language, **look)
        shipped_texts(language)
        shipped_palette("home", theme)
        self.screen = open_screen(size, driver, fullscreen)
        self.size = self.screen.get_size()
        self.composer = Composer(self.size)
        self.hands = Hands(self.size)
        self.page: Page | None = None
        self.table: TablePage | None = None
        self.ui: dict[str, Any] = {}
        self.scene: Scene | None = None
        self.frames = 0
        """How many frames were drawn so far."""
        self._face = self._make_face()
        self._drawn: list[Place] = []
        self._ground: pygame.Surface | None = None
        self._before: Scene | None = None
        self._motions: dict[Hashable, Motion] = {}
        self._moving: dict[Hashable, Place] = {}
        self._acts: list[Act] = []
        self._stale = True

    # -- showing

    def show(self, page: Page) -> None:
        """Show this page from the next frame on."""
        if page == self.page:
            return
        fresh = _question_of(page) != _question_of(self.page)
        if fresh:
            self.ui = {}
        self.page = page
        if isinstance(page, TablePage):
            self.table = page
        self._compose(fresh)

    def restyle(self, **look: Any) -> None:
        """Change how pages look: theme, language, large, calm, left_handed, upside_down, brightness."""
        changed = replace(self.look, **look)
        shipped_texts(changed.language)
        shipped_palette("home", changed.theme)
        if changed == self.look:
            return
        self.look = changed
        self._face = self._make_face()
        self._drawn, self._ground = [], None
        if self.page is not None:
            self._compose(False)

    def _make_face(self) -> pygame.Surface:
        """Where frames are painted: straight onto the screen, unless they are turned or dimmed on their way."""
        if self.look.upside_down or self.look.brightness < 100:
            return pygame.Surface(self.size).convert()
        return self.screen

    def _compose(self, fresh: bool) -> None:
        assert self.page is not None
        if self._before is None:
            self._before = self.scene
        self.scene = self.composer.compose(self.page, self.ui, self.look, self.table)
        self.hands.look_at(self.scene.targets, fresh)
        self._stale = True

    # -- wishes

    def wishes(self, now_s: float) -> list[Wish]:
        """What people wished for since the last call."""
        self.hands.begin(now_s)
        acts, self._acts = self._acts, []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                acts.append(Quit())
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self._drawn, self._ground, self._stale = [], None, True
            else:
                acts.extend(self._apply(self.hands.event(event, now_s, self.look.upside_down)))
        acts.extend(self._apply(self.hands.held(now_s)))
        return wishes_in(acts)

    def turn(self, steps: int = 1) -> None:
        """The knob was turned: so many targets on, or back."""
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
        for act in acts:
            if isinstance(act, Local):
                self.ui = {**self.ui, act.name: act.value}
                self._compose(False)
        return [act for act in acts if not isinstance(act, Local)]

    # -- drawing

    @property
    def busy(self) -> bool:
        """Whether something moves, or is due to be drawn."""
        return self._stale or bool(self._motions)

    def draw(self, now_s: float) -> list[pygame.Rect]:
        """Draw what changed and show it; the rectangles that changed, [] when nothing did."""
        scene = self.scene
        if scene is None:
            return []
        self._start_motions(scene, now_s)
        places = self._places(scene, now_s)
        if scene.ground is self._ground and places == self._drawn:
            return []
        dirty = self._dirty(scene, places)
        self._drawn, self._ground = places, scene.ground
        if not dirty:
            return []
        for rect in dirty:
            self._paint(scene.ground, places, rect)
        self._show(dirty)
        self.frames += 1
        return dirty

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
        rings = self.composer.rings(self.hands, self.look, self.page)
        if not self._motions:
            return scene.places + rings
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
        return places + rings

    def _dirty(self, scene: Scene, places: list[Place]) -> list[pygame.Rect]:
        whole = self._face.get_rect()
        if scene.ground is not self._ground:
            return [whole]
        was, now = set(self._drawn), set(places)
        rects = [p.get_rect(topleft=(x, y)).clip(whole) for p, x, y in was ^ now]
        rects = [rect for rect in rects if rect.width and rect.height]
        return merge(rects)

    def _paint(self, ground: pygame.Surface, places: list[Place], rect: pygame.Rect) -> None:
        face = self._face
        face.set_clip(rect)
        face.blit(ground, rect, rect)
        left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
        face.blits(
            [
                (picture, (x, y))
                for picture, x, y in places
                if x < right and y < bottom and x + picture.get_width() > left and y + picture.get_height() > top
            ],
            False,
        )
        face.set_clip(None)

    def _show(self, dirty: list[pygame.Rect]) -> None:
        if self._face is self.screen:
            pygame.display.update(dirty)
            return
        shown = []
        for rect in dirty:
            if self.look.upside_down:
                turned = pygame.transform.rotate(self._face.subsurface(rect), 180)
                there = turned.get_rect(bottomright=(self.size[0] - rect.left, self.size[1] - rect.top))
                self.screen.blit(turned, there)
            else:
                there = rect
                self.screen.blit(self._face, rect, rect)
            if self.look.brightness < 100:
                light = round(255 * self.look.brightness / 100)
                self.screen.fill((light, light, light), there, pygame.BLEND_MULT)
            shown.append(there)
        pygame.display.update(shown)

    def screenshot(self, path: str) -> None:
        """Save what is on the screen as a picture."""
        pygame.image.save(self.screen, path)

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()


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


def open_screen(size: tuple[int, int], driver: str | None, fullscreen: bool) -> pygame.Surface:
    """A screen of this size (or the nearest one there is), or DisplayFault in one sentence."""
    if min(size) < 1:
        raise DisplayFault(f"open the display: found the size {size[0]}x{size[1]!r}, right would be one like 800x480")
    if driver is not None:
        os.environ["SDL_VIDEODRIVER"] = driver
    where = repr(driver) if driver is not None else "of this machine"
    try:
        pygame.display.init()
        pygame.font.init()
        flags = pygame.FULLSCREEN if fullscreen else 0
        screen = pygame.display.set_mode(size, flags)
    except pygame.error as fault:
        raise DisplayFault(
            f"open the display {where}: found {str(fault)!r}, right would be a screen that is connected and"
            " switched on, or the driver 'dummy'"
        ) from None
    pygame.display.set_caption("Tablekeeper")
    return screen


def _question_of(page: Page | None) -> Any:
    """What makes a page fresh: another screen, or another question on the table."""
    if page is None:
        return None
    question = page.question if isinstance(page, TablePage) else None
    return (type(page), question.kind, question.asked, _about(question.about)) if question else type(page)


def _about(about: Mapping[str, Any]) -> Any:
    return tuple(sorted((name, repr(value)) for name, value in about.items()))
