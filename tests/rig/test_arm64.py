"""What the emulated tests came to is pytest's own word."""

from __future__ import annotations

import pytest

from tests.rig.arm64 import count_tests
from tests.rig.errors import Broken


@pytest.mark.parametrize(
    ("last", "count"),
    [
        ("378 passed, 6 skipped in 345.26s (0:05:45)", "378 passed, 6 skipped"),
        ("====== 3 passed in 0.10s ======", "3 passed"),
    ],
)
def test_the_last_line_is_taken(last: str, count: str) -> None:
    assert count_tests(["....  [100%]", last]) == count


@pytest.mark.parametrize("lines", [[], ["....  [100%]"], ["1 failed, 3 passed in 0.10s"]])
def test_without_a_count_nothing_is_claimed(lines: list[str]) -> None:
    with pytest.raises(Broken, match="at the end"):
        count_tests(lines)
