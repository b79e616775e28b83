"""Plays a whole game by clicks only, in a real X11 window: `python -m tests.display.clicking GAME [SIZE [SIZE]]`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import pygame

from tablekeeper.display import intents
from tablekeeper.display.drawing.scene import Local, Target
from tablekeeper.display.pages import Secret, TablePage
from tablekeeper.display.window.screen import fit_inside
from tablekeeper.display.window.window import Window
from tablekeeper.engines.core import PUBLIC, Question
from tablekeeper.engines.core.errors import EngineError
from tests.display.samples import PEOPLE, prepare

PLAIN = ("scroll", "list", "keypad", "tens", "narrow", "seat", "space", "mat")
"""Local changes that lead on, but are no decision."""
SETTLES = ("confirm", "dice.yes", "all_drew", "agree", "traced")
"""What ends a question that could be talked about for ever."""
MOST_CLICKS = 4_000
RESIZED_AFTER = 12
"""So many answers are given before the window is resized."""
TWO = 2
"""Players; more of them only make the game longer."""
PATIENCE_S = 30.0
"""How long a click may take on a busy machine."""


class PostedMouse:
    """Clicks that are put straight into the queue of the window."""

    driver = "dummy"

    def click(self, x: int, y: int) -> None:
        """Down and up at one place."""
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=(x, y)))

    def resize(self, size: tuple[int, int]) -> None:
        """The window is as large as this from now on."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    def close(self) -> None:
        """Nothing to give back."""


class RealMouse:
    """Clicks of the X server, made by one xdotool that listens."""

    driver = "x11"

    def __init__(self) -> None:
        os.environ["SDL_VIDEO_WINDOW_POS"] = "0,0"  # xdotool points at the screen, whose corner is the window's then
        self.tool = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, bufsize=1)

    def click(self, x: int, y: int) -> None:
        """Down and up at one place."""
        assert self.tool.stdin is not None
        self.tool.stdin.write(f"mousemove {x} {y} mousedown 1 mouseup 1\n")
        self.tool.stdin.flush()

    def resize(self, size: tuple[int, int]) -> None:
        """The X server makes the window as large as this."""
        assert self.tool.stdin is not None
        number = pygame.display.get_wm_info()["window"]
        self.tool.stdin.write(f"windowsize {number} {size[0]} {size[1]}\n")
        self.tool.stdin.flush()

    def close(self) -> None:
        """Let xdotool go."""
        self.tool.communicate(timeout=10)


def choose(targets: list[Target], luck: random.Random) -> Target | None:
    """A target that answers something, or leads to one."""
    answers = [t for t in targets if isinstance(t.act, intents.Answered)]
    local = [t for t in targets if isinstance(t.act, Local)]
    better = [t for t in local if t.act.name not in PLAIN]  # type: ignore[union-attr]
    confirms = [t for t in answers if t.key in SETTLES or t.act.text in SETTLES]  # type: ignore[union-attr]
    if confirms and luck.random() < 0.8:
        return luck.choice(confirms)
    if answers and luck.random() < 0.7:
        return luck.choice(answers)
    pool = better if better and luck.random() < 0.9 else answers + local
    return luck.choice(pool) if pool else None


def play(
    game: str, mouse: PostedMouse | RealMouse, seed: int = 1, table: str = "real",
    sizes: Sequence[tuple[int, int]] = ((800, 480),),
) -> tuple[int, int]:  # fmt: skip
    """Play to the end, in a window that is resized after some answers where there are several sizes; returns clicks
    and answers."""
    found, setup = prepare(game, table, TWO)
    rules, luck = found.rules, random.Random(seed)
    state, events = rules.start(setup)
    window = Window(sizes[0], driver=mouse.driver, calm=True)
    waiting = list(sizes[1:])
    names = dict(enumerate(PEOPLE[:TWO]))
    clicks = answers = 0
    try:
        while not rules.is_over(state):
            question = rules.question(state)
            if waiting and answers == RESIZED_AFTER:
                resize(window, mouse, waiting.pop(0))
            window.show(see(game, rules, state, question, names, tuple(events)))
            text = None
            while text is None:
                target = choose(list(window.hands.targets), luck)
                assert target is not None, f"nothing to click at {question.kind}"
                area = window.easel.area
                mouse.click(target.rect.centerx + area.left, target.rect.centery + area.top)
                clicks += 1
                assert clicks < MOST_CLICKS, f"no end after {clicks} clicks and {answers} answers, at {question.kind}"
                text = wait(window)
            try:
                state, events = rules.answer(state, rules.read(text))
            except EngineError as fault:
                raise AssertionError(f"a click answered {text!r} to {question.kind}") from fault
            answers += 1
        return clicks, answers
    finally:
        window.close()
        mouse.close()


def resize(window: Window, mouse: PostedMouse | RealMouse, size: tuple[int, int]) -> None:
    """Somebody pulls at the window's corner."""
    before = window.size
    mouse.resize(size)
    gives_up_s = time.monotonic() + PATIENCE_S
    while window.size == before and time.monotonic() < gives_up_s:
        os.sched_yield()
        window.intents(time.monotonic())
    assert window.size == fit_inside(size).size
    window.draw(time.monotonic())


def see(game: str, rules: Any, state: Any, question: Question, names: dict[int, str], events: Any) -> TablePage:
    """The page of everybody's screen, with what only one seat may see behind its button."""
    only = question.only_for
    secret = Secret(only, question, rules.view(state, only)) if only != PUBLIC else None
    return TablePage(game, rules.view(state), question.seen_by(PUBLIC), names, events, touch=True, secret=secret)


def wait(window: Window) -> str | None:
    """Pump until the click has been drawn: an answer, or None when it was a local change.

    By the real clock, as the window tells a tap from a hold by it.
    """
    before = window.scene
    gives_up_s = time.monotonic() + PATIENCE_S
    while (now_s := time.monotonic()) < gives_up_s:
        os.sched_yield()  # X and xdotool are processes of their own
        found = [intent for intent in window.intents(now_s) if isinstance(intent, intents.Answered)]
        if found:
            return found[0].text
        if window.scene is not before:
            window.draw(now_s)
            return None
    raise AssertionError("a click never arrived")


if __name__ == "__main__":
    wanted = [tuple(map(int, word.split("x"))) for word in sys.argv[2:]] or [(800, 480)]
    for name in sys.argv[1:2]:
        played = play(name, RealMouse(), sizes=[(wide, high) for wide, high in wanted])
        print(f"{name}: {played[0]} clicks, {played[1]} answers")
