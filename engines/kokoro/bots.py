"""The companion at Kokoro: it plays the promising answers on in its mind, many times, and takes the best."""

from __future__ import annotations

from math import ceil, log2
from typing import Any, NamedTuple

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.playout import Bot, choose_randomly
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND, ROUNDS
from tablekeeper.engines.kokoro.paths import BLANK
from tablekeeper.engines.kokoro.playing_on import Game
from tablekeeper.engines.kokoro.promising import LOOK, LOOKED, gains
from tablekeeper.engines.kokoro.rest import Foresee, foresee
from tablekeeper.engines.kokoro.state import State, shape_of
from tablekeeper.engines.kokoro.turn import Actions, may_look

QUICK, STRONG = 50_000, 1_200_000
"""How many empty spaces the two bots look at in their mind for an answer, about."""
WIDTH = 6
"""How many answers are considered: those that promise most."""
SPACES_A_TURN = 15
"""What a turn takes in the mind beside its empty spaces, counted in spaces."""
TRUST = 32
"""After so many games a point that was promised counts half as much as a point of their mean score."""


class Plan(NamedTuple):
    """How a bot plans."""

    effort: int
    """How many empty spaces it looks at in its mind for an answer, about."""
    width: int = WIDTH
    trust: int = TRUST
    foresee: Foresee = foresee


class Option:
    """A drawing in a space, or a look, and how the games have ended that began with it."""

    def __init__(self, space: int, promise: float, trust: int) -> None:
        self.space = space
        self._promise = promise
        self._trust = trust
        self.games = 0
        self.points = 0

    def worth(self) -> float:
        """What speaks for it so far."""
        if not self.games:
            return self._promise
        return self.points / self.games + self._promise * self._trust / (self._trust + self.games)


def options_of(game: Game, plan: Plan) -> list[Option]:
    """Those that promise most; a look is always among them where it is allowed."""
    values = gains(game.promise(game.stage), game.ends, game.way)
    options = [Option(space, value, plan.trust) for space, value in zip(game.ends.blanks, values, strict=True)]
    options.sort(key=Option.worth, reverse=True)
    if not options or may_look(game.state, game.seat):
        return [*options[: plan.width - 1], Option(LOOKED, LOOK, plan.trust)]
    return options[: plan.width]


def spaces_tried(state: State, seat: int) -> float:
    """How many empty spaces are looked at until the end of the game, about: the time that it takes to play on."""
    golden = GOLDEN_A_ROUND - state.golden + GOLDEN_A_ROUND * (ROUNDS - state.round)
    turns = golden * len(state.pool) / max(1, sum(card % 2 for card in state.pool))
    blanks = state.mats[seat].count(BLANK)
    return max(1.0, turns) * (SPACES_A_TURN + max(0.0, blanks - turns / 2))


def weigh(options: list[Option], game: Game, plan: Plan, luck: Luck) -> list[Option]:
    """The options that are left, the best first, after playing on for as long as the plan allows.

    All of them meet the same rests of the game. After each pass the worse half is dropped (sequential halving).
    """
    games = int(plan.effort / spaces_tried(game.state, game.seat))
    passes = max(1, ceil(log2(len(options))))
    for _ in range(passes):
        for _ in range(max(1, games // passes // len(options))):
            rest = plan.foresee(game.state, game.seat, luck)
            for option in options:
                option.points += game.expect(option.space, rest)
                option.games += 1
        options = sorted(options, key=Option.worth, reverse=True)[: (len(options) + 1) // 2]
    return options


def planning(plan: Plan) -> Bot:
    """A bot that plays on in its mind.

    Of a question put to several seats it answers for the first that is waited for.
    """

    def play(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
        if question.kind != "act" or not state.setup.virtual_mats:
            return choose_randomly(rules, state, question, luck)
        seat = question.speaker
        game = Game(state, seat)
        options = options_of(game, plan)
        if len(options) > 1:
            options = weigh(options, game, plan, luck)
        space = options[0].space
        return Peek(seat) if space == LOOKED else Draw(seat, space, shape_of(state.card))

    return play


play_well = planning(Plan(QUICK))
play_strongly = planning(Plan(STRONG))


def play_randomly(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
    """Any drawing or look of the seat that it speaks for, and nothing for the others."""
    options = question.options
    if isinstance(options, Actions):
        question = question._replace(options=options.of(question.speaker))
    return choose_randomly(rules, state, question, luck)
