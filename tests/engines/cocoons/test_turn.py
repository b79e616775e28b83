"""Turns of Cocoons: what is allowed, what is refused and why, and how the game ends."""

from __future__ import annotations

import random

import pytest

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.answers import End, Remember, Slide
from tablekeeper.engines.core import TEAM, Refused
from tablekeeper.engines.core.bots.playout import play_out
from tablekeeper.engines.core.record.history import History
from tests.engines.cocoons.play import Box, begin, play, play_to_the_end, tell

RULES = GAME.rules
SLIDES = Box(trapdoors={1: "slide"})
ACTION = Box(trapdoors={1: "action"})


def refuse(state: object, text: str) -> str:
    """The reason with which an answer is refused; the state is as before."""
    before = RULES.to_plain(state)
    with pytest.raises(Refused) as refused:
        RULES.answer(state, RULES.read(text))
    assert RULES.to_plain(state) == before
    return refused.value.reason


@pytest.mark.parametrize(
    ("turns", "text", "reason"),
    [
        ((), "slide 0", "turn.not_beside_gap"),
        ((), "slide 4", "turn.gap_is_empty"),
        ((), "slide 9", "turn.no_such_place"),
        ((), "slide -1", "turn.no_such_place"),
        ((), "correct iguana", "turn.not_in_a_cocoon"),
        ((), "correct dragon", "turn.no_such_guardian"),
        ((), "end", "turn.cocoon_empty"),
        ((), "remember no", "turn.memory_is_so"),
        (("remember yes",), "remember no", "turn.memory_switched"),
        ((), "put iguana 0", "turn.not_uncovered"),
        ((), "find iguana", "turn.not_offered"),
        (("slide 1",), "put iguana 9", "place.no_such_place"),
        (("slide 1",), "put iguana 1", "place.gap_is_empty"),
        (("slide 1",), "put fish 0", "place.not_uncovered"),
        (("slide 1",), "put dragon 0", "place.no_such_guardian"),
        (("slide 1",), "slide 2", "place.not_offered"),
        (("slide 1", "put iguana 0"), "put iguana 2", "turn.already_placed"),
        (("slide 1", "put iguana 0"), "end", "turn.start_covered"),
        (("slide 1", "put iguana 0", "slide 2"), "put iguana 3", "place.already_placed"),
        (("slide 1", "put iguana 0", "correct iguana"), "put iguana 0", "rehome.same_cocoon"),
        (("slide 1", "put iguana 0", "correct iguana"), "put fish 2", "rehome.another_guardian"),
    ],
)
def test_refusals_have_a_reason_and_change_nothing(turns: tuple[str, ...], text: str, reason: str) -> None:
    assert refuse(play(begin(), Box(), turns), text) == reason


def test_a_correction_with_two_tokens_is_refused() -> None:
    state = play(begin(), Box(), ("slide 1", "put iguana 0"))
    for other in (3, 0, 3, 0, 3, 0, 3):
        state = play(state, Box(), ("correct iguana", f"put iguana {other}"))
    state = play(state, Box(), ("slide 4",))
    assert state.reserve == 2
    assert refuse(state, "correct iguana") == "turn.too_few_tokens"


def test_after_a_slide_trapdoor_another_cocoon_slides_and_nothing_is_paid() -> None:
    state = play(begin({"level": "2"}), SLIDES, ("slide 1",))
    assert list(RULES.question(state).options) == [Slide(0), Slide(2)]
    assert refuse(state, "slide 4") == "slide_on.same_cocoon"
    assert refuse(state, "slide 8") == "slide_on.not_beside_gap"
    after = play(state, SLIDES, ("slide 0",))
    assert after.reserve == state.reserve == 24
    assert after.tokens[1] == "?"


def test_the_reserve_is_what_the_copy_holds() -> None:
    assert begin().reserve == 25


def test_a_guardian_left_is_offered_again_when_its_place_is_freed() -> None:
    state = play(begin(), Box(), ("slide 1", "leave", "slide 4", "slide 1"))
    question = RULES.question(state)
    assert question.kind == "place"
    assert state.reserve == 22


def test_two_guardians_may_share_a_cocoon() -> None:
    state = play(begin(), Box(), ("slide 1", "put iguana 0", "slide 2", "put fish 0"))
    assert state.homes[0] == ("iguana", "fish")


def test_free_slides_have_no_limit() -> None:
    """« Pour le restant de la partie » [Niveau 4]."""
    state = play(begin({"level": "4"}), ACTION, ("slide 1", "lay 4", "leave"))
    for _ in range(6):
        state = play(state, ACTION, ("slide 4", "slide 1", "leave"))
    assert state.reserve == 24
    assert RULES.question(state).options[:3] == (Slide(0), Slide(2), Slide(4))


def test_the_seat_on_the_left_is_next_and_alone_one_stays() -> None:
    assert play(begin(players=3), Box(), ("slide 1", "leave")).seat == 1
    assert play(begin(players=1), Box(), ("slide 1", "leave")).seat == 0


def test_the_end_is_offered_when_all_is_home_and_the_start_token_visible() -> None:
    state = play_to_the_end()
    assert End() in RULES.question(state).options
    over = play(state, Box(owners=tuple(state.setup.edition.guardians)), ("end",))
    outcome = RULES.outcome(over)
    assert outcome is not None
    assert outcome.cause == "all_home"
    assert outcome.winners == (0, 1)


def test_one_wrong_guardian_loses() -> None:
    over = play(play_to_the_end(put_wrong=True), Box(), ("end",))
    outcome = RULES.outcome(over)
    assert outcome is not None
    assert (outcome.winners, outcome.cause) == ((), "wrong_guardian")


def test_with_the_last_token_spent_and_all_home_the_cocoons_are_opened() -> None:
    """A copy with twelve tokens: the twelfth slide brings the start token into sight, so nobody is asked any more."""
    state = play_to_the_end(table="real", tokens=12)
    assert state.reserve == 0
    assert state.gap == state.start
    assert state.ended == "all_home"


def test_with_the_last_token_spent_and_the_start_token_covered_all_is_lost() -> None:
    assert play_to_the_end(table="real", tokens=11).ended == "out_of_tokens"


def test_memory_can_be_switched_once_a_turn() -> None:
    state = play(begin(), Box(), ("remember yes",))
    assert state.memory
    assert Remember(False) not in RULES.question(state).options
    assert Remember(False) in RULES.question(play(state, Box(), ("slide 1", "leave"))).options


def test_the_youngest_is_asked_of_the_team() -> None:
    state = begin(players=3)
    while RULES.question(state).asked != TEAM:
        state, _ = RULES.answer(state, RULES.question(state).options[0])
    assert RULES.question(state).kind == "youngest"


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])
@pytest.mark.parametrize("difficult", ["no", "yes"])
def test_random_games_end_and_their_tokens_add_up(level: str, difficult: str) -> None:
    luck = random.Random(7)
    for _ in range(60):
        state, answers = play_out(RULES, begin({"level": level, "difficult": difficult}), luck)
        assert state.ended in ("all_home", "wrong_guardian", "out_of_tokens")
        assert answers < 600
        assert 0 <= state.reserve <= 25


def test_a_slide_shows_what_lay_there_and_cannot_be_taken_back() -> None:
    """Place 1 is empty by now, and nothing is asked about it: without the rule, sliding would be free."""
    history = History(GAME.rules, begin().setup)
    box = Box(start=0, faces="SSSSSSSS")
    for text in ("slide 1", "put", "slide 0"):
        while (answer := tell(box, history.state)) is not None:
            history.answer(answer, "test")
        place = f"put {history.state.tokens[history.state.gap]} 3"
        history.answer(GAME.rules.read(place if text == "put" else text), "test")
    assert history.question.kind == "turn"
    assert history.can_take_back() is None
    history.answer(GAME.rules.read("remember yes"), "test")
    assert history.can_take_back() is not None
