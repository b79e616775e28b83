"""Which card to lay down: for several ways in which the hidden cards may lie, the best round that is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from typing import NamedTuple, Protocol

from tablekeeper.engines.chocobo.answers import Play
from tablekeeper.engines.chocobo.mind.forecast import Team
from tablekeeper.engines.chocobo.mind.guesses import BONUS_CARDS, Guesses
from tablekeeper.engines.chocobo.mind.imagined import Position, position_now
from tablekeeper.engines.chocobo.mind.rounds_ahead import RoundAhead
from tablekeeper.engines.chocobo.mind.standing import Copy, ending_of, forecast_of, ground_of, team_now
from tablekeeper.engines.chocobo.mind.valuing import WHOLE_ROUND
from tablekeeper.engines.chocobo.outlook import strength_of
from tablekeeper.engines.chocobo.places import CARDS
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.chocobo.worth import NEED
from tablekeeper.engines.core.luck import Luck

SAMPLES = 6
"""In how many ways a seat imagines the hidden cards before it lays down a card."""
MOST_RESPONSES = 100
"""How many ways to go on are weighed for those who lay down later; they are taken to find the best of them."""
MIDDLE = 3
"""The middle strength."""

Cards = tuple[int, ...]


class Row(NamedTuple):
    """The other cards beside the dial in one imagined deal, and what those who lay down later may add."""

    lying: Cards
    responses: Sequence[Cards]


class Deals(Protocol):
    """Where the cards may lie that a seat does not see; each call imagines them anew."""

    def lying(self) -> Cards:
        """Those that lie face down, and the Bonus cards to come."""
        ...

    def responses(self, lying: Cards, most: int) -> Iterable[Cards]:
        """What those who lay down later may add: every way, or any so many of them."""
        ...


class Way(NamedTuple):
    """Cards of a hand that may be laid down together."""

    cards: Cards
    chance: float
    """How likely the team wins with them, on average over the deals."""


def choose_card(copy: Copy, state: State, seat: int, luck: Luck) -> Play:
    """The card, or the first of the cards, after which the team wins likeliest on average."""
    return Play(_best(weigh_ways(copy, state, seat, luck)))


def choose_card_for(copy: Copy, state: State, seat: int, deals: Deals, samples: int) -> Play:
    """The same for so many deals."""
    return Play(_best(_Choice(copy, state, seat).weigh(deals, samples)))


def weigh_ways(copy: Copy, state: State, seat: int, luck: Luck) -> list[Way]:
    """All ways to lay down."""
    exact = len(state.hands) == 1 and len(state.bonus) == BONUS_CARDS[0]
    return _Choice(copy, state, seat).weigh(Guesses(state, seat, luck), 1 if exact else SAMPLES)


def _best(ways: Sequence[Way]) -> int:
    return max(ways, key=lambda way: way.chance).cards[0]


class _Choice:
    """What one seat weighs before it lays down a card."""

    def __init__(self, copy: Copy, state: State, seat: int) -> None:
        self._state, self._hand = state, state.hands[seat]
        self._mine = tuple(card for card, by in state.laid if by == seat)
        self._strengths = (0, *(strength_of(state, card) for card in CARDS))
        team = team_now(state, _sizes_after(state))
        self._ahead = _round_ahead(copy, state, team)
        self._by_strength = forecast_of(copy, team, state.floor, state.dial).by_strength

    def weigh(self, deals: Deals, samples: int) -> list[Way]:
        """Every way to lay down."""
        rows = [self._imagine(deals) for _ in range(samples)]
        ways = combinations(self._hand, _to_lay(self._state, len(self._mine)))
        return [Way(cards, sum([self._chance(cards, row) for row in rows]) / samples) for cards in ways]

    def _imagine(self, deals: Deals) -> Row:
        lying = deals.lying()
        if len(self._state.hands) == 1:
            return Row((*self._state.bonus, *self._mine, *lying), self._own_pairs())
        return Row((*self._state.bonus, *self._mine, *lying), list(deals.responses(lying, MOST_RESPONSES)))

    def _own_pairs(self) -> Sequence[Cards]:
        """Alone, one lays down two more after the Bonus cards: any two of the hand."""
        return [()] if self._mine else list(combinations(self._hand, 2))

    def _chance(self, cards: Cards, row: Row) -> float:
        """How likely the team wins with these cards beside those of the row."""
        lying = (*row.lying, *cards)
        best = max([self._worth(lying, more) for more in row.responses if cards[0] not in more], default=0.0)
        return 1.0 / (1.0 + exp(self._by_strength * self._strength(cards) - best))

    def _worth(self, lying: Cards, more: Cards) -> float:
        strengths = self._strengths
        worth = self._ahead.worth(tuple([strengths[card] for card in sorted((*lying, *more))[:5]]))
        return worth - self._by_strength * self._strength(more) if more else worth

    def _strength(self, cards: Cards) -> int:
        """What these cards take from the hands beyond the middle strength."""
        return sum([self._strengths[card] for card in cards]) - MIDDLE * len(cards)


def _round_ahead(copy: Copy, state: State, team: Team) -> RoundAhead:
    """The round that begins; all who lay down in it look at the same one."""
    return _remembered(copy, team, state.floor, state.dial, position_now(state))


@lru_cache(maxsize=1)
def _remembered(copy: Copy, team: Team, floor: int, turned: int, now: Position) -> RoundAhead:
    ending = ending_of(copy, team, floor, turned, WHOLE_ROUND)
    return RoundAhead(ground_of(copy, team, floor, turned), ending, now, copy.dial_at(turned)[:5])


def _sizes_after(state: State) -> list[int]:
    """How many cards each player has once all have laid down."""
    laid = [sum(by == seat for _, by in state.laid) for seat in range(len(state.hands))]
    need = NEED[len(state.hands) - 1]
    return [len(hand) + by - need for hand, by in zip(state.hands, laid, strict=True)]


def _to_lay(state: State, mine: int) -> int:
    """How many cards this seat lays down before anything new is seen, this one included."""
    if len(state.hands) == 1:
        return 3 - mine if mine else 1
    return NEED[len(state.hands) - 1] - mine
