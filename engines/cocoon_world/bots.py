"""A bot that looks one answer ahead and knows what an EP position, a side and the turns left are worth."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.cocoon_world.dungeon import EP
from engines.cocoon_world.state import BLACK, POSITIONS, WHITE, State
from engines.cocoon_world.tiles import EMPTY
from engines.core import Answer, Question
from engines.core.playout import Luck, choose_randomly
from engines.core.rules import Rules

GAINS = ((0, 0.32), (1, 0.40), (2, 0.18), (3, 0.10))
"""How many EP a turn brings, and how often a turn turns the pawn: measured over random games, rounded."""
FLIP = 0.35

HAND_ODDS = {"zombie": 288, "kobold": 720, "goblin": 90, "golem": 120, "dragon_rider": 72, "nightmare": 6}
"""Of 1296 rolls of four dice."""
ROLLS = 1296
LOOKS = 24
"""Options looked at more closely; more would only cost time."""


@cache
def worth(ep: int, side: int, turns: int) -> float:
    """The EP that a seat may hope to end with."""
    if turns <= 0:
        return ep + (0.3 if side == WHITE else 0.0)
    value = 0.0
    for gained, odds in GAINS:
        way = -gained if side == BLACK else gained
        there = (ep + way) % POSITIONS
        stay, turned = worth(there, side, turns - 1), worth(there, 1 - side, turns - 1)
        value += odds * ((1 - FLIP) * stay + FLIP * turned)
    return value


def turns_left(state: State, seat: int) -> int:
    """How many turns a seat still begins."""
    seats = len(state.ep)
    order = (seat - state.first) % seats
    now = (state.seat - state.first) % seats
    return state.setup.turns - state.turn + (1 if order > now else 0)


def standing(state: State, seat: int) -> float:
    """How well a seat stands against the best of the others."""
    mine = worth(state.ep[seat], state.sides[seat], turns_left(state, seat))
    others = [worth(state.ep[i], state.sides[i], turns_left(state, i)) for i in range(len(state.ep)) if i != seat]
    return mine - 0.5 * max(others, default=0.0)


def play_well(rules: Rules[Any, Any], state: Any, question: Question, luck: Luck) -> Answer:
    """The option after which the seat stands best, as far as one answer shows."""
    if question.kind == "go_on":
        return _stop_or_go(state, question)
    if question.kind == "wish":
        return _wish(state, question)
    if question.kind not in ("place", "change_die", "fetch", "rob", "take", "use_taken", "pit", "bet"):
        return choose_randomly(rules, state, question, luck)
    if question.kind == "bet":
        return _bet(state, question)
    return _look_ahead(rules, state, question, luck)


def _look_ahead(rules: Rules[Any, Any], state: State, question: Question, luck: Luck) -> Answer:
    options = question.options
    count = len(options)
    picks = range(count) if count <= LOOKS else {int(luck.random() * count) for _ in range(LOOKS)}
    best, best_value = options[0], float("-inf")
    for i in picks:
        after, _ = rules.answer(state, options[i])
        value = standing(after, question.asked) + 0.4 * _pending(rules, after, question.asked) + luck.random() * 0.01
        if value > best_value:
            best, best_value = options[i], value
    return best


def _pending(rules: Rules[Any, Any], state: State, seat: int) -> float:
    """What waits for the seat in this very turn: another roll, a dungeon, and space ahead that gives EP."""
    if rules.is_over(state) or state.seat != seat:
        return 0.0
    due = {step[0] for step in state.agenda}
    return 1.0 * bool(due & {"reroll", "roll_again"}) + 1.5 * ("pit" in due) + 0.5 * ("bet" in due)


def _after_gain(state: State, seat: int, ep: int) -> float:
    side = state.sides[seat]
    there = (state.ep[seat] + (-ep if side == BLACK else ep)) % POSITIONS
    return worth(there, side, turns_left(state, seat))


def _wish(state: State, question: Question) -> Answer:
    def worth_after(wish: Any) -> float:
        return _after_gain(state, question.asked, wish.ep + question.about["ep"])

    return max(question.options, key=worth_after)


def _stop_or_go(state: State, question: Question) -> Answer:
    made, ep, seat = question.about["made"], question.about["ep"], question.asked
    stop = _after_gain(state, seat, ep)
    go = 0.0
    for hand, ways in HAND_ODDS.items():
        if hand in made:
            reached = _after_gain(state, seat, 0)
        elif hand == "nightmare":
            reached = max(_after_gain(state, seat, n) for n in range(POSITIONS))
        else:
            reached = _after_gain(state, seat, ep + EP[hand])
        go += ways / ROLLS * reached
    return question.options[0 if stop >= go else 1]


def _bet(state: State, question: Question) -> Answer:
    """Bet on the pawn with the best chance to be at Start first: near it, and soon to move."""
    board, colours, seats = state.setup.board, state.setup.colours, len(state.ep)

    def delay(option: Any) -> float:
        seat = colours.index(option.colour)
        at = max(state.at[seat], 0)
        return (board.size - at) + 3.0 * ((seat - state.seat) % seats) - 0.1 * (state.tiles[at] == EMPTY)

    return min(question.options, key=delay)
