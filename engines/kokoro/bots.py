"""The companion at Kokoro: it plays the promising answers on in its mind, many times, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND, ROUNDS
from tablekeeper.engines.kokoro.mind.playing_on import Game
from tablekeeper.engines.kokoro.mind.promising import LOOK, LOOKED, gains
from tablekeeper.engines.kokoro.mind.rest import Foresee, foresee
from tablekeeper.engines.kokoro.paths import BLANK
from tablekeeper.engines.kokoro.state import State, shape_of
from tablekeeper.engines.kokoro.turn import Actions, may_look

QUICK, STRONG = 50_000, 1_200_000
"""How many empty spaces the two bots look at in their mind for an answer, about."""
THOUGHT = 4_000
"""At so many of them it may be interrupted: a few milliseconds."""
WIDTH = 6
"""How many answers are considered: those that promise most."""
SPACES_A_TURN = 15
"""What a turn takes in the mind beside its empty spaces, counted in spaces."""
TRUST = 32
"""After so many games a point that was promised counts half as much as a point of their mean score."""


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


def golden_to_come(state: State) -> int:
    """How many golden cards will still be called."""
    return GOLDEN_A_ROUND - state.golden + GOLDEN_A_ROUND * (ROUNDS - state.round)


def spaces_tried(state: State, seat: int) -> float:
    """How many empty spaces are looked at until the end of the game, about: the time that it takes to play on."""
    turns = golden_to_come(state) * len(state.pool) / max(1, sum(card % 2 for card in state.pool))
    blanks = state.mats[seat].count(BLANK)
    return max(1.0, turns) * (SPACES_A_TURN + max(0.0, blanks - turns / 2))


@dataclass(frozen=True)
class Planner:
    """A bot that plays on in its mind: at once, or one rest of the game at a time.

    Of a question put to several seats it answers for the first that is waited for.
    """

    effort: int
    """How many empty spaces it looks at for an answer, about."""
    width: int = WIDTH
    trust: int = TRUST
    foresee: Foresee = foresee

    def __call__(self, rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
        """Its answer."""
        *_, answer = self.ponder(rules, state, question, luck)
        return answer

    def ponder(self, rules: AnyRules, state: State, question: Question, luck: Luck) -> Iterator[Answer]:
        """The best answer so far, again and again; the last one is its answer."""
        if question.kind != "act" or not state.setup.virtual_mats:
            yield choose_randomly(rules, state, question, luck)
            return
        game = Game(state, question.speaker)
        for option in self.try_out(game, self.options(game), luck):
            yield answer_of(game, option)

    def try_out(self, game: Game, options: Sequence[Option], luck: Luck) -> Iterator[Option]:
        """The best option after each thought; all options meet the same rests of the game.

        After each pass the worse half is dropped (sequential halving).
        """
        spaces, looked = spaces_tried(game.state, game.seat), 0.0
        games, passes = int(self.effort / spaces), ceil(log2(len(options)))
        for _ in range(passes):
            for _ in range(max(1, games // passes // len(options))):
                rest = self.foresee(game.state, game.seat, luck)
                for option in options:
                    option.points += game.expect(option.space, rest)
                    option.games += 1
                looked += spaces * len(options)
                if looked >= THOUGHT:
                    looked = 0.0
                    yield max(options, key=Option.worth)
            options = sorted(options, key=Option.worth, reverse=True)[: (len(options) + 1) // 2]
        yield options[0]

    def options(self, game: Game) -> list[Option]:
        """Those that promise most; a look is always among them where it is allowed."""
        values = gains(game.promise(game.stage), game.ends, game.way)
        options = [Option(space, value, self.trust) for space, value in zip(game.ends.blanks, values, strict=True)]
        options.sort(key=Option.worth, reverse=True)
        if not options or may_look(game.state, game.seat):
            return [*options[: self.width - 1], Option(LOOKED, LOOK, self.trust)]
        return options[: self.width]


def answer_of(game: Game, option: Option) -> Answer:
    """The answer that an option stands for."""
    if option.space == LOOKED:
        return Peek(game.seat)
    return Draw(game.seat, option.space, shape_of(game.state.card))


play_well = Planner(QUICK)
play_strongly = Planner(STRONG)


def play_randomly(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """Any drawing or look of the seat that it speaks for, and nothing for the others."""
    options = question.options
    if isinstance(options, Actions):
        question = question._replace(options=options.of(question.speaker))
    return choose_randomly(rules, state, question, luck)
