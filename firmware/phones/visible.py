"""The one place that decides what may be seen outside the big screen.

Everybody may see the public view and the public's events. A seat's view, its questions and its events go to whoever
holds that seat's secret, and to nobody else. Everything that leaves the table as a page is made here.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.display.any_page import Page
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.pages import DoubtPage, Light, TablePage
from tablekeeper.display.phone_pages import SeatsPage
from tablekeeper.engines.core import CHANCE, PUBLIC, TEAM, Answer, Event, Question
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.record.giver import QuestionId
from tablekeeper.engines.core.record.history import History, Played
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.phones.admission import Client


@dataclass(frozen=True, eq=False)
class Moment:
    """One game as it stood between two answers; nothing in it changes any more, so any thread may read it."""

    game: Game
    names: Mapping[int, str]
    history: History
    health: tuple[Light, ...]
    note: str = ""
    doubt: DoubtPage | None = None
    """The reading that the table is asked about."""
    by_touch: bool = False
    """Whether dice are typed."""
    fixed: int = 0
    hints: bool = False
    """Whether the table allows hints on phones."""
    companions: frozenset[int] = frozenset()
    """The seats that the companion plays."""

    @property
    def asked(self) -> QuestionId:
        """Which question is open."""
        return self.history.asked

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.game.rules.is_over(self.history.state)

    @property
    def question(self) -> Question | None:
        """What is awaited."""
        return None if self.is_over else self.history.question


@dataclass(frozen=True, eq=False)
class DiceMoment:
    """Dice that are read with no game: what the table shows of them, for everybody alike."""

    number: int
    """Counts what is asked or shown: another roll, another doubt."""
    page: DicePage | DoubtPage

    @property
    def asked(self) -> QuestionId:
        """What a touch is meant for; no game has the number 0."""
        return QuestionId(0, self.number)

    def followed_by(self, page: DicePage | DoubtPage) -> DiceMoment:
        """The moment of the page that is shown now."""
        same = type(page) is type(self.page) and page.dice is self.page.dice
        return DiceMoment(self.number + (not same), page)


def catch(session: Session, health: tuple[Light, ...], **shown: Any) -> Moment:
    """The game as it stands now."""
    history = copy.copy(session.history)
    history.played = list(session.history.played)
    return Moment(session.game, session.names, history, health, companions=session.bot_seats, **shown)


def may_answer(question: Question | None, seat: int | None) -> bool:
    """Whether a seat may answer: its own questions, the team's, and what anybody at the table can see, such as dice."""
    if question is None or seat is None:
        return False
    if question.asked == CHANCE:
        return bool(question.about.get("seat", seat) == seat)
    return question.asked in (seat, TEAM)


def seats_page(moment: Moment | None, client: Client, taken: frozenset[int]) -> SeatsPage:
    """Where a phone chooses: names are for those who have joined."""
    if moment is None:
        return SeatsPage("", {})
    colours = table_pages.colours_of(moment.history.setup)
    return SeatsPage(moment.game.name, dict(moment.names), colours, taken, client.wants)


def own_options(question: Question, seat: int | None) -> Sequence[Answer]:
    """Of what the team is asked, what this seat may say: nobody speaks in the name of another."""
    if question.asked != TEAM or all(option.giver is None for option in question.options[:1]):
        return question.options
    return tuple(option for option in question.options if option.giver in (None, seat))


def page_for(moment: Moment, seat: int | None) -> Page:
    """The page of a seat; None watches."""
    if moment.is_over:
        return table_pages.end_page(moment, moment.fixed, moment.health)
    if moment.doubt is not None and may_answer(moment.question, seat):
        return moment.doubt
    return table_page_for(moment, seat)


def table_page_for(moment: Moment, seat: int | None) -> TablePage:
    """The table as a seat may see it; who may not answer is shown no options."""
    eyes = PUBLIC if seat is None else seat
    rules, state = moment.game.rules, moment.history.state
    page = table_pages.table_page(
        moment, (), health=moment.health, note=moment.note, touch=moment.by_touch, companions=moment.companions
    )
    mine = may_answer(moment.question, seat)
    question = None if moment.is_over else rules.question(state, eyes)
    if question is not None:
        question = question._replace(options=own_options(question, seat) if mine else ())
    return replace(
        page,
        view=table_pages.view_of(moment, eyes, moment.companions),
        question=question,
        happened=tuple(event for event in moment.history.happened if event.only_for in (PUBLIC, eyes)),
        can_take_back=page.can_take_back and seat is not None and moment.history.played[-1].asked in (seat, TEAM),
        can_fix=page.can_fix and seat is not None,
        entered=page.entered if seat is not None else (),
        touch=page.touch and mine,
    )


def public_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """Of what happened, what everybody may know."""
    return tuple(event for event in events if event.only_for == PUBLIC)


def public_text(played: Played) -> str:
    """An answer as everybody may know it; empty where it, or a part of what it did, is a seat's own."""
    hidden = played.only_for != PUBLIC or len(public_events(played.events)) < len(played.events)
    return "" if hidden else played.answer.spell()
