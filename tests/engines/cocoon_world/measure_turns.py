"""What a round brings a player, for the tables in engines/cocoon_world/forecast.py.

python -m tests.engines.cocoon_world.measure_turns good 4 400
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.state import POSITIONS, State, bets_now
from tests.engines.cocoon_world.scenes import PLAYERS
from tests.engines.tables import edition


def stands(state: State, seat: int) -> tuple[int, int]:
    """A seat's EP and the side of its own pawn, wherever that waits."""
    return state.ep[seat], state.bet_sides[seat] if bets_now(state, seat) else state.sides[seat]


def measure(bot: str, players: int, games: int) -> dict[int, Counter[tuple[int, int]]]:
    """From one's own turn to one's next, by the side at its beginning: steps on the circle, and whether turned."""
    setup = GAME.prepare(PLAYERS[:players], edition("cocoon_world"))
    seen: dict[int, Counter[tuple[int, int]]] = {0: Counter(), 1: Counter()}
    for seed in range(games):
        luck = random.Random(seed)
        state: Any
        state, _ = GAME.rules.start(setup)
        began: dict[int, tuple[int, int]] = {}
        while not GAME.rules.is_over(state):
            question = GAME.rules.question(state)
            if question.about.get("why") == "opening":
                _note(seen, began, state, state.seat)
                began[state.seat] = stands(state, state.seat)
            answer = GAME.bots["random" if question.asked < 0 else bot](GAME.rules, state, question, luck)
            state, _ = GAME.rules.answer(state, answer)
        for seat in range(players):
            _note(seen, began, state, seat)
    return seen


def _note(
    seen: dict[int, Counter[tuple[int, int]]], began: dict[int, tuple[int, int]], state: State, seat: int
) -> None:
    if seat in began:
        (ep, side), (now, turned) = began[seat], stands(state, seat)
        steps = (now - ep + POSITIONS // 2) % POSITIONS - POSITIONS // 2
        seen[side][steps, turned ^ side] += 1


def main() -> None:
    """Print the two tables, in thousandths."""
    bot, players, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for side, counts in measure(bot, players, games).items():
        total = counts.total()
        print(("white", "black")[side], total)
        for turned in (0, 1):
            print("  ", {steps: round(1000 * counts[steps, turned] / total) for steps in range(-5, 6)})


if __name__ == "__main__":
    main()
