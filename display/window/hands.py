"""Finger, mouse, keyboard and knob become one thing: a target is chosen, or somebody asks why."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from tablekeeper.display.drawing.scene import Act, Target, Typing
from tablekeeper.display.intents import AskWhy, Back, Intent, Speak

LOOK_S = 0.4
"""A look that was held this long ends when the finger lifts; after a shorter tap it stays open."""
HOLD_S = 0.6
"""A touch that lasts this long asks why."""
DEAF_S = 0.4
"""After an answer the knob and the keyboard wait this long, so that a late press never answers the next question."""
FOCUS_GONE_S = 10.0
"""After this long with touches only, the focus ring disappears."""
REACH = 1.5
"""How far beside a small target a finger may land, in widths of it."""

NEXT = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_TAB)
PREVIOUS = (pygame.K_LEFT, pygame.K_UP)
CHOOSE = (pygame.K_RETURN, pygame.K_KP_ENTER)
STEERING = (*NEXT, *PREVIOUS, pygame.K_ESCAPE)
"""Keys that mean the same while a name is typed."""


class Hands:
    """Remembers what is pressed and where the focus is; knows no page."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = self._whole = size
        self._at = (0, 0)
        """Where the picture lies in the window."""
        self.typing: Typing | None = None
        self.targets: Sequence[Target] = ()
        self.focus: str = ""
        self.ring = False
        self.pressed: str = ""
        self._pressed_at_s = 0.0
        self._touched_at_s = 0.0
        self._deaf_until_s = -1.0
        self._late = False
        self._likeliest = ""
        self._looking: Target | None = None
        """The target that is held to look. It has left the screen; what it reveals is shown."""

    def spread(self, area: pygame.Rect, whole: tuple[int, int]) -> None:
        """The picture fills this part of a window of that size from now on."""
        self.size, self._at, self._whole = area.size, area.topleft, whole

    def look_at(self, targets: Sequence[Target], fresh: bool, typing: Typing | None = None) -> None:
        """Take the targets of a new scene; on a fresh question the focus starts again."""
        self.targets, self.typing = targets, typing
        keys = self.ways
        likeliest = next((t.key for t in targets if t.first), keys[0] if keys else "")
        if fresh or self.focus not in keys or likeliest != self._likeliest:
            self.focus = likeliest
        self._likeliest = likeliest
        if self.find(self.pressed) is None:
            self.pressed = ""
        self._late = self._late or fresh

    @property
    def ways(self) -> list[str]:
        """The keys of the targets that the knob leads to, in its order."""
        return [target.key for target in self.targets if not target.fixes]

    def find(self, key: str) -> Target | None:
        """The target of this key."""
        return next((target for target in self.targets if target.key == key), None)

    def begin(self, now_s: float) -> None:
        """Note the time: a fresh question makes the knob and the keyboard wait; old rings fade."""
        if self._late:
            self._deaf_until_s = now_s + DEAF_S
            self._late = False
        if self.ring and self._touched_at_s and now_s - self._touched_at_s > FOCUS_GONE_S:
            self.ring = False

    def held(self, now_s: float) -> list[Act]:
        """A long press asks why."""
        if not self.pressed or now_s - self._pressed_at_s < HOLD_S:
            return []
        target = self.find(self.pressed)
        self.pressed = ""
        return self.ask_why(target)

    @staticmethod
    def ask_why(target: Target | None) -> list[Act]:
        """What a long press on this target asks."""
        return [target.why if target is not None and target.why is not None else AskWhy()]

    def down(self, at: tuple[float, float], now_s: float) -> list[Act]:
        """A finger or the mouse goes down: what is held to look shows at once."""
        target = self._hit(at)
        self._touched_at_s = now_s
        if target is not None and target.lifted is not None:
            return self._look(target, now_s)
        self.pressed = target.key if target is not None else ""
        self._pressed_at_s = now_s
        return []

    def _look(self, target: Target, now_s: float) -> list[Act]:
        self._looking, self._pressed_at_s = target, now_s
        return [target.act]

    def lift(self, now_s: float, at: tuple[float, float] | None = None) -> list[Act]:
        """The finger of a look lifts: what lies under it is chosen; after a long look the secret is hidden."""
        looked, self._looking = self._looking, None
        assert looked is not None
        assert looked.lifted is not None
        if at is not None and not looked.rect.collidepoint(at):
            target = self._hit(at)
            if target is not None and target.lifted is None:
                return [target.act]
        return [looked.lifted] if now_s - self._pressed_at_s >= LOOK_S else []

    def up(self, at: tuple[float, float], now_s: float) -> list[Act]:
        """The finger lifts: inside the same target it counts, outside it does not."""
        if self._looking is not None:
            return self.lift(now_s, at)
        target = self._hit(at)
        pressed, self.pressed = self.pressed, ""
        if target is None or target.key != pressed:
            return []
        if not target.fixes:
            self.focus = target.key
        return [target.act]

    def _hit(self, at: tuple[float, float]) -> Target | None:
        last_first: list[Target] = list(reversed(self.targets))
        for target in sorted(last_first, key=lambda target: target.fixes):
            if target.rect.collidepoint(at):
                return target
        small = [target for target in self.targets if target.snaps]
        nearest: Target | None = min(small, key=lambda target: math.dist(target.rect.center, at), default=None)
        if nearest is None or math.dist(nearest.rect.center, at) > REACH * nearest.rect.width:
            return None
        return nearest

    def turn(self, steps: int) -> None:
        """The knob or an arrow key moves the focus; it stops at the ends."""
        keys = self.ways
        if not keys:
            return
        self._touched_at_s = 0.0
        if not self.ring:
            self.ring = True
            return
        here = keys.index(self.focus) if self.focus in keys else 0
        self.focus = keys[min(max(here + steps, 0), len(keys) - 1)]

    def choose(self, now_s: float) -> list[Act]:
        """The knob or Enter chooses what has the focus."""
        if now_s < self._deaf_until_s:
            return []
        target = self.find(self.focus)
        self.ring = True
        return [] if target is None else [target.act]

    def key(self, key: int, letter: str, now_s: float) -> list[Act]:
        """A key of the keyboard."""
        if key in CHOOSE:
            target = self.find(self.focus)
            if target is not None and target.lifted is not None and now_s >= self._deaf_until_s:
                return self._look(target, now_s)
            return self.choose(now_s)
        if key in NEXT or key in PREVIOUS:
            self.turn(1 if key in NEXT else -1)
            return []
        if key == pygame.K_ESCAPE:
            return [Back()]
        if key == pygame.K_SPACE:
            return [Speak()]
        target = next((target for target in self.targets if letter and target.hot == letter.lower()), None)
        if target is not None:
            return [target.act]
        return [AskWhy()] if letter == "?" else []

    def _type(self, typing: Typing, key: int, now_s: float) -> list[Act]:
        """A key on a page where something is written; letters come as text, after accents are put together."""
        if key == pygame.K_BACKSPACE:
            return [typing.erase] if typing.erase is not None else []
        if key in CHOOSE:
            return [typing.enter] if typing.enter is not None else self.choose(now_s)
        return []

    def event(self, event: pygame.event.Event, now_s: float, upside_down: bool) -> list[Act]:
        """One event of the window system."""
        if event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
            at = (event.x * self._whole[0] - self._at[0], event.y * self._whole[1] - self._at[1])
            return self._point(event.type == pygame.FINGERDOWN, at, now_s, upside_down)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            if event.button != 1 or getattr(event, "touch", False):
                return []
            at = (event.pos[0] - self._at[0], event.pos[1] - self._at[1])
            return self._point(event.type == pygame.MOUSEBUTTONDOWN, at, now_s, upside_down)
        if event.type == pygame.TEXTINPUT and self.typing is not None:
            return [act for letter in event.text if (act := self.typing.letter(letter)) is not None][:1]
        if event.type == pygame.KEYDOWN and self.typing is not None and event.key not in STEERING:
            return self._type(self.typing, event.key, now_s)
        if event.type == pygame.KEYDOWN:
            return self.key(event.key, getattr(event, "unicode", ""), now_s)
        if event.type == pygame.KEYUP and event.key in CHOOSE and self._looking is not None:
            return self.lift(now_s)
        return []

    def _point(self, down: bool, at: tuple[float, float], now_s: float, upside_down: bool) -> list[Act]:
        x, y = (self.size[0] - 1 - at[0], self.size[1] - 1 - at[1]) if upside_down else at
        return self.down((x, y), now_s) if down else self.up((x, y), now_s)


def intents_in(acts: Sequence[Act]) -> list[Intent]:
    """The acts that are intents, without those that concern only the screen."""
    return [act for act in acts if isinstance(act, Intent)]
