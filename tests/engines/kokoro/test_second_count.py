"""Both ways of counting agree; the long run is `python -m tests.engines.kokoro.second_count 100000`."""

from __future__ import annotations

from tests.engines.kokoro.second_count import compare


def test_walking_and_flooding_count_alike() -> None:
    assert compare(1500) == 1500 * 8 * 3
