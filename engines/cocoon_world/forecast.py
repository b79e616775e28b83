"""How a game may end: what the rounds left do to each player's EP and side, and who is likely to win."""

from __future__ import annotations

from functools import cache
from math import exp, prod

from tablekeeper.engines.cocoon_world.bets import PRIZE
from tablekeeper.engines.cocoon_world.state import BLACK, POSITIONS, State, bets_now

Odds = tuple[float, ...]
"""A chance for each end, numbered by EP and, of equal EP, black before white: the higher wins."""

ROUND = (
    (
        {-4: 8, -3: 41, -2: 32, -1: 34, 0: 140, 1: 181, 2: 116, 3: 48, 4: 24},
        {-4: 13, -3: 34, -2: 30, -1: 94, 0: 132, 1: 51, 2: 12, 3: 6},
    ),
    (
        {-4: 61, -3: 76, -2: 116, -1: 205, 0: 144, 1: 21, 2: 3, 3: 8},
        {-4: 11, -3: 32, -2: 22, -1: 56, 0: 125, 1: 77, 2: 20, 3: 20},
    ),
)
"""By the side at the beginning of a round: steps on the EP circle with the side kept and with it turned; thousandths
[measured: python -m tests.engines.cocoon_world.measure_turns good 4 600]."""
BET_HASTE = 1.2
"""How much less likely a pawn is first at Start for each round that it needs longer."""
SPACES_A_ROUND = 9.0


def _number(ep: int, side: int) -> int:
    return 2 * ep + (side != BLACK)


@cache
def ending(ep: int, side: int, rounds: int) -> Odds:
    """How a player may end who has so many rounds to play."""
    odds = [0.0] * (2 * POSITIONS)
    if rounds <= 0:
        odds[_number(ep, side)] = 1.0
        return tuple(odds)
    for turned, steps in enumerate(ROUND[side]):
        for step, weight in steps.items():
            for i, chance in enumerate(ending((ep + step) % POSITIONS, side ^ turned, rounds - 1)):
                odds[i] += weight * chance
    whole = sum(odds)
    return tuple(chance / whole for chance in odds)


@cache
def _beating(odds: Odds) -> Odds:
    """For each end, how likely it is better than one drawn by these odds; of equal ones half."""
    below, beats = 0.0, []
    for chance in odds:
        beats.append(below + chance / 2)
        below += chance
    return tuple(beats)


def rounds_left(state: State, seat: int) -> int:
    """How many turns a seat still begins."""
    seats = len(state.ep)
    begun = (seat - state.first) % seats <= (state.seat - state.first) % seats
    return state.setup.turns - state.turn + (not begun)


def outlook(state: State, seat: int, gained: int = 0) -> Odds:
    """How a seat may end, if it had gained so many EP the way of its pawn more."""
    rounds = rounds_left(state, seat)
    if not bets_now(state, seat):
        return _after(state.ep[seat], state.sides[seat], gained, rounds)
    side = state.bet_sides[seat]
    right = bet_chance(state, seat, state.bets[seat])
    won, lost = _after(state.ep[seat], side, gained + PRIZE, rounds), _after(state.ep[seat], 1 - side, gained, rounds)
    return tuple(right * w + (1 - right) * v for w, v in zip(won, lost, strict=True))


def _after(ep: int, side: int, gained: int, rounds: int) -> Odds:
    return ending((ep + (-gained if side == BLACK else gained)) % POSITIONS, side, rounds)


def bet_chance(state: State, seat: int, on: int) -> float:
    """How likely the seat bet on is the next at Start."""
    weights = [_haste(state, i) if i != seat or state.at[i] > 0 else 0.1 for i in range(len(state.at))]
    return weights[on] / sum(weights)


def _haste(state: State, seat: int) -> float:
    size, seats = state.setup.board.size, len(state.at)
    left = (size - max(0, state.at[seat])) / SPACES_A_ROUND
    return exp(-BET_HASTE * (left + ((seat - state.seat) % seats or seats) / seats))


def chance_to_win(state: State, seat: int, gained: int = 0) -> float:
    """How likely a seat wins; alone, how many EP it may hope for, of ten."""
    mine = outlook(state, seat, gained)
    hope = sum(chance * (i // 2) for i, chance in enumerate(mine)) / (POSITIONS - 1)
    others = [_beating(outlook(state, other)) for other in range(len(state.ep)) if other != seat]
    if not others:
        return hope
    wins = sum(chance * prod(beats[i] for beats in others) for i, chance in enumerate(mine))
    return wins + 0.01 * hope
