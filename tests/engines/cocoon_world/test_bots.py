"""The good bot: its forecast, and choices that anybody would make."""

from __future__ import annotations

import random

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.forecast import bet_chance, chance_to_win, ending, rounds_left
from tablekeeper.engines.cocoon_world.state import BLACK, WHITE, State
from tablekeeper.engines.core.bots.tournament import interval, tournament
from tests.engines.cocoon_world.scenes import COUNTED, PLAYERS, changed, play, scene


def choice(state: State) -> str:
    """What the good bot answers."""
    question = GAME.rules.question(state)
    return GAME.bots["good"](GAME.rules, state, question, random.Random(1)).spell()


@pytest.mark.parametrize("rounds", [0, 1, 5, 10])
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_a_forecast_is_a_set_of_odds(rounds: int, side: int) -> None:
    odds = ending(4, side, rounds)
    assert sum(odds) == pytest.approx(1)
    assert min(odds) >= 0
    if not rounds:
        assert odds.index(1) == 2 * 4 + (side == WHITE)


def test_rounds_left_count_the_turns_that_still_begin() -> None:
    state = changed(scene(3), turn=4, first=1, seat=2)
    assert [rounds_left(state, seat) for seat in range(3)] == [2, 1, 1]


def test_who_leads_at_the_end_is_likely_to_win() -> None:
    state = changed(scene(), turn=10, seat=1, ep=(6, 5))
    assert chance_to_win(state, 0) > 0.95
    assert chance_to_win(changed(state, first=1, seat=0, ep=(6, 6), sides=(BLACK, WHITE)), 0) < 0.05


def test_the_pawn_close_to_start_is_the_likelier_bet() -> None:
    state = changed(scene(3), at=(32, 45, 3))
    assert bet_chance(state, 0, 1) > bet_chance(state, 0, 2)
    asking, _ = play(scene(3, at=(26, 45, 3), ep=(5, 6, 6), turn=5), "roll 2,4,1")
    assert choice(asking) == "bet blue"


def test_it_wishes_for_the_top_of_the_circle_on_its_last_turn() -> None:
    state, _ = play(scene(at=(19, 0), ep=(3, 2), turn=10), "roll 1,4,2", "enter", "roll 4,4,4,4")
    assert choice(state) == "wish 7"


def test_it_takes_the_lead_round_the_circle_with_a_loss() -> None:
    """On the last turn at 0 EP, to lose three is to have eight."""
    state = scene(
        table="virtual", turn=10, at=(8, 0), ep=(0, 5), hands=(("lose_3", "extra_die", "reverse"), ()), pile=0
    )
    state, _ = play(state, "roll 1,4,2")
    assert choice(state) == "place lose_3 13"


def test_it_stops_in_the_pit_when_one_more_could_only_lose() -> None:
    state = scene(at=(19, 0), ep=(9, 9), turn=10, first=0)
    state, _ = play(state, "roll 1,4,2", "enter", "roll 1,1,2,3")
    assert choice(state) == "stop"


def test_it_does_not_peep_into_the_hand_that_it_may_rob() -> None:
    hands = [("lose_3", "start", "pit"), ("roll", "roll", "roll")]
    for other in (hands, hands[::-1]):
        state = scene(3, table="virtual", at=(8, 0, 0), tiles={11: "rob"}, hands=((), *other), pile=0)
        state, _ = play(state, "roll 1,2,1")
        assert choice(state) == "rob blue"  # whatever they hold: the same luck, the same choice


def test_it_beats_two_random_choosers() -> None:
    """A short tournament; the figures of long ones stand in docs/games/cocoon-world.md."""
    setup = GAME.prepare(PLAYERS[:3], COUNTED)
    bots = [GAME.bots["good"], *[GAME.bots["random"]] * 2]
    tally = tournament(GAME.rules, setup, bots, 200, random.Random(7))
    assert interval(tally.wins[0], tally.games)[0] > 1 / 3
