"""Somebody is lost: wherever touches lead, what helps on is two touches away, and nothing dashed can be touched."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tablekeeper.display import intents
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Act, Local, Scene, Target
from tablekeeper.display.pages import MenuPage
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.program import Home, Program
from tablekeeper.firmware.settings.config import load_config
from tests.firmware.sitting import no_devices

LEADS_ON = (intents.Answered, intents.FixReading, intents.StartGame, intents.ResumeGame, intents.Continue,
            intents.Rewind, intents.TakeBack)  # fmt: skip
"""What helps on by itself."""
ONLY_TURNS = ("scroll", "tab", "topic", "clauses", "shown", "first", "list", "accents", "look", "colours", "names",
              "step", "keypad", "count", "tens", "mat")  # fmt: skip
"""Local changes that only show something else; any other one is a step towards an answer."""
WAYS_OUT = (intents.Back, intents.Continue, intents.OpenMenu)
LEAVES_THE_TEST = (intents.Quit, intents.SwitchOff, intents.LeaveGame)
SHORT, STEPS = 16, 24
LARGE = 0.4
"""The share of walks in large text."""
FIRST, _, LAST = os.environ.get("WALKS", "0-2000").rpartition("-")
WHOLE = range(int(FIRST or 0), int(LAST))
"""The walks of the long test; in parts `WALKS=0-250`."""
CLOSE_PX = 4
PATIENT_TURNS = 60
BUTTON_PX = (40, 30)
"""Smaller dashed rectangles are pictures of things."""


class LostPerson:
    """Touches at random, and notes from where nothing leads on."""

    def __init__(self, home: Path, seed: int) -> None:
        self.luck = random.Random(seed)
        self.journal = Journal(home / JOURNAL)
        self.window = Window((800, 480), driver="dummy", calm=True, language=self.luck.choice(("en", "fr")))
        self.window.restyle(large=self.luck.random() < LARGE)
        home_ = Home(load_config(home, environment={}), self.journal)
        self.program = Program(self.window, home_, no_devices, luck=random.Random(seed))
        self.now_s = 0.0
        self.faults: list[tuple[object, ...]] = []
        self.step()

    def step(self) -> None:
        """Two seconds go by, and as long as the companion deals or thinks."""
        for turn in range(PATIENT_TURNS):
            if turn >= 2 and getattr(self.window.page, "note", "") != "thinking":
                return
            self.now_s += 1.0
            self.program.step(self.now_s)

    def touch(self, target: Target) -> None:
        """Down and up on a target."""
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=target.rect.center))
        self.step()

    def begin(self, game: str) -> None:
        """A game of one to three people, on the screen or on a real table, sometimes with the companion."""
        fewest, most = find_game(game).seats
        people = ("Ann", "Ben", "Chloé")[: self.luck.randint(max(1, fewest), min(3, most))]
        table = self.luck.choice(("virtual", "real"))
        lesson = self.luck.random() < 0.2
        sits = len(people) > 1 and (table == "virtual" or find_game(game).sits_at_table) and self.luck.random() < 0.4
        companions = (self.luck.randrange(len(people)),) if sits else ()
        self.program.handle(intents.StartGame(game, people, (), table=table, lesson=lesson, companions=companions))
        self.step()

    def walk(self, steps: int) -> None:
        """So many touches; after each the way on is looked for, and dashed things are felt."""
        for _ in range(steps):
            self.check()
            targets = [t for t in self.window.hands.targets if not isinstance(t.act, LEAVES_THE_TEST)]
            leading = [t for t in targets if leads_on(t.act)]
            if not targets:
                return
            self.touch(self.luck.choice(leading if leading and self.luck.random() < 0.6 else targets))

    def check(self) -> None:
        """Whether what helps on is two touches away, and nothing dashed can be touched."""
        scene, page = self.window.scene, self.window.page
        assert scene is not None
        self.faults += [(type(page).__name__, "dashed", target.key) for target in dashed_targets(scene)]
        if any(leads_on(target.act) for target in scene.targets) or self.one_turn_away():
            return
        out = next((target for target in scene.targets if isinstance(target.act, WAYS_OUT)), None)
        if out is None:
            self.faults.append((type(page).__name__, "no way out", [target.key for target in scene.targets]))
            return
        self.touch(out)
        if not any(leads_on(target.act) for target in self.window.hands.targets) and not self.one_turn_away():
            self.faults.append((type(page).__name__, out.key, type(self.window.page).__name__))

    def one_turn_away(self) -> bool:
        """Whether turning a page, or opening a list, shows what helps on."""
        window = self.window
        assert window.page is not None
        for target in list(window.hands.targets):
            if isinstance(target.act, Local):
                there = {**window.ui, target.act.name: target.act.value}
                scene = window.composer.compose(window.page, there, window.look, window.table)
                if any(leads_on(other.act) for other in scene.targets):
                    return True
        return False

    def close(self) -> None:
        """Everything back."""
        self.program.close()
        self.journal.close()
        self.window.close()


def leads_on(act: Act) -> bool:
    """Whether a touch of this is a step towards the next answer, or to a game."""
    if isinstance(act, Local):
        return act.name not in ONLY_TURNS
    return isinstance(act, (*LEADS_ON, intents.OpenSetup))


def dashed_targets(scene: Scene) -> Iterator[Target]:
    """Targets that are drawn as dashed buttons."""
    dashed: list[pygame.Rect] = getattr(scene, "dashed", [])
    for target in scene.targets:
        if any(same(rect, target.rect) for rect in dashed):
            yield target


def same(one: pygame.Rect, other: pygame.Rect) -> bool:
    """Whether two rectangles are one, but for a line's width."""
    ends = zip((*one.topleft, *one.bottomright), (*other.topleft, *other.bottomright), strict=True)
    return all(abs(a - b) <= CLOSE_PX for a, b in ends)


@pytest.fixture(autouse=True)
def _note_dashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every dashed rectangle that is as large as a button is noted in its scene."""
    drawn = Pen.rect

    def rect(pen: Pen, x: float, y: float, w: float, h: float, *more: Any, **named: Any) -> None:
        dash = named.get("dash", more[4] if len(more) > 4 else None)
        stroke = named.get("stroke", more[2] if len(more) > 2 else None)
        place = pen.rect_px(x, y, w, h)
        if dash is not None and stroke is not None and place.width >= BUTTON_PX[0] and place.height >= BUTTON_PX[1]:
            pen.scene.__dict__.setdefault("dashed", []).append(place)
        drawn(pen, x, y, w, h, *more, **named)

    monkeypatch.setattr(Pen, "rect", rect)


def lose(home: Path, walks: range) -> list[tuple[object, ...]]:
    """So many walks; what was found."""
    faults: list[tuple[object, ...]] = []
    for seed in walks:
        folder = home / str(seed)
        folder.mkdir()
        person = LostPerson(folder, seed)
        try:
            if seed % 8:
                person.begin(NAMES[seed % len(NAMES)])
            person.walk(STEPS)
            faults += [(seed, *fault) for fault in person.faults]
        finally:
            person.close()
    return faults


def test_from_anywhere_the_way_on_is_two_touches_away(tmp_path: Path) -> None:
    faults = lose(tmp_path, range(SHORT))
    assert not faults, sorted({repr(fault[1:]) for fault in faults})[:12]


@pytest.mark.slow
def test_from_anywhere_on_two_thousand_walks(tmp_path: Path) -> None:
    faults = lose(tmp_path, WHOLE)
    assert not faults, (len(faults), sorted({repr(fault[1:]) for fault in faults})[:30])


def test_a_page_with_no_way_on_would_be_found(tmp_path: Path) -> None:
    person = LostPerson(tmp_path, 1)
    person.window.show(MenuPage(()))
    assert person.window.scene is not None
    person.window.scene.targets = []
    person.check()
    person.close()
    assert person.faults
