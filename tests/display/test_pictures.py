"""The pictures of the README can still be made."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tablekeeper.display.pages import MenuPage, TablePage
from tablekeeper.engines.catalogue import NAMES
from tests.display import first_roll
from tests.display.pictures import evening, moment
from tests.engines.tables import ROOT


def test_the_animation_begins_in_the_menu_and_goes_on_at_a_table() -> None:
    menu, table = islice(evening(), 2)
    assert (type(menu), type(table)) == (MenuPage, TablePage)


def test_the_way_to_the_first_roll_shows_a_picture_a_step() -> None:
    guide = (ROOT / "docs/build/first-roll.md").read_text(encoding="utf-8")
    steps = re.split(r"^\*\*(\d+)\.\*\*", guide, flags=re.MULTILINE)[1:]
    numbers, texts = [int(number) for number in steps[::2]], steps[1::2]
    assert numbers == list(range(1, 4 + len(first_roll.STEPS)))
    shown = [re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text) for text in texts]
    assert all(len(pictures) == 1 for pictures in shown), shown
    made = [f"../pictures/first_roll/{number:02}_{name}.png" for number, name in enumerate(first_roll.STEPS, 4)]
    assert [pictures[0] for pictures in shown[3:]] == made


@pytest.mark.slow
def test_the_program_walks_to_the_first_roll() -> None:
    walked = list(first_roll.walk())
    assert len(walked) == len(first_roll.STEPS)
    last = walked[-1]
    assert isinstance(last, TablePage)
    assert last.question is not None
    assert last.question.kind != "roll"


@pytest.mark.parametrize("game", NAMES)
def test_each_game_has_a_moment_to_show(game: str) -> None:
    assert moment(game).game == game
