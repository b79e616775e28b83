"""What the good bot reaches that sees too much: python -m tests.engines.chocobo.all_seeing --players 1 --games 100.

It lays down cards as if all hands lay open and the Bonus cards of the round were known; what it draws later it does not
foresee. The games are those of `win_rates` with the same numbers, though chance falls otherwise in them.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import Any

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.mind.laying import choose_card_for
from tablekeeper.engines.chocobo.mind.standing import copy_of
from tablekeeper.engines.chocobo.places import BOSSES
from tablekeeper.engines.chocobo.state import BONUS, State
from tablekeeper.engines.core import CHANCE, Answer, Question
from tablekeeper.engines.core.bots.playout import choose_randomly, play_out
from tests.engines.chocobo.tables import RULES, setup
from tests.engines.chocobo.win_rates import row

Cards = tuple[int, ...]


class Truth:
    """Where the cards of a round really lie."""

    def __init__(self, state: State, seat: int, luck: random.Random) -> None:
        self._state = state
        self._laid = tuple(card for card, by in state.laid if by != seat)
        self._coming = tuple(card for card in bonus_to_come(state, luck) if card not in state.bonus)
        later = Counter(step[1] for step in state.agenda if step[0] == "lay" and step[1] != seat)
        self._ways = [list(combinations(state.hands[other], count)) for other, count in later.items()]

    def lying(self) -> Cards:
        """What lies face down, and the Bonus cards that will be turned up."""
        return (*self._laid, *self._coming)

    def responses(self, lying: Cards, most: int) -> Iterator[Cards]:
        """Every way in which those who lay down later can do so."""
        yield from (tuple(card for cards in way for card in cards) for way in islice(product(*self._ways), 1000))


def bonus_to_come(state: State, luck: random.Random) -> Cards:
    """The Bonus cards of this round: the bot draws no luck of its own, so a copy of the luck shows what will come."""
    twin = random.Random()
    twin.setstate(luck.getstate())
    while state.agenda and not state.row:
        question = RULES.question(state)
        chance = question.asked == CHANCE
        state = RULES.follow(state, choose_randomly(RULES, state, question, twin) if chance else question.options[0])
    return tuple(card for card, by in state.row if by == BONUS)


def play_seeing(rules: Any, state: State, question: Question, luck: Any) -> Answer:
    """The good bot, but for the cards, which it lays down knowing all of the round."""
    copy = copy_of(state)
    if question.kind != "play" or copy is None:
        return GAME.bots["good"](rules, state, question, luck)
    return choose_card_for(copy, state, question.asked, Truth(state, question.asked, luck), 1)


def ending(number: int, players: int, **options: str) -> tuple[str, str]:
    """The boss of a game, in turn, and how the game ends."""
    boss = BOSSES[number % len(BOSSES)]
    state, _ = RULES.start(setup(players, "virtual", boss=boss, **options))
    state, _ = play_out(RULES, state, random.Random(number), [play_seeing] * players)
    return boss, state.cause


def main() -> None:
    """Print a table row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--difficulty", default="normal")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=300_000)
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.games)
    endings = Counter(ending(n, asked.players, difficulty=asked.difficulty) for n in numbers)
    print(row(f"all-seeing | {asked.difficulty} | {asked.players} | both", endings))


if __name__ == "__main__":
    main()
