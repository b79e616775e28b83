"""A copy that nobody has transcribed: every value can be told by touch; what is known is shown as it is printed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from tablekeeper.display.chocobo.telling import label_of
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.chocobo.answers import Reveal, Tell
from tablekeeper.engines.chocobo.rules import RULES
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.core import PUBLIC, Answer
from tests.engines.chocobo.tables import at, setup

PLACES = (
    "cards.37", "dial.size", "dial.3", "floors.2F_star.reaper", "floors.1F.encounter", "ring.outer", "ring.spaces.7",
    "ring.touches.12", "bosses.omega.hp", "bosses.behemoth.4", "monsters.basic.3",
)  # fmt: skip


@pytest.fixture(scope="module", params=[(800, 480), (720, 1280)], ids=str)
def composer(request: pytest.FixtureRequest) -> Iterator[Composer]:
    open_screen(request.param, "dummy", False)
    yield Composer(request.param)
    pygame.display.quit()


def page_of(state: State) -> TablePage:
    return TablePage("chocobo", RULES.view(state, PUBLIC), RULES.question(state, PUBLIC), {0: "Ann", 1: "Ben"})


def tell(composer: Composer, page: TablePage, wanted: Answer) -> int:
    """Touch one target after the other until the answer is given; returns how many touches that took."""
    ui: dict[str, Any] = {}
    for touches in range(1, 12):
        acts = [target.act for target in composer.compose(page, ui, Look()).targets]
        if Answered(wanted.spell()) in acts:
            return touches
        ui = next(nearer for act in acts if (nearer := _nearer(ui, act, wanted)) is not None)
    raise AssertionError(f"{wanted} is out of reach")


def _nearer(ui: dict[str, Any], act: object, wanted: Any) -> dict[str, Any] | None:
    """What a person would touch: the next part, else the tens or the page that may hold it."""
    if not isinstance(act, Local):
        return None
    told = ui.get("told", ())
    if act.name == "told" and len(act.value) > len(told) and wanted.value[: len(act.value)] == act.value:
        return {**ui, "told": act.value}
    following = wanted.value[len(told)] if len(told) < len(wanted.value) else ""
    if act.name == "tens" and act.value[1] is not None and following.isdigit() and int(following) // 10 == act.value[1]:
        return {**ui, "tens": act.value}
    if act.name == "scroll" and act.value[1] > (ui.get("scroll", (told, 0))[1] or 0):
        return {**ui, "scroll": act.value}
    return None


@pytest.mark.parametrize("place", PLACES)
def test_every_value_that_may_be_printed_can_be_told_by_touch(composer: Composer, place: str) -> None:
    learned = (("dial.size", 10), ("ring.outer", 20), ("ring.inner", 12))
    state = at((("tell", place),), setup=setup(2, name="unknown"), learned=learned)
    page = page_of(state)
    assert page.question is not None
    options = list(dict.fromkeys(page.question.options))
    for wanted in random.Random(place).sample(options, min(len(options), 12)):
        assert isinstance(wanted, Tell)
        assert tell(composer, page, wanted) <= 9


def test_a_monster_is_recognised_by_what_is_printed() -> None:
    texts = shipped_texts("en")
    learned = (("monsters.basic.2", (8, 2, 0, 1, 0)),)
    state = at((("appear", "basic"),), setup=setup(2, name="unknown"), learned=learned)
    page = page_of(state)
    assert "8 HP, attack 2" in label_of(texts, page, Reveal("basic", 2))
    assert "new to me" in label_of(texts, page, Reveal("basic", 1))


def test_a_monster_comes_as_a_card_with_all_that_it_prints(composer: Composer) -> None:
    learned = (("monsters.basic.2", (8, 6, 3, 2, 5)), ("monsters.basic.3", (9, 7, 0, 0, 4)))
    page = page_of(at((("appear", "basic"),), setup=setup(2, name="unknown"), learned=learned))
    scene = composer.compose(page, {}, Look())
    shown = {item.words.text for item in scene.items if item.words is not None}
    assert {"8", "6", "3", "2", "5", "9", "7", "4", "Basic"} <= shown
    assert "0" not in shown
    said = {target.says for target in scene.targets}
    assert "9 HP, attack 7; 4 vegetables" in said


@pytest.mark.parametrize("size", [5, 8, 12])
def test_every_way_that_a_dial_may_stand_can_be_touched(composer: Composer, size: int) -> None:
    state = at(
        (("where_dial",),), setup=setup(2, name="unknown"), learned=(("dial.size", size), ("dial.1", ("move", "eat")))
    )
    targets = composer.compose(page_of(state), {}, Look()).targets
    ways = [target for target in targets if isinstance(target.act, Answered)]
    assert len(ways) == size
    least = 9 / 0.1925 if composer.size == (800, 480) else 9 / 0.1211
    assert min(min(target.rect.size) for target in ways) >= least
