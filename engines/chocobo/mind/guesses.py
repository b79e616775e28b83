"""What a seat may imagine of the cards that it does not see: only from what lies open and what the others may say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.chocobo.talk import compare, may_say
from tablekeeper.engines.core.luck import Luck

Claim = tuple[int, tuple[str, ...]]
"""A strength, and how the card lies beside each open Bonus card where that may be said."""
BONUS_CARDS = (2, 1, 2, 1)
"""How many Bonus cards come each round, by number of players."""
RESPONSES = 4
"""How many ways to go on are imagined for those who lay down later; they will take the best."""


class Guesses:
    """The cards beside the dial in this round, as one seat may imagine them."""

    def __init__(self, state: State, seat: int, luck: Luck) -> None:
        self._state, self._luck = state, luck
        self._alone = len(state.hands) == 1
        self._hand = state.hands[seat]
        self._compares = bool(state.bonus) and not state.setup.limited_talk
        seen = {*state.discard, *state.bonus, *self._hand, *(card for card, by in state.laid if by == seat)}
        self._unseen = [card for card in range(1, 101) if card not in seen]
        self._alike: dict[Claim, list[int]] = {}
        for card in self._unseen:
            self._alike.setdefault(self._claim(card), []).append(card)
        self._lying = [self._claim(card) for card, by in state.laid if by != seat]
        later = [step[1] for step in state.agenda if step[0] == "lay" and step[1] != seat]
        self._later = [(self._said(other), later.count(other)) for other in dict.fromkeys(later)]

    def _claim(self, card: int) -> Claim:
        compared = tuple([compare(card, bonus) for bonus in self._state.bonus]) if self._compares else ()
        return known(self._state, f"cards.{card}") or 0, compared

    def _said(self, other: int) -> tuple[Claim, ...]:
        talk = may_say(self._state, other)
        if talk is None:
            return ()
        return talk.comparisons or tuple((strength, ()) for strength in talk.strengths)

    def lying(self) -> tuple[int, ...]:
        """Cards for those that lie face down, and for the Bonus cards that nobody has seen yet."""
        cards: list[int] = []
        for claim in self._lying:
            self._add(cards, self._alike[claim])
        for _ in range(BONUS_CARDS[len(self._state.hands) - 1] - len(self._state.bonus)):
            # once the deck has run out, the cards of the discard pile come again
            self._add(cards, self._unseen if len(self._unseen) > len(cards) else self._state.discard)
        return tuple(cards)

    def to_come(self, lying: Sequence[int]) -> list[tuple[int, ...]]:
        """Several ways in which the cards that are still to be laid may be chosen."""
        if self._alone:
            return self._own_pairs()
        if not self._later:
            return [()]
        return [self._response(lying) for _ in range(RESPONSES)]

    def _own_pairs(self) -> list[tuple[int, ...]]:
        """Alone, one lays down two more: any two of the hand."""
        if len(self._state.laid) or len(self._hand) < 3:
            return [()]
        return list(combinations(self._hand, 2))

    def _response(self, lying: Sequence[int]) -> tuple[int, ...]:
        cards = list(lying)
        for said, count in self._later:
            claims = list(said)
            for _ in range(min(count, len(claims))):
                claim = claims.pop(int(self._luck.random() * len(claims)))
                self._add(cards, self._alike[claim])
        return tuple(cards[len(lying) :])

    def responses(self, lying: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
        """What those who lay down later may choose from one imagined hand each: every way, or any so many of them."""
        taken = list(lying)
        ways = []
        for said, count in self._later:
            hand = self._imagine_hand(said, taken)
            ways.append(list(combinations(hand, min(count, len(hand)))))
        total = prod(map(len, ways))
        for number in range(min(total, most)):
            yield _chosen(ways, number if total <= most else int(self._luck.random() * total))

    def _imagine_hand(self, said: tuple[Claim, ...], taken: list[int]) -> list[int]:
        """Cards for what somebody says of a hand, none of them twice."""
        start = len(taken)
        for claim in said:
            self._add(taken, self._alike[claim])
        return taken[start:]

    def _add(self, cards: list[int], pool: Sequence[int]) -> None:
        """One more card of a pool; the next free one where the first drawn is taken."""
        at = int(self._luck.random() * len(pool))
        free = next((card for card in (*pool[at:], *pool[:at]) if card not in cards), None)
        if free is not None:
            cards.append(free)


def _chosen(ways: Sequence[Sequence[tuple[int, ...]]], number: int) -> tuple[int, ...]:
    """One choice of each, by the number of the combination."""
    cards: list[int] = []
    for choices in ways:
        number, i = divmod(number, len(choices))
        cards += choices[i]
    return tuple(cards)
