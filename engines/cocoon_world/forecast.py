"""How a game may end: what the rounds left do to each player's EP and side, and who is likely to win."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import exp, prod

from tablekeeper.engines.cocoon_world.bets import PRIZE
from tablekeeper.engines.cocoon_world.state import BLACK, POSITIONS, State, bets_now

Stand = tuple[int, int, int]
"""EP, side, and how many rounds are left."""
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


def stands(state: State, seat: int, gained: int = 0) -> list[tuple[float, Stand]]:
    """Where a seat stands, had it gained so many EP more: with a bet open in two ways, by their odds."""
    rounds = rounds_left(state, seat)
    if not bets_now(state, seat):
        return [(1.0, _stand(state.ep[seat], state.sides[seat], gained, rounds))]
    side = state.bet_sides[seat]
    right = bet_chance(state, seat, state.bets[seat])
    won = _stand(state.ep[seat], side, gained + PRIZE, rounds)
    return [(right, won), (1 - right, _stand(state.ep[seat], 1 - side, gained, rounds))]


def _stand(ep: int, side: int, gained: int, rounds: int) -> Stand:
    return (ep + (-gained if side == BLACK else gained)) % POSITIONS, side, rounds


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
    others = [stands(state, other) for other in range(len(state.ep)) if other != seat]
    value = 0.0
    for (odds, mine), *rest in product(stands(state, seat, gained), *others):
        chance = _chance(mine, tuple([stand for _, stand in rest]))
        value += chance * odds * prod([each for each, _ in rest])
    return value


@lru_cache(1 << 16)
def _chance(mine: Stand, others: tuple[Stand, ...]) -> float:
    odds = ending(*mine)
    hope = sum(chance * (i // 2) for i, chance in enumerate(odds)) / (POSITIONS - 1)
    if not others:
        return hope
    beats = [_beating(ending(*stand)) for stand in others]
    return sum(chance * prod(each[i] for each in beats) for i, chance in enumerate(odds)) + 0.01 * hope
