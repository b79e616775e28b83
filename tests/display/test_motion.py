"""Ways and easing: a thing walks step by step, the shorter way round, and arrives where it is."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.display.drawing.scene import Item
from tablekeeper.display.window.easel import merge
from tablekeeper.display.window.motion import along, ease, find_way
from tablekeeper.display.words.fairness import chance_of_worse, verdict

ROUTE = tuple((10 * i, 0) for i in range(11))
SPOTS = st.tuples(st.integers(0, 500), st.integers(0, 500))


def item(place: int) -> Item:
    return Item(pygame.Surface((4, 4)), *ROUTE[place], "marker", "ep", place)


@pytest.mark.parametrize(
    ("start", "end", "through"),
    [(2, 5, (3, 4)), (10, 1, (0,)), (1, 10, (0,)), (0, 6, (10, 9, 8, 7)), (4, 5, ())],
)
def test_a_marker_walks_the_shorter_way_through_every_position(start: int, end: int, through: tuple[int, ...]) -> None:
    way = find_way(item(start), item(end), {"ep": ROUTE}, ROUTE[start])
    assert way == (ROUTE[start], *(ROUTE[i] for i in through), ROUTE[end])


@given(st.lists(SPOTS, min_size=2, max_size=8))
def test_a_way_begins_and_ends_where_it_should(way: list[tuple[int, int]]) -> None:
    assert along(way, ease(1.0)) == way[-1]
    if way[0] != way[-1]:
        assert along(way, 0.0) == way[0]


@given(st.lists(st.builds(pygame.Rect, st.integers(0, 90), st.integers(0, 90), st.integers(1, 30), st.integers(1, 30)),
                max_size=20))  # fmt: skip
def test_merged_rectangles_cover_all_and_never_overlap(rects: list[pygame.Rect]) -> None:
    merged = merge(rects)
    assert all(any(big.contains(rect) for big in merged) for rect in rects)
    assert all(not one.colliderect(other) for i, one in enumerate(merged) for other in merged[i + 1 :])


def test_the_fairness_test_is_exact_where_it_can_be_counted_by_hand() -> None:
    assert chance_of_worse((1, 0)) == pytest.approx(1.0)
    assert chance_of_worse((3, 0)) == pytest.approx(2 / 8)
    assert chance_of_worse((2, 1)) == pytest.approx(1.0)
    assert chance_of_worse((0, 0, 3)) == pytest.approx(3 / 27)
    assert chance_of_worse((5, 5, 5, 5, 5, 5)) == pytest.approx(1.0)


def test_few_rolls_say_nothing_and_a_loaded_die_is_found() -> None:
    assert verdict((9, 1, 0, 0, 0, 0)) == "few"
    assert verdict((11, 9, 10, 12, 8, 10)) == "fair"
    assert verdict((9, 9, 9, 9, 9, 60)) == "odd"
