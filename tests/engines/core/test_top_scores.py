"""The list of best solo scores."""

from __future__ import annotations

from tablekeeper.engines.core.record.top_scores import KEPT, Result, rank_results

OLD = tuple(Result(score, "Ann", f"2026-11-0{day}") for day, score in enumerate((62, 40, 40, -5), 1))


def test_results_are_ranked_from_any_order_and_of_equal_ones_the_earlier_stays_in_front() -> None:
    assert rank_results(reversed(OLD)) == OLD


def test_a_full_list_lets_the_last_one_go() -> None:
    many = [Result(score, "Ben", "2026-11-18") for score in range(KEPT + 3)]
    assert [result.score for result in rank_results(many)] == list(range(KEPT + 2, 2, -1))
