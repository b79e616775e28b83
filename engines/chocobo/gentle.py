"""The gentle bot: it looks one answer ahead and imagines the rest of the round, with rough weights and no map."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

from tablekeeper.engines.chocobo.answers import Discard, Play, Share
from tablekeeper.engines.chocobo.dial import position_of
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.mind.ahead import RoundAhead, imagine
from tablekeeper.engines.chocobo.mind.guesses import Guesses
from tablekeeper.engines.chocobo.outlook import BOOK_WORTH, VEGETABLE, Outlook, look_at, slots_left, strength_of
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.chocobo.worth import LOST, NEED, WON
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules

SAMPLES = 6
"""How many hands of the others a seat imagines before it lays down a card."""
PENDING = {"turn_book": BOOK_WORTH, "turn_vegetable": 2 * VEGETABLE, "find_book": BOOK_WORTH}
"""What a token is worth that will be turned up next."""

DOING = {
    "walk": "move", "stop": "move", "stride": "move", "move": "move", "aim": "attack", "attack": "attack",
    "share": "eat", "eat": "eat", "reap": "reaper",
}  # fmt: skip
"""Steps that wait in the middle of an action."""


def play_gently(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """The answer after which the team stands best, as far as the asked may know."""
    kind = question.kind
    if kind == "play" and state.setup.known_hands:
        return _lay(state, question.asked, luck)
    if kind == "discard" and state.setup.known_hands:
        return Discard(min(state.hands[question.asked], key=lambda card: strength_of(state, card)))
    if kind in ("share", "give_up"):
        return _level(rules, state, question)
    if kind in ("play", "discard", "put_away"):
        return choose_randomly(rules, state, question, luck)
    return _look_ahead(rules, state, question.options)


def _look_ahead(rules: AnyRules, state: State, options: Any) -> Answer:
    best: Answer = options[0]
    best_value = float("-inf")
    for i in range(len(options)):
        value = _value_after(rules, state, options[i])
        if value > best_value:
            best, best_value = options[i], value
    return best


def _value_after(rules: AnyRules, state: State, answer: Answer) -> float:
    after, _ = rules.answer(state, answer)
    if after.cause:
        return WON if rules.outcome(after).winners else LOST  # type: ignore[union-attr]
    return value_of(after)


def value_of(state: State) -> float:
    """The worth of the end of this round, as far as the cards beside the dial tell."""
    waiting = sum(PENDING.get(step[0], 0.0) for step in state.agenda)
    now = look_at(state)
    slots = list(slots_left(state, _next_card(state)))
    steps = {step[0]: step for step in state.agenda[:2]}
    slots[:0] = [((DOING[name],), step[1]) for name, step in steps.items() if name in DOING]
    if "choose" in steps:
        slots.insert(0, (steps["choose"][1:], _acting_strength(state)))
    return waiting + imagine(now, slots)


def _next_card(state: State) -> int:
    """The first card of the row that still waits for its turn."""
    due = [step[1] for step in state.agenda if step[0] == "act"]
    return min(due, default=len(state.row))


def _acting_strength(state: State) -> int:
    return strength_of(state, state.row[state.acting][0])


def most_even(state: State, question: Question) -> Answer:
    """The way to share after which all hands are as long as they can be."""
    give = -1 if question.kind == "give_up" else 1
    sizes = tuple(map(len, state.hands))

    def evenness(option: Answer) -> tuple[int, int]:
        if not isinstance(option, Share):
            return (-1, 0)
        after = [size + give * n for size, n in zip(sizes, option.cards, strict=True)]
        return (min(after), -max(after))

    return max(question.options, key=evenness)


def _level(rules: AnyRules, state: State, question: Question) -> Answer:
    """Cards are shared evenly; Books are weighed against that."""
    best = most_even(state, question)
    rest = [option for option in question.options if not isinstance(option, Share)]
    return _look_ahead(rules, state, [best, *rest])


def _lay(state: State, seat: int, luck: Luck) -> Answer:
    """The card, or the first of the cards, that fits best with those that may come beside it."""
    hand = state.hands[seat]
    mine = tuple(card for card, by in state.laid if by == seat)
    count = _to_lay(state, len(mine))
    ahead = _round_ahead(state)
    strengths = [strength_of(state, card) for card in range(101)]
    guesses = Guesses(state, seat, luck)
    settings = []
    for _ in range(SAMPLES):
        lying = guesses.lying()
        settings.append(((*state.bonus, *mine, *lying), guesses.to_come(lying)))
    best, best_value = hand[0], float("-inf")
    for cards in combinations(hand, count):
        value = 0.0
        for lying, coming in settings:
            rows = [sorted((*lying, *cards, *others))[:5] for others in coming if cards[0] not in others]
            value += max([ahead.worth(tuple([strengths[card] for card in row])) for row in rows])
        if value > best_value:
            best, best_value = cards[0], value
    return Play(best)


def _round_ahead(state: State) -> RoundAhead:
    """The round that begins, with the hands as they will be when all cards have been laid down."""
    now = look_at(state)
    icons = tuple(known(state, f"dial.{position_of(state, i)}") or () for i in range(5))
    return _remembered(tuple(now.__dict__.items()), icons)


@lru_cache(maxsize=1)
def _remembered(now: tuple[tuple[str, Any], ...], icons: tuple[tuple[str, ...], ...]) -> RoundAhead:
    """All who lay down in one round look at the same one."""
    return RoundAhead(Outlook(**dict(now)), icons)


def _to_lay(state: State, mine: int) -> int:
    """How many cards this seat lays down before anything new is seen, this one included."""
    if len(state.hands) == 1:
        return 3 - mine if mine else 1
    return NEED[len(state.hands) - 1] - mine
