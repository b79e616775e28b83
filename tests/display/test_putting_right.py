"""Whatever people entered can be put right by touching the thing itself, and nothing else gives way to that."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Target
from tablekeeper.display.intents import OpenFix
from tablekeeper.display.pages import TablePage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.hands import Hands
from tablekeeper.display.window.window import open_screen
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages

ANSWERS = 150
TOUCHED = {
    "cocoon_world": {"roll", "reveal", "place"},
    "cocoons": {"start", "face", "find"},
    "kokoro": {"sanctuary", "path", "act"},
    "chocobo": {"play", "monster", "book"},
}
"""What of each game can be touched on its picture, at least."""


@pytest.fixture(scope="module")
def composer() -> Iterator[Composer]:
    open_screen((800, 480), "dummy", False)
    yield Composer((800, 480))
    pygame.display.quit()


def pages_of(game: str, home: Path) -> Iterator[TablePage]:
    """A real table at which people enter everything."""
    luck = random.Random(4)
    with Journal(home / "journal.sqlite") as journal:
        for _ in range(3):
            session = Session.begin(journal, game, ("Ann", "Ben"), table="real", edition="reconstructed")
            while not session.is_over and len(session.history.played) < ANSWERS:
                options = session.history.question.options
                session.answer(options[luck.randrange(len(options))], "touch")
                if not session.is_over:
                    yield table_pages.table_page(session, ())


def fixes_in(targets: list[Target], page: TablePage) -> set[str]:
    """The kinds of what can be touched."""
    kinds = {entered.at: entered.kind for entered in page.entered}
    return {kinds[target.act.at] for target in targets if target.fixes and isinstance(target.act, OpenFix)}


@pytest.mark.parametrize("game", TOUCHED)
def test_things_that_were_entered_are_touched_where_they_lie(game: str, composer: Composer, tmp_path: Path) -> None:
    touched: set[str] = set()
    faults: list[object] = []
    for number, page in enumerate(pages_of(game, tmp_path)):
        if number % 3:
            continue
        targets = composer.compose(page, {"do": -1}, Look()).targets
        touched |= fixes_in(targets, page)
        for below, above in combinations(targets, 2):
            if above.fixes and below.rect.colliderect(above.rect) and not (below.snaps or above.snaps):
                faults.append((number, below.key, above.key))
    assert not faults, faults[:5]
    assert TOUCHED[game] <= touched


def test_the_knob_passes_by_what_only_puts_right_and_a_finger_finds_the_answer_first() -> None:
    hands = Hands((800, 480))
    square = pygame.Rect(100, 100, 100, 100)
    answer = Target(square, OpenFix(1), "answer", first=True)
    thing = Target(square.move(20, 20), OpenFix(2), "thing", fixes=True)
    hands.look_at([answer, thing], True)
    assert hands.ways == ["answer"]
    for at, act in (((150, 150), OpenFix(1)), ((210, 210), OpenFix(2))):
        hands.down(at, 1.0)
        assert hands.up(at, 1.1) == [act]
    assert hands.focus == "answer"
