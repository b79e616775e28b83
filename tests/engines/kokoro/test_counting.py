"""Real mats: what is told, what a mat can hold, and the count of a disputed one."""

from __future__ import annotations

import pytest

from tablekeeper.engines.kokoro.edition import DecreeCard
from tablekeeper.engines.kokoro.setup import prepare
from tests.engines.kokoro.evening import NAMES, RULES, fold, golden_round, refused, sit
from tests.engines.tables import edition

ROUND = (
    "sanctuary B",
    golden_round(5),
)
BORN = (
    "sanctuary B, path 5 golden, all_drew, path 5 golden, all_drew, path 5 golden, all_drew, path 1 golden, all_drew",
)

BAD_COUNTS = [
    ("more than the fullest spaces", (), "count 0 99", "count.more_than_the_mat_holds"),
    ("less than nothing", (), "count 0 -1", "count.more_than_the_mat_holds"),
    ("nobody's seat", (), "count 2 1", "count.no_such_seat"),
    ("told twice", ("count 0 1",), "count 0 2", "count.told_already"),
    ("agreed too early", ("count 0 1",), "agree", "count.counts_missing"),
    ("a look", (), "peek 0", "count.not_offered"),
]


@pytest.mark.parametrize("case", BAD_COUNTS, ids=lambda case: case[0])
def test_bad_counts_are_refused_with_their_reason(case: tuple) -> None:
    _, lines, answer, reason = case
    assert refused(sit(2, "real", mats="known"), (*BORN, *lines), answer) == reason


def test_no_count_is_larger_than_the_mat() -> None:
    """Four paths on the known mat: one in the sanctuary, the others at best on spaces with 3, 3 and 2 features."""
    setup = sit(2, "real", mats="known")
    fold(setup, *BORN, "count 0 8")
    assert refused(setup, BORN, "count 0 9") == "count.more_than_the_mat_holds"
    unknown = sit(2, "real")
    fold(unknown, *BORN, "count 0 12")
    assert refused(unknown, BORN, "count 0 13") == "count.more_than_the_mat_holds"


def test_who_only_looked_can_count_nothing() -> None:
    looks = ", ".join(
        ["path 5 golden, peek 0, top A, looked, all_drew"] * 3 + ["path 1 golden, peek 0, top A, looked, all_drew"]
    )
    setup = sit(2, "real")
    assert refused(setup, ("sanctuary B", looks), "count 0 1") == "count.more_than_the_mat_holds"
    fold(setup, "sanctuary B", looks, "count 0 0, count 1 12, agree")


def test_an_unknown_mat_cannot_be_counted_again() -> None:
    assert refused(sit(2, "real"), (*BORN, "count 0 3"), "dispute 0") == "count.unknown_mat"


BAD_TRACES = [
    ("off the mat", (), "trace 42 5", "trace.off_the_mat"),
    ("a used space", ("trace 14 5",), "trace 14 1", "trace.used_space"),
    ("never called", (), "trace 14 6", "trace.never_called"),
    ("not called so often", ("trace 14 1",), "trace 15 1", "trace.never_called"),
    ("no such path", (), "trace 14 9", "trace.never_called"),
    (
        "more than were drawn",
        ("trace 14 5, trace 15 5, trace 16 5, trace 20 1",),
        "trace 21 5",
        "trace.more_than_drawn",
    ),
]


@pytest.mark.parametrize("case", BAD_TRACES, ids=lambda case: case[0])
def test_bad_traces_are_refused_with_their_reason(case: tuple) -> None:
    _, lines, answer, reason = case
    setup = sit(2, "real", mats="known")
    assert refused(setup, (*BORN, "count 0 8, dispute 0", *lines), answer) == reason


def test_the_companion_counts_what_was_entered() -> None:
    """Sanctuary B with two caterpillars beside it... the reconstructed mat has C1 at 15 and F1 at 16."""
    setup = sit(2, "real", mats="known")
    told = (*BORN, "count 0 8, count 1 0")
    state, _ = fold(setup, *told, "dispute 0, trace 14 5, trace 15 5, trace 16 5, traced")
    assert state.counts == (2, 0)
    assert RULES.view(state).players[0].count == 2
    state, _ = fold(setup, *told, "dispute 0, trace 14 5, trace 15 5, trace 16 5, traced, agree")
    assert state.boxes == ((2,), (0,))


def test_a_dispute_may_stand_for_telling() -> None:
    state, _ = fold(sit(2, "real", mats="known"), *BORN, "dispute 1, trace 14 5, trace 15 5, traced, count 0 0, agree")
    assert state.boxes == ((0,), (1,))


def test_a_dispute_that_entered_nothing_can_be_taken_up_again() -> None:
    setup = sit(2, "real", mats="known")
    told = (*BORN, "count 0 2, count 1 0", "dispute 0, traced")
    assert fold(setup, *told)[0].counts == (0, 0)
    state, _ = fold(setup, *told, "dispute 0, trace 14 5, trace 15 5, trace 16 5, traced, agree")
    assert state.boxes == ((2,), (0,))


def test_what_was_entered_stays_known() -> None:
    setup = sit(1, "real", mats="known")
    lines = ("sanctuary B", golden_round(1), "dispute 0, trace 14 1, traced, agree", "sanctuary D", golden_round(2))
    state, _ = fold(setup, *lines, "count 0 1, dispute 0")
    assert state.mats[0][14] == "1"


def test_a_decree_without_code_is_asked_of_the_players() -> None:
    """At a real table the companion asks what a decree brought, unless it follows from what it has written."""
    setup = sit(1, "real", decree="long_road")
    rounds = [f"sanctuary {letter}, {golden_round(n)}, count 0 {n}, agree" for n, letter in enumerate("ABCD", 1)]
    last = "path 5 golden, all_drew, path 5 golden, all_drew, path 6 golden, all_drew, path 6 golden, all_drew"
    end = f"sanctuary E, {last}, count 0 5, agree, count 0 2, agree, count 0 1, agree"
    state, _ = fold(setup, *rounds, end)
    assert RULES.question(state).about["target"] == "decree"
    assert refused(setup, (*rounds, end), "count 0 61") == "count.no_such_points"
    state, events = fold(setup, *rounds, end, "count 0 -3, agree")
    assert state.bonus == (-3,)
    assert [event.clause for event in events if event.kind == "decree_scored"] == ["decree.long_road"]
    state, events = fold(sit(1, "real", decree="five_offerings"), *rounds, end)
    assert state.bonus == (5,)
    assert RULES.is_over(state)


def test_a_printed_decree_is_a_note_and_players_tell_what_it_brought() -> None:
    card = DecreeCard("moonlight", "blue", "2 points for each lantern.", "2 points par lanterne.")
    copy = edition("kokoro")
    setup = prepare(NAMES[:1], copy._replace(decrees=(*copy.decrees, card)), "real", {"decree": "moonlight"})
    rounds = [f"sanctuary {letter}, {golden_round(n)}, count 0 {n}, agree" for n, letter in enumerate("ABCD", 1)]
    last = "path 5 golden, all_drew, path 5 golden, all_drew, path 6 golden, all_drew, path 6 golden, all_drew"
    end = f"sanctuary E, {last}, count 0 5, agree, count 0 2, agree, count 0 1, agree, count 0 6, agree"
    _, events = fold(setup, *rounds, end)
    assert "decree_scored decree=moonlight points=6 [decree.note]" in [event.spell() for event in events]
