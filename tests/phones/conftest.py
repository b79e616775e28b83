"""Rooms with phones, closed after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.phones.room import Room


@pytest.fixture
def open_room(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Opens a room; a second one is the next start at the same table."""
    made: list[Room] = []

    def make(game: str, **how: Any) -> Room:
        made.append(Room(tmp_path, game, **how))
        return made[-1]

    yield make
    for room in made:
        room.close()


@pytest.fixture
def room(open_room: Callable[..., Room]) -> Room:
    """The first question of Cocoon World at a real table."""
    return open_room("cocoon_world", table="real")
