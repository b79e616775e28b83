"""The list of best solo scores."""

from __future__ import annotations

import pytest

from engines.kokoro.top_scores import Result, enter_result, rank_results

OLD = tuple(Result(score, "Ann", f"2026-11-0{day}") for day, score in enumerate((62, 40, 40, -5), 1))


@pytest.mark.parametrize(("score", "rank"), [(70, 1), (62, 2), (50, 2), (40, 4), (0, 4), (-9, 5)])
def test_a_new_score_finds_its_place(score: int, rank: int) -> None:
    """Behind those that are as good already."""
    placed = enter_result(OLD, Result(score, "Ben", "2026-11-18"))
    assert placed.rank == rank
    assert placed.results[rank - 1].name == "Ben"
    assert [result.score for result in placed.results] == sorted((*[o.score for o in OLD], score), reverse=True)


def test_a_full_list_lets_the_last_one_go() -> None:
    placed = enter_result(OLD, Result(41, "Ben", "2026-11-18"), keep=4)
    assert [result.score for result in placed.results] == [62, 41, 40, 40]
    assert enter_result(OLD, Result(-5, "Ben", "2026-11-18"), keep=4) == (OLD, None)


def test_results_are_ranked_from_any_order() -> None:
    assert rank_results(reversed(OLD)) == OLD
