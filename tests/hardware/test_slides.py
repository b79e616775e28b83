"""The box says only what is certain: tables of what is felt against what may be said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.hardware.sliding_box.debounce import Debounce
from tablekeeper.hardware.sliding_box.facts import (
    Contradicts,
    Differs,
    Fact,
    Lifted,
    Moving,
    NoHole,
    Rests,
    Slid,
    TwoHoles,
    Unknown,
)
from tablekeeper.hardware.sliding_box.slides import CELLS, Slides, neighbours


def felt(*holes: int, unsure: tuple[int, ...] = ()) -> tuple[bool | None, ...]:
    return tuple(None if cell in unsure else cell not in holes for cell in CELLS)


def told(slides: Slides, *story: tuple[float, tuple[bool | None, ...]]) -> list[Fact]:
    """Show a story of (moment, cells); between its pages, look whenever the slides ask for it."""
    facts: list[Fact] = []
    for moment, cells in story:
        facts += waited(slides, moment)
        facts += slides.see(cells, moment)
        last = cells
    return facts + waited(slides, story[-1][0] + 5, last)


def waited(slides: Slides, until: float, cells: tuple[bool | None, ...] | None = None) -> list[Fact]:
    facts: list[Fact] = []
    while (due := slides.due_s()) is not None and due <= until:
        assert slides._cells is not None
        facts += slides.see(cells or slides._cells, due)
    return facts


def kinds(facts: list[Fact]) -> list[type[Fact]]:
    return [type(fact) for fact in facts]


def at_rest(hole: int = 5) -> Slides:
    slides = Slides(hole)
    assert told(slides, (0.0, felt(hole))) == [Rests(pytest.approx(0.06), hole)]  # type: ignore[arg-type]
    return slides


STORIES = {
    "a slide": ([(10.0, felt(5, 4)), (10.2, felt(4))], [Moving, Slid]),
    "a slide whose sensors overlap": ([(10.0, felt()), (10.05, felt(4))], [Moving, Slid]),
    "a slow slide": ([(10.0, felt(5, 4)), (14.0, felt(4))], [Moving, TwoHoles, Slid]),
    "pushed halfway and back": ([(10.0, felt(5, 4)), (10.3, felt(5))], [Moving, Rests]),
    "lifted and put back": ([(10.0, felt(5, 1)), (13.0, felt(5))], [Moving, Lifted, Rests]),
    "lifted and put elsewhere": ([(10.0, felt(5, 1)), (13.0, felt(1))], [Moving, Lifted, Unknown]),
    "several lifted": ([(10.0, felt(5, 1, 2)), (13.0, felt(5))], [Moving, Lifted, Unknown]),
    "two slides in one breath": ([(10.0, felt(4)), (10.03, felt(7))], [Moving, Unknown]),
    "no hole": ([(10.0, felt())], [Moving, NoHole]),
    "gone from where no hole was felt for long": ([(10.0, felt()), (12.0, felt(4))], [Moving, NoHole, Unknown]),
    "no hole and back": ([(10.0, felt()), (12.0, felt(5))], [Moving, NoHole, Unknown]),
    "round in a ring": ([(10.0, felt(4)), (10.02, felt(1)), (10.04, felt(2)), (10.05, felt(5))], [Moving, Unknown]),
    "two beside the hole, which is filled": ([(10.0, felt(4, 2))], [Moving, Lifted]),
    "the hole and two beside it": ([(10.0, felt(5, 4, 2))], [Moving, Lifted]),
    "a noisy sensor": ([(10.0, felt(5, unsure=(9,)))], [Moving, Contradicts]),
    "nothing plugged in": ([(10.0, felt(*CELLS))], [Moving, Lifted]),
}


@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_told(name: str) -> None:
    story, expected = STORIES[name]
    assert kinds(told(at_rest(), *story)) == expected


def test_nothing_is_said_before_the_cells_have_rested() -> None:
    slides = at_rest()
    assert kinds(slides.see(felt(4), 10.0)) == [Moving]
    assert slides.see(felt(4), 10.05) == []
    assert kinds(slides.see(felt(4), 10.06)) == [Slid]


def test_a_sensor_that_never_rests_is_given_time_even_where_no_hole_is_felt() -> None:
    slides = at_rest()
    slides.see(felt(unsure=(5,)), 10.0)
    assert slides.see(felt(unsure=(5,)), 10.7) == []
    assert kinds(slides.see(felt(unsure=(5,)), 10.8)) == [Contradicts]


@pytest.mark.parametrize(("other", "named"), [(0, [1]), (1, [1]), (2, [])])
def test_a_cell_is_blamed_only_when_it_stands_out(other: int, named: list[int]) -> None:
    """Cells 1 and 9 feel no magnet now and then, though nothing moved."""
    slides = at_rest()
    cells = [9] * other + [1] * 3
    lifted = [
        (10.0 * n + dt, felt(5, cell) if dt == 0 else felt(5)) for n, cell in enumerate(cells, 1) for dt in (0, 5)
    ]
    assert [fact.cell for fact in told(slides, *lifted) if isinstance(fact, Contradicts)] == named


def test_a_slide_names_where_the_cocoon_came_from() -> None:
    (_, slid) = told(at_rest(), (10.0, felt(5, 4)), (10.2, felt(4)))
    assert slid == Slid(pytest.approx(10.26), 4, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(("last", "hole", "said"), [(5, 5, Rests), (None, 3, Rests), (5, 4, Differs), (5, 9, Differs)])
def test_after_power_on_it_says_what_differs(last: int | None, hole: int, said: type[Fact]) -> None:
    (fact,) = told(Slides(last), (0.0, felt(hole)))
    assert type(fact) is said
    assert fact.hole == hole  # type: ignore[attr-defined]


def test_after_a_gap_the_known_hole_is_used_again() -> None:
    assert told(Slides(2), (0.0, felt(2, 7)), (3.0, felt(7)))[-1] == Differs(pytest.approx(3.06), 7, 2)  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=30), st.integers(1, 9))
def test_every_unhurried_slide_is_told_and_no_other(choices: list[int], hole: int) -> None:
    slides = at_rest(hole)
    moment = 10.0
    for choice in choices:
        start = sorted(neighbours(hole))[choice % len(neighbours(hole))]
        facts = told(slides, (moment, felt(hole, start)), (moment + 0.2, felt(start)))
        assert [(f.start, f.end) for f in facts if isinstance(f, Slid)] == [(start, hole)]
        hole, moment = start, moment + 10


def moved(lying: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """Where each cocoon lies after one of them slid."""
    cells = list(lying)
    cells[end - 1], cells[start - 1] = cells[start - 1], 0
    return tuple(cells)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=40), st.integers(1, 9), st.booleans())
def test_a_stuck_sensor_never_makes_a_false_slide(steps: list[tuple[int, bool]], stuck: int, on: bool) -> None:
    """Whatever is slid, in haste or not: who believes what is told knows where every cocoon lies, or lay just now.

    Where the box says that it does not know, the table is asked; then the truth of these moments is known again.
    """
    hole, moment = 5, 10.0
    slides = at_rest(hole)
    history = [tuple(cell if cell != hole else 0 for cell in CELLS)]
    believed = set(history)

    def shown(*holes: int) -> tuple[bool, ...]:
        return tuple(on if cell == stuck else cell not in holes for cell in CELLS)

    told(slides, (5.0, shown(hole)))
    for choice, hasty in steps:
        start = sorted(neighbours(hole))[choice % len(neighbours(hole))]
        facts = waited(slides, moment)
        facts += slides.see(shown(hole, start), moment) + waited(slides, moment + 0.03)
        facts += slides.see(shown(start), moment + 0.03)
        history.append(moved(history[-1], start, hole))
        hole = start
        moment += 0.05 if hasty else 3.0
        for fact in facts + waited(slides, moment):
            if isinstance(fact, Slid):
                believed = {moved(lying, fact.start, fact.end) for lying in believed if not lying[fact.end - 1]}
                believed &= set(history[-4:])
            elif isinstance(fact, Unknown):
                believed = set(history[-4:])
            assert believed


def test_a_broken_cell_can_be_masked() -> None:
    slides = Slides(5, masked=frozenset({4}))
    facts = told(slides, (0.0, felt(5, 4)), (10.0, felt(4)), (20.0, felt(4, 1)))
    assert [(f.start, f.end) for f in facts if isinstance(f, Slid)] == [(4, 5), (1, 4)]


def test_neighbours_are_mutual_and_change_colour() -> None:
    assert {cell: len(neighbours(cell)) for cell in CELLS} == {1: 2, 2: 3, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 3, 9: 2}
    for cell in CELLS:
        assert all(cell in neighbours(other) and (cell + other) % 2 for other in neighbours(cell))


def test_bounces_are_swallowed_and_a_rattling_line_is_not_believed() -> None:
    line = Debounce(False, 0.0)
    for edge in range(7):
        line.feed(edge % 2 == 0, 1.0 + edge * 0.001)
    assert line.value(1.010) is False
    assert line.due_s(1.010) == pytest.approx(1.026)
    assert line.value(1.026) is True
    assert line.due_s(1.026) is None
    for edge in range(45):
        line.feed(edge % 2 == 0, 2.0 + edge * 0.01)
    assert line.noisy(2.5)
    assert line.value(2.5) is None
    assert line.due_s(2.5) is not None
    assert line.value(4.0) is not None


def test_a_line_is_noisy_from_its_fortieth_edge_within_a_second_until_it_says_that_it_is_not() -> None:
    line = Debounce(False, 0.0)
    for edge in range(39):
        line.feed(edge % 2 == 0, 1.0 + edge / 64)
    assert not line.noisy(1.625)
    line.feed(False, 1.625)
    assert line.noisy(1.625)
    assert line.due_s(1.625) == 2.0
    assert line.noisy(2.0 - 1e-6)
    assert not line.noisy(2.0), "a second after the first of them"
    assert line.value(2.0) is False
