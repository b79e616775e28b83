"""The owner's own edition: what the table tells is kept, can be shown, corrected and exported, and breaks no game."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.chocobo.answers import Tell
from tablekeeper.engines.core import CHANCE, Answer
from tablekeeper.engines.core.printed.edition import Sheet
from tablekeeper.engines.core.question import TELL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.settings.copies import Copies, load_edition
from tests.firmware.commands import call

CHOCOBO = find_game("chocobo")


def clock() -> float:
    return 0.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "table"


def begin(journal: Journal, home: Path) -> Session:
    return Session.begin(journal, "chocobo", ["Ann", "Ben"], table="real", now=clock, copies=Copies(home))


def truth(place: str) -> tuple[str, ...]:
    """What the reconstructed copy prints at a place, in the words of the question."""
    from tablekeeper.engines.chocobo.places import spelled

    value = load_edition(CHOCOBO).values[place]
    return next(words for words, found in spelled(place).items() if found == value)


def answer_once(session: Session, luck: random.Random, source: str = "touch") -> Answer:
    question = session.history.question
    answer = question.options[luck.randrange(len(question.options))]
    if question.kind == TELL:
        answer = Tell(question.about["place"], truth(question.about["place"]))
    session.answer(answer, source if question.asked == CHANCE else "touch")
    return answer


def play_until_told(session: Session, count: int, source: str = "touch") -> list[str]:
    luck, told = random.Random(5), []
    while len(told) < count:
        answer = answer_once(session, luck, source)
        if isinstance(answer, Tell):
            told.append(answer.place)
    return told


def test_what_the_table_tells_is_in_its_edition_at_once(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        told = play_until_told(begin(journal, home), 12)
    sheet = Copies(home).sheet(CHOCOBO)
    known = load_edition(CHOCOBO)
    for place in told:
        assert CHOCOBO.read_edition(sheet.write("chocobo"), "own").values[place] == known.values[place]
        assert sheet.provenances[place] == "owner"


def test_the_next_game_begins_with_what_was_told(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        told = play_until_told(begin(journal, home), 5)
        again = begin(journal, home)
    assert set(told) <= again.history.setup.edition.values.keys()


def test_what_is_rewound_is_forgotten(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = begin(journal, home)
        told = play_until_told(session, 3)
        at = max(i for i, played in enumerate(session.history.played) if isinstance(played.answer, Tell))
        session.rewind(at, "touch")
    values = Copies(home).sheet(CHOCOBO).values
    assert told[-1] not in values
    assert set(told[:-1]) <= values.keys()


def test_a_corrected_value_stays_when_the_running_game_tells_more(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = begin(journal, home)
        play_until_told(session, 2)
        Copies(home).store(CHOCOBO, {"cards.99": 3})
        play_until_told(session, 2)
    assert Copies(home).sheet(CHOCOBO).values["cards.99"] == 3


def test_a_resumed_game_goes_on_telling(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        first = play_until_told(begin(journal, home), 2)
        record = journal.unfinished()
        assert record is not None
        second = play_until_told(Session.resume(journal, record, clock, Copies(home)), 2)
    assert set(first + second) <= Copies(home).sheet(CHOCOBO).values.keys()


def test_what_luck_drew_says_nothing_about_the_copy(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        play_until_told(begin(journal, home), 4, source="luck")
    assert not (home / "editions").exists()


def test_a_broken_edition_does_not_stop_the_game_that_runs(home: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = begin(journal, home)
        play_until_told(session, 1)
        Copies(home).path(CHOCOBO).write_text("no edition at all", encoding="utf-8")
        play_until_told(session, 1)
        assert session.notices["edition"].startswith("your edition was not kept: Cannot read the edition")
    assert Copies(home).path(CHOCOBO).read_text(encoding="utf-8") == "no edition at all"


def test_safe_mode_leaves_the_owners_edition_out(home: Path) -> None:
    Copies(home).store(CHOCOBO, {"cards.37": 4})
    assert "cards.37" not in Copies(None).open(CHOCOBO, table="real").values
    assert Copies(home).open(CHOCOBO, table="real").values["cards.37"] == 4


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_edition_is_written_and_read_back_unchanged(name: str) -> None:
    game = find_game(name)
    text = Copies().text(game, "reconstructed")
    sheet = Sheet.read(text, game.name, "it")
    again = Sheet.read(sheet.write(game.name), game.name, "it")
    assert (again.values, again.provenances) == (sheet.values, sheet.provenances)
    assert game.read_edition(sheet.write(game.name), "it") == game.read_edition(text, "it")


def test_an_edition_is_shown_corrected_forgotten_and_exported(home: Path, tmp_path: Path) -> None:
    assert call(home, "edition", "set", "chocobo", "cards.37=4", "dial.size=10").exit_code == 0
    shown = json.loads(call(home, "edition", "show", "chocobo", "--from", "owner", "--json").output)
    assert shown == {"cards.37": {"value": 4, "from": "owner"}, "dial.size": {"value": 10, "from": "owner"}}
    assert call(home, "edition", "forget", "chocobo", "cards.37").exit_code == 0
    assert call(home, "edition", "set", "chocobo", "dial.2=move,eat", "dial.3=eat,").exit_code == 0
    assert Copies(home).open(CHOCOBO, "own").values["dial.2"] == ("move", "eat")
    file = tmp_path / "mine.toml"
    assert call(home, "edition", "export", "chocobo", str(file)).exit_code == 0
    assert CHOCOBO.read_edition(file.read_text(encoding="utf-8"), "mine").values["dial.size"] == 10


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("set", "chocobo", "cards.37=6"), "cards.37 is 6; expected a strength from 1 to 5"),
        (("set", "chocobo", "cards.101=2"), "cards.101 is no place of this game"),
        (("set", "cocoon-world", "board.gap=5"), "board.gap is 5; expected 7 or more"),
        (("forget", "chocobo", "cards.37"), "nothing is written there"),
        (("show", "chocobo", "--from", "me"), "there are none; expected one of rulebook"),
        (("show", "chess"), "chess"),
        (("show", "chocobo", "--edition", "nowhere.toml"), "there is no such file"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(home: Path, words: tuple[str, ...], says: str) -> None:
    result = call(home, "edition", *words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (home / "editions").exists()
