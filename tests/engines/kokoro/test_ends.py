"""A mat as the ends of its paths counts what the mat itself counts, however it was filled."""

from __future__ import annotations

import random

import pytest

from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.mind.ends import FIRST_GUARDIAN, GUARDIANS, LATER, NOW, Ends, features_of, ways_of
from tablekeeper.engines.kokoro.paths import BLANK, put_piece
from tablekeeper.engines.kokoro.scoring import joined
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.engines.kokoro.state import Table, lay_out
from tests.engines.kokoro.evening import sit

SETUP = sit()
WAYS = ways_of(SETUP.edition.shapes, SETUP.paths.size)


def counted(setup: Setup, drawn: str) -> list[int]:
    """What the rules count for every sanctuary and both guardians."""
    table: Table = lay_out(setup)
    return [joined(table, drawn, target)[1] for target in (*LETTERS, "caterpillar", "flower")]


def read(ends: Ends) -> list[int]:
    """The same, off the ends of the paths."""
    first, second = ends.joined[FIRST_GUARDIAN:]
    return [*map(features_of, ends.joined[:FIRST_GUARDIAN]), first >> 4 & 255, second >> 12 & 255]


def bare() -> Ends:
    return Ends(SETUP.mat, SETUP.paths, SETUP.mat.guardians)


@pytest.mark.parametrize("seed", range(40))
def test_every_place_counts_what_the_rules_count(seed: int) -> None:
    luck = random.Random(seed)
    ends, drawn = bare(), BLANK * SETUP.paths.size
    for space in luck.sample(range(len(drawn)), 38):
        shape = luck.randrange(6)
        ends.put(space, WAYS[shape])
        drawn = put_piece(drawn, space, shape + 1)
        assert read(ends) == counted(SETUP, drawn)
    refilled = bare()
    refilled.fill(drawn, WAYS)
    assert read(refilled) == read(ends)


@pytest.mark.parametrize("seed", range(20))
def test_the_open_ends_are_those_that_lead_into_empty_spaces(seed: int) -> None:
    luck = random.Random(seed)
    ends, drawn = bare(), BLANK * SETUP.paths.size
    for space in luck.sample(range(len(drawn)), 30):
        shape = luck.randrange(6)
        ends.put(space, WAYS[shape])
        drawn = put_piece(drawn, space, shape + 1)
    leading = [end for chain in SETUP.paths.chains(drawn) for end in chain.ends if end >= 0 and drawn[end] == BLANK]
    assert sorted(entrance // 4 for entrance in ends.open) == sorted(leading)
    assert ends.blanks == [space for space, piece in enumerate(drawn) if piece == BLANK]


@pytest.mark.parametrize("seed", range(20))
def test_it_is_all_one_whether_a_place_is_marked_before_or_after_it_is_drawn(seed: int) -> None:
    early, late, luck = bare(), bare(), random.Random(seed)
    marks = ((0, NOW), (1, LATER), (2, LATER), (FIRST_GUARDIAN, GUARDIANS[0]), (FIRST_GUARDIAN + 1, GUARDIANS[1]))
    for place, mark in marks:
        early.mark(place, mark)
    for space in luck.sample(range(SETUP.paths.size), 30):
        way = WAYS[luck.randrange(6)]
        early.put(space, way)
        late.put(space, way)
    for place, mark in marks:
        late.mark(place, mark)
    assert [early.content[at] for at in early.open] == [late.content[at] for at in early.open]
    assert (read(early), early.going, early.printed) == (read(late), late.going, late.printed)


def test_a_copy_is_tried_without_changing_the_mat() -> None:
    ends = bare()
    ends.put(0, WAYS[4])
    before = (list(ends.far), list(ends.content), set(ends.open), list(ends.blanks), list(ends.joined))
    other = ends.copy()
    other.put(1, WAYS[4])
    other.mark(0, NOW)
    assert before == (ends.far, ends.content, ends.open, ends.blanks, ends.joined)
    assert other.blanks != ends.blanks
