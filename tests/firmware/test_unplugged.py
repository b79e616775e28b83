"""Every device unplugged and plugged in again at every kind of question: the game goes on by touch meanwhile."""

from __future__ import annotations

import pytest

from tablekeeper.engines.catalogue import NAMES
from tests.firmware.unplugged import DEVICES, LOOKS, find_kinds, try_all


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", NAMES)
def test_at_a_virtual_table(game: str, device: str) -> None:
    check(game, "virtual", device)


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", NAMES)
def test_at_a_real_table(game: str, device: str) -> None:
    check(game, "real", device)


def check(game: str, table: str, device: str) -> None:
    """Each kind was tried, and where the game has work for the device, it did that again."""
    tried = dict(try_all(game, table, device))
    assert list(tried) == list(find_kinds(game, table))
    needed = {"camera": game == "cocoon_world", "box": game == "cocoons", "knob": True}[device]
    # after the last roll or slide of a game there may be none to come
    assert sum(tried.values()) >= (len(tried) - 2 if needed else 0)
    assert set(LOOKS) < set(DEVICES)
