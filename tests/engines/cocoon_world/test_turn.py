"""The opening roll, promised dice, doublets, the order of turns and the end."""

from __future__ import annotations

from typing import Any

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.placing import promise
from tablekeeper.engines.cocoon_world.state import BLACK, NOBODY, WHITE, Table
from tablekeeper.engines.cocoon_world.turn import rank
from tablekeeper.engines.core.state import thaw
from tests.engines.cocoon_world.scenes import asked, changed, clauses, play, scene, spelled


@pytest.mark.parametrize(
    ("roll", "ep", "side"),
    [
        ("1,5,5", 1, WHITE),  # printed example 1: one match
        ("3,3,3", 2, WHITE),  # printed example 2: two matches
        ("3,5,6", 0, BLACK),  # printed example 3: both lower
        ("3,5,4", 0, WHITE),  # printed example 4: nothing
        ("3,5,5", 1, WHITE),  # a match keeps the pawn from turning, though the other die is lower
        ("2,2,3", 0, BLACK),  # a doublet turns the pawn as well (ruling 11)
    ],
)
def test_opening_roll_is_compared_with_the_target_die(roll: str, ep: int, side: int) -> None:
    state, _ = play(scene(at=(18, 0)), f"roll {roll}")
    assert (state.ep[0], state.sides[0]) == (ep, side)


def test_a_black_pawn_gains_its_matches_downwards_round_the_circle() -> None:
    state, _ = play(scene(sides=(BLACK, WHITE), ep=(1, 0)), "roll 2,2,2")
    assert state.ep[0] == 10


@pytest.mark.parametrize(
    ("roll", "ep", "side", "asks"),
    [
        ("1,2,3,3", 1, WHITE, "place"),
        ("5,2,5,5", 2, WHITE, "roll"),
        ("4,4,4,4", 3, WHITE, "roll"),
        ("1,2,3,4", 0, BLACK, "place"),  # all three lower
        ("2,3,6,4", 0, WHITE, "place"),  # two lower are not enough (ruling 13)
        ("3,1,1,6", 0, BLACK, "roll"),  # a doublet with the dungeon die
    ],
)
def test_a_third_die_counts_as_an_own_one(roll: str, ep: int, side: int, asks: str) -> None:
    state = scene(at=(8, 0), promised=(("extra_die",), ()), tiles=dict.fromkeys(range(9, 40), ""))
    assert GAME.rules.question(state).about["dice"] == (("red", 2), ("white", 1), ("black", 1))
    assert state.promised[0] == ()
    state, _ = play(state, f"roll {roll}")
    assert (state.ep[0], state.sides[0]) == (ep, side)
    assert asked(state)[0] == asks
    if asks == "roll":
        assert GAME.rules.question(state).about["dice"] == (("red", 2),)


def test_the_changed_die_counts_for_match_flip_and_doublet() -> None:
    state = scene(at=(10, 0), promised=(("change_die",), ()))
    asking, _ = play(state, "roll 1,2,6")
    assert len(spelled(asking)) == 1 + 3 * 5
    for change, ep, side in (("leave", 0, BLACK), ("change 2 2", 1, WHITE), ("change 0 6", 1, WHITE)):
        after, _ = play(asking, change)
        assert (after.ep[0], after.sides[0]) == (ep, side)
    doubled, told = play(asking, "change 0 2")
    assert "doublet.move" in clauses(told)
    assert doubled.at[0] == 14


def test_a_promise_holds_for_one_turn_and_is_not_doubled() -> None:
    """Ruling 13. Red obeys the tile in the turn that it had promised, then with the promise still open."""
    state = scene(at=(8, 0), tiles={11: "extra_die"}, promised=(("extra_die",), ()))
    assert state.promised[0] == ()
    table = thaw(changed(state, promised=(("extra_die", "reverse"), ())), Table)
    promise(table, "extra_die")
    assert table.promised[0] == ("extra_die", "reverse")
    state, _ = play(scene(tiles={3: "extra_die"}), "roll 1,2,1")
    assert state.promised[0] == ("extra_die",)


def test_reverse_turns_only_the_first_movement_and_no_tile() -> None:
    state = scene(at=(10, 0), promised=(("reverse",), ()), tiles={5: "forward_3"})
    state, told = play(state, "roll 2,3,1")
    assert [(e.facts["start"], e.facts["to"]) for e in told if e.kind == "pawn_moved"] == [(10, 5), (5, 8)]
    doublet = scene(at=(10, 0), promised=(("reverse",), ()))
    doublet, told = play(doublet, "roll 2,2,1", "roll 3,4")
    assert [e.facts["spaces"] for e in told if e.kind == "pawn_moved"] == [-4, 7]


def test_passing_start_in_reverse_settles_no_bet_but_stopping_does() -> None:
    bet: dict[str, Any] = {"bets": (NOBODY, 0), "at": (3, -1), "promised": (("reverse",), ())}
    state, _ = play(scene(**bet), "roll 1,4,1")
    assert state.bets == (NOBODY, 0)
    state, told = play(scene(**bet), "roll 1,2,1")
    assert state.bets == (NOBODY, NOBODY)
    assert {"start.stop", "bet.right"} <= set(clauses(told))


def test_a_doublet_reveals_but_obeys_only_ep() -> None:
    """Rulings 10, 12, 16: no flip, no move, no retreat; the tile stays face up, EP count."""
    state = scene(at=(0, 4))
    state, _ = play(state, "roll 2,2,1")
    assert asked(state)[0] == "reveal"
    shown, told = play(state, "reveal flip_roll")
    assert shown.tiles[4] == "flip_roll"
    assert shown.sides[0] == WHITE
    assert "occupied.retreat" not in clauses(told)
    assert asked(shown)[0] == "roll"
    assert play(state, "reveal gain_1_roll")[0].ep[0] == 1
    assert play(state, "reveal lose_3")[0].ep[0] == 8
    assert play(state, "reveal experience")[0].at[0] == 4


def test_a_doublet_on_the_initiation_space_turns_nobody() -> None:
    state, _ = play(scene(at=(10, 0)), "roll 3,3,1")
    assert (state.at[0], state.sides[0]) == (16, WHITE)


@pytest.mark.parametrize(("players", "turns"), [(1, 10), (2, 10), (3, 5), (4, 5), (5, 5)])
def test_two_players_or_one_have_ten_turns(players: int, turns: int) -> None:
    assert scene(players).setup.turns == turns


def test_turns_go_round_and_the_marker_moves_after_the_last_player() -> None:
    state = scene(3, hands=((), (), ()), pile=0)
    seen = []
    for _ in range(7):
        seen.append((state.turn, state.seat))
        state = changed(state, at=(9, 17, 25))
        state, _ = play(state, "roll 1,3,2")
        while asked(state)[0] == "reveal":
            state, _ = play(state, "reveal extra_die" if "reveal extra_die" in spelled(state) else spelled(state)[-1])
        state = changed(state, promised=((), (), ()))
    assert seen == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0)]


@pytest.mark.parametrize(
    ("ep", "sides", "stack", "winner", "clause"),
    [
        ((3, 5, 4), (0, 1, 0), (1, 0, 2), 1, "end.most_ep"),
        ((5, 5, 4), (1, 0, 0), (1, 0, 2), 1, "end.white_side"),
        ((5, 5, 4), (0, 0, 0), (1, 2, 0), 0, "end.on_top"),
        ((5, 5, 5), (1, 1, 1), (0, 2, 1), 1, "end.on_top"),
        ((5, 5, 5), (0, 1, 0), (2, 0, 1), 0, "end.on_top"),  # the topmost is black: white goes first
        ((0, 0, 0), (0, 1, 1), (0, 1, 2), 0, "end.white_side"),
    ],
)
def test_who_wins(ep: Any, sides: Any, stack: Any, winner: int, clause: str) -> None:
    assert rank(changed(scene(3), ep=ep, sides=sides, stack=stack)) == (winner, clause)


def test_the_later_marker_on_a_position_lies_on_top() -> None:
    state = scene(ep=(0, 1), stack=(0, 1))
    state, _ = play(state, "roll 1,3,3")
    assert state.ep == (1, 1)
    assert state.stack == (1, 0)
