"""The connection rules, exactly as printed."""

from __future__ import annotations

import pytest

from tablekeeper.engines.kokoro.paths import OFF_MAT, put_piece
from tests.engines.kokoro.evening import grid

CHAINS = {
    "alone": ("000 050 000", 4, (4,)),
    "in both directions": ("000 555 000", 4, (3, 4, 5)),
    "nothing drawn in its own space": ("050 505 050", 4, ()),
    "round two corners": ("350 200 000", 0, (1, 0, 3)),
    "past a piece that turns away": ("030 055 000", 5, (4, 5)),
    "closed loop": ("340 210 000", 0, (0, 1, 4, 3)),
    "the same loop from another space": ("340 210 000", 4, (4, 3, 0, 1)),
}


@pytest.mark.parametrize("case", CHAINS)
def test_what_joins(case: str) -> None:
    picture, start, spaces = CHAINS[case]
    paths, drawn = grid(picture)
    chain = paths.chain(drawn, start)
    assert set(chain.spaces) == set(spaces)
    assert len(chain.spaces) == len(spaces)


@pytest.mark.parametrize("one", range(1, 7))
@pytest.mark.parametrize("other", range(1, 7))
def test_pieces_join_only_where_both_touch(one: int, other: int) -> None:
    """Side by side they join if the left one touches East and the right one West."""
    paths, drawn = grid(f"00 {one}{other} 00")
    joined = one in (2, 3, 5) and other in (1, 4, 5)
    assert (len(paths.chain(drawn, 2).spaces) == 2) is joined
    assert (len(paths.chain(drawn, 3).spaces) == 2) is joined


@pytest.mark.parametrize("one", range(1, 7))
@pytest.mark.parametrize("other", range(1, 7))
def test_pieces_join_one_above_the_other(one: int, other: int) -> None:
    paths, drawn = grid(f"0{one}0 0{other}0")
    joined = one in (3, 4, 6) and other in (1, 2, 6)
    assert (len(paths.chain(drawn, 1).spaces) == 2) is joined


def test_a_loop_counts_once() -> None:
    paths, drawn = grid("3540 6060 2510")
    chain = paths.chain(drawn, 0)
    assert chain.closed
    assert sorted(chain.spaces) == [0, 1, 2, 4, 6, 8, 9, 10]


def test_an_end_that_faces_its_own_beginning_is_no_loop() -> None:
    """A path that curls back to a piece without touching its side has two ends."""
    paths, drawn = grid("340 510 000")
    chain = paths.chain(drawn, 0)
    assert not chain.closed
    assert set(chain.spaces) == {0, 1, 3, 4} - ({0} - set(chain.spaces))
    assert len(chain.ends) == 2


def test_a_path_never_joins_across_the_edge_of_the_mat() -> None:
    paths, drawn = grid("005 500 000")
    assert paths.chain(drawn, 2).spaces == (2,)
    assert paths.chain(drawn, 2).ends.count(OFF_MAT) == 1
    assert paths.chain(drawn, 3).ends.count(OFF_MAT) == 1


def test_every_piece_is_in_exactly_one_chain() -> None:
    paths, drawn = grid("3540 6160 2510")
    spaces = [space for chain in paths.chains(drawn) for space in chain.spaces]
    assert sorted(spaces) == [space for space, piece in enumerate(drawn) if piece != "0"]


def test_a_piece_is_put_where_it_was_said() -> None:
    assert put_piece("0000", 2, 6) == "0060"
