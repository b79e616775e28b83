"""The companion at a real table: people roll, move and turn over for it, it makes every choice that lies open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.display.games import look_of
from tablekeeper.display.words.instructions import addressed, lines_of
from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.playout import choose_randomly
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.companions import seats_named
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.phones.visible import catch, table_page_for
from tablekeeper.firmware.program.showing import show_table
from tests.firmware.test_companions import MOST_STEPS, PACE_S, Sitting

OPEN = [game for game in NAMES if find_game(game).open_choices]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as kept:
        yield kept


def sit_down(journal: Journal, game: str, *players: str) -> Sitting:
    session = Session.begin(journal, game, players, table="real", companions=seats_named(players))
    table = Sitting(session)
    table.loop.bots.deals = False
    return table


def answer_for_the_table(table: Sitting, luck: random.Random) -> str:
    """What people enter: dice, turned tiles and their own choices, and what the companion holds without seeing it."""
    question = table.loop.bots.left_to_people(table.session.history.question)
    if not question.options:
        return ""
    answer = choose_randomly(table.session.game.rules, table.session.history.state, question, luck)
    table.loop.answer(answer, "touch")
    return question.kind


@pytest.mark.parametrize("game", OPEN)
def test_the_companion_plays_a_real_game_to_its_end_and_people_do_only_what_it_cannot(
    journal: Journal, game: str
) -> None:
    table, luck = sit_down(journal, game, "Ann", "companion"), random.Random(4)
    session, asked_for_it = table.session, set()
    for _ in range(MOST_STEPS):
        table.step(PACE_S)
        if session.is_over:
            break
        ours = session.history.question.asked == 1
        kind = answer_for_the_table(table, luck)
        asked_for_it |= {kind} if ours and kind else set()
    assert session.is_over
    by_bot = {played.kind for played in session.history.played if played.source == "bot"}
    assert by_bot
    assert not by_bot & session.game.held
    assert asked_for_it <= session.game.held
    assert not [played for played in session.history.played if played.asked == CHANCE and played.source == "bot"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_line_for_the_companion_says_whose_pieces_they_are(journal: Journal, language: str) -> None:
    table, luck, texts = (
        sit_down(journal, "cocoon_world", "Ann", "companion"),
        random.Random(4),
        shipped_texts(language),
    )
    told: list[str] = []
    for _ in range(MOST_STEPS):
        table.step(PACE_S)
        if table.session.is_over:
            break
        page = show_table(table.loop)
        speech = speech_of(texts, page)
        lines = lines_of(speech, look_of(page.game).instructions, page.view, page.done)
        told += [addressed(speech, line) for line in lines if line.seat == 1]
        answer_for_the_table(table, luck)
    yours, mine = {"en": ("your", " my "), "fr": ("votre", " mon ")}[language]
    assert any(mine in line for line in told)
    assert not [line for line in told if yours in line.lower()]


def test_people_are_asked_to_roll_and_to_turn_over_for_the_companion(journal: Journal) -> None:
    table, luck = sit_down(journal, "cocoon_world", "companion", "Ann"), random.Random(1)
    said: dict[str, str] = {}
    for _ in range(400):
        table.step(PACE_S)
        if table.session.is_over:
            break
        question = table.loop.bots.left_to_people(table.session.history.question)
        seat = question.about.get("seat", question.asked)
        if question.options and seat == 0:
            said[question.kind] = speech_of(shipped_texts("en"), show_table(table.loop)).second(question)
        answer_for_the_table(table, luck)
    assert "Somebody rolls for me, please." == said["roll"]
    assert "Turn over the first one that lies before me." == said["place"]


@pytest.mark.parametrize("game", sorted(set(NAMES) - set(OPEN)))
def test_where_everything_it_chooses_would_be_out_of_its_sight_the_companion_takes_no_seat(
    journal: Journal, game: str
) -> None:
    with pytest.raises(BadInput, match="all on the screen"):
        Session.begin(journal, game, ("Ann", "companion"), table="real", companions=(1,))
    assert journal.unfinished() is None


def test_a_phone_shows_the_companions_lines_as_the_table_does(journal: Journal) -> None:
    table, luck = sit_down(journal, "cocoon_world", "companion", "Ann"), random.Random(1)
    while table.session.history.question.kind != "place" and not table.session.is_over:
        answer_for_the_table(table, luck)
        table.step(PACE_S)
    texts = shipped_texts("en")
    said = [
        speech_of(texts, page).ask(page.question)
        for page in (show_table(table.loop), table_page_for(catch(table.session, ()), 1))
        if page.question is not None
    ]
    assert ["Lay one of my tiles"] * 2 == [words[:19] for words in said]
