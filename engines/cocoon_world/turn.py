"""A turn from its opening roll to the supply, and the end of the game."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablekeeper.engines.cocoon_world.answers import Begin, Change, Leave
from tablekeeper.engines.cocoon_world.bets import place_spare
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.movement import move
from tablekeeper.engines.cocoon_world.points import flip, gain
from tablekeeper.engines.cocoon_world.state import WHITE, State, Table, bets_now, waits_on_track
from tablekeeper.engines.core import CHANCE, Answer, Question, Roll, Rolls, put

DIE = range(1, 7)


@FLOW.question("first")
def ask_first(state: State) -> Question:
    """Who is the start player? Drawn at random."""
    return Question("first", CHANCE, tuple(map(Begin, state.setup.colours)))


@FLOW.answer("first")
def begin_game(table: Table, answer: Begin) -> None:
    """The start player is known."""
    table.first = table.setup.colours.index(answer.colour)
    table.say("game_begun", "setup.start_player", table.first, turns=table.setup.turns)
    table.agenda = (("turn", table.first),)


@FLOW.step("turn")
def begin_turn(table: Table, seat: int) -> None:
    """A turn begins with what earlier tiles promised for it."""
    table.seat = seat
    table.to_place = 1
    table.trail = ()
    table.say("turn_begun", "turn.order", seat, turn=table.turn)
    if waits_on_track(table, seat):
        place_spare(table)
    promised = table.promised[seat]
    extra = "extra_die" in promised
    table.then(
        ("opening_roll", extra, "change_die" in promised, "reverse" in promised),
        ("place_nearest",),
        ("supply",),
        ("end_turn",),
    )
    if promised:
        table.promised = put(table.promised, seat, tuple(word for word in promised if word == "choose_supply"))


@FLOW.question("opening_roll")
def ask_opening_roll(state: State, extra: bool, change: bool, reverse: bool) -> Question:
    """Two own dice and the black one; a dungeon die more when a tile promised it."""
    return _ask_opening(state.seat, state.setup.colours[state.seat], extra)


@cache
def _ask_opening(seat: int, colour: str, extra: bool) -> Question:
    dice = ((colour, 2), ("white", 1), ("black", 1)) if extra else ((colour, 2), ("black", 1))
    return Question("roll", CHANCE, Rolls(4 if extra else 3), {"dice": dice, "seat": seat, "why": "opening"})


@FLOW.answer("opening_roll")
def roll_opening(table: Table, answer: Roll, extra: bool, change: bool, reverse: bool) -> None:
    """The dice lie; a promised change comes before they count."""
    table.say("dice_rolled", "turn.roll", table.seat, values=answer.values)
    if extra:
        table.say("die_added", "tile.extra_die", table.seat, value=answer.values[2])
    if change:
        table.then(("change_die", answer.values, reverse))
    else:
        judge(table, answer.values, reverse)


@FLOW.question("change_die")
def ask_change(state: State, values: tuple[int, ...], reverse: bool) -> Question:
    """Change the result of one die, or leave it."""
    changes = (Change(die, value) for die, now in enumerate(values) for value in DIE if value != now)
    return Question("change_die", state.seat, (Leave(), *changes), {"values": values})


@FLOW.answer("change_die")
def change_die(table: Table, answer: Answer, values: tuple[int, ...], reverse: bool) -> None:
    """The changed result counts as if it had been rolled."""
    if isinstance(answer, Change):
        table.say(
            "die_changed", "tile.change_die", table.seat, die=answer.die, was=values[answer.die], now=answer.value
        )
        values = put(values, answer.die, answer.value)
    judge(table, values, reverse)


def judge(table: Table, values: tuple[int, ...], reverse: bool) -> None:
    """Compare the own dice with the target die, which then leaves the tray."""
    seat = table.seat
    *own, target = values
    matches = own.count(target)
    if matches:
        gain(table, seat, matches, "turn.match")
    elif max(own) < target:
        flip(table, seat, "turn.flip")
    table.say("target_removed", "turn.target_out", seat)
    go(table, tuple(own), reverse)


def go(table: Table, own: tuple[int, ...], reverse: bool) -> None:
    """Move by the sum of the own dice; a doublet moves for EP only and is rolled again."""
    total = sum(own)
    if reverse:
        table.say("move_reversed", "tile.reverse", table.seat, spaces=total)
        total = -total
    if len(set(own)) < len(own):
        table.say("doublet_rolled", "doublet.move", table.seat, spaces=total)
        table.then(("reroll", "doublet"))
        move(table, total, "land_for_ep", "doublet.move")
    else:
        move(table, total, "land", "move.dice")


@FLOW.step("roll_again")
def roll_again(table: Table) -> None:
    """A tile grants another roll, unless the pawn has gone to the Gods' Bet track meanwhile."""
    if waits_on_track(table, table.seat):
        table.say("roll_lost", "bet.roll_lost", table.seat)
    else:
        table.then(("reroll", "tile"))


@FLOW.question("reroll")
def ask_reroll(state: State, why: str) -> Question:
    """The two own dice once more."""
    return _ask_again(state.seat, state.setup.colours[state.seat], why)


@cache
def _ask_again(seat: int, colour: str, why: str) -> Question:
    return Question("roll", CHANCE, Rolls(2), {"dice": ((colour, 2),), "seat": seat, "why": why})


@FLOW.answer("reroll")
def reroll(table: Table, answer: Roll, why: str) -> None:
    """A new roll breaks every loop."""
    table.say(
        "dice_rolled", "doublet.move" if why == "doublet" else "tile.roll_again", table.seat, values=answer.values
    )
    table.trail = ()
    go(table, answer.values, False)


@FLOW.step("end_turn")
def end_turn(table: Table) -> None:
    """The next player on the left; after all players the turn marker, after the last turn the end."""
    seats = len(table.at)
    nxt = (table.seat + 1) % seats
    if nxt == table.first:
        if table.turn == table.setup.turns:
            _end_game(table)
            return
        table.turn += 1
    begin_turn(table, nxt)


def _end_game(table: Table) -> None:
    for seat in range(len(table.at)):
        if bets_now(table, seat):
            table.say("bet_unsettled", "bet.at_end", seat)
    winner, clause = rank(table)
    table.say("game_ended", clause, winner, ep=table.ep[winner])


def side_that_counts(table: Any, seat: int) -> int:
    """The side of a seat's own pawn; a spare pawn that stands in for it shows its own (ruling 26)."""
    side: int = table.bet_sides[seat] if bets_now(table, seat) else table.sides[seat]
    return side


def rank(table: Any) -> tuple[int, str]:
    """The winner and the clause that decided: most EP, then the white side, then the marker on top."""
    best = max(table.ep)
    tied = [seat for seat, ep in enumerate(table.ep) if ep == best]
    if len(tied) == 1:
        return tied[0], "end.most_ep"
    white = [seat for seat in tied if side_that_counts(table, seat) == WHITE]
    if len(white) == 1:
        return white[0], "end.white_side"
    return max(white or tied, key=table.stack.index), "end.on_top"
