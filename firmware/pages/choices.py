"""What the companion chose, what spoke for it, and what its options promised."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tablekeeper.display.words.instructions import CHOSE
from tablekeeper.engines.core import PUBLIC, Answer, Event, Question
from tablekeeper.engines.core.bots.at_table import Noted
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.record.history import History, Played
from tablekeeper.firmware.journal.companions import is_bot, note_of, own_state
from tablekeeper.firmware.pages.advice import Advice, explain
from tablekeeper.firmware.pages.advice_desk import AdviceDesk
from tablekeeper.firmware.pages.standing import Standing


def choice_events(game: Game, history: History, at: int) -> tuple[Event, ...]:
    """What a bot decided, and what spoke for it; where only the bot may know it, that it did."""
    played = history.played[at]
    seat = played.asked if played.answer.giver is None else played.answer.giver
    if not is_bot(played.source) or seat < 0:
        return ()
    if played.only_for != PUBLIC:
        return (Event(CHOSE, "", seat, {}),)
    return (Event(CHOSE, "", seat, {"answer": whole_answer(game, played), "reason": reason_at(game, history, at)}),)


class Choice(NamedTuple):
    """An answer of the companion, and what it was asked."""

    at: int
    """The number of the answer."""
    before: Any
    """The table as its seat knew it."""
    question: Question
    answer: Answer


def choice_at(game: Game, history: History, at: int) -> Choice:
    """An answer with the table at which it was given."""
    played = history.played[at]
    seat = played.asked if played.answer.giver is None else played.answer.giver
    before = own_state(game, history, seat, at)
    return Choice(at, before, game.rules.question(before).put_to(seat), whole_answer(game, played))


def reason_at(game: Game, history: History, at: int) -> Reason | None:
    """What spoke for an answer when it was given."""
    return _reason_for(game, choice_at(game, history, at))


def _reason_for(game: Game, choice: Choice) -> Reason | None:
    return game.reason(game.rules, choice.before, choice.question, choice.answer)


def whole_answer(game: Game, played: Played) -> Answer:
    """An answer with what a bot noted of its own piece."""
    note = note_of(played.source)
    if game.at_table is None or not note:
        return played.answer
    return game.at_table.spell(Noted(played.answer, played.about, note))


def say_choice(session: Standing, event: Event, desk: AdviceDesk | None) -> dict[str, Any]:
    """What spoke for the choice of the companion that led to an event."""
    choice = _choice_behind(session, event)
    if choice is None:
        return {}
    if desk is None or session.game.weigh_openly is None or len(choice.question.options) < 2:
        return {"chosen": choice.answer, "reason": _reason_for(session.game, choice)}
    advice = _ask(desk, session, choice)
    if advice is None:
        return {"chosen": choice.answer, "thinking": True}
    return {"chosen": choice.answer, "reason": advice.reason, "weighed": advice.weighed}


def _choice_behind(session: Standing, event: Event) -> Choice | None:
    """The choice of a bot that led to an event, where everybody may know it."""
    played = session.history.played
    at = next((at for at in reversed(range(len(played))) if any(one is event for one in played[at].events)), None)
    if at is None or not any(event.facts for event in choice_events(session.game, session.history, at)):
        return None
    return choice_at(session.game, session.history, at)


def _ask(desk: AdviceDesk, session: Standing, choice: Choice) -> Advice | None:
    """What there is to say of a choice, as soon as it has been worked out."""
    game = session.game

    def work_out() -> Advice:
        return explain(game, choice.before, choice.question, choice.answer, random.Random(0))

    return desk.find(session.history.asked, ("why", choice.at), work_out)
