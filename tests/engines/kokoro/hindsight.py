"""What could have been scored by one who sees both decks: `python -m tests.engines.kokoro.hindsight --games 100`.

The drawings of the all-seeing companion are improved by simulated annealing: two turns exchange their spaces, or one
moves to a free space. What is found can be reached; that nothing higher can be is not shown.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.mind.ends import FIRST_GUARDIAN, Ends, Way, features_of, ways_of
from tablekeeper.engines.kokoro.mind.promising import LOOKED
from tablekeeper.engines.kokoro.scoring import final_score, tally_boxes
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.engines.kokoro.state import shape_of
from tablekeeper.firmware.batches.task import luck_of
from tests.engines.kokoro.dealt import Decks, all_seeing, play, shuffle
from tests.engines.kokoro.evening import sit

HOT, COLD = 3.0, 0.2
"""Points that a worse line may cost at the beginning and at the end."""


class Script(NamedTuple):
    """Everything that is not chosen in a solo game without a decree."""

    bare: Ends
    ways: tuple[Way, ...]
    """By turn."""
    places: tuple[int, ...]
    """By turn: the sanctuary that is scored after it, or -1."""


def script(setup: Setup, decks: Decks) -> Script:
    """The turns of a game with these decks."""
    shapes, places, golden = ways_of(setup.edition.shapes, setup.paths.size), list[int](), 0
    for card in decks.cards:
        golden += card % 2
        ends_round = card % 2 and golden % GOLDEN_A_ROUND == 0
        places.append(LETTERS.index(decks.letters[golden // GOLDEN_A_ROUND - 1]) if ends_round else -1)
        if ends_round and sum(place >= 0 for place in places) == 5:
            break
    ways = tuple(shapes[shape_of(card) - 1] for card in decks.cards[: len(places)])
    return Script(Ends(setup.mat, setup.paths, setup.mat.guardians), ways, tuple(places))


def score(known: Script, spaces: Sequence[int]) -> int:
    """The final score of drawing in these spaces, one a turn."""
    ends, boxes = known.bare.copy(), [0]
    for space, way, place in zip(spaces, known.ways, known.places, strict=False):
        if space != LOOKED:
            ends.put(space, way)
        if place >= 0:
            joined = features_of(ends.joined[place])
            boxes.append(joined if joined > boxes[-1] else 0)
    first, second = ends.joined[FIRST_GUARDIAN:]
    return tally_boxes(boxes[1:], (first >> 4 & 255, second >> 12 & 255)).final


def improve(known: Script, spaces: Sequence[int], size: int, steps: int, luck: random.Random) -> int:
    """The best score that annealing finds from these spaces on."""
    turns = len(known.ways)
    line = [*spaces, *sorted(set(range(size)) - set(spaces))]
    now = best = score(known, line)
    for step in range(steps):
        one, other = luck.randrange(turns), luck.randrange(len(line))
        line[one], line[other] = line[other], line[one]
        found = score(known, line)
        heat = HOT * (COLD / HOT) ** (step / steps)
        if found >= now or luck.random() < exp((found - now) / heat):
            now, best = found, max(best, found)
        else:
            line[one], line[other] = line[other], line[one]
    return best


def spaces_of(setup: Setup, decks: Decks, luck: random.Random) -> tuple[list[int], int]:
    """Where the all-seeing companion draws, turn by turn, and its score."""
    spaces: list[int] = []

    def watch(*asked: object) -> object:
        answer = seeing(*asked)
        spaces.append(getattr(answer, "space", LOOKED))
        return answer

    seeing = all_seeing(setup, decks)
    return spaces, final_score(play(setup, decks, [watch], luck), 0)


def main() -> None:
    """Print both means with 95 % intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    setup, seen, found = sit(), list[int](), list[int]()
    for number in range(asked.games):
        luck = luck_of(asked.seed, number)
        decks = shuffle(setup, luck)
        spaces, reached = spaces_of(setup, decks, luck)
        seen.append(reached)
        found.append(improve(script(setup, decks), spaces, setup.paths.size, asked.steps, luck))
        for name, scores in (("all-seeing", seen), ("improved", found)):
            half = 1.96 * statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else 0.0
            print(f"{name}: {statistics.mean(scores):.1f} +- {half:.1f} points over {len(scores)} games", flush=True)


if __name__ == "__main__":
    main()
