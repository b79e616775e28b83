"""The race on 1F to 3F: how likely the Chocobo reaches the exit before the Reaper is at the end of its track."""

from __future__ import annotations

from functools import cache

from tablekeeper.engines.chocobo.mind.chase import BETTER_OF_TWO

ROUNDS = 5
"""How many rounds are thought through; whoever needs longer is taken for lost."""
LATER = 0.97
"""What a chance is worth that comes a round later."""
FARTHEST, LONGEST = 19, 19

Odds = list[list[float]]
"""By the distance to the exit and by the steps that the Reaper may still make."""


@cache
def race(dial: tuple[tuple[str, ...], ...], turned: int, rounds: int = ROUNDS) -> Odds:
    """The odds at the beginning of a round, with the dial turned like this."""
    odds = _after_round(dial, turned, rounds)
    for number in reversed(range(5)):
        icons = dial[(turned + number) % len(dial)]
        odds = [
            [_chance(odds, icons, distance, slack) for slack in range(LONGEST + 1)] for distance in range(FARTHEST + 1)
        ]
    return odds


def _after_round(dial: tuple[tuple[str, ...], ...], turned: int, rounds: int) -> Odds:
    if rounds > 1:
        later = race(dial, (turned - 1) % len(dial), rounds - 1)
        return [[_settled(x, y, LATER * later[x][y]) for y in range(LONGEST + 1)] for x in range(FARTHEST + 1)]
    return [[_settled(x, y, 0.0) for y in range(LONGEST + 1)] for x in range(FARTHEST + 1)]


def _settled(distance: int, slack: int, otherwise: float) -> float:
    return 1.0 if distance == 0 else 0.0 if slack == 0 else otherwise


def _chance(odds: Odds, icons: tuple[str, ...], distance: int, slack: int) -> float:
    """With a card of any strength here, and some choice which."""
    if not distance or not slack:
        return odds[distance][slack]
    by_strength = [max(_then(odds, icon, s, distance, slack) for icon in icons) for s in range(1, 6)]
    by_strength.sort(reverse=True)
    return sum([share * chance for share, chance in zip(BETTER_OF_TWO, by_strength, strict=True)])


def _then(odds: Odds, icon: str, strength: int, distance: int, slack: int) -> float:
    if icon == "move":
        return odds[max(0, distance - strength)][slack]
    if icon == "reaper":
        return odds[distance][max(0, slack - strength)]
    return odds[distance][slack]
