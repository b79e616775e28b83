"""The counts of docs/care.md come from a run without a failure, and stand where the program writes them."""

from __future__ import annotations

import pytest

from tests.proofs import BEGIN, END, PAGE, Incomplete, count, put

RUN = """.
4321 power cuts at 87 points, none lost anything
.
1200 faults injected, none cost more than a sentence

10000 broken files, pins: MB=3 refused=9000 read=1000
.
10000 broken files, level: MB=0 refused=10000
"""


def test_every_count_of_a_run_gets_its_row() -> None:
    assert count(RUN)[2:] == [
        "| power cuts, at 87 points of an evening, an update and a migration | 4,321 | 0 |",
        "| calls to the disk that failed | 1,200 | 0 |",
        "| broken files, level: 10,000 refused, 0 read, 0 MB more at most | 10,000 | 0 |",
        "| broken files, pins: 9,000 refused, 1,000 read, 3 MB more at most | 10,000 | 0 |",
    ]


@pytest.mark.parametrize("run", [RUN + "FAILED tests/x.py::test_y\n", RUN.partition("1200")[0], ""])
def test_a_run_with_a_failure_or_a_hole_counts_for_nothing(run: str) -> None:
    with pytest.raises(Incomplete, match="Cannot count the proofs"):
        count(run)


def test_the_page_has_a_place_for_the_counts_and_writing_them_twice_changes_nothing() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert (page.count(BEGIN), page.count(END)) == (1, 1)
    written = put(page, count(RUN))
    assert "| 4,321 | 0 |" in written
    assert put(written, count(RUN)) == written
    assert put(written, ["x"]).partition(END)[2] == page.partition(END)[2]
