"""A choice that cannot be undone is asked once more; every other one counts at the first touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local, Scene
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.once_more import SURE
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.window import open_screen
from tests.display.samples import table_pages


@pytest.fixture(scope="module")
def composer() -> Iterator[Composer]:
    open_screen((800, 480), "dummy", False)
    yield Composer((800, 480))
    pygame.display.quit()


def rob() -> TablePage:
    return dict(table_pages("cocoon_world"))["cocoon_world_rob"]


def answers(scene: Scene) -> list[str]:
    return [target.act.text for target in scene.targets if isinstance(target.act, Answered)]


def test_a_look_at_a_hand_is_picked_first_and_counts_when_it_is_confirmed(composer: Composer) -> None:
    page = rob()
    first = composer.compose(page, {}, Look())
    picks = [target.act for target in first.targets if isinstance(target.act, Local) and target.act.name == SURE]
    assert not answers(first)
    assert {pick.value for pick in picks} == {option.spell() for option in page.question.options}  # type: ignore[union-attr]
    asked = composer.compose(page, {SURE: picks[0].value}, Look())
    assert answers(asked) == [picks[0].value]
    assert Local(SURE, None) in [target.act for target in asked.targets]


def test_what_can_be_undone_counts_at_once(composer: Composer) -> None:
    page = rob()
    assert page.question is not None
    scene = composer.compose(replace(page, question=page.question._replace(final=False)), {}, Look())
    assert len(answers(scene)) == len(set(page.question.options))
