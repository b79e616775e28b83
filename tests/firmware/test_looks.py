"""Kokoro's next sanctuary: dealt by the program at a real table too, and shown to whoever looks at it, nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import TablePage
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tests.display.scene_text import compose, describe
from tests.firmware.test_companions import Sitting


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as kept:
        yield kept


def play_to_a_look(journal: Journal, table: str, **options: str) -> Sitting:
    """Ann looks as soon as she may."""
    session = Session.begin(journal, "kokoro", ("Ann", "Ben"), table=table, options=options)
    sitting = Sitting(session)
    sitting.loop.bots.deals = table == "virtual"
    for _ in range(20):
        sitting.step(1.0)
        question = session.history.question
        if question.kind == "look":
            return sitting
        peek = next((option for option in question.options if option.spell() == "peek 0"), question.options[0])
        sitting.loop.handle(intents.Answered(peek.spell()))
    raise AssertionError("nobody could look")


def shown(page: TablePage, **ui: Any) -> str:
    """What the screen shows, in words."""
    return describe(page, compose(page, **ui))


@pytest.mark.parametrize("table", ["real", "virtual"])
def test_who_looks_sees_the_card_only_while_the_button_is_held(journal: Journal, table: str) -> None:
    sitting = play_to_a_look(journal, table)
    page, letter = sitting.screen.page, sitting.session.history.state.top
    assert letter
    assert (0, letter) == (page.secret.seat, page.secret.view.next_sanctuary)
    assert "" == page.view.next_sanctuary
    assert f"shrine {letter}" in shown(page, look=True)
    assert f"shrine {letter}" not in shown(page)


def test_cards_that_are_dealt_on_the_screen_are_asked_of_nobody(journal: Journal) -> None:
    sitting = play_to_a_look(journal, "real")
    sources = {played.kind: played.source for played in sitting.session.history.played}
    assert {"sanctuary": "luck", "path": "luck", "act": "touch", "top": "luck"} == sources


def test_of_a_real_deck_nothing_is_shown_and_cards_are_entered(journal: Journal) -> None:
    sitting = play_to_a_look(journal, "real", decks="real")
    assert sitting.screen.page.secret is None
    assert {"touch"} == {played.source for played in sitting.session.history.played}
