"""Halves of dominoes lie parallel in pairs; dice that touch hardly ever do, and never all of them."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.faces.paired import find_paired
from tablekeeper.vision.reader import find_dice
from tests.vision.drawing import draw_die, table
from tests.vision.measure_clutter import draw

EDGE = 60.0


def drawn(value):
    """The face of a drawn die."""
    picture = table()
    draw_die(picture, value, 300, 240, edge=EDGE)
    ((face,), _) = find_dice(picture)
    assert face.count.value == value
    return face


ONE, SIX = drawn(1), drawn(6)


def face(x, y, turn_deg=0.0, edge=EDGE, like=SIX):
    """The same die somewhere else."""
    count = replace(like.count, x=x, y=y, turn=np.radians(turn_deg))
    return replace(like, candidate=replace(like.candidate, x=x, y=y, edge=edge), count=count)


def pair(x, y, turn_deg=0.0, off_deg=0.0, apart=1.0, **kind):
    """Two faces side by side; the second is turned by `off_deg` more."""
    right, down = EDGE * apart * np.array([np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))])
    return [face(x, y, turn_deg), face(x + right, y + down, turn_deg + off_deg, **kind)]


@pytest.mark.parametrize("seed", [43008, 43009, 43010, 43034, 43044, 43047])
def test_dominoes_that_were_surely_dice_are_doubted(seed):
    """Each of these was surely read before pairs were looked for."""
    assert not vision.read(draw("domino", seed)).sure


@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 90.0, 170.0])
@pytest.mark.parametrize("like", [ONE, SIX])
def test_all_halves_are_doubted(turn_deg, like):
    assert len(find_paired(pair(150, 150, turn_deg, like=like))) == 2
    assert len(find_paired(pair(150, 120, turn_deg, 90.0) + pair(380, 330, 65.0))) == 4


def test_others_may_be_alone_beside_two_pairs_but_not_beside_one():
    alone = [face(150, 360), face(500, 100)]
    assert len(find_paired(pair(150, 120) + pair(380, 330, 65.0) + alone)) == 4
    assert find_paired(pair(150, 120) + alone[:1]) == []


def test_two_pairs_among_many_dice_are_chance():
    many = [face(40.0 + 90 * number, 440.0) for number in range(9)]
    assert find_paired(pair(150, 120) + pair(380, 330, 65.0) + many) == []


@pytest.mark.parametrize("how", [{"off_deg": 3.0}, {"apart": 1.2}, {"apart": 0.8}, {"edge": 1.4 * EDGE}])
def test_dice_that_lie_otherwise_are_no_halves(how):
    assert find_paired(pair(150, 150, 20.0, **how)) == []


def test_lone_dice_and_two_ones_are_no_halves():
    assert find_paired([SIX]) == []
    assert find_paired([]) == []
    assert find_paired([face(150, 150, like=ONE), face(150 + EDGE, 150, like=ONE)]) == []
