"""A lesson starts at its first step, whatever the companion deals before anybody has read it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tablekeeper.display import intents, pages
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages.tutor import Tutor
from tests.firmware.commands import call
from tests.firmware.sitting import Sitting

ANSWERS = 40


def steps_shown(game: str, table: str, home: Path) -> list[str]:
    """The steps of a lesson that a table sees which reads each at once, and then answers."""
    with Journal(home / JOURNAL) as journal:
        session = Session.begin(journal, game, ["Ann", "Ben"], table=table, edition="reconstructed")
        tutor, luck, shown = Tutor.of(session, "en"), random.Random(1), []
        tutor.hear(session.history.opening, session.history.question.kind)
        for _ in range(ANSWERS):
            if session.is_over:
                break
            while (taken := tutor.take()) is not None:
                shown.append(taken.step.id)
                tutor.close()
            question = session.history.question
            session.answer(choose_randomly(session.game.rules, session.history.state, question, luck), "touch")
            tutor.hear(session.history.happened, None if session.is_over else session.history.question.kind)
    return shown


@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_starts_at_step_1_and_leads_on(game: str, table: str, tmp_path: Path) -> None:
    shown = steps_shown(game, table, tmp_path)
    with Journal(tmp_path / JOURNAL) as journal:
        whole = Tutor.of(
            Session.begin(journal, game, ["Ann", "Ben"], table=table, edition="reconstructed"), "en"
        ).lesson
    assert shown[:2] == [step.id for step in whole.steps[:2]]
    assert len(shown) > 2, "nothing that happens leads on"


@pytest.mark.parametrize("game", NAMES)
def test_the_first_lesson_in_a_window_is_step_1_while_cards_are_dealt(game: str, tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    page = sitting.intent(intents.StartGame(game, ("Ann", "Ben"), (), lesson=True))
    for _ in range(3):
        sitting.step()
    page = sitting.screen.page
    assert isinstance(page, pages.LessonPage)
    assert page.number == 1
    page = sitting.intent(intents.Continue())
    sitting.close()
    assert isinstance(page, pages.LessonPage)
    assert page.number == 2


def test_the_terminal_teaches_from_step_1(tmp_path: Path) -> None:
    words = ["play", "chocobo", "--players", "Ann,Ben", "--headless", "--lesson", "--table", "touch"]
    told = call(tmp_path, *words, typed="next\n").output
    assert told.index("[1 of ") < told.index("[2 of ")
