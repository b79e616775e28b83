"""How fast Kokoro is played out: `python -m tests.engines.kokoro.speed_figures` against python-chess's random moves.

Both are measured in turn, several times; the medians count, for the machine may be busy.
"""

from __future__ import annotations

import random
import statistics
import time

import chess

from tablekeeper.engines.core.playout import play_out
from tablekeeper.engines.kokoro import GAME
from tests.engines.kokoro.evening import sit


def answers_per_second(games: int = 15) -> float:
    """Random games with four virtual mats."""
    setup, luck, answers = sit(4), random.Random(1), 0
    start = time.perf_counter()
    for _ in range(games):
        answers += play_out(GAME.rules, GAME.rules.start(setup)[0], luck)[1]
    return answers / (time.perf_counter() - start)


def moves_per_second(moves: int = 2500) -> float:
    """Random legal moves, begun anew at the end of a game or after 200."""
    luck, board = random.Random(1), chess.Board()
    start = time.perf_counter()
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal or len(board.move_stack) >= 200:
            board = chess.Board()
            legal = list(board.legal_moves)
        board.push(luck.choice(legal))
    return moves / (time.perf_counter() - start)


if __name__ == "__main__":
    pairs = [(answers_per_second(), moves_per_second()) for _ in range(9)]
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{ours:.0f} answers, {theirs:.0f} chess moves a second: {ratio:.2f} times as many")
