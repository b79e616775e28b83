"""What to do with one's hands lies open after an answer, gives way to what is asked, and can be opened again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablekeeper.display.chocobo.instructions import INSTRUCTIONS
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local, Scene
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.doing import CLOSED, OPEN
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.instructions import lines_of
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core import Event
from tests.display.samples import hands_pages

PAGE = dict(hands_pages())["hands_cocoon_world_place_nearest"]


@pytest.fixture(scope="module")
def composer() -> Composer:
    open_screen((800, 480), "dummy", False)
    return Composer((800, 480))


def drawn(composer: Composer, page: TablePage, **ui: Any) -> Scene:
    return composer.compose(page, ui, Look())


def act_of(scene: Scene, key: str) -> Any:
    return next((target.act for target in scene.targets if target.key == key), None)


def test_every_line_is_shown_on_some_page_and_the_last_page_leads_to_what_is_asked(composer: Composer) -> None:
    shown: set[str] = set()
    ui: dict[str, Any] = {}
    for _ in range(12):
        scene = drawn(composer, PAGE, **ui)
        shown |= {item.words.text for item in scene.items if item.words is not None}
        act = act_of(scene, "hands_on")
        if act is None:
            break
        assert isinstance(act, Local)
        ui = {act.name: act.value}
    assert ui == {OPEN: CLOSED}
    assert act_of(scene, "hands_open") == Local(OPEN, 0)
    assert any("marker" in words for words in shown)
    assert [target for target in scene.targets if target.key.startswith("tile")]


def test_each_sheet_of_lines_says_whose_hands_are_meant(composer: Composer) -> None:
    assert PAGE.question is not None
    others = replace(PAGE, question=PAGE.question._replace(asked=-1))
    names, number, act = tuple(f"{name}: " for name in PAGE.names.values()), 0, None
    while number == 0 or act != Local(OPEN, CLOSED):
        scene = drawn(composer, others, **{OPEN: number})
        act, number = act_of(scene, "hands_on"), number + 1
        assert any(item.words.text.startswith(names) for item in scene.items if item.words is not None), number
    assert number > 1


def test_the_board_lies_there_while_hands_move_and_nothing_can_be_chosen_on_it(composer: Composer) -> None:
    assert not [target for target in drawn(composer, PAGE).targets if target.key.startswith(("tile", "space"))]


@pytest.mark.parametrize("page", [replace(PAGE, hands=False), replace(PAGE, done=()), replace(PAGE, note="paused")])
def test_nothing_lies_over_the_page_where_nobody_moves_pieces(composer: Composer, page: TablePage) -> None:
    assert act_of(drawn(composer, page), "hands_on") is None


def test_what_is_drawn_one_after_the_other_is_one_line() -> None:
    speech = Speech(shipped_texts("en"), "chocobo", {0: "Ann", 1: "Ben"}, {})
    drawn = [
        Event("cards_drawn", "eat.draw", seat, {"count": 1, "deck": deck}) for seat, deck in ((0, 9), (0, 8), (1, 7))
    ]
    said = [line.says for line in lines_of(speech, INSTRUCTIONS, None, drawn)]
    assert ["Draw 2 cards. In the deck: 8.", "Draw 1 card. In the deck: 7."] == said


@pytest.mark.parametrize(("language", "said"), [("en", "Ann moved 7 back"), ("fr", "Ann recule de 7")])
def test_a_way_back_is_said_in_words_and_not_as_a_negative_number(language: str, said: str) -> None:
    speech = Speech(shipped_texts(language), "cocoon_world", {0: "Ann"}, {})
    assert said == speech.event(Event("pawn_moved", "tile.back", 0, {"spaces": -7, "to": 3}))
