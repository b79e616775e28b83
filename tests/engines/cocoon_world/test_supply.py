"""Drawing back up to three, the empty pile, and one tile chosen of three."""

from __future__ import annotations

from typing import Any

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.state import State
from tablekeeper.engines.core import CHANCE, PUBLIC
from tests.engines.cocoon_world.scenes import COUNTED, asked, changed, clauses, play, scene, spelled
from tests.engines.tables import edition


def after_a_turn(**fields: Any) -> tuple[State, Any]:
    """Red rolls onto a tile that does nothing now and then supplies."""
    hands = fields.pop("hands", (("roll", "pit", "start"), ("pit", "roll", "start")))
    state = scene(table="virtual", at=(8, 0), tiles={11: "place_any"}, hands=hands, **fields)
    return play(state, "roll 1,2,1", f"place {hands[0][0]} 10")


def test_the_active_player_draws_first_then_clockwise_whoever_lacks() -> None:
    state = scene(3, at=(8, 16, 0), tiles={11: "rob", 20: "roll"}, pile=5)
    state = changed(state, hands=(("?",), ("?",) * 3, ("?",) * 2))
    state, told = play(state, "roll 1,2,1", "rob blue", "take lose_3", "lay 13")
    assert [(e.seat, e.facts["count"]) for e in told if e.kind == "tiles_drawn"] == [(0, 2), (1, 1), (2, 1)]
    assert state.pile == 1


def test_the_last_tiles_go_in_that_order_and_then_there_are_none() -> None:
    state = scene(3, at=(8, 16, 0), tiles={11: "rob"}, pile=1)
    state = changed(state, hands=(("?",), ("?",) * 3, ("?",) * 2))
    state, told = play(state, "roll 1,2,1", "rob blue", "take lose_3", "lay 13")
    assert [(e.seat, e.facts["count"]) for e in told if e.kind == "tiles_drawn"] == [(0, 1)]
    assert (state.pile, [len(hand) for hand in state.hands]) == (0, [2, 2, 2])


def test_one_of_three_is_chosen_and_the_others_lie_on_top_in_the_order_wished() -> None:
    state, _ = after_a_turn(promised=(("choose_supply",), ()), pile=9)
    assert asked(state) == ("draw", CHANCE)
    state, _ = play(state, "draw forward_1", "draw forward_3", "draw gods_bet")
    assert spelled(state) == ["keep forward_1", "keep forward_3", "keep gods_bet"]
    state, _ = play(state, "keep forward_3")
    assert spelled(state) == ["return forward_1", "return gods_bet"]
    state, told = play(state, "return gods_bet")
    assert state.top == ("gods_bet", "forward_1")
    assert state.pile == 8
    assert state.promised[0] == ()
    assert state.seat == 1
    assert "tile.choose_supply" in clauses(told)


def test_a_second_missing_tile_is_drawn_as_usual() -> None:
    state, _ = after_a_turn(promised=(("choose_supply",), ()), pile=9, hands=(("roll", "pit"), ("pit",) * 3))
    state, told = play(state, "draw forward_1", "draw forward_3", "draw gods_bet", "keep forward_3", "return gods_bet")
    assert state.hands[0] == ("pit", "forward_3", "gods_bet")
    assert state.top == ("forward_1",)
    seen = [e for e in told if e.only_for == 0]
    assert [e.facts["tile"] for e in seen if e.kind == "tile_drawn"] == ["forward_3", "gods_bet"]


@pytest.mark.parametrize(("pile", "of"), [(2, 2), (1, 1)])
def test_a_short_pile_offers_what_is_left(pile: int, of: int) -> None:
    """Ruling 33."""
    state, told = after_a_turn(promised=(("choose_supply",), ()), pile=pile, hands=(("roll", "pit"), ("pit",) * 3))
    assert [e.facts["of"] for e in told if e.kind == "supply_chosen"] == [of]
    state, _ = play(state, *["draw forward_1", "draw forward_3"][:of])
    assert len(spelled(state)) == of


def test_two_alike_to_return_are_asked_for_too_so_that_nobody_learns_it() -> None:
    state, _ = after_a_turn(promised=(("choose_supply",), ()), pile=9)
    state, _ = play(state, "draw forward_1", "draw forward_3", "draw forward_3", "keep forward_1")
    assert asked(state) == ("return", 0)
    assert spelled(state) == ["return forward_3"]
    assert GAME.rules.question(state, PUBLIC).options == ()
    assert "forward_3" not in str(GAME.rules.question(state, PUBLIC))


def test_at_a_real_table_the_choice_stays_in_the_players_hands() -> None:
    state = scene(at=(8, 0), tiles={11: "choose_supply"})
    state, told = play(state, "roll 1,2,1", "place roll 10")
    assert [e.facts["of"] for e in told if e.kind == "supply_chosen"] == [3]
    assert state.seat == 1
    assert state.promised[0] == ()


def test_tiles_of_a_chance_question_are_listed_as_often_as_they_are_likely() -> None:
    state = scene()
    state, _ = play(state, "roll 1,3,2")
    options = spelled(state)
    assert len(options) == 44
    assert options.count("reveal lose_3") == 2
    assert options.count("reveal pit") == 1


def test_a_decision_lists_each_kind_once() -> None:
    state, _ = play(scene(), "roll 1,4,2")
    assert len(spelled(state)) == len(set(spelled(state))) == len(COUNTED.tiles)
    virtual = scene(table="virtual", hands=(("roll", "roll", "pit"), ()))
    assert spelled(play(virtual, "roll 1,4,2")[0]) == ["place roll 5", "place pit 5"]


def test_a_guessed_copy_lets_every_tile_turn_up() -> None:
    """The counts of the shipped edition are reconstructed: a real box may hold what they leave out."""
    state = scene(copy=edition("cocoon_world"))
    state, _ = play(state, "roll 1,3,2")
    options = spelled(state)
    assert "reveal forward_7" in options
    assert options.count("reveal lose_3") == 2
    pool = state.pool
    state, _ = play(state, "reveal forward_7")
    assert state.pool == pool
    state, _ = play(state, "place forward_7 11")
    assert state.pool == pool
    counted, _ = play(scene(), "roll 1,3,2")
    assert "reveal forward_7" not in spelled(counted)
