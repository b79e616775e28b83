"""What can be seen by whom, and that nothing covered or turned away is in any view or list of options."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.answers import Name
from tablekeeper.engines.cocoons.box import readers, sides_seen
from tablekeeper.engines.cocoons.state import UNNAMED, State
from tablekeeper.engines.core import PUBLIC
from tests.engines.cocoons.play import Box, begin, play

RULES = GAME.rules
VIEWERS = (0, 1, PUBLIC)


@pytest.mark.parametrize(
    ("players", "seat", "quarters", "corners", "reads"),
    [
        (2, 0, 0, ("NW",), ("N", "W")),
        (2, 1, 0, ("SE",), ("E", "S")),
        (3, 1, 0, ("NE",), ("N", "E")),
        (4, 3, 0, ("SW",), ("S", "W")),
        (1, 0, 0, ("NW", "SE"), ("N", "E", "S", "W")),
        (2, 0, 1, ("SW",), ("S", "W")),
        (3, 2, 1, ("NE",), ("N", "E")),
        (3, 2, 4, ("SE",), ("E", "S")),
    ],
)
def test_seats_sit_at_corners_and_read_what_looks_their_way(
    players: int, seat: int, quarters: int, corners: tuple[str, ...], reads: tuple[str, ...]
) -> None:
    state = play(begin(players=players), Box())
    state.__dict__["quarters"] = quarters
    player = RULES.view(state).players[seat]
    assert (player.corners, player.reads) == (corners, reads)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("quarters", range(4))
def test_every_side_has_somebody_to_read_it(players: int, quarters: int) -> None:
    assert all(readers(players, side, quarters) for side in range(4))
    assert all(len(sides_seen(players, seat, quarters)) >= 2 for seat in range(players))


def test_a_quarter_turn_moves_every_seat_by_a_corner() -> None:
    box = Box(trapdoors={1: "rotation"})
    state = play(begin({"level": "4"}, players=3), box, ("slide 1",))
    assert [player.corners for player in RULES.view(state).players] == [("SW",), ("NW",), ("NE",)]


def test_only_marks_that_look_into_the_gap_are_in_sight() -> None:
    """Gap in the middle: of the four cocoons around it only the one below looks north, into it."""
    view = RULES.view(play(begin(), Box(faces="NNNNNNNN")))
    assert [cocoon.place for cocoon in view.cocoons if cocoon.in_sight] == [7]
    seen = next(cocoon for cocoon in view.cocoons if cocoon.in_sight)
    assert (seen.mark, seen.shows, seen.readers) == ("N", "frog", (0,))
    assert RULES.view(play(begin(), Box(faces="EEEEEEEE")), 1).cocoons[3].yours


def test_the_memory_aid_shows_what_was_revealed_and_no_more() -> None:
    box = Box(trapdoors={1: "number_3", 2: "number_1"})
    state = play(begin({"level": "5"}), box, ("slide 1", "slide 2", "leave"))
    assert RULES.view(state).notes.owners == ()
    notes = RULES.view(play(state, box, ("remember yes",))).notes
    assert notes.trapdoors == ("?", "number_3", "", "?", "", "?", "?", "?", "?")
    assert notes.tokens == ("?", "?", "iguana", "?", "start", "?", "?", "?", "?")
    assert set(notes.owners) == {"", "fish", "frog", "tortoise"}


def test_the_action_trapdoor_lies_in_a_cocoon_and_not_in_the_lid() -> None:
    state = play(begin({"level": "4"}), Box(trapdoors={1: "action"}), ("slide 1", "lay 4", "leave", "slide 2", "leave"))
    view = RULES.view(state)
    assert view.out == ("rune",)
    assert [cocoon.free for cocoon in view.cocoons].count(True) == 1


def swap_covered(state: State, luck: random.Random) -> State:
    """The same table where what is covered or turned away has been exchanged for something else."""
    fields = state.__dict__.copy()
    hidden = [place for place in range(9) if place != state.gap and state.tokens[place] not in ("start", "", "token")]
    for name in ("tokens", "traps"):
        values = list(fields[name])
        mixed = [values[place] for place in hidden]
        luck.shuffle(mixed)
        for place, value in zip(hidden, mixed, strict=True):
            values[place] = value
        fields[name] = tuple(values)
    seen = [i for i, cocoon in enumerate(RULES.view(state).cocoons) if cocoon.in_sight]
    owners = [UNNAMED if i not in seen else owner for i, owner in enumerate(state.owners)]
    other: State = state.__class__.__new__(state.__class__)
    other.__dict__.update(fields, owners=tuple(owners))
    return other


@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])
def test_views_and_options_do_not_tell_what_is_covered(level: str, table: str) -> None:
    luck = random.Random(3)
    for _ in range(12):
        state: Any = begin({"level": level}, table=table)
        while not RULES.is_over(state):
            question = RULES.question(state)
            if state.gap >= 0 and not state.memory:
                other = swap_covered(state, luck)
                assert all(RULES.view(state, seat) == RULES.view(other, seat) for seat in VIEWERS)
                if table == "real" and question.kind in ("name", "turn", "place", "find", "flip"):
                    assert list(question.options) == list(RULES.question(other).options)
            state, _ = RULES.answer(state, question.options[luck.randrange(len(question.options))])


def test_naming_a_guardian_twice_withdraws_the_first_word() -> None:
    state = begin(table="real")
    box = Box(owners=("iguana",) * 8)
    state = play(state, box, ("slide 1",))
    assert state.owners.count("iguana") == 1
    virtual = begin()
    while RULES.question(virtual).kind != "name":
        virtual, _ = RULES.answer(virtual, RULES.question(virtual).options[0])
    assert Name("iguana") in RULES.question(virtual).options
