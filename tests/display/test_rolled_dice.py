"""The dice of a roll keep the colours that the question named, on every page that shows them again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.display.pages import ALL_WELL
from tablekeeper.engines.core import Question
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.settings.copies import load_ledger

EXTRA = ("red", "red", "white", "black")
"""An opening roll with the die that a tile promised: as many dice as in the dungeon, where all are white."""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield Session.begin(journal, "cocoon_world", ("Ann",), table="virtual")


def asked_bodies(question: Question) -> tuple[str, ...]:
    return tuple(colour for colour, count in question.about.get("dice", ()) for _ in range(count))


def test_an_opening_roll_of_four_dice_is_not_shown_as_one_of_the_dungeon(session: Session) -> None:
    luck, rolled = random.Random(1), set()
    while EXTRA not in rolled:
        if session.is_over:
            session = Session.begin(session.journal, "cocoon_world", ("Ann",), table="virtual")
        question = session.history.question
        session.answer(question.options[luck.randrange(len(question.options))], "touch")
        page = None if session.is_over else table_pages.table_page(session, ())
        if question.kind != "roll" or page is None:
            continue
        assert page.rolled is not None
        assert page.rolled.bodies == asked_bodies(question)
        assert len(page.rolled.values) == len(page.rolled.bodies)
        rolled.add(page.rolled.bodies)
        events = [event for played in session.history.played for event in played.events]
        why = table_pages.why_page(session, load_ledger(session.game), events, max(0, len(page.happened) - 2), ALL_WELL)
        assert why is not None
        if why.rolled is not None and why.rolled.event == page.rolled.event:
            assert why.rolled.bodies == page.rolled.bodies
