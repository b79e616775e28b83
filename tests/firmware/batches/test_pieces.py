"""Cutting games into pieces and adding up what they found: nothing twice, nothing left out, always the same sum."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.firmware.batches.adding import add_up
from tablekeeper.firmware.batches.piece import Played, play_piece
from tablekeeper.firmware.batches.pieces import Cutter, find_gaps
from tablekeeper.firmware.batches.progress import Lines, spell_time
from tablekeeper.firmware.batches.task import cut, luck_of
from tests.conftest import Clock
from tests.firmware.batches.plays import task


@settings(deadline=None, max_examples=40)
@given(
    games=st.integers(1, 600),
    seconds=st.floats(0.0001, 3),
    workers=st.integers(1, 64),
    done=st.lists(st.integers(0, 59), unique=True),
)
def test_every_game_is_given_out_once_whatever_was_done(
    games: int, seconds: float, workers: int, done: list[int]
) -> None:
    before = [range(10 * tenth, 10 * tenth + 10) for tenth in done if 10 * tenth + 10 <= games]
    cutter = Cutter(task(games), before)
    given_out = [number for some in before for number in some]
    while (piece := cutter.next(workers)) is not None:
        given_out += range(piece.first, piece.first + piece.games)
        cutter.note(Played(piece.first, piece.games, seconds * piece.games, None))
    assert list(range(games)) == sorted(given_out)


def test_pieces_grow_to_about_a_second_and_are_small_at_the_end() -> None:
    cutter, sizes = Cutter(task(10_000), []), []
    while (piece := cutter.next(2)) is not None:
        sizes.append(piece.games)
        cutter.note(Played(piece.first, piece.games, 0.01 * piece.games, None))
    assert sizes[:5] == [1, 4, 16, 64, 100]
    assert max(sizes) == 100
    assert sizes[-1] == 1
    assert len(sizes) < 130


def test_pieces_for_a_thousand_workers_last_five_seconds_so_that_the_scheduler_keeps_up() -> None:
    cutter, sizes = Cutter(task(10_000_000), []), []
    for _ in range(12):
        piece = cutter.next(1000)
        assert piece is not None
        sizes.append(piece.games)
        cutter.note(Played(piece.first, piece.games, 0.01 * piece.games, None))
    assert max(sizes) == sizes[-1] == 500


def test_gaps_are_what_is_in_no_range() -> None:
    assert find_gaps(10, [range(4, 6), range(2)]) == [range(6, 10), range(2, 4)]
    assert find_gaps(3, [range(3)]) == []


def test_a_game_has_its_own_luck_wherever_it_is_played() -> None:
    assert [0.0202, 0.8155, 0.4612] == [round(luck_of(1, number).random(), 4) for number in range(3)]
    assert luck_of(1, 23).random() != luck_of(12, 3).random()


def test_the_same_games_in_other_pieces_add_up_to_the_same() -> None:
    luck, whole = random.Random(3), task(200)
    sums = []
    for _ in range(4):
        edges = sorted({0, 200, *luck.choices(range(200), k=9)})
        pieces = [cut(whole, first, stop - first) for first, stop in pairwise(edges)]
        sums.append(add_up(play_piece(piece).found for piece in pieces))
    assert [sums[0]] * 4 == sums
    assert sums[0]["numbers"] == list(range(200))


def test_numbers_lists_and_mappings_add_up_and_what_was_added_stays_as_it_is() -> None:
    first = {"a": 1, "b": {"x": [1]}}
    assert add_up([first, {"b": {"x": [2], "y": 3}, "c": 4}]) == {"a": 1, "b": {"x": [1, 2], "y": 3}, "c": 4}
    assert first == {"a": 1, "b": {"x": [1]}}


def test_people_who_wait_hear_how_long_it_may_take(clock: Clock) -> None:
    said: list[str] = []
    lines = Lines("Pig", 1000, said.append, clock)
    lines(100)
    for done in (200, 400, 1000):
        clock.pass_s(20.0)
        lines(done)
    assert said == ["Pig: 400 of 1,000 games, about 80 s left"]
    assert ["89 s", "10 min", "2.0 h"] == [spell_time(seconds) for seconds in (89, 600, 7200)]
