"""Recorded traces hold what the simulated hands did, and the mock understands all of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tablekeeper.hardware.sliding_box.facts import Slid
from tests.rig.traces import (
    Change,
    Trace,
    record_controls,
    record_slides,
    replay_controls_on_mock,
    replay_slides_on_mock,
)


def test_every_slide_of_a_trace_is_told_by_the_mock() -> None:
    trace = record_slides(60, seed=3)
    facts = replay_slides_on_mock(trace)
    assert sum(isinstance(fact, Slid) for fact in facts) == trace.slides == 60
    assert [fact.at_s for fact in facts] == sorted(fact.at_s for fact in facts)


def test_a_trace_has_bounces_and_edges_of_several_cells_close_together() -> None:
    changes = record_slides(60, seed=3).changes
    gaps = [later.at_s - sooner.at_s for sooner, later in pairwise(changes)]
    assert sum(gap < 0.001 for gap in gaps) > 50
    assert min(gaps) >= 0
    assert len({change.pin for change in changes}) == 9


def test_a_wire_that_is_pulled_twice_gives_one_edge() -> None:
    changes = [Change(0.1 * number, 4, low) for number, low in enumerate((False, True, True, False, True))]
    assert Trace((*changes, Change(0.9, 5, True)), 0).count_edges() == 4


def test_the_same_trace_gives_the_same_facts() -> None:
    trace = record_slides(20, seed=5)
    assert replay_slides_on_mock(trace) == replay_slides_on_mock(trace)


def test_knob_and_buttons_are_told_by_the_mock() -> None:
    kinds = Counter(type(control).__name__ for control in replay_controls_on_mock(record_controls(9, seed=1)))
    assert kinds["Pressed"] == kinds["Released"] == 9
    assert kinds["Turned"] > 0
