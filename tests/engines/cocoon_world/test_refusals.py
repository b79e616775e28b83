"""Every refusal of Cocoon World says why, by a stable word."""

from __future__ import annotations

from typing import Any

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.core import Refused
from tests.engines.cocoon_world.scenes import changed, scene

RULES = GAME.rules
HANDS = (("roll", "flip_roll", "lose_3"), ("roll", "reverse", "pit"))


def waiting(*step: Any, **fields: Any) -> Any:
    """A virtual table at which this step waits; red stands on the empty space 2."""
    players = len(fields.get("bets", (0, 0)))
    usual = {"at": (2, 9), "to_place": 1, "hands": HANDS, "agenda": (step, ("end_turn",))}
    return changed(scene(players, table="virtual"), **{**usual, **fields})


CASES: list[tuple[tuple[Any, ...], dict[str, Any], str, str]] = [
    (("opening_roll", False, False, False), {}, "roll 1,2", "roll.wrong_number_of_dice"),
    (("opening_roll", True, False, False), {}, "roll 1,2,3", "roll.wrong_number_of_dice"),
    (("opening_roll", False, False, False), {}, "roll 1,2,7", "roll.no_such_face"),
    (("opening_roll", False, False, False), {}, "roll -", "roll.wrong_number_of_dice"),
    (("opening_roll", False, False, False), {}, "stop", "roll.not_offered"),
    (("reroll", "tile"), {}, "roll 0,2", "roll.no_such_face"),
    (("dungeon", (), 0), {}, "roll 1,2,3", "roll.wrong_number_of_dice"),
    (("change_die", (1, 2, 3), False), {}, "change 3 1", "change_die.no_such_die"),
    (("change_die", (1, 2, 3), False), {}, "change 0 7", "change_die.no_such_face"),
    (("change_die", (1, 2, 3), False), {}, "change 0 1", "change_die.shows_that_already"),
    (("wish", ("nightmare",), 0), {}, "wish 11", "wish.not_on_the_circle"),
    (("first",), {}, "begin pink", "first.no_such_colour"),
    (("first",), {}, "begin purple", "first.nobody_plays_it"),
    (("bet",), {}, "bet red", "bet.own_colour"),
    (("bet",), {"bets": (-1, -1, 1), "at": (2, 9, -1)}, "bet blue", "bet.bet_on_already"),
    (("rob_whom",), {}, "rob red", "rob.own_colour"),
    (("rob_whom",), {"hands": (HANDS[0], ())}, "rob blue", "rob.empty_hand"),
    (("reveal", 4), {}, "reveal dragon", "reveal.no_such_tile"),
    (("reveal", 4), {"pool": ("flip_roll",)}, "reveal roll", "reveal.none_left"),
    (("draw", 0), {"pool": ("flip_roll",)}, "draw roll", "draw.none_left"),
    (("look_next", 0, (), 3), {"pool": ("flip_roll",)}, "draw roll", "draw.none_left"),
    (("keep", 0, ("roll", "pit")), {}, "keep lose_3", "keep.not_looked_at"),
    (("return", 0, ("roll", "pit")), {}, "return lose_3", "return.not_looked_at"),
    (("take", 1), {}, "take lose_3", "take.not_in_hand"),
    (("place_here",), {}, "place roll 3", "place.not_your_space"),
    (("place_here",), {}, "place roll 8", "place.event_space"),
    (("place_here",), {}, "place roll 99", "place.no_such_space"),
    (("place_here",), {}, "place roll 4", "place.not_empty"),
    (("place_here",), {}, "place pit 2", "place.not_in_hand"),
    (("place_here",), {}, "place dragon 2", "place.no_such_tile"),
    (("lay_nearest",), {}, "place roll 10", "place.not_the_nearest"),
    (("lay_anywhere",), {}, "place roll 4", "place.not_empty"),
    (("use_taken", "roll"), {}, "lay 4", "use_taken.not_empty"),
    (("use_taken", "roll"), {}, "lay 0", "use_taken.event_space"),
    (("fetch_which",), {}, "fetch 48", "fetch.no_such_space"),
    (("fetch_which",), {}, "fetch 2", "fetch.this_tile"),
    (("fetch_which",), {}, "fetch 3", "fetch.no_tile_there"),
]


@pytest.mark.parametrize(("step", "fields", "answer", "reason"), CASES, ids=[f"{case[3]}-{case[2]}" for case in CASES])
def test_refusals_say_why_and_change_nothing(
    step: tuple[Any, ...], fields: dict[str, Any], answer: str, reason: str
) -> None:
    state = waiting(*step, **fields)
    before = RULES.to_plain(state)
    with pytest.raises(Refused) as refused:
        RULES.answer(state, RULES.read(answer))
    assert refused.value.reason == reason
    assert RULES.to_plain(state) == before


def test_the_three_questions_that_place_a_tile_say_which_they_are() -> None:
    told = [RULES.question(waiting(step)).about["why"] for step in ("place_here", "lay_nearest", "lay_anywhere")]
    assert told == ["here", "nearest", "anywhere"]
