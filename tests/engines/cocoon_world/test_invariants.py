"""What never breaks in Cocoon World, whatever is rolled and chosen."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.board import TRACK
from tablekeeper.engines.cocoon_world.consistency import find_fault
from tablekeeper.engines.cocoon_world.state import HAND_SIZE, NOBODY, POSITIONS, State
from tablekeeper.engines.cocoon_world.tiles import EMPTY, FACE_DOWN
from tablekeeper.engines.core import Event
from tablekeeper.engines.core.bots.playout import choose_randomly
from tests.engines.cocoon_world.scenes import COUNTED, PLAYERS

GAMES = 12
"""Random games each; `tablekeeper simulate cocoon-world` plays as many as one likes."""
LOOKING = ("look", "look_next", "keep", "return")
"""Steps that hold tiles which somebody looks at."""


def held_by_steps(state: State) -> list[str]:
    """Tiles that are in nobody's hand yet: robbed, or looked at."""
    held: list[str] = []
    for step in state.agenda:
        if step[0] == "use_taken":
            held.append(step[1])
        elif step[0] in LOOKING:
            held.extend(step[2])
    return held


def check(state: State, removed: list[str]) -> None:
    """Every tile is somewhere, every count is in its range, every pawn has its space."""
    known = [tile for hand in state.hands for tile in hand if tile != FACE_DOWN]
    board = [tile for tile in state.tiles if tile not in (EMPTY, FACE_DOWN)]
    everything = Counter((*state.pool, *known, *board, *state.top, *held_by_steps(state), *removed))
    assert everything == Counter(dict(state.setup.edition.tiles))
    hidden = sum(hand.count(FACE_DOWN) for hand in state.hands) + state.tiles.count(FACE_DOWN)
    looked_at = sum(len(step[2]) for step in state.agenda if step[0] in LOOKING)
    assert len(state.pool) == hidden + state.pile - len(state.top) - looked_at
    assert state.pile >= 0
    assert all(len(hand) <= HAND_SIZE for hand in state.hands)
    assert all(0 <= ep < POSITIONS for ep in state.ep)
    assert sorted(state.stack) == list(range(len(state.ep)))
    assert not [i for i, event in enumerate(state.setup.board.event_at) if event and state.tiles[i]]
    for seat, at in enumerate(state.at):
        assert at == TRACK or 0 <= at < state.setup.board.size
        assert at != TRACK or state.bets[seat] != NOBODY
        assert state.bets[seat] != seat
    bets = [bet for bet in state.bets if bet != NOBODY]
    assert len(bets) == len(set(bets))


def check_turn_end(state: State) -> None:
    """No two pawns share a space but Start, and hands are full while there is a pile."""
    spaces = Counter(at for at in state.at if at > 0)
    assert all(count == 1 for count in spaces.values())
    if state.pile:
        assert all(len(hand) == HAND_SIZE for hand in state.hands)


@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("gap", [7, 8])
def test_invariants_hold_over_random_games(players: int, table: str, gap: int) -> None:
    for seed in range(GAMES):
        checked_game(players, table, gap, seed)


@pytest.mark.slow
def test_invariants_hold_over_ten_thousand_random_games() -> None:
    ways = list(product(range(1, 6), ("virtual", "real"), (7, 8)))
    for number in range(10_000):
        checked_game(*ways[number % len(ways)], number)


def checked_game(players: int, table: str, gap: int, seed: int) -> None:
    """One random game, checked after every answer."""
    luck = random.Random(seed)
    state: Any
    state, _ = GAME.rules.start(GAME.prepare(PLAYERS[:players], COUNTED._replace(gap=gap), table=table))
    removed: list[str] = []
    while not GAME.rules.is_over(state):
        answer = choose_randomly(GAME.rules, state, GAME.rules.question(state), luck)
        state, events = GAME.rules.answer(state, answer)
        removed.extend("rob" for event in events if event.kind == "tile_swapped")
        assert find_fault(state) is None
        check(state, removed)
        if has_ended_a_turn(events):
            check_turn_end(state)


def has_ended_a_turn(events: list[Event]) -> bool:
    """Whether the next turn has begun, with nothing of it answered."""
    return any(event.kind == "turn_begun" for event in events)
