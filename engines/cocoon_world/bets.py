"""Gods' Bet: whose pawn reaches Start next?"""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.answers import Bet
from tablekeeper.engines.cocoon_world.board import TRACK
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.points import gain
from tablekeeper.engines.cocoon_world.state import BLACK, NOBODY, WHITE, State, Table, bets_now
from tablekeeper.engines.core import Question, made, put

PRIZE = 3


def open_colours(table: Table) -> tuple[str, ...]:
    """The colours that the active player may bet on: not the own one, none that is bet on already."""
    return tuple(
        colour for seat, colour in enumerate(table.setup.colours) if seat != table.seat and seat not in table.bets
    )


@FLOW.step("stop_on_gods_bet")
def go_to_track(table: Table) -> None:
    """The pawn moves to the track and its player predicts; a spare pawn has nothing to do here."""
    seat = table.seat
    if bets_now(table, seat):
        table.say("bet_ignored", "bet.spare_stops", seat)
    elif not open_colours(table):
        table.say("bet_impossible", "bet.no_colour", seat)
    else:
        table.then(("bet",))


@FLOW.question("bet")
def ask_bet(state: State) -> Question:
    """Whose pawn stops on or passes Start next?"""
    return Question("bet", state.seat, tuple([made(Bet, colour) for colour in open_colours(state)]))


@FLOW.answer("bet")
def bet(table: Table, answer: Bet) -> None:
    """The prediction is made; the pawn leaves the loop."""
    seat = table.seat
    table.bets = put(table.bets, seat, table.setup.colours.index(answer.colour))
    table.bet_sides = put(table.bet_sides, seat, table.sides[seat])
    table.at = put(table.at, seat, TRACK)
    table.say("bet_made", "bet.predict", seat, on=answer.colour)


def place_spare(table: Table) -> None:
    """The turn comes before the bet is settled: the spare pawn stands in, showing the same side."""
    seat = table.seat
    table.at = put(table.at, seat, 0)
    table.sides = put(table.sides, seat, table.bet_sides[seat])
    table.say("spare_placed", "bet.spare", seat)


def settle_bets(table: Table, mover: int) -> None:
    """A pawn stopped on or passed Start: every open bet is right or wrong, clockwise from the mover (ruling 24).

    A spare pawn that leaves the loop may free a space, so no earlier stop counts for a loop any more.
    """
    seats = len(table.bets)
    for seat in ((mover + i) % seats for i in range(seats)):
        if not bets_now(table, seat):
            continue
        side = table.bet_sides[seat]
        right = table.bets[seat] == mover
        table.trail = ()
        table.bets = put(table.bets, seat, NOBODY)
        table.at = put(table.at, seat, 0)
        if right:
            table.sides = put(table.sides, seat, side)
            table.say("bet_won", "bet.right", seat, on=table.setup.colours[mover])
            gain(table, seat, PRIZE, "bet.right")
        else:
            side = WHITE if side == BLACK else BLACK
            table.sides = put(table.sides, seat, side)
            table.say(
                "bet_lost", "bet.wrong", seat, passed=table.setup.colours[mover], side="black" if side else "white"
            )
