"""How many tiles a turn places, where, and what the placing tiles do."""

from __future__ import annotations

import pytest

from tablekeeper.engines.cocoon_world.state import WHITE
from tablekeeper.engines.cocoon_world.tiles import EMPTY, FACE_DOWN
from tests.engines.cocoon_world.scenes import asked, clauses, play, scene, spelled

FULL = {n: "roll" for n in range(48) if n % 8}


def spaces(state: object) -> set[int]:
    """The spaces offered."""
    return {int(text.split()[-1]) for text in spelled(state)}  # type: ignore[arg-type]


def test_after_ones_own_tile_no_second_one_is_placed() -> None:
    """The printed example: 3 forward, 12 backward, and an empty space that stays empty."""
    state = scene(at=(8, 0), tiles={14: EMPTY, 17: "backward_12"})
    state, told = play(state, "roll 2,4,1", "place forward_3 14")
    assert state.at[0] == 5
    assert state.tiles[5] == EMPTY
    assert clauses(told).count("place.own_space") == 1
    assert state.seat == 1


def test_an_empty_space_reached_by_a_tile_on_the_board_takes_a_tile_that_is_obeyed() -> None:
    """Ruling 6."""
    state, _ = play(scene(at=(8, 0), tiles={11: "forward_2"}), "roll 1,2,1")
    assert asked(state) == ("place", 0)
    assert spaces(state) == {13}
    _, told = play(state, "place lose_3 13")
    assert clauses(told)[:3] == ["place.own_space", "tile.obey", "tile.lose"]


def test_who_ends_on_a_tile_places_on_the_nearest_empty_space_and_does_not_obey_it() -> None:
    state, _ = play(scene(at=(8, 0), tiles={11: "lose_3"}), "roll 1,2,1")
    assert spaces(state) == {10}
    state, told = play(state, "place lose_3 10")
    assert clauses(told)[:1] == ["place.nearest"]
    assert state.ep[0] == 9  # the match 0 -> 1, one lose_3 -> 9, and not a second one


def test_two_nearest_spaces_leave_the_choice_clockwise_first() -> None:
    """Ruling 3."""
    state, _ = play(scene(at=(8, 0), tiles={12: "extra_die"}), "roll 1,3,2")
    assert spelled(state)[0].endswith(" 13")
    assert spaces(state) == {13, 11}


def test_a_space_under_another_pawn_is_empty_all_the_same() -> None:
    state, _ = play(scene(3, at=(8, 13, 0), tiles={12: "extra_die", 11: "roll"}), "roll 1,3,2")
    assert spaces(state) == {13}


def test_event_spaces_take_no_tile() -> None:
    state, _ = play(scene(at=(2, 0), tiles=dict.fromkeys((5, 6, 7, 9, 10, 11, 12), "roll")), "roll 2,4,1")
    assert spaces(state) == {3, 13}


def test_without_a_tile_nothing_is_placed() -> None:
    """Ruling 5."""
    state, told = play(scene(at=(8, 0), hands=((), (FACE_DOWN,)), pile=0, tiles={11: EMPTY}), "roll 1,2,1")
    assert state.seat == 1
    assert not [e for e in told if e.kind == "tile_placed"]


def test_without_an_empty_space_nothing_is_placed() -> None:
    state = scene(at=(2, 0), tiles=FULL)
    state, told = play(state, "roll 2,4,1")
    assert state.seat == 1
    assert not [e for e in told if e.kind == "tile_placed"]
    state, told = play(scene(at=(8, 0), tiles={**FULL, 11: "place_any"}), "roll 1,2,1")
    assert "effect_impossible" in [e.kind for e in told]
    robbing, told = play(scene(at=(8, 0), tiles={**FULL, 11: "rob"}), "roll 1,2,1", "rob blue", "take lose_3")
    assert spelled(robbing) == ["swap"]


def test_place_any_is_the_tile_of_this_turn() -> None:
    """`place.once`: "and you have not placed a tile in this turn yet" no longer holds."""
    state, _ = play(scene(at=(8, 11), tiles={12: "place_any"}), "roll 1,3,2")
    assert spaces(state) == {n for n, tile in enumerate(state.tiles) if not tile and n % 8}
    assert 11 in spaces(state)
    state, _ = play(state, "place flip_roll 11")
    assert state.seat == 1
    assert state.sides == (WHITE, WHITE)  # nobody obeys it now, not even the pawn on it (ruling 19)


def test_place_any_from_the_hand_is_a_second_tile() -> None:
    state, told = play(scene(at=(8, 0), tiles={11: EMPTY}), "roll 1,2,1", "place place_any 11", "place roll 21")
    assert [e.kind for e in told].count("tile_placed") == 2
    assert state.seat == 1
    assert [e.facts["count"] for e in told if e.kind == "tiles_drawn"] == [2]


def test_roll_place_from_the_hand_allows_one_more() -> None:
    state = scene(at=(8, 0), tiles={11: EMPTY})
    state, told = play(state, "roll 1,2,1", "place roll_place 11", "roll 1,2", "place lose_3 14")
    assert [e.kind for e in told].count("tile_placed") == 2
    assert state.seat == 1


def test_roll_place_on_the_board_allows_two() -> None:
    """The tile's own, and the one of the turn that had not been placed before."""
    state = scene(at=(8, 0), tiles={11: "roll_place"})
    state, _ = play(state, "roll 1,2,1", "roll 1,2", "place extra_die 14")
    assert asked(state) == ("place", 0)
    state, told = play(state, "place lose_3 13")
    assert clauses(told)[:1] == ["place.nearest"]
    assert state.seat == 1


def test_roll_place_without_tiles_only_rolls() -> None:
    state = scene(at=(8, 0), tiles={11: "roll_place", 14: EMPTY}, hands=((), ()), pile=0)
    state, told = play(state, "roll 1,2,1", "roll 1,2")
    assert not [e for e in told if e.kind == "tile_placed"]
    assert state.seat == 1


def test_fetch_exchanges_two_tiles_and_obeys_the_one_that_came() -> None:
    """Ruling 17."""
    state, _ = play(scene(at=(8, 0), tiles={11: "fetch", 19: "forward_2"}), "roll 1,2,1")
    assert spaces(state) == {n for n, tile in enumerate(state.tiles) if tile and n != 11}
    state, _ = play(state, "fetch 19")
    assert (state.tiles[11], state.tiles[19], state.at[0]) == ("forward_2", "fetch", 13)


def test_fetch_may_take_a_face_down_tile() -> None:
    state, _ = play(scene(at=(8, 0), tiles={11: "fetch"}), "roll 1,2,1", "fetch 44")
    assert asked(state)[0] == "reveal"
    state, _ = play(state, "reveal lose_3")
    assert (state.tiles[11], state.tiles[44], state.ep[0]) == ("lose_3", "fetch", 9)


def test_fetch_alone_on_the_board_does_nothing() -> None:
    state, told = play(scene(at=(8, 0), tiles={**dict.fromkeys(FULL, EMPTY), 11: "fetch"}), "roll 1,2,1")
    assert "effect_impossible" in [e.kind for e in told]
    assert asked(state) == ("place", 0)


@pytest.mark.parametrize("table", ["real", "virtual"])
def test_rob_lays_a_tile_that_nobody_obeys_or_swaps_it_in(table: str) -> None:
    """Ruling 18, and `place.once`: either way a tile has been placed in this turn."""
    hands = {"hands": ((), ("lose_3", "forward_2", "forward_2"))} if table == "virtual" else {}
    state, _ = play(scene(table=table, at=(8, 0), tiles={11: "rob"}, pile=0, **hands), "roll 1,2,1", "rob blue")
    if table == "virtual":
        assert spelled(state) == ["take lose_3", "take forward_2"]
    state, _ = play(state, "take forward_2")
    assert len(state.hands[1]) == 2
    laid, told = play(state, "lay 21")
    assert (laid.tiles[21], laid.tiles[11], laid.at[0], laid.seat) == ("forward_2", "rob", 11, 1)
    assert not [e for e in told if e.kind == "tile_placed"]
    swapped, told = play(state, "swap")
    assert (swapped.tiles[11], swapped.at[0], swapped.tiles[13]) == ("forward_2", 13, EMPTY)
    assert swapped.seat == 1


def test_nobody_has_a_tile_to_rob() -> None:
    state, told = play(scene(at=(8, 0), tiles={11: "rob"}, hands=((FACE_DOWN,), ())), "roll 1,2,1")
    assert "effect_impossible" in [e.kind for e in told]
    assert asked(state) == ("place", 0)
    _, told = play(scene(1, at=(8,), tiles={11: "rob"}), "roll 1,2,1")
    assert "effect_impossible" in [e.kind for e in told]


def test_initiation_roll_on_a_free_space_turns_and_rolls() -> None:
    state, told = play(scene(at=(8, 0), tiles={11: "initiation_roll"}), "roll 1,2,1")
    assert state.at[0] == 16
    assert "initiation.flip" in clauses(told)
    assert asked(state)[0] == "roll"


def test_gain_and_lose_on_tiles_do_not_ask_for_the_side() -> None:
    """Ruling 1, and the option for tables that read it the other way."""
    black = {"sides": (1, 0), "at": (8, 0), "ep": (5, 0), "tiles": {11: "lose_3"}}
    assert play(scene(**black), "roll 1,2,1")[0].ep[0] == 1  # match 5 -> 4, lose 3 -> 1
    assert play(scene(**black, options={"ep_tiles": "by_side"}), "roll 1,2,1")[0].ep[0] == 7
