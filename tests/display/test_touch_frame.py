"""A touch changes pixels within one frame, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import NAMES
from tests.display.touch_frame import touches


@pytest.mark.parametrize("game", NAMES)
def test_one_touch_changes_pixels_within_one_frame(game: str, tmp_path: Path) -> None:
    found = list(touches(game, (800, 480), tmp_path))
    assert len(found) >= 20
    assert {touched.frames for touched in found} == {1}
