"""A turn: who may draw what, who may look, in any order; everything else is refused with its reason."""

from __future__ import annotations

import itertools

import pytest

from tablekeeper.engines.core import PUBLIC, TEAM, Refused
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.kokoro.answers import Draw
from tests.engines.kokoro.evening import RULES, fold, golden_round, refused, sit

OPENED = ("sanctuary D, path 3 plain",)

BAD = [
    ("a used space", ("draw 0 8 3, draw 1 8 3, path 4 plain",), "draw 0 8 4", "act.used_space"),
    ("off the mat", (), "draw 0 42 3", "act.off_the_mat"),
    ("before the mat", (), "draw 0 -1 3", "act.off_the_mat"),
    ("a turned path", (), "draw 0 8 1", "act.turned_path"),
    ("another path", (), "draw 0 8 5", "act.other_path"),
    ("no path at all", (), "draw 0 8 7", "act.other_path"),
    ("a second drawing", ("draw 0 8 3",), "draw 0 9 3", "act.acted_already"),
    ("a look after drawing", ("draw 0 8 3",), "peek 0", "act.acted_already"),
    ("a seat that is empty", (), "draw 2 8 3", "act.no_such_seat"),
    ("a seat below zero", (), "peek -1", "act.no_such_seat"),
    ("a real drawing on a virtual mat", (), "drew 0", "act.not_offered"),
    ("a card in between", (), "path 3 plain", "act.not_offered"),
]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case[0])
def test_bad_drawings_are_refused_with_their_reason(case: tuple) -> None:
    _, lines, answer, reason = case
    assert refused(sit(2), (*OPENED, *lines), answer) == reason


def test_straight_paths_may_not_be_turned_either() -> None:
    assert refused(sit(2), ("sanctuary D, path 5 plain",), "draw 0 8 6") == "act.turned_path"


def test_any_empty_space_may_be_drawn_on() -> None:
    """Dead ends and paths to the edge of the mat are allowed: all 42 spaces, and a look."""
    state, _ = fold(sit(), "sanctuary D, path 1 plain")
    options = RULES.question(state).options
    assert {option.space for option in options if isinstance(option, Draw)} == set(range(42))
    assert len(options) == 43
    assert options[-1].spell() == "peek 0"


def test_seats_answer_in_any_order() -> None:
    """All orders of four answers to one card lead to the same table."""
    answers = ("draw 0 8 3", "draw 1 9 3", "draw 2 8 3", "draw 3 0 3")
    states = {fold(sit(4), *OPENED, *order)[0] for order in itertools.permutations(answers)}
    assert len(states) == 1
    state, _ = fold(sit(4), *OPENED, *answers[:2])
    question = RULES.question(state)
    assert (question.asked, question.kind, question.about["waiting"], question.speaker) == (TEAM, "act", (2, 3), 2)


def test_everybody_else_drew_at_a_real_table() -> None:
    state, events = fold(sit(3, "real"), *OPENED, "drew 1, all_drew")
    assert [event.seat for event in events if event.kind == "path_drawn"] == [1, 0, 2]
    assert state.pieces == (1, 1, 1)
    assert RULES.question(state).kind == "path"


def test_looks_are_limited_only_where_the_table_wants_it() -> None:
    lines = (*OPENED, "peek 0, top A, looked, path 3 plain")
    assert refused(sit(peek_limit="1"), lines, "peek 0") == "act.peek_limit"
    fold(sit(), *lines, "peek 0, top A, looked")
    fold(sit(peek_limit="2"), *lines, "peek 0, top A, looked")
    rest = ", ".join([f"path 1 golden, draw 0 {space} 1" for space in range(4)])
    state, _ = fold(sit(peek_limit="1"), *lines, "draw 0 20 3", rest, "sanctuary A, path 2 plain, peek 0")
    assert RULES.question(state).kind == "top"


def test_only_the_one_who_looked_knows_the_next_sanctuary() -> None:
    state, events = fold(sit(2), *OPENED, "peek 1, top F")
    assert [RULES.view(state, seat).next_sanctuary for seat in (0, 1, PUBLIC)] == ["", "F", ""]
    assert [event.only_for for event in events if "letter" in event.facts and event.facts["letter"] == "F"] == [1]
    assert RULES.view(state, 0).players[1].did == "peeked"
    state, _ = fold(sit(2), *OPENED, "peek 1, top F, looked, peek 0")
    asked = RULES.question(state)
    assert asked.only_for == 0
    assert [answer.spell() for answer in asked.options] == ["top F"]
    assert RULES.question(state, 1).options == ()
    assert refused(sit(2), (*OPENED, "peek 1, top F, looked, peek 0"), "top A") == "top.other_card"
    assert refused(sit(2), (*OPENED, "peek 1"), "top D") == "top.called_before"


def test_of_real_decks_the_companion_is_not_told_what_was_seen() -> None:
    state, _ = fold(sit(2, decks="real"), *OPENED, "peek 1")
    assert RULES.question(state).kind == "look"
    state, _ = fold(sit(2, decks="real"), *OPENED, "peek 1, looked")
    assert (state.top, RULES.view(state, 1).next_sanctuary) == ("", "")


def test_a_look_in_the_last_round_shows_the_spared_sanctuary() -> None:
    rounds = [f"sanctuary {letter}, {golden_round(n)}, count 0 0, agree" for n, letter in enumerate("ABCD", 1)]
    state, _ = fold(sit(table="real"), *rounds, "sanctuary F, path 5 golden, peek 0")
    assert [answer.spell() for answer in RULES.question(state).options] == ["top E"]


def test_a_card_that_was_seen_is_the_one_that_comes() -> None:
    """It is revealed by an answer of its own; before that only who has seen it may know it."""
    draws = ", ".join(f"path 1 golden, draw 0 {space} 1" for space in range(4))
    looked = ("sanctuary B, path 2 plain, peek 0, top F, looked", draws)
    state, _ = fold(sit(), *looked)
    assert [RULES.question(state, viewer).options for viewer in (PUBLIC, 0, 1)] == [(), (), ()]
    assert [RULES.view(state, viewer).next_sanctuary for viewer in (PUBLIC, 0, 1)] == ["", "F", ""]
    assert refused(sit(), looked, "sanctuary A") == "sanctuary.other_card"
    state, _ = fold(sit(), *looked, "sanctuary F")
    assert (state.letters, RULES.view(state, 0).next_sanctuary) == (("B", "F"), "")


def test_a_look_cannot_be_taken_back_but_a_drawing_can() -> None:
    for decks in ("companion", "real"):
        history = History(RULES, sit(2, decks=decks))
        for text in ("sanctuary D", "path 3 plain", "draw 0 8 3"):
            history.answer(RULES.read(text), "test")
        assert history.take_back("test").answer.spell() == "draw 0 8 3"
        for text in ("peek 0", "top A", "looked") if decks == "companion" else ("peek 0", "looked"):
            history.answer(RULES.read(text), "test")
        with pytest.raises(Refused, match="too_late"):
            history.take_back("test")


def test_used_cards_never_come_back() -> None:
    """Seven cards of path 3: when three plain and four golden ones are gone there is none left."""
    plain = ", ".join(["path 3 plain, all_drew"] * 3)
    lines = ("sanctuary A", plain, golden_round(3), "count 0 0, agree, sanctuary B")
    setup = sit(table="real")
    state, _ = fold(setup, *lines)
    assert len(state.pool) == 42 - 7
    assert RULES.view(state).golden_left == 22 - 4
    assert refused(setup, lines, "path 3 golden") == "path.no_such_card_left"
    assert refused(setup, lines, "path 3 plain") == "path.no_such_card_left"
    assert refused(setup, lines, "path 7 plain") == "path.no_such_card"
    assert refused(setup, lines, "path 1 silver") == "path.no_such_card"
    assert refused(setup, lines[:-1], "sanctuary A") == "count.not_offered"


def test_sanctuaries_are_called_once() -> None:
    lines = ("sanctuary A", golden_round(3), "count 0 0, agree")
    assert refused(sit(table="real"), lines, "sanctuary A") == "sanctuary.called_before"
    assert refused(sit(table="real"), lines, "sanctuary G") == "sanctuary.no_such_sanctuary"


def test_dealer_is_named_in_the_questions() -> None:
    """The companion deals, or the table tells what the real decks showed."""
    for decks, dealer in (("companion", "companion"), ("real", "table")):
        setup = sit(2, decks=decks, decree="drawn", side="pink")
        asked = [fold(setup, *lines)[0] for lines in (("spot 1, spot 2",), ("spot 1, spot 2, proclaim balance",))]
        assert [RULES.question(state).about["dealt_by"] for state in asked] == [dealer, dealer]
        assert RULES.view(asked[0]).dealer == dealer


def test_a_zero_on_the_die_is_spot_ten() -> None:
    setup = sit(side="pink")
    assert RULES.read("spot 0") == RULES.read("spot 10")
    assert RULES.read("spot 0").spell() == "spot 10"
    assert fold(setup, "spot 0")[0].guardians == fold(setup, "spot 10")[0].guardians
    assert refused(setup, (), "spot 11") == "spot.no_such_number"
    state, _ = fold(sit(side="pink"), "spot 10, spot 1")
    assert state.guardians == (41, 0)
