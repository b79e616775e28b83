"""Rollouts at the root: what they find, how many they take, and that all options meet the same luck."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.redeal import nothing_hidden
from tablekeeper.engines.core.bots.rollouts import Plan, Rollouts, Tapes, Thinker, Weigher
from tablekeeper.engines.core.luck import Luck
from tests.engines.search.kuhn import RULES as KUHN
from tests.engines.search.kuhn import Bet, Deal, Pass, Setup, imagine, reward
from tests.engines.search.test_pig import GOAL, RULES, Wins, again, hold, position, solve
from tests.pig.answers import Again, Hold

BUDGET = 600


@cache
def wins() -> Wins:
    """The exact chances."""
    return solve()


def play_best(rules: Any, state: Any, question: Any, luck: Luck) -> Any:
    """The best policy, so that the mean of many rollouts is the exact chance."""
    own = state.points[state.seat]
    place = own, state.points[1 - state.seat], state.gained
    if state.gained == 0:
        return Again()
    return Hold() if own + state.gained >= GOAL or hold(wins(), *place) > again(wins(), *place) else Again()


def rollouts(seed: int = 1, plan: Plan = Plan(play_best)) -> Rollouts:  # noqa: B008 (frozen)
    """One seat's thoughts at Pig."""
    return Rollouts(RULES, nothing_hidden, random.Random(seed), plan)


@pytest.mark.parametrize("place", [(17, 0, 3), (2, 15, 2), (0, 0, 15), (10, 3, 9)])
def test_they_answer_as_the_exact_values_do(place: tuple[int, int, int]) -> None:
    chances = {Hold(): hold(wins(), *place), Again(): again(wins(), *place)}
    found = rollouts().think(position(*place), BUDGET)
    assert found[0].answer == max(chances, key=chances.__getitem__)
    assert all(each.expects == pytest.approx(chances[each.answer], abs=0.1) for each in found)


@pytest.mark.parametrize("budget", [1, 2, 3, 7, 50])
def test_the_budget_is_never_passed(budget: int) -> None:
    found = rollouts().think(position(2, 15, 2), budget)
    assert 0 < sum(each.tried for each in found) <= budget


def test_more_can_be_asked_for() -> None:
    thoughts, state = rollouts(), position(2, 15, 2)
    few = sum(each.tried for each in thoughts.think(state, 20))
    assert few < sum(each.tried for each in thoughts.think(state, 20)) <= 40


def test_the_same_luck_finds_the_same() -> None:
    assert rollouts(3).think(position(5, 5, 5), 40) == rollouts(3).think(position(5, 5, 5), 40)


def test_a_little_at_a_time_comes_to_the_same_answer() -> None:
    state, bot = position(5, 5, 5), Thinker(nothing_hidden, 40, Plan(play_best))
    question = RULES.question(state)
    *_, last = bot.ponder(RULES, state, question, random.Random(3))
    assert bot(RULES, state, question, random.Random(3)) == last == rollouts(3).think(state, 40)[0].answer


def test_what_decides_nothing_is_left_to_the_policy_and_promises_nothing() -> None:
    plan = Plan(play_best, decides=lambda question: question.kind != "go_on")
    state, luck = position(17, 0, 3), random.Random(3)
    question = RULES.question(state)
    assert list(Thinker(nothing_hidden, 40, plan).ponder(RULES, state, question, luck)) == [Hold()]
    assert Weigher(nothing_hidden, 40, plan)(RULES, state, question, luck) is None
    assert Weigher(nothing_hidden, 40, Plan(play_best))(RULES, state, question, luck) is not None


def test_at_the_horizon_the_worth_is_asked() -> None:
    plan = Plan(choose_randomly, worth=lambda state, seat: 0.25, turn=lambda state: 1 if state.gained else 2, ahead=1)
    found = rollouts(plan=plan).think(position(0, 0, 4), 20)
    assert next(each.expects for each in found if each.answer == Hold()) == 0.25


def test_of_each_kind_of_event_all_options_hear_the_same_luck() -> None:
    tapes = Tapes(random.Random(1))
    first = [tapes.turn_to("dice").random(), tapes.turn_to("cards").random(), tapes.turn_to("dice").random()]
    tapes.rewind()
    again_heard = [tapes.turn_to("cards").random(), tapes.turn_to("dice").random(), tapes.turn_to("dice").random()]
    assert again_heard == [first[1], first[0], first[2]]


def test_at_kuhn_poker_the_king_calls_and_the_jack_does_not() -> None:
    """Against somebody who bets at random; the other card is dealt anew for each rollout."""
    for card, right in (("king", Bet()), ("jack", Pass())):
        state, _ = KUHN.start(Setup())
        for answer in (Deal("queen"), Deal(card), Bet()):
            state = KUHN.follow(state, answer)
        plan = Plan(choose_randomly, reward)
        assert Rollouts(KUHN, imagine, random.Random(1), plan).think(state, 60)[0].answer == right
