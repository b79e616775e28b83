"""What a screen can know."""

from __future__ import annotations

from tablekeeper.engines.core import PUBLIC
from tests.engines.kokoro.evening import RULES, fold, sit


def test_the_table_before_the_first_card() -> None:
    view = RULES.view(fold(sit(2))[0])
    assert (view.round, view.shape, view.sides, view.cards_left, view.golden_left) == (1, 0, "", 42, 22)
    assert view.players[0].joined == -1


def test_the_table_in_a_turn() -> None:
    state, _ = fold(sit(2), "sanctuary B, path 5 golden, draw 0 14 5, draw 1 0 5, path 5 plain, draw 0 15 5")
    view = RULES.view(state, PUBLIC)
    assert (view.round, view.letters, view.shape, view.sides, view.is_golden) == (1, ("B",), 5, "WE", False)
    assert (view.golden, view.golden_a_round, view.turn, view.waiting) == (1, 4, 2, (1,))
    assert [player.joined for player in view.players] == [1, 0]
    assert [player.did for player in view.players] == ["drew", ""]
    assert view.players[0].drawn.count("5") == 2
    assert (view.players[0].needs, view.players[0].final, view.players[0].count) == (1, 0, None)


def test_the_guardians_and_the_decree() -> None:
    state, _ = fold(sit(side="pink", decree="drawn"), "spot 3, spot 9, proclaim meeting")
    view = RULES.view(state)
    assert view.guardians == (8, 36)
    assert view.decree == "meeting"
    assert view.decree_texts[0].startswith("At the end: 6 points")
    assert view.decree_texts[1].startswith("À la fin : 6 points")


def test_looks_left() -> None:
    lines = "sanctuary B, path 5 golden, peek 0, top A, looked"
    assert RULES.view(fold(sit(2, peek_limit="1"), lines)[0]).players[0].looks_left == 0
    assert RULES.view(fold(sit(2), lines)[0]).players[0].looks_left == -1
    assert [p.peeks for p in RULES.view(fold(sit(2), lines)[0]).players] == [1, 0]
