"""A turn of Pig, and the end of the game."""

from __future__ import annotations

from tablekeeper.engines.core import CHANCE, Answer, Outcome, Question, Roll, Rolls, put
from tests.pig.answers import Again, Hold
from tests.pig.flow import FLOW
from tests.pig.state import State, Table


@FLOW.step("turn")
def begin_turn(table: Table) -> None:
    """Somebody's turn begins with a roll."""
    table.gained = 0
    table.say("turn_begun", "turn.order", table.seat, turn=table.turn)
    table.then(("roll",))


@FLOW.question("roll")
def ask_roll(state: State) -> Question:
    """One white die."""
    return Question("roll", CHANCE, Rolls(1), {"dice": (("white", 1),), "seat": state.seat})


@FLOW.answer("roll")
def roll(table: Table, answer: Roll) -> None:
    """A 1 loses the points of the turn; anything else adds to them."""
    pips = answer.values[0]
    table.say("dice_rolled", "turn.roll", table.seat, values=answer.values, colours=("white",))
    if pips == 1:
        table.say("turn_lost", "turn.one", table.seat, points=table.gained)
        _pass_on(table)
    else:
        table.gained += pips
        table.then(("go_on",))


@FLOW.question("go_on")
def ask_go_on(state: State) -> Question:
    """Roll once more, or hold?"""
    return Question("go_on", state.seat, (Again(), Hold()), {"points": state.gained})


@FLOW.answer("go_on")
def go_on(table: Table, answer: Answer) -> None:
    """Roll once more, or keep what there is."""
    if isinstance(answer, Again):
        table.then(("roll",))
        return
    now = table.points[table.seat] + table.gained
    table.points = put(table.points, table.seat, now)
    table.say("points_held", "turn.hold", table.seat, points=table.gained, now=now)
    if now >= table.setup.goal:
        table.say("game_won", "end.goal", table.seat, points=now)
        table.agenda = ()
    else:
        _pass_on(table)


def _pass_on(table: Table) -> None:
    table.seat = (table.seat + 1) % len(table.points)
    table.turn += table.seat == 0
    table.then(("turn",))


def find_outcome(state: State) -> Outcome:
    """Who has reached the goal."""
    best = max(range(len(state.points)), key=lambda seat: state.points[seat])
    return Outcome((best,), "goal", "end.goal", state.points)
