"""What hints are made of: options with what they promise, from what the seat knows and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.cocoons.plan import rank
from tablekeeper.engines.core import CHANCE, PUBLIC, TEAM
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.search import Finding
from tablekeeper.engines.core.bots.weighing import WINS, Weighed, rank_findings
from tests.engines.chocobo.test_bot import reshuffled
from tests.engines.quick_hints import QUICK, QUICK_OPENLY
from tests.engines.tables import GAMES, Case, cases, open_table
from tests.engines.test_secrets import HIDE_FROM

ALIKE = {"chocobo": reshuffled, "kokoro": HIDE_FROM["kokoro"], "cocoon_world": HIDE_FROM["cocoon_world"]}
"""How the hidden components are exchanged so that the seat would see the same of them."""
SILENT = ("real", "chocobo"), ("real", "kokoro")
"""Tables at which the companion sees too little for a number at most questions."""
CHOICES = 32
CASES = [case for case in cases() if case.players < 5]
SECRETIVE = [case for case in CASES if case.game in ALIKE and case.table == "virtual"]


def weigh(game: Any, state: Any, question: Any, seed: int) -> Weighed | None:
    """What its options promise."""
    found = QUICK.get(game.name, game.weigh)(game.rules, state, question, random.Random(seed))
    assert found is None or isinstance(found, Weighed)
    return found


def choices(case: Case, luck: random.Random, every: int = 4) -> Any:
    """The game, and states with their questions in which somebody has a choice, one of so many of a game."""
    game, setup = open_table(case)
    state, _ = game.rules.start(setup)
    for number in range(CHOICES):
        while True:
            state = game.rules.start(setup)[0] if game.rules.is_over(state) else state
            question = game.rules.question(state)
            if question.asked != CHANCE and len(question.options) > 1:
                break
            state = game.rules.follow(state, choose_randomly(game.rules, state, question, luck))
        if number % every == every - 1:
            yield game, state, question
        rare = luck.random() < 0.3  # the last option is often one that few choose, such as a look
        answer = question.options[-1] if rare else game.bot("gentle")(game.rules, state, question, luck)
        state = game.rules.follow(state, answer)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_best_is_an_option_and_no_other_promises_more(case: Case) -> None:
    luck, weighed = random.Random(str(case)), 0
    for game, state, question in choices(case, luck):
        found = weigh(game, state, question, 1)
        if found is None:
            continue
        weighed += 1
        answers = [finding.answer for finding in found.findings]
        assert len(set(answers)) == len(answers) > 0
        assert all(answer in question.options for answer in answers)
        promised = [finding.expects for finding in found.findings]
        assert promised == sorted(promised, reverse=True)
        assert found.unit != WINS or all(0 <= expects <= 1.05 for expects in promised)
        assert found == weigh(game, state, question, 1)
    alone = case.game == "pig" and case.players == 1
    assert weighed or alone or (case.table, case.game) in SILENT


@pytest.mark.parametrize("case", [case for case in SECRETIVE if case.players > 1], ids=str)
def test_what_is_hidden_changes_no_promise(case: Case) -> None:
    luck, exchanged = random.Random(str(case)), 0
    for game, state, question in choices(case, luck, 1):
        hide = HIDE_FROM[game.name] if question.asked == TEAM else ALIKE[game.name]
        other: Any = hide(state, question.speaker, luck)
        exchanged += other != state
        assert weigh(game, state, question, 1) == weigh(game, other, game.rules.question(other), 1)
    assert exchanged or "decks=real" in str(case), "of a real deck the companion hides nothing"


@pytest.mark.parametrize("case", [case for case in SECRETIVE if case.players > 1 and case.game != "chocobo"], ids=str)
def test_what_some_seat_alone_knows_changes_nothing_that_everybody_is_told(case: Case) -> None:
    """The asked seat's own hand and looks are exchanged, too."""
    luck, exchanged, weighed = random.Random(str(case)), 0, 0
    for game, state, question in choices(case, luck, 1):
        if question.only_for != PUBLIC:
            continue
        other: Any = HIDE_FROM[game.name](state, PUBLIC, luck)
        exchanged += other != state
        seen = openly(game, state, question)
        weighed += seen is not None
        assert seen == openly(game, other, game.rules.question(other).put_to(question.speaker))
    assert (exchanged and weighed) or "decks=real" in str(case)


def openly(game: Any, state: Any, question: Any) -> Weighed | None:
    """What its options promise by what everybody knows."""
    weigh_openly = QUICK_OPENLY.get(game.name, game.weigh_openly)
    found = weigh_openly(game.rules, state, question.put_to(question.speaker), random.Random(1))
    assert found is None or isinstance(found, Weighed)
    return found


def test_those_tried_most_come_first_and_the_dropped_are_left_out() -> None:
    def found(expects: float, tried: int) -> Finding:
        return Finding(choices_at_start()[0], expects, tried)

    assert rank_findings([found(0.9, 3), found(0.4, 8), found(0.5, 8)]).findings == (found(0.5, 8), found(0.4, 8))


def choices_at_start() -> Any:
    """Some answers."""
    return open_first("pig")[1].options


def open_first(name: str) -> Any:
    """A game with two players at its first choice."""
    _, state, question = next(choices(Case(name, 2, "virtual", ()), random.Random(1)))
    return state, question


def test_of_a_team_each_seat_is_weighed_for_itself() -> None:
    state, question = open_first("kokoro")
    for seat in state.waiting:
        found = weigh(GAMES["kokoro"], state, question.put_to(seat), 1)
        assert found is not None
        assert {finding.answer.giver for finding in found.findings} == {seat}
    assert question.put_to(5) is question


@pytest.mark.parametrize("seed", range(6))
def test_in_the_box_nothing_that_cannot_help_is_weighed(seed: int) -> None:
    game = GAMES["cocoons"]
    for _, state, question in choices(Case("cocoons", 2, "virtual", (("level", "3"),)), random.Random(seed), 1):
        if question.kind == "youngest":
            continue
        ranked = rank(game.rules, state, question, random.Random(1))
        assert {answer.verb for answer in ranked[1:]} <= {"slide", "put", "leave", "lay", "end"}
