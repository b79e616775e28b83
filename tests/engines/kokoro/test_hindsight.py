"""What hindsight finds is a score that the rules give."""

from __future__ import annotations

import random

import pytest

from tests.engines.kokoro.dealt import shuffle
from tests.engines.kokoro.evening import sit
from tests.engines.kokoro.hindsight import improve, score, script, spaces_of


@pytest.mark.parametrize("seed", range(3))
def test_it_counts_a_game_as_the_rules_do_and_never_makes_it_worse(seed: int) -> None:
    setup, luck = sit(), random.Random(seed)
    decks = shuffle(setup, luck)
    spaces, reached = spaces_of(setup, decks, luck)
    known = script(setup, decks)
    assert len(known.ways) == len(spaces)
    assert score(known, spaces) == reached
    assert improve(known, spaces, setup.paths.size, 200, luck) >= reached
