"""Stops, retreats, loops, and the ways round the board."""

from __future__ import annotations

import pytest

from tablekeeper.engines.cocoon_world.state import BLACK, NOBODY, WHITE
from tests.engines.cocoon_world.scenes import COUNTED, asked, changed, clauses, play, scene


def test_retreat_onto_an_empty_space_places_there() -> None:
    """Ruling 8: what the retreat reaches counts in full."""
    state, _ = play(scene(at=(8, 11), tiles={11: "flip_roll", 10: ""}), "roll 1,2,4")
    assert asked(state) == ("place", 0)
    state, told = play(state, "place forward_3 10")
    assert state.sides[0] == BLACK  # by the roll; the tile under the other pawn is not followed
    assert "place.own_space" in clauses(told)


def test_an_occupied_tile_gives_its_ep_and_nothing_else() -> None:
    state, _ = play(scene(at=(8, 11), ep=(5, 0), tiles={11: "lose_1_roll", 10: "extra_die"}), "roll 1,2,6")
    assert state.ep[0] == 4
    assert state.sides[0] == BLACK
    flips, _ = play(scene(at=(8, 11), ep=(5, 0), tiles={11: "flip_roll", 10: "extra_die"}), "roll 1,2,2")
    assert flips.sides[0] == WHITE


def test_a_chain_of_retreats_goes_on_until_a_free_space() -> None:
    state = scene(4, at=(8, 13, 12, 11), tiles={11: "", 12: "", 13: "", 10: ""})
    state, told = play(state, "roll 1,4,2")
    assert state.at[0] == 10
    assert clauses(told).count("occupied.retreat") == 6


def test_start_is_never_occupied_and_a_retreat_onto_it_counts() -> None:
    """Ruling 9."""
    state, told = play(scene(at=(45, 1), tiles={1: ""}), "roll 1,3,5")
    assert state.at[0] == 0
    assert {"start.pass", "occupied.retreat", "start.stop"} <= set(clauses(told))
    assert state.ep[0] == 10  # the pawn had turned black: 0 -> 10


def test_a_loop_counts_its_ep_once_and_ends_on_start() -> None:
    """The printed example: an occupied Experience Space, and one step forward before it."""
    state, told = play(scene(at=(2, 8), tiles={7: "forward_1"}), "roll 2,4,1")
    assert state.at[0] == 0
    assert state.ep[0] == 2
    assert clauses(told).count("experience.stop") == 1
    assert clauses(told).count("loop.to_start") == 1


def test_a_loop_with_an_ep_tile_counts_it_once() -> None:
    state, _ = play(scene(at=(2, 11), ep=(5, 0), tiles={11: "lose_3", 10: "forward_1"}), "roll 4,5,1")
    assert (state.at[0], state.ep[0]) == (0, 3)


def test_a_loop_through_ones_own_new_tile() -> None:
    state, _ = play(scene(at=(8, 0), tiles={13: "forward_1"}), "roll 2,4,1", "place backward_1 14")
    assert state.at[0] == 0
    assert state.ep[0] == 1


def test_the_stop_on_start_after_a_loop_settles_bets() -> None:
    state = scene(3, at=(2, 8, -1), bets=(NOBODY, NOBODY, 0), tiles={7: "forward_1"})
    state, told = play(state, "roll 2,4,1")
    assert "bet.right" in clauses(told)
    assert state.at == (0, 8, 0)


def test_a_new_roll_breaks_a_loop() -> None:
    """Ruling 30: to come back to a space after a roll is no loop."""
    state = scene(at=(8, 0), tiles={11: "roll", 14: "backward_3"})
    state, told = play(state, "roll 1,2,1", "roll 1,2")
    assert "loop.to_start" not in clauses(told)
    assert asked(state)[0] == "roll"


def test_a_tile_that_a_loop_was_reached_by_still_grants_its_roll() -> None:
    """Forward to Initiation, taken; back and forward for ever: Start, then the roll that the tile promised."""
    state = scene(at=(8, 16), tiles={11: "initiation_roll", 15: "forward_1"})
    state, told = play(state, "roll 1,2,1")
    assert "loop.to_start" in clauses(told)
    assert state.at[0] == 0
    assert asked(state)[0] == "roll"


def test_a_tile_in_a_loop_grants_its_roll_once() -> None:
    """Experience at 40, taken; one back, and the tile there leads to 40 again and rolls: Start, then that one roll."""
    state = scene(3, at=(34, 40, 5), tiles={39: "experience_roll"})
    state, told = play(state, "roll 2,4,1")
    assert clauses(told).count("loop.to_start") == 1
    assert clauses(told).count("experience.stop") == 1
    assert state.at[0] == 0
    state, told = play(state, "roll 1,2")
    assert state.at[0] == 3
    assert "tile.roll_again" in clauses(told)
    assert asked(state)[0] != "roll"


def test_to_meet_a_space_again_that_a_settled_bet_has_freed_is_no_loop() -> None:
    """Blue's spare stands on 46; red steps back, goes forward round Start (blue leaves), and comes to 46 once more."""
    tiles = {46: "extra_die", 45: "forward_6", 3: "backward_5"}
    state = scene(3, at=(40, 46, 5), bets=(NOBODY, 2, NOBODY), tiles=tiles)
    state, told = play(state, "roll 2,4,1")
    assert "bet.wrong" in clauses(told)
    assert "loop.to_start" not in clauses(told)
    assert state.at[0] == 46
    assert state.promised[0] == ("extra_die",)


@pytest.mark.parametrize(
    ("at", "tile", "to"),
    [
        (9, "start", 0),
        (9, "pit", 24),
        (25, "pit", 24),  # once round
        (9, "experience", 40),
        (41, "experience", 0),  # Start counts as an Experience Space
        (1, "experience", 8),
        (33, "gods_bet", 32),
        (9, "forward_12", 21),
        (9, "backward_12", 45),
    ],
)
def test_where_tiles_lead(at: int, tile: str, to: int) -> None:
    state = scene(3, at=(at - 3 if at > 3 else 46, 0, 0), tiles={at: tile, 21: "extra_die", 45: "extra_die"})
    _, told = play(state, "roll 1,2,1")
    assert [e.facts["to"] for e in told if e.kind == "pawn_moved"][-1] == to


def test_the_board_with_eight_spaces_between() -> None:
    """The 7th space is covered, the 8th is not; 54 in all."""
    state = scene(copy=COUNTED._replace(gap=8))
    board = state.setup.board
    assert board.size == 54
    assert [i for i, event in enumerate(board.event_at) if event] == [0, 9, 18, 27, 36, 45]
    assert sorted(board.covered)[:6] == [1, 4, 7, 10, 13, 16]
    assert len(board.covered) == 18
    state, told = play(changed(state, at=(50, 0)), "roll 1,6,1")
    assert state.at[0] == 3
    assert "start.pass" in clauses(told)


def test_event_spaces_in_another_order() -> None:
    events = ("start", "gods_bet", "pit", "experience", "experience", "initiation")
    board = scene(copy=COUNTED._replace(events=events)).setup.board
    assert board.gods_bet == 8
    assert board.ahead["experience"][9] == 15
    assert board.ahead["experience"][33] == 15
    assert board.ahead["initiation"][0] == 40
