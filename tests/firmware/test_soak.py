"""A short soak: half an hour at the table in fast time; the long one is the module's command."""

from __future__ import annotations

from pathlib import Path

from tests.firmware.soak import Sample, Soak, slope_mb


def test_half_an_hour_at_the_table_leaves_no_thread_and_no_file_behind(tmp_path: Path) -> None:
    soak = Soak(tmp_path)
    samples = list(soak.live(0.5))
    soak.close()
    middle, last = samples[len(samples) // 2], samples[-1]
    assert soak.games >= 1
    assert last.answers > 100
    assert (middle.threads, middle.files) == (last.threads, last.files)
    assert last.memory_mb - middle.memory_mb < 20
    assert last.open_files < 80, "fonts are opened once a size, and nothing else"


def test_a_slope_is_counted_by_the_hour_and_after_warming_up() -> None:
    samples = [Sample(at * 900.0, 100 + 50 * (at < 4) + at * 0.5, 1, 9, (), 0.0, 0, 2 * at) for at in range(20)]
    assert 1.99 < slope_mb(samples) < 2.01
