"""What answers at Pig cost: the solved table, and that costs add up to the chance to win that is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tests.engines.search import test_pig
from tests.engines.search.pig_loss import BOTS, main, play, solve
from tests.pig.answers import Again, Hold

GOAL = test_pig.GOAL
ENOUGH = 6
GAMES = 3000


def hold_early(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
    """Too careful."""
    return Hold() if state.gained >= ENOUGH else Again()


def test_two_ways_to_solve_it_agree() -> None:
    solved = solve(GOAL)
    for (own, other, gained), wins in test_pig.solve().items():
        best = max(solved.hold[own, other, gained], solved.again[own, other, gained])
        assert best == pytest.approx(wins, abs=1e-6)


def test_to_a_hundred_the_first_player_wins_as_often_as_is_known() -> None:
    """Neller and Presser, Optimal Play of the Dice Game Pig: 53.06 %."""
    assert solve(100).again[0, 0, 0] == pytest.approx(0.5306, abs=5e-5)


def test_the_costs_of_a_policy_add_up_to_what_it_wins_less() -> None:
    wins = test_pig.solve()
    best = {place: place[2] >= 2 and test_pig.hold(wins, *place) >= test_pig.again(wins, *place) for place in wins}
    early = {place: place[2] >= ENOUGH for place in wins}
    mine, theirs = test_pig.play_against(early, best)
    exact = ((wins[0, 0, 0] - mine[0, 0, 0]) + (theirs[0, 0, 0] - wins[0, 0, 0])) / 2
    solved = solve(GOAL)
    costs = [play(hold_early, solved, GOAL, number % 2, random.Random(f"1 {number}"))[0] for number in range(GAMES)]
    assert exact > 0.05
    assert sum(costs) / GAMES == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_answers_of_a_search_cost_little(bot: str) -> None:
    lost, answers, worse = play(BOTS[bot](test_pig.PLAYOUTS), solve(GOAL), GOAL, 0, random.Random("1 0"))
    assert answers
    assert lost < 0.02
    assert (worse == 0) == (lost == 0.0)


def test_the_command_says_what_was_lost(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["pig_loss", "--bot", "good", "--games", "20"])
    main()
    assert capsys.readouterr().out.startswith("Pig to 20, good, 2000 playouts, 20 games: loses 0.000% +- 0.000%")
