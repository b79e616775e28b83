"""The end: the cocoons are opened, and the table has won or lost together."""

from __future__ import annotations

from tablekeeper.engines.cocoons.answers import Name, Verdict
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.state import UNNAMED, State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Outcome, Product, Question, put

CLAUSES = {
    "all_home": "end.won",
    "wrong_guardian": "end.wrong_guardian",
    "out_of_tokens": "end.out_of_tokens",
}
"""By cause, the clause that ends the game so."""


def end_game(table: Table, cause: str, clause: str) -> None:
    """Nothing is asked any more."""
    table.ended = cause
    table.agenda = ()
    table.show("game_ended", clause, TEAM, cause=cause, tokens=table.reserve)


@FLOW.step("open")
def open_cocoons(table: Table) -> None:
    """At a real table everybody looks; at a virtual one the sides that nobody has seen are turned up one by one."""
    if not table.setup.all_known:
        table.agenda = (("verdict",),)
    elif UNNAMED in table.owners:
        table.agenda = (("reveal", table.owners.index(UNNAMED)), ("open",))
    else:
        _judge(table, table.homes == tuple((owner,) for owner in table.owners))


@FLOW.question("reveal")
def ask_reveal(state: State, cocoon: int) -> Question:
    """Out of the box with it: whose cocoon is this?"""
    left = tuple(guardian for guardian in state.setup.edition.guardians if guardian not in state.owners)
    return Question("reveal", CHANCE, Product(Name, left), {"cocoon": cocoon, "place": state.cocoons.index(cocoon)})


@FLOW.answer("reveal")
def reveal(table: Table, answer: Name, cocoon: int) -> None:
    """The side is seen by all."""
    table.owners = put(table.owners, cocoon, answer.guardian)
    table.say("cocoon_opened", "end.open", TEAM, cocoon=cocoon, guardian=answer.guardian)


@FLOW.question("verdict")
def ask_verdict(state: State) -> Question:
    """Take every cocoon out of the box: is each guardian in its own?"""
    return Question("verdict", CHANCE, (Verdict(True), Verdict(False)))


@FLOW.answer("verdict")
def hear_verdict(table: Table, answer: Verdict) -> None:
    """What the table sees counts, whatever was said before."""
    _judge(table, answer.right)


def _judge(table: Table, right: bool) -> None:
    cause = "all_home" if right else "wrong_guardian"
    end_game(table, cause, CLAUSES[cause])


def outcome(state: State) -> Outcome:
    """All win or lose together; the score is the number of tokens left."""
    seats = tuple(range(len(state.setup.players)))
    won = state.ended == "all_home"
    return Outcome(seats if won else (), state.ended, CLAUSES[state.ended], (state.reserve,) * len(seats))


@FLOW.refusal("reveal")
def refuse_reveal(state: State, answer: Answer, cocoon: int) -> str | None:
    """Each guardian has one cocoon."""
    if not isinstance(answer, Name):
        return None
    return "lives_elsewhere" if answer.guardian in state.setup.edition.guardians else "no_such_guardian"
