"""Laws that hold for every game, tried on random walks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.engines.core import CHANCE, NOBODY, PUBLIC, Event, Refused
from tablekeeper.engines.core.bots.playout import choose_randomly, play_out
from tablekeeper.engines.core.printed.ledger import read_ledger
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.record.history import History
from tests.engines.tables import GAMES, Case, cases, open_table, text_of
from tests.engines.walks import WALK, picks, play_on, sampled, walk

CASES = cases()
EACH = pytest.mark.parametrize("case", CASES, ids=str)
LONGEST = 3000
FEW = 2
STRONG = [case for case in CASES if case.players <= FEW and "strong" in GAMES[case.game].bots]
"""No game asks more questions than this in a random game."""


@EACH
@WALK
@given(chosen=picks())
def test_options_are_never_empty_and_all_are_accepted(case: Case, chosen: list[int]) -> None:
    game, setup = open_table(case)
    for state, _ in walk(game, setup, chosen)[-12:]:
        options = game.rules.question(state).options
        assert len(options) > 0
        assert options[0] in options
        for option in sampled(options, chosen):
            assert option in options
            game.rules.answer(state, option)


@EACH
def test_a_game_played_on_one_table_is_the_same_as_answer_by_answer(case: Case) -> None:
    game, setup = open_table(case)
    first, _ = game.rules.start(setup)
    for seed in range(3):
        luck, answers, state = random.Random(seed), 0, first
        while answers < 400 and not game.rules.is_over(state):
            answer = choose_randomly(game.rules, state, game.rules.question(state), luck)
            followed = game.rules.follow(state, answer)
            state, _ = game.rules.answer(state, answer)
            assert followed == state
            answers += 1
        assert (state, answers) == game.rules.play_randomly(first, random.Random(seed), 400)


@EACH
@WALK
@given(chosen=picks())
def test_anything_else_is_refused_with_a_reason_and_nothing_changes(case: Case, chosen: list[int]) -> None:
    game, setup = open_table(case)
    path = walk(game, setup, chosen)
    strangers = [answer for _, answer in path]
    for state, _ in path[-6:]:
        before = hash(state), json.dumps(game.rules.to_plain(state))
        options = game.rules.question(state).options
        for stranger in [s for s in strangers if s not in options][:6]:
            with pytest.raises(Refused) as refused:
                game.rules.answer(state, stranger)
            assert refused.value.reason.count(".") >= 1
            assert refused.value.expected
            assert refused.value.came == stranger.spell()
        assert before == (hash(state), json.dumps(game.rules.to_plain(state)))


@EACH
@WALK
@given(chosen=picks())
def test_answers_read_back_as_they_are_spelled(case: Case, chosen: list[int]) -> None:
    game, setup = open_table(case)
    for state, _ in walk(game, setup, chosen)[-8:]:
        for option in sampled(game.rules.question(state).options, chosen):
            assert option == game.rules.read(option.spell())
            assert "\n" not in option.spell()


@EACH
@WALK
@given(chosen=picks())
def test_states_survive_json_and_cannot_be_changed(case: Case, chosen: list[int]) -> None:
    game, setup = open_table(case)
    state, answer = walk(game, setup, chosen)[-1]
    again = game.rules.from_plain(json.loads(json.dumps(game.rules.to_plain(state))))
    assert state == again
    assert hash(state) == hash(again)
    assert game.rules.answer(state, answer) == game.rules.answer(again, answer)
    with pytest.raises(AttributeError):
        state.agenda = ()


@EACH
@WALK
@given(chosen=picks(200))
def test_folding_the_answers_gives_the_live_state(case: Case, chosen: list[int]) -> None:
    game, setup = open_table(case)
    path = walk(game, setup, chosen)
    entries = [Entry("answer", i, answer.spell()) for i, (_, answer) in enumerate(path)]
    live, _ = game.rules.answer(*path[-1])
    assert live == History.fold(game.rules, setup, entries).state


@EACH
@WALK
@given(chosen=picks(200))
def test_a_secret_answer_changes_nothing_that_others_see(case: Case, chosen: list[int]) -> None:
    """Wherever chance tells one seat alone, what all others see is the same whatever it told."""
    game, setup = open_table(case)
    rules = game.rules
    for state, _ in walk(game, setup, chosen):
        question = rules.question(state)
        if question.asked != CHANCE or question.only_for in (PUBLIC, NOBODY):
            continue
        others = {PUBLIC, *range(case.players)} - {question.only_for}
        answered = [rules.answer(state, option) for option in sampled(question.options, chosen)[:3]]
        for viewer in others:
            assert not question.seen_by(viewer).options
            assert len({repr(_seen(rules, after, events, viewer)) for after, events in answered}) == 1


def _seen(rules: Any, after: Any, events: list[Event], viewer: int) -> Any:
    """What a viewer (a seat, or PUBLIC) may know of a state and of what led to it."""
    asked = None if rules.is_over(after) else _shape(rules.question(after, viewer))
    return rules.view(after, viewer), [event for event in events if event.only_for in (PUBLIC, viewer)], asked


def _shape(question: Any) -> Any:
    """A question as others see it, without the numbers that only describe hidden options."""
    return (
        question.kind,
        question.asked,
        sorted(question.about.items()),
        tuple(question.options) if len(question.options) < 20 else len(question.options),
    )


@EACH
@WALK
@given(chosen=picks(), seed=st.integers(0, 10**6))
def test_every_event_cites_a_clause_of_the_ledger(case: Case, chosen: list[int], seed: int) -> None:
    game, setup = open_table(case)
    ledger = read_ledger(text_of(case.game, "RULES.md"))
    _, events = game.rules.start(setup)
    cited = {event.clause for event in events}
    for state, answer in play_on(game, walk(game, setup, chosen), seed, LONGEST):
        cited |= {event.clause for event in game.rules.answer(state, answer)[1]}
    assert cited
    assert cited <= set(ledger)


@EACH
@WALK
@given(chosen=picks(), seed=st.integers(0, 10**6))
def test_every_game_ends(case: Case, chosen: list[int], seed: int) -> None:
    game, setup = open_table(case)
    path = play_on(game, walk(game, setup, chosen), seed, LONGEST + 1)
    assert len(path) <= LONGEST
    state, _ = game.rules.answer(*path[-1])
    assert game.rules.is_over(state)
    outcome = game.rules.outcome(state)
    assert outcome is not None
    assert set(outcome.winners) <= set(range(case.players))
    with pytest.raises(Refused):
        game.rules.question(state)


@EACH
def test_bots_finish_a_game_with_allowed_answers(case: Case) -> None:
    game, setup = open_table(case)
    for strength in ("random", "good" if case.players <= FEW else "gentle"):  # of many players the good ones take long
        state, _ = game.rules.start(setup)
        state, answers = play_out(game.rules, state, random.Random(3), [game.bot(strength)] * case.players)
        assert game.rules.is_over(state)
        assert answers > 0


@pytest.mark.parametrize("case", STRONG, ids=str)
def test_a_strong_bot_gives_allowed_answers(case: Case) -> None:
    game, setup = open_table(case)
    state, _ = game.rules.start(setup)
    luck, decided = random.Random(3), 0
    while decided < 2:
        question = game.rules.question(state)
        thinks = question.asked != CHANCE and len(question.options) > 1
        bot = game.bot("strong") if thinks else choose_randomly
        answer = bot(game.rules, state, question, luck)
        assert answer in question.options
        decided += thinks
        state, _ = game.rules.answer(state, answer)


@EACH
@WALK
@given(chosen=picks())
def test_a_game_asks_and_hides_only_what_it_declares(case: Case, chosen: list[int]) -> None:
    """What a shared room reads from the Game is what the rules do."""
    game, setup = open_table(case)
    bodies = game.bodies(setup)
    assert setup.virtual is (case.table == "virtual")
    assert set(setup.colours) <= set(game.colours)
    assert {name for name, _ in game.summary(setup)} <= set(game.options)
    for state, _ in walk(game, setup, chosen):
        question = game.rules.question(state)
        dice = [colour for colour, _ in question.about.get("dice", ())]
        assert set(dice) <= set(bodies)
        assert question.only_for in (PUBLIC, NOBODY) or game.hidden_hands
        if case.table == "real" and question.asked == CHANCE and not dice:
            assert question.kind in game.told
        if game.slides is not None:
            here = [game.slides.slid_from(option) for option in sampled(question.options, chosen)]
            if question.kind == game.slides.start:
                assert None not in map(game.slides.laid_at, question.options)
            assert game.slides.gap(state) not in here
