"""Gods' Bet: who may bet on whom, what settles a bet, and what the spare pawn does."""

from __future__ import annotations

from typing import Any

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.state import BLACK, NOBODY, WHITE
from tests.engines.cocoon_world.scenes import asked, clauses, play, scene, spelled

TRACK = -1


def test_who_may_be_bet_on() -> None:
    state, _ = play(scene(4, at=(26, 0, 0, TRACK), bets=(NOBODY, NOBODY, NOBODY, 1)), "roll 2,4,1")
    assert asked(state) == ("bet", 0)
    assert spelled(state) == ["bet green", "bet yellow"]  # not one's own, not blue, who is bet on


def test_with_no_colour_left_the_pawn_stays() -> None:
    """Ruling 23: alone, or when the two others are bet on already."""
    state, told = play(scene(1, at=(26,)), "roll 2,4,1")
    assert state.at[0] == 32
    assert "bet.no_colour" in clauses(told)
    bets: dict[str, Any] = {"bets": (NOBODY, 2, 1), "at": (26, TRACK, TRACK)}
    state, told = play(scene(3, **bets), "roll 2,4,1")
    assert "bet.no_colour" in clauses(told)
    assert asked(state) == ("place", 0)


def test_entering_the_bet_still_places_a_tile_near_it() -> None:
    """Ruling 27."""
    state, _ = play(scene(at=(26, 0), tiles={31: "roll", 33: "roll"}), "roll 2,4,1", "bet blue")
    assert state.at[0] == TRACK
    spaces = {option.split()[2] for option in spelled(state)}
    assert spaces == {"34", "30"}


def test_a_right_bet_gains_three_and_keeps_the_side() -> None:
    state = scene(at=(46, TRACK), bets=(NOBODY, 0), bet_sides=(WHITE, BLACK), sides=(WHITE, BLACK), ep=(0, 1))
    state, told = play(state, "roll 1,3,2")
    assert (state.at[1], state.sides[1], state.ep[1]) == (0, BLACK, 9)
    assert state.bets == (NOBODY, NOBODY)
    assert [e.clause for e in told if e.seat == 1] == ["bet.right", "bet.right"]  # nothing for reaching Start


def test_a_wrong_bet_turns_the_pawn() -> None:
    state = scene(3, at=(46, TRACK, 5), bets=(NOBODY, 2, NOBODY))
    state, _ = play(state, "roll 1,3,2")
    assert (state.at[1], state.sides[1], state.ep[1]) == (0, BLACK, 0)


def test_several_bets_are_settled_at_once_clockwise_from_the_mover() -> None:
    """Ruling 24."""
    state = scene(4, at=(46, 20, TRACK, TRACK), bets=(NOBODY, 3, 0, 1), bet_sides=(WHITE, BLACK, WHITE, WHITE))
    state, told = play(state, "roll 1,3,2")
    assert state.bets == (NOBODY,) * 4
    assert state.at == (2, 0, 0, 0)
    assert [e.seat for e in told if e.kind in ("bet_won", "bet_lost")] == [1, 2, 3]
    assert state.ep == (0, 0, 3, 0)
    assert state.sides == (WHITE, WHITE, WHITE, BLACK)


def test_the_spare_pawn_begins_on_start_with_the_side_of_the_pawn_and_gains_nothing_for_it() -> None:
    state = scene(3, at=(TRACK, 20, 28), bets=(1, NOBODY, NOBODY), bet_sides=(BLACK, WHITE, WHITE))
    assert (state.at[0], state.sides[0], state.ep[0]) == (0, BLACK, 0)
    state, told = play(state, "roll 2,3,1")
    assert "bet.right" not in clauses(told)
    assert state.bets[0] == 1


def test_what_the_spare_pawn_shows_is_forgotten_but_its_ep_stay() -> None:
    """Ruling 26: the spare has turned white and gained; the pawn on the track comes back black."""
    state = scene(at=(46, 20), bets=(NOBODY, 0), bet_sides=(WHITE, BLACK), sides=(WHITE, WHITE), ep=(0, 4))
    state, _ = play(state, "roll 1,3,2")
    assert (state.at[1], state.sides[1], state.ep[1]) == (0, BLACK, 1)


def test_the_own_spare_passing_start_loses_the_bet_and_ends_the_move_there() -> None:
    state = scene(at=(44, 9), bets=(1, NOBODY), bet_sides=(BLACK, WHITE), sides=(WHITE, WHITE), ep=(4, 0))
    state, told = play(state, "roll 2,6,1")
    assert (state.at[0], state.sides[0], state.ep[0]) == (0, WHITE, 4)
    moved = [(e.kind, e.facts["to"]) for e in told if "to" in e.facts]
    assert moved == [("pawn_moved", 4), ("spare_called_back", 0)]
    assert [c for c in clauses(told) if c.startswith("bet.")] == ["bet.called_back", "bet.wrong"]
    assert "start.stop" not in clauses(told)
    assert asked(state) == ("place", 0)  # nothing placed yet: the nearest empty space from Start


def test_the_own_spare_stopping_on_start_gains_first_and_then_loses_the_bet() -> None:
    """Ruling 22: the EP goes the way of the spare's side."""
    state = scene(at=(40, 9), bets=(1, NOBODY), bet_sides=(BLACK, WHITE), sides=(WHITE, WHITE), ep=(4, 0))
    state, told = play(state, "roll 2,6,1")
    assert (state.at[0], state.sides[0], state.ep[0]) == (0, WHITE, 5)
    order = [e.clause for e in told if e.clause == "start.stop" or e.clause.startswith("bet.")]
    assert order == ["start.stop", "bet.called_back", "bet.wrong"]


def test_a_spare_pawn_passing_start_settles_the_bets_of_others_on_its_colour() -> None:
    state = scene(at=(44, TRACK), bets=(1, 0), ep=(0, 0))
    state, _ = play(state, "roll 2,6,1")
    assert state.bets == (NOBODY, NOBODY)
    assert state.ep == (0, 3)


def test_a_doublet_past_start_with_the_spare_is_rolled_again_from_start() -> None:
    state = scene(at=(44, 9), bets=(1, NOBODY))
    state, _ = play(state, "roll 4,4,1")
    assert state.at[0] == 0
    assert asked(state)[0] == "roll"
    state, _ = play(state, "roll 2,3")
    assert state.at[0] == 5


def test_a_spare_pawn_on_gods_bet_only_places_its_tile() -> None:
    state, told = play(scene(at=(26, 9), bets=(1, NOBODY)), "roll 2,4,1")
    assert state.at[0] == 32
    assert "bet.spare_stops" in clauses(told)
    assert asked(state) == ("place", 0)


def test_a_roll_still_due_is_lost_on_the_track() -> None:
    """Forward to Initiation, taken; one back stands a tile that leads to Gods' Bet: nothing is left to roll for."""
    state = scene(at=(8, 16), tiles={11: "initiation_roll", 15: "gods_bet"})
    state, told = play(state, "roll 1,2,1", "bet blue")
    assert "roll_lost [bet.roll_lost]" in [event.spell() for event in told]
    assert asked(state) == ("place", 0)


def test_an_open_bet_counts_for_nothing_in_the_end_but_the_pawn_on_the_track_shows_its_side() -> None:
    """Ruling 25: equal EP, and the white spare does not help the black pawn."""
    state = scene(
        turn=10, at=(17, 0), ep=(2, 2), stack=(1, 0), bets=(NOBODY, 0), bet_sides=(WHITE, BLACK), hands=((), ()), pile=0
    )
    state, told = play(state, "roll 1,4,2", "roll 1,4,2")
    assert clauses(told)[-2:] == ["bet.at_end", "end.white_side"]
    assert told[-1].seat == 0
    blue = GAME.rules.view(state).players[1]
    assert (blue.spare, blue.side, blue.bet_side) == (True, "white", "black")
    assert state.ep == (2, 2)
