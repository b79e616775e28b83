"""When a die is plainly raised: it reaches too far on one side, and another side is turned away below it."""

import pytest

from tablekeeper.vision.trays.leaning.sides import Side, is_plainly_raised

FLAT = Side(told=True)
FAR = Side(surely=0.1, at_most=0.12, told=True)
SHORT = Side(surely=-0.3, at_most=-0.28, told=True)
GONE = Side(surely=-0.3, at_most=-0.28, told=True, gone=True)
HIDDEN = Side()


@pytest.mark.parametrize(
    ("sides", "raised"),
    [
        ((FLAT, FLAT, FLAT, FLAT), False),
        ((FAR, FLAT, GONE, FLAT), True),
        ((FAR, FLAT, SHORT, FLAT), False),  # a neighbour's shadow hides a side
        ((FAR, FLAT, FLAT, FLAT), False),  # its neighbour has the same hue
        ((HIDDEN, HIDDEN, HIDDEN, HIDDEN), False),
    ],
)
def test_only_both_together_are_plain(sides, raised):
    assert is_plainly_raised(sides) is raised
