"""The laws' walks shrink: what breaks a law is reported as short as it can be."""

from __future__ import annotations

from hypothesis import find, settings

from tests.engines.tables import Case, open_table
from tests.engines.walks import picks, walk


def test_a_walk_shrinks_to_the_first_options_that_lead_there() -> None:
    game, setup = open_table(Case("kokoro", 2, "virtual", ()))
    found = find(
        picks(),
        lambda chosen: any(game.rules.question(state).kind == "act" for state, _ in walk(game, setup, chosen)),
        settings=settings(derandomize=True, max_examples=50, deadline=None),
    )
    assert [0, 0, 0] == found
    assert ["sanctuary A", "path 1 plain", "draw 0 0 1"] == [answer.spell() for _, answer in walk(game, setup, found)]
