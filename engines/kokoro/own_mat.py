"""The companion's own mat beside the real ones: it lies on the screen, and only its count comes to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablekeeper.engines.core import Answer, Question, put
from tablekeeper.engines.core.bots.at_table import AtTable, Choice, Noted
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.bots.redeal import changed
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.answers import Count, Draw, Drew
from tablekeeper.engines.kokoro.decrees import CODED
from tablekeeper.engines.kokoro.paths import put_piece
from tablekeeper.engines.kokoro.scoring import DECREE, finished, joined
from tablekeeper.engines.kokoro.setup import DRAWN_DECREE, Setup
from tablekeeper.engines.kokoro.state import State
from tablekeeper.engines.kokoro.view import View


def counts_alone(setup: Setup) -> bool:
    """Whether every decree that may come is one that can be counted without asking people."""
    may_come = setup.usable_decrees if setup.decree == DRAWN_DECREE else filter(None, (setup.decree,))
    return set(may_come) <= CODED.keys()


def lay_own_mat(state: State, seat: int, notes: Sequence[Noted]) -> State:
    """The state with what the seat has drawn. It looks only where the card is dealt on the screen: a real one would
    have to be read to it by somebody who may not know it."""
    drawn = state.mats[seat]
    for noted in notes:
        drawn = put_piece(drawn, int(noted.note), noted.about["shape"])
    setup, peeks = replace(state.setup, virtual_mats=True), state.peeks
    if not setup.own_decks:
        setup, peeks = replace(setup, peek_limit=1), put(peeks, seat, 1)
    return changed(state, setup=setup, mats=put(state.mats, seat, drawn), peeks=peeks)


def play_own_mat(bot: Bot, rules: AnyRules, own: State, question: Question, luck: Luck) -> Choice:
    """A path is drawn on the own mat, and the table only hears that it was; the own mat is counted as it is."""
    seat = question.speaker
    if question.kind == "count":
        return Choice(Count(seat, _count(own, seat, question.about["target"])))
    if question.kind != "act":
        return Choice(bot(rules, own, question, luck))
    answer = bot(rules, own, rules.question(own)._replace(about=question.about), luck)
    return Choice(Drew(seat), str(answer.space)) if isinstance(answer, Draw) else Choice(answer)


def _count(own: State, seat: int, target: str) -> int:
    if target == DECREE:
        return CODED[own.decree](finished(own, seat))
    return joined(own, own.mats[seat], target)[1]


def spell_drawing(noted: Noted) -> Answer:
    """The path with the space on which it was drawn."""
    if not noted.note or noted.answer.giver is None:
        return noted.answer
    return Draw(noted.answer.giver, int(noted.note), noted.about["shape"])


def show_own_mat(view: View, own: State, seat: int) -> View:
    """Everybody may see the mat, as at a table."""
    player = replace(view.players[seat], drawn=own.mats[seat])
    return replace(view, players=put(view.players, seat, player))


OWN_MAT = AtTable(counts_alone, lay_own_mat, play_own_mat, spell_drawing, show_own_mat)
