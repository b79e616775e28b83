"""The five rounds: each begins with the sanctuary that will be scored at its end."""

from __future__ import annotations

from engines.core import CHANCE, TEAM, Product, Question
from engines.kokoro.answers import Sanctuary
from engines.kokoro.flow import FLOW
from engines.kokoro.mat import LETTERS
from engines.kokoro.state import State, Table, without


@FLOW.step("round")
def begin_round(table: Table) -> None:
    """A card that was dealt for a look is the one that comes; looks count anew."""
    table.round += 1
    table.golden = 0
    table.peeks = (0,) * len(table.peeks)
    if table.top:
        _call(table, table.top)
    else:
        table.then(("sanctuary",))


@FLOW.question("sanctuary")
def ask_sanctuary(state: State) -> Question:
    """Which sanctuary card is on top of the deck?"""
    about = {"dealt_by": state.setup.dealer, "round": state.round}
    return Question("sanctuary", CHANCE, Product(Sanctuary, state.left), about)


@FLOW.answer("sanctuary")
def call_sanctuary(table: Table, answer: Sanctuary) -> None:
    """All players write its letter in the topmost free box."""
    _call(table, answer.letter)


@FLOW.refusal("sanctuary")
def refuse_sanctuary(state: State, answer: object) -> str | None:
    """A letter that was called before, or that no mat has."""
    if not isinstance(answer, Sanctuary):
        return None
    return "called_before" if answer.letter in LETTERS else "no_such_sanctuary"


def _call(table: Table, letter: str) -> None:
    table.top, table.seers = "", ()
    table.left = without(table.left, letter)
    table.letters = (*table.letters, letter)
    table.say("sanctuary_called", "round.sanctuary", TEAM, letter=letter, round=table.round)
    table.then(("turn",))
