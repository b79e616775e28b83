"""Pig among the games that can be played, as `tablekeeper --with tests.pig` does it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.settings.more_games import also_know


@pytest.fixture
def pig() -> Iterator[Game]:
    """For the length of a test there is a fifth game."""
    with also_know("tests.pig") as game:
        yield game
