"""The companion takes a seat: it plays at a human pace, shows what it does, and nobody plays for it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import TablePage
from tablekeeper.display.words.instructions import CHOSE
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import CHANCE, TEAM
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.rollouts import Thinker
from tablekeeper.engines.core.game import STRENGTHS, Game
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.companions import seats_named, strength_of
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.origin import BOTS, read_origin
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.bots import THOUGHTS
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses.inbox import Inbox
from tests.firmware.commands import call
from tests.firmware.fakes import FakeScreen

PACE_S = 1.5
MOST_STEPS = 4000


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as kept:
        yield kept


class Sitting:
    """A person and the companion at a table that is all on the screen."""

    def __init__(self, session: Session, pace_s: float = PACE_S) -> None:
        self.session, self.screen, self.now_s = session, FakeScreen(), 0.0
        bots = dict.fromkeys(session.bot_seats, session.game.bots["random"])
        self.loop = Loop(session, self.screen, Inbox(), {}, luck=random.Random(1), bots=bots, pace_s=pace_s, deals=True)

    def step(self, seconds: float = 0.0) -> Any:
        self.now_s += seconds
        self.loop.step(self.now_s)
        return self.screen.page

    def asked(self) -> int:
        return self.session.history.question.asked

    def answer_for_people(self, luck: random.Random) -> None:
        """Whatever somebody at the table may answer."""
        page = self.screen.page
        question = page.secret.question if page.secret is not None else page.question
        if isinstance(page, TablePage) and question is not None and question.options:
            answer = choose_randomly(self.session.game.rules, self.session.history.state, question, luck)
            self.screen.wanted.append(intents.Answered(answer.spell()))


def begin(journal: Journal, game: str, *players: str) -> Session:
    return Session.begin(journal, game, players, table="virtual", companions=seats_named(players))


def test_a_bot_waits_as_people_do_and_its_move_is_told(journal: Journal) -> None:
    table = Sitting(begin(journal, "cocoon_world", "companion", "Ann"))
    luck = random.Random(2)
    table.step()
    while table.asked() != 0:
        table.step(PACE_S)
        if table.asked() == 1:
            table.answer_for_people(luck)
    before = len(table.session.history.played)
    page = table.step(0.1)
    assert ("thinking", 0) == (page.note, len(page.question.options))
    table.step(PACE_S - 0.2)
    assert before == len(table.session.history.played)
    page = table.step(0.2)
    assert before < len(table.session.history.played)
    assert "bot" == table.session.history.played[before].source
    assert page.question.asked != 0 or page.note == "thinking"


def test_nobody_answers_for_a_bot_nor_takes_back_what_it_did(journal: Journal) -> None:
    table = Sitting(begin(journal, "cocoon_world", "companion", "Ann"))
    luck = random.Random(2)
    for _ in range(200):
        table.step(PACE_S)
        if table.asked() == 0:
            break
        table.answer_for_people(luck)
    before = [played.answer.spell() for played in table.session.history.played]
    option = table.session.history.question.options[0].spell()
    table.loop.handle(intents.Answered(option))
    assert before == [played.answer.spell() for played in table.session.history.played]
    assert "other_seat" == table.loop.note
    table.step(PACE_S)
    table.step(PACE_S)
    if table.session.history.played[-1].source == "bot":
        kept = len(table.session.history.played)
        table.loop.handle(intents.TakeBack())
        assert kept == len(table.session.history.played)


@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_with_the_companion_ends_and_every_open_choice_is_told(journal: Journal, game: str) -> None:
    session = begin(journal, game, "Ann", "companion")
    table, luck = Sitting(session), random.Random(3)
    told = False
    for _ in range(MOST_STEPS):
        page = table.step(PACE_S)
        if session.is_over:
            break
        told = told or any(event.kind == CHOSE and event.facts for event in page.done)
        table.answer_for_people(luck)
    assert session.is_over
    sources = {played.source for played in session.history.played if played.asked == 1}
    assert sources <= {"bot"}
    by_bot = [played for played in session.history.played if played.source == "bot"]
    assert by_bot
    assert told == any(played.only_for < 0 for played in by_bot)


def test_the_companion_keeps_its_seat_through_a_resume_and_once_more(journal: Journal) -> None:
    session = begin(journal, "kokoro", "Ann", "Ben", "Companion")
    assert frozenset({2}) == session.bot_seats
    record = journal.unfinished()
    assert record is not None
    assert frozenset({2}) == Session.resume(journal, record).bot_seats
    assert frozenset({2}) == session.once_more().bot_seats


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_companion_keeps_its_strength_through_a_resume_and_once_more(journal: Journal, strength: str) -> None:
    players = ("Ann", "companion")
    session = Session.begin(journal, "cocoon_world", players, table="virtual", companions=(1,), strength=strength)
    record = journal.unfinished()
    assert record is not None
    for kept in (session, Session.resume(journal, record), session.once_more()):
        assert strength == kept.strength
        assert {1: session.game.bot(strength)} == kept.bots


def test_a_strength_that_this_release_does_not_know_counts_as_good() -> None:
    assert ["good", "good", "strong"] == [
        strength_of(read_origin(text)) for text in ("", '{"strength": "fierce"}', '{"strength": "strong"}')
    ]


def test_what_a_game_lacks_is_played_by_the_nearest_weaker_bot() -> None:
    bots = {"random": choose_randomly, "good": find_game("kokoro").bots["good"]}
    game = replace(find_game("kokoro"), bots=bots)
    assert ["random", "good", "good"] == [
        next(name for name, bot in bots.items() if bot is game.bot(strength)) for strength in STRENGTHS
    ]
    assert ("good",) == game.strengths


def test_strengths_that_people_may_choose() -> None:
    assert {name: find_game(name).strengths for name in NAMES} == {
        "cocoon_world": ("good", "strong"),
        "cocoons": ("gentle", "good", "strong"),
        "kokoro": ("gentle", "good", "strong"),
        "chocobo": ("gentle", "good"),
    }


@pytest.mark.parametrize("game", [game for game in NAMES if find_game(game).plan is not None])
def test_a_searching_companion_thinks_a_little_each_frame(journal: Journal, game: str) -> None:
    """So the loop never waits for it, however long it thinks."""
    session = begin(journal, game, "companion", "Ann")
    table, luck, rollouts = Sitting(session), random.Random(2), 6
    bot = Counting(session.game, rollouts)
    table.loop.bots.seats[0] = bot
    for _ in range(400):
        before = list(bot.counted)
        table.step(PACE_S)
        assert all(now - was <= THOUGHTS for was, now in zip_longest(before, bot.counted, fillvalue=0))
        if len(bot.counted) > 3:
            break
        if table.asked() in (1, TEAM):
            table.answer_for_people(luck)
    assert [one for one in session.history.played if one.source == "bot"]
    assert 1 < max(bot.counted) <= rollouts


class Counting(Thinker):
    """A searching bot that counts how often it was given time, decision by decision."""

    def __init__(self, game: Game, rollouts: int) -> None:
        assert game.plan is not None
        super().__init__(game.imagine, rollouts, game.plan)
        self.counted: list[int] = []

    def ponder(self, *given: Any) -> Iterator[Any]:
        self.counted.append(0)
        for best in super().ponder(*given):
            self.counted[-1] += 1
            yield best


def test_a_game_of_bots_needs_nobody(journal: Journal) -> None:
    session = Session.begin(journal, "chocobo", ("A", "B"), table="virtual", by=BOTS)
    assert frozenset({TEAM, 0, 1}) == session.bot_seats
    table = Sitting(session, pace_s=0.0)
    table.step()
    assert session.is_over
    assert {"bot", "luck"} == {played.source for played in session.history.played}


def test_seats_are_named_after_the_companion_in_both_languages() -> None:
    assert (1, 2) == seats_named(("Ann", "companion", "Compagnon 2", "Companions"))


def test_a_hint_at_a_real_table_names_no_tile_that_the_player_may_not_hold(tmp_path: Path) -> None:
    typed = "begin red\nroll 1,4,6\nhint\nquit\n"
    output = call(tmp_path, "play", "cocoon-world", "--headless", "--new", typed=typed).output
    hinted = output.partition("general advice")[2].partition("\n>")[0]
    assert "event space" in hinted
    assert not re.search(r"place \w+_\d|\(place ", hinted.partition("The game is kept")[0].partition("lay one")[0])
    known = call(tmp_path, "play", "cocoon-world", "--headless", "--new", "--players", "Ann,companion",
                 typed="\n" * 4 + "hint\nquit\n").output  # fmt: skip
    assert "general advice" not in known


def test_the_terminal_seats_the_companion_by_its_name(tmp_path: Path) -> None:
    output = call(tmp_path, "play", "kokoro", "--headless", "--players", "Ann,companion", typed="quit\n").output
    assert "Traceback" not in output
    with Journal(tmp_path / JOURNAL) as kept:
        record = kept.unfinished()
        assert record is not None
        assert ("1", True) == (record.origin.companions, Session.resume(kept, record).history.setup.virtual)


def test_luck_is_quick_for_people(journal: Journal) -> None:
    table = Sitting(begin(journal, "cocoon_world", "Ann", "companion"))
    table.step()
    assert not any(played.asked == CHANCE and played.about.get("seat") == 1 for played in table.session.history.played)
    assert table.session.history.question.asked == 0 or table.session.history.question.about.get("seat") == 1


def test_what_can_only_be_one_thing_is_not_asked(journal: Journal) -> None:
    session = Session.begin(journal, "cocoons", ("Ann", "Ben"), table="real", options={"level": "1"})
    table, luck = Sitting(session), random.Random(5)
    table.loop.bots.deals = False
    obvious = session.game.obvious
    by_itself = 0
    for _ in range(600):
        if session.is_over:
            break
        table.step(PACE_S)
        if session.is_over:
            break
        question = session.history.question
        assert question.kind not in obvious or len(set(question.options)) > 1
        by_itself = sum(played.source == "luck" for played in session.history.played)
        answer = choose_randomly(session.game.rules, session.history.state, question, luck)
        table.loop.handle(intents.Answered(answer.spell()))
    assert by_itself
    assert {played.kind for played in session.history.played if played.source == "luck"} <= obvious
