"""The good bot knows no more than the people at the table: what it cannot see may lie anywhere."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.state import State
from tablekeeper.engines.chocobo.talk import compare
from tablekeeper.engines.core import CHANCE, TEAM
from tablekeeper.engines.core.bots.playout import play_out
from tests.engines.chocobo.tables import RULES, setup
from tests.engines.tables import edition

GOOD = GAME.bots["good"]


def kind_of(state: State, card: int) -> tuple[Any, ...]:
    """All that may be said of a card: its strength, and vaguely how it lies beside the Bonus cards."""
    silent = state.setup.limited_talk
    return state.setup.edition.values[f"cards.{card}"], *(() if silent else (compare(card, b) for b in state.bonus))


def reshuffled(state: State, viewer: int, luck: random.Random) -> State:
    """The same table as the viewer knows it: every hidden card has changed its place with another of its kind.

    For the team nobody's hand counts, so there the cards may go anywhere.
    """
    groups: dict[Any, list[int]] = defaultdict(list)
    hands = [list(hand) for hand in state.hands]
    hidden = list(state.pool) + [card for seat, hand in enumerate(hands) if seat != viewer for card in hand]
    hidden += [card for card, seat in state.laid if seat != viewer]
    for card in hidden:
        groups[() if viewer == TEAM else kind_of(state, card)].append(card)
    new: dict[int, int] = {}
    for cards in groups.values():
        new.update(zip(cards, luck.sample(cards, len(cards)), strict=True))
    twin = State.__new__(State)
    twin.__dict__.update(
        state.__dict__,
        pool=tuple(sorted(new[card] for card in state.pool)),
        hands=tuple(tuple(sorted(new.get(card, card) for card in hand)) for hand in hands),
        laid=tuple((new.get(card, card), seat) for card, seat in state.laid),
    )
    return twin


@pytest.mark.parametrize("talk", ["free", "limited"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_good_bot_never_peeps(players: int, talk: str) -> None:
    """Wherever the hidden cards lie, it answers the same; and they did lie elsewhere."""
    luck = random.Random(players)
    state, _ = RULES.start(setup(players, "virtual", talk=talk, boss="omega" if players % 2 else "behemoth"))
    moved = 0
    while state.agenda:
        question = RULES.question(state)
        if question.asked == CHANCE:
            answer = GAME.bots["random"](RULES, state, question, luck)
        else:
            seed = luck.randrange(10**6)
            answer = GOOD(RULES, state, question, random.Random(seed))
            twin = reshuffled(state, question.asked, luck)
            assert GOOD(RULES, twin, RULES.question(twin), random.Random(seed)) == answer
            moved += twin != state
        state, _ = RULES.answer(state, answer)
    assert moved > 10


def test_the_good_bot_answers_the_same_whenever_it_is_asked_again() -> None:
    """What it remembers of a round never leaks into the next: other games in between change nothing."""
    start, _ = RULES.start(setup(2, "virtual"))
    once, _ = play_out(RULES, start, random.Random(5), [GOOD] * 2)
    play_out(RULES, start, random.Random(6), [GOOD] * 2)
    again, _ = play_out(RULES, start, random.Random(5), [GOOD] * 2)
    assert once == again


def test_the_good_bot_has_an_answer_on_a_copy_that_nobody_has_transcribed() -> None:
    for seed in range(40):
        luck = random.Random(seed)
        state, _ = RULES.start(setup(2, "real", "unknown"))
        while state.agenda:
            question = RULES.question(state)
            if question.asked != CHANCE:
                assert GOOD(RULES, state, question, random.Random(1)) in question.options
            state, _ = RULES.answer(state, question.options[luck.randrange(len(question.options))])


@pytest.mark.parametrize("players", [1, 3])
def test_the_good_bot_plays_on_a_copy_of_which_hardly_anything_is_told(players: int) -> None:
    names = ("Ann", "Ben", "Chloe")[:players]
    table = GAME.prepare(names, edition("chocobo", "unknown"), table="real", options={})
    for seed in range(12):  # the boss is met while most spaces of the dial are unknown
        state, _ = RULES.start(table)
        state, _ = play_out(RULES, state, random.Random(seed), [GOOD] * players)
        assert RULES.is_over(state)
