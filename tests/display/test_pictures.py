"""The pictures of the README can still be made."""

from __future__ import annotations

from itertools import islice

import pytest

from tablekeeper.display.pages import MenuPage, TablePage
from tablekeeper.engines.catalogue import NAMES
from tests.display.pictures import evening, moment


def test_the_animation_begins_in_the_menu_and_goes_on_at_a_table() -> None:
    menu, table = islice(evening(), 2)
    assert (type(menu), type(table)) == (MenuPage, TablePage)


@pytest.mark.parametrize("game", NAMES)
def test_each_game_has_a_moment_to_show(game: str) -> None:
    assert moment(game).game == game
