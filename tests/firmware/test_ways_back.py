"""The ways back as people take them: on the thing itself, what would be undone shown before, and agreed to by all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import DoubtPage, FixPage, TablePage, TimelinePage, WayBackPage
from tablekeeper.engines.core import CHANCE
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages.table_pages import is_fixable
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses.inbox import Inbox
from tests.firmware.fakes import FakeScreen, Table


class Sitting:
    """People at a real table who enter everything by touch."""

    def __init__(self, journal: Journal, game: str, players: tuple[str, ...], **bots: Any) -> None:
        self.session = Session.begin(journal, game, players, table="real")
        self.screen = FakeScreen()
        self.loop = Loop(self.session, self.screen, Inbox(), {}, luck=random.Random(1), **bots)
        self.now_s = 0.0

    def want(self, *wanted: intents.Intent) -> Any:
        """The page after somebody wanted this."""
        self.screen.wanted.extend(wanted)
        self.now_s += 1
        self.loop.step(self.now_s)
        return self.screen.page

    def say(self, *answers: str) -> Any:
        """The page after people entered these answers."""
        return [self.want(intents.Answered(text)) for text in answers][-1]

    def answers(self) -> list[str]:
        """What stands."""
        return [played.answer.spell() for played in self.session.history.played]


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    with Journal(tmp_path / "journal.sqlite") as kept:
        yield kept


def test_a_typed_die_a_tile_and_a_mark_are_asked_once_more_when_they_are_touched(journal: Journal) -> None:
    box = Sitting(journal, "cocoons", ("Ann", "Ben"))
    page = box.say("start 4", "face N")
    assert isinstance(page, TablePage)
    (start, mark) = page.entered
    assert [(0, "start"), (1, "face")] == [(start.at, start.kind), (mark.at, mark.kind)]
    fix = box.want(intents.OpenFix(mark.at))
    assert isinstance(fix, FixPage)
    assert ("face", "face N", 1) == (fix.table.question.kind, fix.was, fix.at)  # type: ignore[union-attr]
    box.want(intents.LookBack(intents.FixReading(1, "face E")))
    assert ["start 4", "face E"] == box.answers()


def test_a_fix_that_undoes_nothing_is_done_and_one_that_does_shows_it_first(journal: Journal) -> None:
    world = Sitting(journal, "cocoon_world", ("Ann", "Ben"))
    page = world.say("begin red", "roll 1,4,6", "place lose_3 5")
    before = world.answers()
    assert isinstance(world.want(intents.OpenFix(1)), DoubtPage)
    page = world.want(intents.LookBack(intents.FixReading(1, "roll 1,5,6")))
    assert isinstance(page, WayBackPage)
    assert ["place lose_3 5"] == [step.text for step in page.steps]
    assert before == world.answers()
    assert isinstance(world.want(intents.Back()), TablePage)
    assert before == world.answers()
    world.want(intents.LookBack(intents.FixReading(1, "roll 1,5,6")))
    world.want(page.way)
    assert ["begin red", "roll 1,5,6"] == world.answers()


def test_a_rewind_asks_everybody_and_shows_what_goes(journal: Journal) -> None:
    world = Sitting(journal, "cocoon_world", ("Ann", "Ben"))
    world.say("begin red", "roll 1,4,6", "place lose_3 5")
    page = world.want(intents.LookBack(intents.Rewind(1)))
    assert isinstance(page, WayBackPage)
    assert ((0, 1), [1, 2]) == (page.agree, [step.at for step in page.steps])
    assert 3 == len(world.answers())
    world.want(page.way)
    assert ["begin red"] == world.answers()


def test_bots_need_not_agree(journal: Journal) -> None:
    world = Sitting(journal, "cocoon_world", ("Ann", "Ben"), bots={1: lambda *words: pytest.fail("asked too early")})
    world.say("begin red", "roll 1,4,6")
    page = world.want(intents.LookBack(intents.Rewind(1)))
    assert isinstance(page, WayBackPage)
    assert () == page.agree


def test_taking_back_shows_the_choice_first_and_is_refused_after_luck(journal: Journal) -> None:
    world = Sitting(journal, "cocoon_world", ("Ann", "Ben"))
    world.say("begin red", "roll 1,4,6")
    page = world.want(intents.LookBack(intents.TakeBack()))
    assert "refused" == page.note
    world.say("place lose_3 5")
    page = world.want(intents.LookBack(intents.TakeBack()))
    assert ["place lose_3 5"] == [step.text for step in page.steps]
    world.want(page.way)
    assert ["begin red", "roll 1,4,6"] == world.answers()


def test_a_seat_that_takes_back_on_its_phone_covers_nobodys_table(journal: Journal) -> None:
    world = Sitting(journal, "cocoon_world", ("Ann", "Ben"))
    world.say("begin red", "roll 1,4,6", "place lose_3 5")
    world.loop.handle(intents.LookBack(intents.TakeBack()), intents.Sender("phone", 0))
    assert world.loop.cover.page is None
    assert ["begin red", "roll 1,4,6"] == world.answers()


def test_what_the_companion_drew_is_not_put_right(journal: Journal) -> None:
    session = Session.begin(journal, "cocoon_world", ("Ann", "Ben"), table="virtual")
    luck = random.Random(3)
    while len(session.history.played) < 40:
        question = session.history.question
        answer = question.options[luck.randrange(len(question.options))]
        session.answer(answer, "luck" if question.asked == CHANCE else "touch")
    assert not any(is_fixable(session, played) for played in session.history.played)


def test_the_history_names_what_can_be_put_right(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    page = table.intent(intents.OpenTimeline())
    assert isinstance(page, TimelinePage)
    assert [step.fixable for step in page.steps][-1]


def test_dice_that_were_typed_are_put_right_in_their_own_colours(journal: Journal) -> None:
    world = Sitting(journal, "cocoon_world", ("Ann", "Ben"))
    world.say("begin red", "roll 1,4,6")
    page = world.want(intents.OpenFix(1))
    assert isinstance(page, DoubtPage)
    assert [(1, "red"), (4, "red"), (6, "black")] == [(die.value, die.body) for die in page.dice]
    assert 0 == page.seat
