"""The end tells the same story whether or not the power went in between, and dice that were typed count."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tablekeeper.display import pages as p
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages

BEFORE = 25
"""So many answers are given before the power goes."""


def play_on(session: Session, luck: random.Random, most: int) -> None:
    """So many answers, or to the end."""
    for _ in range(most):
        if session.is_over:
            return
        question = session.history.question
        session.answer(choose_randomly(session.game.rules, session.history.state, question, luck), "keyboard")


@pytest.mark.parametrize("game", NAMES)
def test_the_end_tells_the_same_story_after_a_resume(game: str, tmp_path: Path) -> None:
    found: list[p.EndPage] = []
    for number, resumed in enumerate((False, True)):
        home = tmp_path / str(number)
        home.mkdir()
        luck = random.Random(4)
        with Journal(home / JOURNAL) as journal:
            session = Session.begin(journal, game, ["Ann", "Ben"], table="virtual", edition="reconstructed")
            play_on(session, luck, BEFORE)
            if resumed:
                record = journal.unfinished()
                assert record is not None
                session = Session.resume(journal, record)
            play_on(session, luck, 100_000)
            found.append(table_pages.end_page(session, 0, p.ALL_WELL))
    assert found[0].story
    assert found[0].story == found[1].story
    assert found[0].points == found[1].points
    if any(map(any, found[0].points)):
        assert found[0].outcome.scores == tuple(line[-1] for line in found[0].points)
    assert found[0].dice == found[1].dice
    assert bool(found[0].dice) == (game == "cocoon_world"), "typed rolls count"
