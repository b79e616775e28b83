"""How well the team stands, as one number: what the bot weighs."""

from __future__ import annotations

from tablekeeper.engines.chocobo.outlook import BOOK_WORTH, VEGETABLE, Outlook
from tablekeeper.engines.chocobo.state import BOTTOM

LOST, WON = -1000.0, 1000.0
FLOOR = 70.0
"""A floor nearer to the boss."""
STEP = 2.6
"""A step nearer to the exit."""
HP_WORTH = (0.0, 9.0, 17.0, 23.0, 28.0, 32.0, 35.0, 37.0, 38.5, 39.5)
ROUNDS_WORTH = (0.0, 13.0, 23.0, 30.0, 36.0, 41.0, 45.0, 48.0, 50.0, 52.0, 53.0)
"""How much it is worth that the shortest hand lasts so many rounds."""
CARD, BOSS_HP = 0.5, 4.0
STEPS_A_ROUND, REAPER_A_ROUND = 5.0, 2.8
"""Measured over games of this bot, rounded."""
MARGIN = 4.0
DREAD = 120.0
"""What it costs that the pieces are sure to meet soon."""
NEXT_DISTANCE, NEXT_SLACK = 11, 12
"""What is expected of a floor that was not entered yet."""
NEED = (3, 2, 1, 1)
"""How many cards each player lays down a round, by number of players."""


def worth(now: Outlook) -> float:
    """How well the team stands, in a currency of its own."""
    if now.hp <= 0:
        return LOST
    if now.floor < BOTTOM:
        if now.slack <= 0:
            return LOST
        if now.distance <= 0:
            now = _below(now)
    last = min(max(now.shortest, 0.0) / NEED[now.players - 1], len(ROUNDS_WORTH) - 1.001)
    rounds = int(last)
    supply = ROUNDS_WORTH[rounds] + (ROUNDS_WORTH[rounds + 1] - ROUNDS_WORTH[rounds]) * (last - rounds)
    value = (
        FLOOR * now.floor + HP_WORTH[now.hp] + supply + CARD * now.cards + VEGETABLE * now.vegetables
        + BOOK_WORTH * now.books
    )  # fmt: skip
    return value + (_worth_at_boss(now) if now.floor == BOTTOM else _worth_on_floor(now))


def _below(now: Outlook) -> Outlook:
    """The next floor, as far as one can guess it."""
    below = now.copy()
    below.floor, below.monsters, below.boss_left = now.floor + 1, (), 20
    below.distance, below.slack = NEXT_DISTANCE, NEXT_SLACK
    return below


def _worth_at_boss(now: Outlook) -> float:
    if now.boss_left <= 0:
        return WON
    fear = now.dread
    if now.chase is not None:
        fear += DREAD * (1.0 - now.chase.odds(now.dial % len(now.chase.dial), now.here, now.reaper))
    return BOSS_HP * (20 - now.boss_left) - fear - _burden(now, 3.0)


def _worth_on_floor(now: Outlook) -> float:
    rounds = now.distance / STEPS_A_ROUND
    margin = now.slack - REAPER_A_ROUND * rounds
    fear = 5.0 * max(0.0, MARGIN - margin) + (12.0 if now.slack <= 2 else 0.0)
    return -STEP * now.distance - fear - _burden(now, rounds)


def _burden(now: Outlook, rounds: float) -> float:
    """What Monsters will cost until they are left behind."""
    return sum([attack * (1.2 + 1.5 * rounds) + 0.3 * left for left, attack, _ in now.monsters])
