"""A journal outlives a change of the rules, and no content of a journal keeps the program from starting."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import MenuPage, ResumePage, TablePage, UnfinishedPage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import LANGUAGES, shipped_texts
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.commands.cli import main
from tablekeeper.firmware.errors import GameUnreadable
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.misfits import spell_misfit
from tablekeeper.firmware.journal.origin import BOTS, fingerprint_rules
from tablekeeper.firmware.journal.session import Session
from tests.firmware.sitting import Sitting
from tests.firmware.strange_journals import (
    MOMENTS,
    TEXTS,
    add_entries,
    add_game,
    entries,
    games,
    plain_setup,
    right_answers,
    setups,
    spoil_answer,
)

ANSWERS = 20
BROKEN_AT = 12
NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""Each try is a whole start of the program."""


def call(home: Path, *words: str, typed: str = "") -> Any:
    """The command with its output; anything but exit 0, 1 or 2 is a traceback and fails."""
    result = CliRunner().invoke(main, ["--home", str(home), *words], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def begin(home: Path, game: str = "cocoon_world", answers: int = ANSWERS, by: str = "people") -> list[str]:
    """A game some answers long in a journal; what was answered."""
    with Journal(home / JOURNAL) as journal:
        session = Session.begin(journal, game, ["Ann", "Ben"], table="virtual", by=by)
        luck = random.Random(4)
        for _ in range(answers):
            history = session.history
            session.answer(choose_randomly(session.game.rules, history.state, history.question, luck), "touch")
        return [played.answer.spell() for played in session.history.played]


@pytest.fixture
def outlived(tmp_path: Path) -> Path:
    """A table with a game of which answer 12 no longer fits."""
    begin(tmp_path)
    spoil_answer(tmp_path / JOURNAL, 1, BROKEN_AT, "roll 9,9,9")
    return tmp_path


def kinds(home: Path) -> list[str]:
    with Journal(home / JOURNAL) as journal:
        return [entry.kind for entry in journal.entries(1)]


def test_a_careful_start_opens_no_game_before_somebody_asks(outlived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "resume", lambda *words, **named: pytest.fail("opened"))
    sitting = Sitting(outlived, safe=True)
    page = sitting.intent()
    assert isinstance(page, MenuPage)
    assert ("cocoon_world", ("Ann", "Ben")) == (page.unfinished.game, page.unfinished.names)
    monkeypatch.undo()
    assert "12 answers still fit" in sitting.intent(intents.Continue()).misfit
    sitting.close()


@pytest.mark.parametrize("safe", [False, True])
def test_the_window_shows_what_no_longer_fits_and_goes_on_from_there(safe: bool, outlived: Path) -> None:
    sitting = Sitting(outlived, safe=safe)
    page = sitting.intent(*[intents.Continue()] * safe)
    assert isinstance(page, ResumePage)
    assert "12 answers still fit; from “roll 9,9,9” on, 8 do not" in page.misfit
    assert isinstance(sitting.intent(intents.Answered("roll 1,1,1")), ResumePage)
    page = sitting.intent(intents.Continue())
    assert isinstance(page, TablePage)
    loop = sitting.program.loop
    assert loop is not None
    assert BROKEN_AT == len(loop.session.history.played)
    sitting.close()
    assert ["rewind"] == kinds(outlived)[ANSWERS:]


def test_a_game_that_no_longer_fits_can_be_put_away_and_brought_back(outlived: Path) -> None:
    sitting = Sitting(outlived)
    sitting.intent()
    assert isinstance(sitting.intent(intents.LeaveGame(1)), MenuPage)
    assert sitting.journal.unfinished() is None
    sitting.close()
    assert ANSWERS == len(kinds(outlived))
    output = call(outlived, "play", "cocoon-world", "--headless", "--resume", "1", typed="go on\nquit\n").output
    assert "12 answers still fit" in output
    assert ["rewind"] == kinds(outlived)[ANSWERS:]


@pytest.mark.parametrize(
    ("typed", "added"), [("go on\nquit\n", ["rewind"]), ("leave\n", []), ("quit\n", []), ("sing\n\n", [])]
)
def test_the_terminal_asks_before_it_goes_on(typed: str, added: list[str], outlived: Path) -> None:
    output = call(outlived, "play", "cocoon-world", "--headless", typed=typed).output
    assert "12 answers still fit" in output
    assert added == kinds(outlived)[ANSWERS:]
    listed = json.loads(call(outlived, "games", "--json").output)
    assert ("left" if typed == "leave\n" else "") == listed[0]["ending"]


def test_doctor_repair_and_games_tell_the_same_story(outlived: Path) -> None:
    with Journal(outlived / JOURNAL) as journal:
        record = journal.unfinished()
        assert record is not None
        misfit = Session.resume(journal, record).history.misfit
    assert misfit is not None
    sentence = spell_misfit(misfit)
    for words in (("doctor",), ("repair",), ("games",), ("games", "--json")):
        assert sentence in call(outlived, *words).output.replace('\\"', '"').replace("\\u201c", "“"), words
    french = shipped_texts("fr").translate(sentence)
    assert french in call(outlived, "--set", "table.language=fr", "repair").output


def test_a_game_of_other_rules_that_still_fits_asks_for_a_look_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(tmp_path)
    monkeypatch.setattr("tablekeeper.firmware.journal.session.fingerprint_rules", lambda game: "corrected")
    sitting = Sitting(tmp_path)
    page = sitting.intent()
    assert isinstance(page, ResumePage)
    assert (True, "") == (page.changed, page.misfit)
    sitting.close()
    output = call(tmp_path, "play", "cocoon-world", "--headless", typed="quit\n").output
    assert "The rules have been corrected since this game was begun" in output


def test_a_fingerprint_is_that_of_one_game_and_notes_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    each = {fingerprint_rules(name) for name in ("cocoon_world", "cocoons", "kokoro", "chocobo")}
    assert 4 == len(each)
    walk = "tablekeeper.firmware.journal.origin._walk"

    def one_letter_more(folder: Any, place: str) -> Any:
        return [("rules.py", b"a rule"), ("RULES.md", b"a clause" + place.encode())]

    monkeypatch.setattr(walk, one_letter_more)
    first = fingerprint_rules.__wrapped__("kokoro")
    monkeypatch.setattr(walk, lambda folder, place: [("rules.py", b"a rule"), ("RULES.md", b"A clause")])
    assert first != fingerprint_rules.__wrapped__("kokoro")


def test_replay_tells_what_fits_and_then_what_does_not(outlived: Path) -> None:
    result = call(outlived, "replay", str(outlived / JOURNAL))
    assert (2, BROKEN_AT) == (result.exit_code, f"\n{result.output}".count("\n> "))
    assert "12 answers still fit; from “roll 9,9,9” on, 8 do not" in result.output


def test_a_game_that_goes_on_is_told_as_everybody_may_know_it(tmp_path: Path) -> None:
    begin(tmp_path, "chocobo", 25)
    path = str(tmp_path / JOURNAL)
    with Journal(tmp_path / JOURNAL) as journal:
        played = Session.resume(journal, journal.records()[0]).history.played
    secret = {answer.answer.spell() for answer in played if answer.only_for == 0}
    secret -= {answer.answer.spell() for answer in played if answer.only_for != 0}
    assert secret
    public, own, other = (
        call(tmp_path, "replay", path, *words).output for words in ((), ("--seat", "1"), ("--seat", "2"))
    )
    assert all(f"> {text}\n" in own for text in secret)
    assert not any(f"> {text}\n" in told for text in secret for told in (public, other))
    assert "> ...\n" in public


def test_every_unfinished_game_waits_whatever_begins_after_it(tmp_path: Path) -> None:
    told = {game: begin(tmp_path, game, 5) for game in ("cocoon_world", "kokoro", "chocobo")}
    for game in (*told, *told):
        output = call(tmp_path, "play", game.replace("_", "-"), "--headless", typed="quit\n").output
        assert f"Going on with game {[*told].index(game) + 1} after 5 answers" in output
    listed = json.loads(call(tmp_path, "games", "--json").output)
    assert [(game, 5, False) for game in told] == [(row["game"], row["answers"], row["finished"]) for row in listed]


def test_the_game_that_was_played_last_comes_first_after_a_power_cut_whatever_the_clock_says(tmp_path: Path) -> None:
    begin(tmp_path, "cocoon_world", 5)
    begin(tmp_path, "kokoro", 5)
    with Journal(tmp_path / JOURNAL) as journal:
        record = journal.records()[0]
        session = Session.resume(journal, record, now=lambda: 0.0)
        history = session.history
        session.answer(choose_randomly(session.game.rules, history.state, history.question, random.Random(1)), "touch")
    with Journal(tmp_path / JOURNAL) as journal:
        assert [1, 2] == [record.id for record in journal.waiting()]


def test_a_lost_tail_of_a_game_that_is_not_the_newest_is_noticed(tmp_path: Path) -> None:
    begin(tmp_path, "cocoon_world", 5)
    begin(tmp_path, "kokoro", 5)
    with Journal(tmp_path / JOURNAL) as journal:
        session = Session.resume(journal, journal.records()[0])
        history = session.history
        session.answer(choose_randomly(session.game.rules, history.state, history.question, random.Random(1)), "touch")
        journal._db.execute("DELETE FROM entry WHERE game = 1 AND number = 5")
    output = call(tmp_path, "repair").output
    assert "game 1 has 5 of its 6 entries" in output
    with Journal(tmp_path / JOURNAL) as journal:
        assert 2 == len(journal.waiting())


def test_the_menu_lists_all_that_wait_and_each_can_be_gone_on_with(tmp_path: Path) -> None:
    for game in ("cocoon_world", "kokoro", "chocobo"):
        begin(tmp_path, game, 5)
    sitting = Sitting(tmp_path)
    page = sitting.intent()
    assert ("chocobo", 2) == (page.game, page.others)
    page = sitting.intent(intents.OpenMenu())
    assert (3, 2) == (page.unfinished.number, page.more)
    page = sitting.intent(intents.OpenUnfinished())
    assert [("chocobo", ("Ann", "Ben"), 5), ("kokoro", ("Ann", "Ben"), 5), ("cocoon_world", ("Ann", "Ben"), 5)] == [
        (game.game, game.names, game.answers) for game in page.games
    ]
    assert all(game.left_at for game in page.games)
    assert "cocoon_world" == sitting.intent(intents.ResumeGame(1)).game
    assert isinstance(sitting.intent(intents.Continue()), TablePage)
    page = sitting.intent(intents.OpenMenu())
    page = sitting.intent(intents.LeaveGame(2))
    assert [1, 3] == [game.number for game in page.games]  # cards were dealt in game 1
    sitting.close()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("cocoon-world", "--resume", "7"),
            "there is none of that number; expected one that `tablekeeper games`",
        ),
        (("kokoro", "--resume", "1"), "it is a game of cocoon_world"),
        (("cocoon-world", "--resume", "1", "--new"), "found --new beside --resume"),
    ],
)
def test_a_game_that_cannot_be_gone_on_with_is_refused_in_one_sentence(
    words: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    begin(tmp_path, answers=3)
    result = call(tmp_path, "play", *words, "--headless", typed="quit\n")
    assert (2, 1) == (result.exit_code, result.output.count("tablekeeper: "))
    assert says in result.output


def test_games_of_bots_are_nobodys_evening(tmp_path: Path) -> None:
    begin(tmp_path, "kokoro", 5)
    call(tmp_path, "play", "kokoro", "--headless", "--bots", "--seed", "3")
    listed = json.loads(call(tmp_path, "games", "--json").output)
    assert [("people", ""), (BOTS, "over")] == [(row["by"], row["ending"]) for row in listed]
    counted = json.loads(call(tmp_path, "statistics", "--json").output)
    assert {"begun": 1, "finished": 0, "wins": {}, "causes": {}} == counted["games"]["kokoro"]
    assert "after 5 answers" in call(tmp_path, "play", "kokoro", "--headless", typed="quit\n").output


def test_a_game_that_cannot_be_set_up_is_named_and_kept(tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        add_game(journal, "tarot", '{"players": ["Ann"]}')
        add_game(journal, "kokoro", '{"players": ["Ann"]}')
    sitting = Sitting(tmp_path)
    page = sitting.intent()
    assert isinstance(page, MenuPage)
    assert ("kokoro", ("Ann",), 1) == (page.unfinished.game, page.unfinished.names, page.more)
    page = sitting.intent(intents.Continue())
    assert isinstance(page, UnfinishedPage)
    assert "its set-up does not fit this release" in page.fault
    assert "I do not know the game “tarot”" in sitting.intent(intents.ResumeGame(1)).fault
    sitting.close()
    result = call(tmp_path, "play", "kokoro", "--headless", typed="quit\n")
    assert (2, "its set-up does not fit this release" in result.output) == (result.exit_code, True)
    assert "Going on" not in call(tmp_path, "play", "kokoro", "--headless", "--new", typed="quit\n").output


NONSENSE: dict[str, tuple[str, Any]] = {
    "a space with one value too many": ("chocobo", [0, 0, "", [], 5]),
    "a space that is a number": ("chocobo", 7),
    "a mat with a feature too few": ("kokoro", None),
    "an event that is not printed": ("cocoon_world", ("events", 1, "feast")),
    "a tile that is not printed": ("cocoon_world", ("tiles", 0, ["feast", 4])),
    "a tile printed less than never": ("cocoon_world", ("tiles", 0, ["forward_1", -1])),
    "a gap too short for its tiles": ("cocoon_world", ("gap", None, 2)),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_component_data_that_no_copy_has_is_refused_before_it_is_drawn(what: str, tmp_path: Path) -> None:
    name, value = NONSENSE[what]
    plain = json.loads(json.dumps(plain_setup(name)))
    if name == "kokoro":
        plain["edition"]["blue"]["flowers"].pop()
    elif name == "cocoon_world":
        field, at, other = value
        plain["edition"][field] = (
            other if at is None else [*plain["edition"][field][:at], other, *plain["edition"][field][at + 1 :]]
        )
    else:
        printed = plain["edition"]["printed"]
        next(entry for entry in printed if ".spaces." in entry["place"])["value"] = value
    with Journal(tmp_path / JOURNAL) as journal:
        add_game(journal, name, json.dumps(plain))
        with pytest.raises(GameUnreadable, match="set-up does not fit"):
            Session.resume(journal, journal.records()[0])


@pytest.fixture(scope="module")
def surface() -> Iterator[None]:
    """Something to draw on, that nobody sees."""
    open_screen((800, 480), "dummy", False)
    yield
    pygame.display.quit()


@pytest.mark.usefixtures("surface")
@settings(max_examples=30, phases=NO_SHRINKING, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_content_of_a_journal_keeps_the_program_from_starting(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Names, set-ups, moments and entries that no release wrote; what can be shown is drawn in every language."""
    home = tmp_path_factory.mktemp("strange")
    with Journal(home / JOURNAL) as journal:
        for _ in range(data.draw(st.integers(1, 3))):
            name = data.draw(games())
            kind = name if name in NAMES else "kokoro"
            setup = data.draw(st.one_of(st.just(json.dumps(plain_setup(kind))), setups(kind)))
            game = add_game(journal, name, setup, data.draw(TEXTS), data.draw(MOMENTS))
            add_entries(journal, game, data.draw(entries(right_answers(name))))
    look_everywhere(home, safe=data.draw(st.booleans()))


def look_everywhere(home: Path, *, safe: bool) -> None:
    """Start, show and draw every page that a journal's content reaches, in every language; then the commands."""
    composer = Composer((800, 480))
    sitting = Sitting(home, safe=safe)
    seen = [sitting.intent(), sitting.intent(intents.OpenMenu()), sitting.intent(intents.OpenEvenings())]
    for record in sitting.journal.waiting():
        seen += [sitting.intent(intents.OpenUnfinished()), sitting.intent(intents.ResumeGame(record.id))]
        seen.append(sitting.intent(intents.Continue()))
        seen.append(sitting.intent(intents.OpenTimeline()))
        sitting.intent(intents.OpenMenu())
    sitting.close()
    for page, language in product(seen, LANGUAGES):
        assert composer.compose(page, {}, Look(language=language)).targets
    for words in (("games",), ("games", "--json"), ("repair",), ("statistics",), ("scores",), ("doctor", "--json")):
        call(home, *words)
    with Journal(home / JOURNAL) as journal:
        for record in journal.records():
            with suppress(GameUnreadable):
                Session.resume(journal, record)
