"""The program behind the window: from the menu through a whole game to its end, by intents only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.care_pages import SettingsPage
from tablekeeper.display.pages import EndPage, MenuPage, ResumePage, SetupPage, TablePage
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.record.history import History
from tablekeeper.firmware.errors import JournalFault
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.senses.inbox import Wanted
from tests.firmware.sitting import Sitting


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_from_menu_to_end_by_touch(game: str, sitting: Sitting) -> None:
    assert isinstance(sitting.intent(), MenuPage)
    assert isinstance(sitting.intent(intents.OpenSetup(game)), SetupPage)
    page = sitting.intent(intents.StartGame(game, ("Ann", "Ben"), ("blue", "red"), table="virtual"))
    assert isinstance(page, TablePage)
    luck = random.Random(3)
    for _ in range(1500):
        if isinstance(page, EndPage):
            break
        question = page.secret.question if page.secret is not None else page.question
        page = sitting.intent(intents.Answered(question.options[luck.randrange(len(question.options))].spell()))
    assert isinstance(page, EndPage)
    assert isinstance(sitting.intent(intents.OpenMenu()), MenuPage)


def test_a_game_left_for_the_menu_is_gone_on_with(sitting: Sitting) -> None:
    page = sitting.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("blue", "red"), table="real"))
    sitting.intent(intents.Answered("begin blue"))
    before = sitting.program.loop.session.history.state  # type: ignore[union-attr]
    page = sitting.intent(intents.OpenMenu())
    assert page.unfinished.game == "cocoon_world"
    assert isinstance(sitting.intent(intents.Continue()), ResumePage)
    page = sitting.intent(intents.Continue())
    assert isinstance(page, TablePage)
    assert before == sitting.program.loop.session.history.state  # type: ignore[union-attr]


def test_a_game_is_folded_once_however_it_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="virtual")
        luck = random.Random(5)
        for _ in range(20):
            play_one_answer(session, luck)
    (tmp_path / "taught").write_text(f"{session.record}\n", encoding="ascii")
    folded: list[object] = []
    fold = History.fold

    def count(*words: Any) -> History:
        folded.append(words)
        return fold(*words)

    monkeypatch.setattr(History, "fold", count)
    sitting = Sitting(tmp_path)
    assert isinstance(sitting.intent(), ResumePage)
    assert isinstance(sitting.intent(intents.OpenMenu()), MenuPage)
    assert isinstance(sitting.intent(intents.Continue()), ResumePage)
    sitting.intent(intents.Continue())
    assert sitting.program.loop is not None
    assert len(sitting.program.loop.session.history.played) >= 20
    assert 1 == len(folded)
    sitting.close()


def test_a_wrong_setup_is_shown_again_and_says_why(sitting: Sitting) -> None:
    page = sitting.intent(intents.StartGame("chocobo", ("Ann",), (), options={"difficulty": "easy"}))
    assert isinstance(page, SetupPage)
    assert "Easy is not for one player: choose normal or hard." in page.fault


def test_the_setup_offers_every_option_that_has_few_values(sitting: Sitting) -> None:
    page = sitting.intent(intents.OpenSetup("cocoons"))
    assert {"level": ("1", "2", "3", "4", "5"), "difficult": ("no", "yes"), "memory": ("off", "on")} == {
        option.name: option.values for option in page.options
    }
    page = sitting.intent(intents.StartGame("cocoons", ("Ann", "Ben"), (), options={"level": "3"}))
    assert sitting.program.loop is not None
    assert sitting.program.loop.session.history.setup.level == "3"


def test_settings_count_at_once(sitting: Sitting) -> None:
    assert isinstance(sitting.intent(intents.OpenSettings()), SettingsPage)
    page = sitting.intent(intents.Setting("language", "fr"))
    assert [("language", "fr")] == sitting.screen.adjusted
    assert page.values["language"] == "fr"
    assert isinstance(sitting.intent(intents.Back()), MenuPage)


def test_quitting_ends_the_program_and_keeps_the_game(sitting: Sitting) -> None:
    sitting.intent(intents.StartGame("cocoons", ("Ann", "Ben"), (), table="virtual"))
    sitting.intent(intents.Quit())
    assert sitting.program.over
    assert sitting.journal.unfinished() is not None


def play_to_the_end(session: Session) -> None:
    luck = random.Random(4)
    while not session.is_over:
        play_one_answer(session, luck)


def play_one_answer(session: Session, luck: random.Random) -> None:
    session.answer(choose_randomly(session.game.rules, session.history.state, session.history.question, luck), "test")


def test_an_end_that_could_not_be_noted_counts_and_is_noted_by_whoever_opens_the_game(tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        session = Session.begin(journal, "cocoon_world", ["Ann"], table="virtual")
        journal._db.execute(
            "CREATE TEMP TRIGGER full BEFORE INSERT ON main.ending BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        )
        play_to_the_end(session)
        assert "the disk is full" in session.notices["journal"]
        assert journal.unfinished() is not None
    sitting = Sitting(tmp_path)
    assert isinstance(sitting.intent(), ResumePage)
    assert isinstance(sitting.intent(intents.Continue()), EndPage)
    assert [record.ending for record in sitting.journal.records()] == ["over"]
    sitting.close()


def test_a_finished_game_that_is_put_right_stays_finished(tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        session = Session.begin(journal, "cocoon_world", ["Ann"], table="virtual")
        play_to_the_end(session)
        assert [] == session.fix(0, session.history.played[0].answer, "touch")
        assert session.is_over
        assert [record.ending for record in journal.records()] == ["over"]
        session.rewind(len(session.history.played) - 1, "touch")
        assert [record.ending for record in journal.records()] == [""]


def test_once_more_on_a_full_disk_leads_to_the_menu_and_is_told(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sitting.intent(intents.StartGame("kokoro", ("Ann", "Ben"), (), table="virtual"))
    luck = random.Random(1)
    while not isinstance(page, EndPage):
        options = (page.secret.question if page.secret is not None else page.question).options
        page = sitting.intent(intents.Answered(options[luck.randrange(len(options))].spell()))

    def refuse(*words: object) -> None:
        raise JournalFault("begin a game in the journal: the disk is full; nothing was taken")

    monkeypatch.setattr(sitting.journal, "begin", refuse)
    page = sitting.intent(intents.Continue())
    assert isinstance(page, MenuPage)
    assert ("saving", "bad") in {(light.name, light.state) for light in page.health}


def test_beside_the_games_only_a_window_that_speaks_for_everybody_counts(sitting: Sitting) -> None:
    for seat, page in ((0, MenuPage), (None, SettingsPage)):
        sitting.program.inbox.put(Wanted(intents.OpenSettings(), intents.Sender("phone", seat)))
        assert isinstance(sitting.intent(), page)
