"""A mat drawn as text."""

from __future__ import annotations

from tablekeeper.engines.kokoro.chart import chart_mat
from tests.engines.kokoro.evening import SHAPES, plain_mat

PICTURE = """\
       1       2       3
   +-------+-------+-------+
   |       |       |   |   |
 1 |  S:A--|--C2 --|--1&2  |
   |   |   |       |GC     |
   +-------+-------+-------+
   |   |   |       |       |
 2 |   +   |  F1   |       |
   |GF |   |       |       |
   +-------+-------+-------+"""


def test_a_mat_is_drawn_with_its_paths() -> None:
    mat = plain_mat(3, 2, caterpillars={1: 2, 2: 1}, flowers={2: 2, 4: 1}, sanctuaries={0: "A"}, guardians=(2, 3))
    assert chart_mat(mat, "351600", SHAPES) == PICTURE


def test_spots_are_numbered() -> None:
    mat = plain_mat(2, 1)._replace(spots=(1, 0))
    assert chart_mat(mat).splitlines()[2] == "   |#2     |#1     |"
