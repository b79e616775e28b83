"""The companion at a real table: people roll, move and turn over for it, it makes every choice that lies open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.games import look_of
from tablekeeper.display.words.instructions import CHOSE, addressed, lines_of
from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.kokoro.answers import Count
from tablekeeper.engines.kokoro.paths import BLANK
from tablekeeper.engines.kokoro.scoring import GUARDIANS, joined
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.companions import check_seats, own_state, seats_named
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.phones.visible import catch, table_page_for
from tablekeeper.firmware.program.showing import show_table
from tablekeeper.firmware.settings.copies import Copies
from tests.display.scene_text import compose
from tests.firmware.commands import call
from tests.firmware.test_companions import MOST_STEPS, PACE_S, Sitting

OPEN = [game for game in NAMES if find_game(game).sits_at_table]


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
    with pytest.raises(BadInput, match="read its hidden cards"):
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


@pytest.mark.parametrize(
    "options", [{}, {"side": "pink", "decree": "drawn"}, {"decks": "real", "mats": "known"}], ids=str
)
def test_the_companions_mat_of_kokoro_lies_on_the_screen_and_is_counted_as_it_is(
    journal: Journal, options: dict[str, str]
) -> None:
    session = Session.begin(journal, "kokoro", ("Ann", "companion"), table="real", companions=(1,), options=options)
    table, luck = Sitting(session), random.Random(6)
    table.loop.bots.deals = False
    for _ in range(MOST_STEPS):
        table.step(PACE_S)
        if session.is_over:
            break
        mat = show_table(table.loop).view.players[1].drawn
        assert session.history.state.pieces[1] == len(mat) - mat.count(BLANK)
        answer_for_the_table(table, luck)
    assert session.is_over
    counted = [played for played in session.history.played if isinstance(played.answer, Count)]
    assert {played.source for played in counted if played.answer.seat == 1} == {"bot"}
    own = own_state(session.game, session.history, 1)
    caterpillar, flower = (joined(own, own.mats[1], guardian)[1] for guardian in GUARDIANS)
    assert session.history.state.favours[1] == (caterpillar, flower)
    looked = session.history.state.all_peeks[1]
    assert not looked or session.history.setup.own_decks


def test_the_companions_mat_is_kept_through_a_resume_and_goes_back_with_the_game(journal: Journal) -> None:
    table, luck = sit_down(journal, "kokoro", "companion", "Ann"), random.Random(2)
    session = table.session
    while sum(session.history.state.pieces) < 5:
        table.step(PACE_S)
        answer_for_the_table(table, luck)
    record = journal.unfinished()
    assert record is not None
    again = Session.resume(journal, record)
    assert own_state(again.game, again.history, 0).mats == own_state(session.game, session.history, 0).mats
    drew = [at for at, played in enumerate(session.history.played) if played.source.startswith("bot ")]
    session.rewind(drew[1], "touch")
    mat = own_state(session.game, session.history, 0).mats[0]
    assert 1 == len(mat) - mat.count(BLANK)


def test_nobody_says_that_all_have_drawn_before_the_companion_has(journal: Journal) -> None:
    table = sit_down(journal, "kokoro", "Ann", "companion")
    page = table.step(0.1)
    assert {"drew 0", "peek 0"} == {option.spell() for option in page.question.options}
    table.loop.handle(intents.Answered("all_drew"))
    assert ("other_seat", 0) == (table.loop.note, table.session.history.state.pieces[1])
    table.step(PACE_S)
    page = table.step(PACE_S)
    assert {"drew 0", "peek 0", "all_drew"} == {option.spell() for option in page.question.options}
    chose = next(event for event in page.done if event.kind == CHOSE)
    assert chose.facts["reason"] is not None
    assert chose.facts["answer"].verb in ("draw", "peek")


def test_who_has_drawn_sees_that_the_companion_thinks(journal: Journal) -> None:
    table = sit_down(journal, "kokoro", "Ann", "companion")
    table.step(0.1)
    table.loop.handle(intents.Answered("drew 0"))
    page = table.step(0.1)
    assert ("thinking", 0) == (page.note, len(page.question.options))
    assert "companion is thinking" == compose(page).now


def test_a_decree_that_only_people_can_count_keeps_the_companion_away(journal: Journal) -> None:
    game = find_game("kokoro")
    edition = game.read_edition(
        Copies().text(game, "reconstructed") + '\n[decrees.ours]\nbackground = "blue"\nen = "Ours."\n', "ours"
    )
    setup = game.prepare(("Ann", "companion"), edition, table="real", options={"decree": "ours"})
    with pytest.raises(BadInput, match="only people can count"):
        check_seats((1,), setup.players, game, setup)
    check_seats((1,), setup.players, game, game.prepare(("Ann", "companion"), edition, table="virtual"))


def test_the_log_says_that_the_companion_answered_and_shows_none_of_its_notes(tmp_path: Path) -> None:
    typed = "1\n1\n1\n1\nlog\nquit\n"
    words = ("play", "kokoro", "--table", "touch", "--headless", "--seed", "1", "--players", "Ann,companion")
    said = call(tmp_path, *words, typed=typed).output
    assert "companion has drawn (drew 1) (bot)" in said
    assert "(bot " not in said
