"""Every answer to every question can be reached by touching, in landscape and in portrait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from tablekeeper.display import intents
from tablekeeper.display.chocobo.telling import label_of
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.pages import TablePage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES
from tests.display.samples import table_pages

MOST_STATES = 400
MOST_OPTIONS = 80
"""With more options than this (a tile on any of forty spaces) the walk would only take time."""


@pytest.fixture(scope="module", params=[(800, 480), (720, 1280)], ids=str)
def composer(request: pytest.FixtureRequest) -> Iterator[Composer]:
    open_screen(request.param, "dummy", False)
    yield Composer(request.param)
    pygame.display.quit()


def reachable(composer: Composer, page: TablePage) -> set[str]:
    """What can be answered by touching, through all local changes."""
    start: dict[str, Any] = {}
    queue, seen, found = [start], {repr(start)}, set()
    while queue and len(seen) < MOST_STATES:
        ui = queue.pop(0)
        for target in composer.compose(page, ui, Look()).targets:
            if isinstance(target.act, intents.Answered):
                found.add(target.act.text)
            elif isinstance(target.act, Local):
                there = {**ui, target.act.name: target.act.value}
                if repr(there) not in seen:
                    seen.add(repr(there))
                    queue.append(there)
    return found


@pytest.mark.parametrize("game", NAMES)
def test_every_option_can_be_touched(composer: Composer, game: str) -> None:
    faults: list[object] = []
    for name, page in table_pages(game):
        question = page.secret.question if page.secret is not None else page.question
        assert question is not None
        if "dice" in question.about or len(question.options) > MOST_OPTIONS:
            continue
        missing = {option.spell() for option in question.options} - reachable(composer, page)
        if question.kind == "monster":  # cards printed alike are one line
            labels = {option.spell(): label_of(shipped_texts("en"), page, option) for option in question.options}
            met = {labels[text] for text in labels.keys() - missing}
            missing = {text for text in missing if labels[text] not in met}
        if missing:
            faults.append((name, sorted(missing)[:5]))
    assert not faults, "\n".join(map(str, faults))
