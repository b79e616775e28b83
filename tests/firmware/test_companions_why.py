"""Why the companion chose: the screen names what its two best options promised, and never waits for that."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import TablePage, WhyPage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core import PUBLIC
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.pages.advice_desk import AdviceDesk, Think, Work, at_once, in_background
from tablekeeper.firmware.program.loop import Hooks, Loop
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.settings.copies import load_ledger
from tests.engines.quick_hints import QUICK_OPENLY
from tests.engines.test_secrets import HIDE_FROM
from tests.firmware.fakes import FakeScreen

OPEN = ("cocoon_world", "cocoons", "kokoro")
"""In Chocobo's Dungeon all that a seat chooses alone is a card out of its hand."""
MOST_STEPS = 800
PATIENCE_S = 60.0
Open = Callable[..., "Table"]


class Table:
    """Ann and the companion, until it has made a choice that everybody may know."""

    def __init__(self, session: Session, think: Think) -> None:
        self.session, self.screen, self.luck = session, FakeScreen(), random.Random(2)
        bots = dict.fromkeys(session.bot_seats, session.game.bot("gentle"))
        self.loop = Loop(session, self.screen, Inbox(), load_ledger(session.game), luck=self.luck, bots=bots,
                         deals=True, hooks=Hooks(think=think))  # fmt: skip

    def step(self) -> Any:
        self.loop.step(0.0)
        return self.screen.page

    def play_until_it_chose(self) -> None:
        for _ in range(MOST_STEPS):
            self.step()
            if self.chose():
                return
            question = self.session.history.question
            given = choose_randomly(self.session.game.rules, self.session.history.state, question, self.luck)
            self.loop.handle(intents.Answered(given.spell()))
        raise AssertionError("the companion makes choices")

    def chose(self) -> bool:
        """Whether one of the last answers was a choice of the companion's that everybody may know."""
        history = self.session.history
        recent = [(at, one) for at, one in enumerate(history.played) if one.source == "bot" and one.only_for == PUBLIC]
        mine = [at for at, one in recent[-4:] if 1 in (one.asked, one.answer.giver)]
        return any(len(history.rules.question(history.before(at)).options) > 1 for at in mine)

    def ask_why(self) -> WhyPage:
        """Back to the events of that choice."""
        page: Any = None
        for back in range(20):
            self.loop.handle(intents.AskWhy(back))
            page = self.step()
            assert isinstance(page, WhyPage)
            if page.weighed is not None or page.thinking:
                return page
        raise AssertionError("what it chose is explained")


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    with Journal(tmp_path / "journal.sqlite") as journal:

        def begin(name: str = "cocoons", think: Think = at_once) -> Table:
            session = Session.begin(journal, name, ("Ann", "companion"), table="virtual", companions=(1,))
            quick = QUICK_OPENLY.get(name, session.game.weigh_openly)
            session.game = replace(session.game, weigh_openly=quick)
            table = Table(session, think)
            table.play_until_it_chose()
            return table

        yield begin


def words_on(page: WhyPage, language: str) -> str:
    """What the screen says."""
    open_screen((800, 480), "dummy", False)
    scene = Composer((800, 480)).compose(page, {}, Look(language=language))
    assert not scene.clipped
    return " ".join(item.words.text for item in scene.items if item.words is not None)


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_names_what_the_two_best_options_promised(open_table: Open, name: str, language: str) -> None:
    page = open_table(name).ask_why()
    assert page.weighed is not None
    assert page.chosen is not None
    speech = Speech(shipped_texts(language), name, page.names, page.colours)
    said = speech.expects(page.weighed, page.chosen)
    assert any(speech.option(found.answer) in said for found in page.weighed.findings[:2])
    assert said in words_on(page, language)


def test_until_it_is_worked_out_the_page_says_that_it_thinks(open_table: Open) -> None:
    works: list[Work] = []
    table = open_table(think=works.append)
    page = table.ask_why()
    assert page.thinking
    assert shipped_texts("en").say("why.thinking") in words_on(page, "en")
    assert table.step() == page
    works.pop()()
    page = table.step()
    assert not page.thinking
    assert page.weighed is not None
    assert not works, "it is worked out once"


def test_what_is_worked_out_too_late_opens_nothing(open_table: Open) -> None:
    works: list[Work] = []
    table = open_table(think=works.append)
    table.ask_why()
    table.loop.handle(intents.Back())
    works.pop()()
    assert isinstance(table.step(), TablePage)


def test_the_loop_goes_on_while_it_is_worked_out(open_table: Open) -> None:
    """The thought waits until the loop has made more steps; were it in the way, they would never be made."""
    stepped, thought = threading.Event(), threading.Event()
    think = in_background()

    def think_slowly(work: Work) -> None:
        think(lambda: wait_and(work))

    def wait_and(work: Work) -> None:
        assert stepped.wait(PATIENCE_S)
        work()
        thought.set()

    table = open_table(think=think_slowly)
    page = table.ask_why()
    for _ in range(30):
        table.step()
    assert page.thinking
    assert table.screen.page == page
    stepped.set()
    assert thought.wait(PATIENCE_S)
    assert table.step().weighed is not None


@pytest.mark.parametrize("name", ["cocoon_world", "kokoro"])
def test_what_everybody_is_told_holds_nothing_that_its_seat_alone_knows(open_table: Open, name: str) -> None:
    """Another hand, another pile, another deck: the same page."""
    table = open_table(name)
    page, history = table.ask_why(), table.session.history
    at = next(at for at in reversed(range(len(history.played))) if history.played[at].answer == page.chosen)
    hidden = HIDE_FROM[name](history.before(at), PUBLIC, random.Random(5))
    assert name == "kokoro" or hidden != history.before(at)
    history._recent[at] = hidden
    events = [event for played in history.played for event in played.events]
    ledger, desk = load_ledger(table.session.game), AdviceDesk(at_once, lambda: None)
    assert table_pages.why_page(table.session, ledger, events, page.back, page.health, desk) == page
