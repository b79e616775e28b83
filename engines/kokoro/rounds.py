"""The five rounds: each begins with the sanctuary that will be scored at its end."""

from __future__ import annotations

from tablekeeper.engines.core import CHANCE, TEAM, Product, Question, without
from tablekeeper.engines.kokoro.answers import Sanctuary
from tablekeeper.engines.kokoro.flow import FLOW
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.state import State, Table


@FLOW.step("round")
def begin_round(table: Table) -> None:
    """Golden cards and looks count anew."""
    table.round += 1
    table.golden = 0
    table.peeks = (0,) * len(table.peeks)
    table.then(("sanctuary",))


@FLOW.question("sanctuary")
def ask_sanctuary(state: State) -> Question:
    """Which sanctuary card is on top of the deck? One dealt for a look is the one that comes.

    It is asked even then, so that nobody can take back a drawing after the card has been revealed.
    """
    about = {"dealt_by": state.setup.dealer, "round": state.round}
    if state.top:
        return Question("sanctuary", CHANCE, (Sanctuary(state.top),), about, only_for=state.seers[0])
    return Question("sanctuary", CHANCE, Product(Sanctuary, state.left), about)


@FLOW.answer("sanctuary")
def call_sanctuary(table: Table, answer: Sanctuary) -> None:
    """All players write its letter in the topmost free box."""
    table.top, table.seers = "", ()
    table.left = without(table.left, answer.letter)
    table.letters = (*table.letters, answer.letter)
    table.say("sanctuary_called", "round.sanctuary", TEAM, letter=answer.letter, round=table.round)
    table.then(("turn",))


@FLOW.refusal("sanctuary")
def refuse_sanctuary(state: State, answer: object) -> str | None:
    """A letter that was called before, that no mat has, or another one than was seen on top."""
    if not isinstance(answer, Sanctuary):
        return None
    if answer.letter not in LETTERS:
        return "no_such_sanctuary"
    return "other_card" if answer.letter in state.left else "called_before"
