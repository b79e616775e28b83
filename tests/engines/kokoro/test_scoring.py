"""What a mat counts and what is written: the rulebook's examples and the rulings."""

from __future__ import annotations

import pytest

from tablekeeper.engines.kokoro.scoring import final_score, join, rank, tally_boxes, tally_of
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.engines.kokoro.state import Table, lay_out
from tests.engines.kokoro.evening import RULES, fold, golden_round, plain_mat, sit, whole_game

BLANK = "0" * 42


def drawn(**pieces: int) -> str:
    """A drawing on the reconstructed mat, each piece by its space as in `s14=5`."""
    cells = list(BLANK)
    for space, shape in pieces.items():
        cells[int(space[1:])] = str(shape)
    return "".join(cells)


def table_with(drawing: str, setup: Setup | None = None) -> Table:
    table = lay_out(setup or sit())
    table.mats = (drawing,)
    return table


def test_sanctuary_with_five_features_as_in_the_rulebook() -> None:
    """E joins five features in both directions; a space beside the path that does not touch it adds nothing.

    E is space 27 (row 4, column 7): up to F1 at 20 and F1 at 13, C2 at 6, and back; down to C2 at 34.
    """
    table = table_with(drawn(s27=6, s20=6, s13=4, s12=3, s34=1, s26=5))
    chain, features = join(table, 0, "E")
    assert set(chain.spaces) == {27, 20, 13, 12, 34}
    assert features == 1 + 1 + 1 + 2
    assert table.setup.features[26] == 1


def test_a_path_to_the_edge_of_a_space_is_not_enough() -> None:
    """A path leads up to sanctuary B and to caterpillar 15 from outside, but nothing is drawn in their spaces."""
    assert join(table_with(drawn(s15=5)), 0, "B")[1] == 0
    assert join(table_with(drawn(s14=5, s16=5)), 0, "B")[1] == 0
    assert join(table_with(drawn(s14=5, s15=5)), 0, "B")[1] == 1


def test_features_count_again_for_another_sanctuary() -> None:
    """B and D lie on one path: each counts all of it, and goes on past the other."""
    table = table_with(drawn(s14=3, s21=2, s22=5, s15=6))
    assert join(table, 0, "B")[1] == join(table, 0, "D")[1] == 1
    assert set(join(table, 0, "B")[0].spaces) == {14, 21, 22}


def test_guardians_count_only_their_own_kind() -> None:
    table = table_with(drawn(s0=5, s1=5, s2=5))
    assert join(table, 0, "caterpillar")[1] == 1
    table = table_with(drawn(s41=5, s40=5, s39=5))
    assert join(table, 0, "flower")[1] == 1


def test_a_rolled_guardian_counts_the_features_of_its_own_space() -> None:
    """Spot 9 is space 36, which is bare; so a mat with features under spot 1 is made."""
    setup = sit(side="pink")
    mat = setup.mat._replace(spots=(1, *setup.mat.spots[1:]))
    setup = Setup(
        setup.players, setup.edition._replace(pink=mat), "pink", True, True, True, setup.peek_limit, setup.decree
    )
    state, _ = fold(setup, "spot 1, spot 9")
    assert state.guardians == (1, 36)
    table = table_with(drawn(s1=5), setup)
    table.guardians = state.guardians
    assert join(table, 0, "caterpillar")[1] == setup.mat.caterpillars[1] == 1


WRITTEN = [
    ("the rulebook's D 3, E 5, A 5", (3, 5, 5), (3, 5, 0)),
    ("one is enough at first", (1, 2, 3), (1, 2, 3)),
    ("nothing at first is a zero", (0, 1, 2), (0, 1, 2)),
    ("equal is not higher", (4, 4, 4), (4, 0, 4)),
    ("after a zero one is enough, though less than before", (9, 3, 1), (9, 0, 1)),
    ("zero after zero", (0, 0, 1), (0, 0, 1)),
]


@pytest.mark.parametrize(("told", "written"), [case[1:] for case in WRITTEN], ids=[case[0] for case in WRITTEN])
def test_what_is_written(told: tuple[int, ...], written: tuple[int, ...]) -> None:
    """Only the number written before counts, not the number of features reached."""
    rounds = [
        f"sanctuary {letter}, {golden_round(shape)}, count 0 {count}, agree"
        for letter, shape, count in zip("DEA", (1, 2, 3), told, strict=True)
    ]
    state, _ = fold(sit(table="real"), *rounds)
    assert state.boxes[0] == written


def test_final_example_of_the_rulebook() -> None:
    """Guardians 13 and 2, subtotal 67, penalty -5, final 62: so the five boxes hold 52 with one zero."""
    setup = sit(table="real")
    state, events = fold(setup, *whole_game("DEABC", (12, 14, 5, 12, 14), (13, 2)))
    assert state.boxes == ((12, 14, 0, 12, 14),)
    assert state.favours == ((13, 2),)
    told = {event.kind: event.facts for event in events}
    assert told["score_tallied"] == {"subtotal": 67, "final": 62}
    assert told["penalty_taken"] == {"zeroes": 1, "points": -5}
    assert told["sanctuary_spared"] == {"letters": ("F",)}
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.cause, outcome.clause, outcome.scores) == ((0,), "alone", "end.alone", (62,))
    view = RULES.view(state)
    assert (view.players[0].subtotal, view.players[0].penalty, view.players[0].final) == (67, -5, 62)


TIES = [
    ("most points", ((9, 0, 3, 4, 5), (9, 1, 3, 4, 5)), ((0, 0), (0, 0)), (0, 0), (1,), "end.most_points"),
    ("highest sanctuary box", ((1, 2, 3, 4, 5), (1, 2, 3, 6, 3)), ((0, 0), (0, 0)), (0, 0), (1,), "end.highest_box"),
    ("a guardian box counts", ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5)), ((3, 5), (8, 0)), (0, 0), (1,), "end.highest_box"),
    ("the decree box counts", ((1, 2, 3, 4, 5), (1, 2, 3, 4, 0)), ((1, 0), (0, 0)), (0, 11), (1,), "end.highest_box"),
    ("shared", ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5)), ((1, 0), (0, 1)), (0, 0), (0, 1), "end.shared"),
]


@pytest.mark.parametrize("case", TIES, ids=lambda case: case[0])
def test_ties_are_broken_by_the_highest_box(case: tuple) -> None:
    _, boxes, favours, bonus, winners, clause = case
    table = lay_out(sit(2))
    table.boxes, table.favours, table.bonus = boxes, favours, bonus
    if clause != "end.most_points":
        assert final_score(table, 0) == final_score(table, 1)
    assert rank(table) == (winners, clause)


def test_zeroes_cost_five_each_and_the_sixth_sanctuary_nothing() -> None:
    table = lay_out(sit())
    table.boxes, table.favours = ((0, 0, 1, 2, 0),), ((0, 4),)
    assert tally_of(table, 0).subtotal == 7
    assert final_score(table, 0) == 7 - 15


def test_whatever_else_is_on_the_mat_does_not_count() -> None:
    mat = plain_mat(3, 3, caterpillars={0: 3, 8: 2}, sanctuaries={4: "A"})
    assert sum(mat.features) == 5


def test_boxes_are_tallied_as_they_are_written() -> None:
    assert tally_boxes((3, 5, 0, 20, 22), (13, 2), 2) == (67, -5, 62)
    assert tally_boxes((0, 0)) == (0, -10, -10)
    assert tally_boxes(()) == (0, 0, 0)
