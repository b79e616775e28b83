"""What the forecast is told of the pieces: the race on a floor, the chase and the boss on 4F."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from tablekeeper.engines.chocobo.floors import Floor
from tablekeeper.engines.chocobo.mind.chase import HARMLESS, Chase
from tablekeeper.engines.chocobo.mind.forecast import Dial, Facts, between
from tablekeeper.engines.chocobo.mind.imagined import Position
from tablekeeper.engines.chocobo.mind.race import FARTHEST, LONGEST, race
from tablekeeper.engines.chocobo.places import BOOKS
from tablekeeper.engines.chocobo.state import TOP_HP

BOSS = (0, 5, 10, 15, 20, 25)
SURE = 0.003
"""Odds nearer to 0 or 1 than this are taken for this."""
DAMAGE = tuple(int(book.partition("_")[2]) * (not book.startswith(("heal", "move"))) for book in BOOKS)
HEALING = tuple(int(book.partition("_")[2]) * book.startswith("heal") for book in BOOKS)
MOVES = tuple(int(book.partition("_")[2]) * book.startswith("move") for book in BOOKS)


def facts_of_floor(floor: Floor, track: int, dial: Dial) -> Facts:
    """The way to the exit, the Reaper's track, and how the race between them may end."""
    odds = race(dial, 0)

    def facts(at: Position, books: Sequence[float]) -> list[float]:
        distance, slack = min(floor.distances.get(at.here, FARTHEST), FARTHEST), min(max(track - at.reaper, 0), LONGEST)
        chance = odds[distance][slack]
        return [
            distance, max(0, distance - 5), slack, min(slack, 3), chance, _log_odds(chance), min(distance, 2),
            (1.0 - chance) * at.hp, _times(books, MOVES) * (distance <= 6),
        ]  # fmt: skip

    return facts


def facts_of_rings(chase: Chase, dial: Dial, turned: int) -> Facts:
    """The boss's Health, how likely the next rounds are outlived, and whether the attacks on the dial will do."""
    now, later = _attacks(dial, 0), _attacks(dial, 1)
    apart = [chase.alive(rounds, turned, HARMLESS) for rounds in (1, 2, 3)]

    def facts(at: Position, books: Sequence[float]) -> list[float]:
        here, reaper = at.here, at.reaper
        helped = min(TOP_HP, at.hp + int(_times(books, HEALING)))
        one, two = (chase.alive(rounds, turned, at.hp)[here][reaper] for rounds in (1, 2))
        healed = chase.alive(2, turned, helped)[here][reaper]
        left = max(1, at.boss - int(_times(books, DAMAGE) + 0.5))
        return [
            *between(BOSS, at.boss), *(odds[here][reaper] for odds in apart), one, two, healed, at.blind,
            two * at.boss, healed * at.boss, now, later, _limited(left - 5 * now, 5), _limited(left - 4 * now, 10),
            _limited(left - 4 * (now + later), 10), _limited(left - 3 * now, 10),
        ]  # fmt: skip

    return facts


def _attacks(dial: Dial, turned: int) -> int:
    return sum("attack" in dial[(i - turned) % len(dial)] for i in range(5))


def _times(books: Sequence[float], worths: Sequence[int]) -> float:
    return sum([count * worth for count, worth in zip(books, worths, strict=True)])


def _limited(value: float, most: float) -> float:
    return min(max(value, 0.0), most)


def _log_odds(chance: float) -> float:
    sure = min(max(chance, SURE), 1.0 - SURE)
    return log(sure / (1.0 - sure))
