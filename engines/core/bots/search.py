"""One search for every game: Monte Carlo over information sets, with the hidden components dealt anew each time.

It needs a game's rules, and `imagine`, which deals anew what a seat cannot know. A decision is known by who makes it
and by the table as that seat sees it, so what others hold cannot leak into it. The best known way to a good answer is
followed (UCB), chance falls as it falls, and from the first new decision on the game is played out. The budget is a
number of such playouts; the search may be asked for more of them at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf, log, sqrt
from typing import Any, NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.bots.playout import Bot, choose_randomly, play_out
from tablekeeper.engines.core.bots.redeal import Imagine
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.question import CHANCE, PUBLIC, Question
from tablekeeper.engines.core.rules import ENDLESS, AnyRules
from tablekeeper.engines.core.state import State

CURIOSITY = 0.7
"""How much an answer that was tried seldom is preferred; about half of what a sure win is worth."""
DEEPEST = 80
"""Decisions followed in one playout, so that a circle of known ones comes to an end."""

Worth = Callable[[Any, int], float]
"""worth(state, seat) -> how likely this seat wins, from 0 to 1."""


class Prior(NamedTuple):
    """What is known of a game beside its rules; nothing of it is needed."""

    reward: Callable[[Any, Outcome, int], float] = lambda state, outcome, seat: float(seat in outcome.winners)
    """reward(state, outcome, seat) -> what an end is worth to a seat, from 0 to 1."""
    policy: Bot | None = None
    """Who plays on for all seats beyond the known decisions, to the end; without it chance does."""
    worth: Worth | None = None
    """What a state promises; without it every playout goes to the end of the game."""
    ahead: int = ENDLESS
    """How many random answers are played beyond the known decisions before the worth is asked."""
    bluff: float = 0.0
    """In which share of the playouts the thinker's own secrets are dealt anew too. From these alone the others learn
    to answer, so that they do not play as if they knew them; where hands are large they say little."""
    width: int = 24
    """How many options of a decision are considered: the most promising, or without a worth any."""


class Arm:
    """An option of a decision, and how it has done."""

    __slots__ = ("answer", "offered", "tried", "won")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.offered = 0
        self.tried = 0
        self.won = 0.0

    def promise(self) -> float:
        """What to hope for, with a premium on what was tried seldom."""
        if not self.tried:
            return inf
        return self.won / self.tried + CURIOSITY * sqrt(log(self.offered) / self.tried)


class Finding(NamedTuple):
    """What the search found about one option."""

    answer: Answer
    expects: float
    """The mean of its playouts: 1 where all were won."""
    tried: int


class Search:
    """What one seat thinks; it remembers all its playouts."""

    def __init__(self, rules: AnyRules, imagine: Imagine, luck: Luck, prior: Prior = Prior()) -> None:  # noqa: B008 (frozen)
        self._rules = rules
        self._imagine = imagine
        self._luck = luck
        self._prior = prior
        self._decisions: dict[Hashable, list[Arm]] = {}

    def think(self, state: State, budget: int) -> list[Finding]:
        """The options of the open decision after so many more playouts, the most tried first."""
        seat = self._rules.question(state).speaker
        for _ in range(budget):
            bluff = self._luck.random() < self._prior.bluff
            self._play(self._imagine(state, PUBLIC if bluff else seat, self._luck), seat, bluff)
        arms = self._decisions[self._key(state, self._rules.question(state))]
        found = [Finding(arm.answer, arm.won / arm.tried, arm.tried) for arm in arms if arm.tried]
        return sorted(found, key=lambda finding: (-finding.tried, -finding.expects))

    def _key(self, state: Any, question: Question) -> Hashable:
        seat = question.speaker
        return seat, state.agenda[0], self._rules.view(state, seat)

    def _play(self, state: State, thinker: int, bluff: bool) -> None:
        rules = self._rules
        path: list[tuple[int, Arm]] = []
        while not rules.is_over(state) and len(path) < DEEPEST:
            question = rules.question(state)
            if question.asked == CHANCE:
                state = rules.follow(state, choose_randomly(rules, state, question, self._luck))
                continue
            arm = self._pick(state, question)
            path.append((question.speaker, arm))
            state = rules.follow(state, arm.answer)
            if not arm.tried:
                break
        rewards = self._rewards(state)
        for seat, arm in path:
            if bluff or seat == thinker or not self._prior.bluff:
                arm.tried += 1
                arm.won += rewards[seat]

    def _pick(self, state: State, question: Question) -> Arm:
        key = self._key(state, question)
        arms = self._decisions.get(key)
        if arms is None:
            arms = self._decisions[key] = [Arm(answer) for answer in self._candidates(state, question)]
        offered = [arm for arm in arms if arm.answer in question.options]
        if not offered:
            offered = [Arm(answer) for answer in self._candidates(state, question)]
            arms.extend(offered)
        for arm in offered:
            arm.offered += 1
        return max(offered, key=Arm.promise)

    def _candidates(self, state: State, question: Question) -> Sequence[Answer]:
        """Not too many options: the most promising first."""
        options, width, worth = list(dict.fromkeys(question.options)), self._prior.width, self._prior.worth
        if worth is None:
            return _some(options, width, self._luck)
        seat, follow = question.speaker, self._rules.follow
        promising = {option: worth(follow(state, option), seat) for option in options}
        return sorted(options, key=lambda option: -promising[option])[:width]

    def _rewards(self, state: Any) -> Sequence[float]:
        rules, prior = self._rules, self._prior
        seats = range(len(state.setup.players))
        if prior.policy is not None:
            state, _ = play_out(rules, state, self._luck, [prior.policy] * len(seats))
        else:
            state, _ = rules.play_randomly(state, self._luck, ENDLESS if prior.worth is None else prior.ahead)
        outcome = rules.outcome(state)
        if outcome is not None:
            return [prior.reward(state, outcome, seat) for seat in seats]
        assert prior.worth is not None
        return [prior.worth(state, seat) for seat in seats]


def _some(options: list[Answer], most: int, luck: Luck) -> list[Answer]:
    """Some of the options, each as likely as any other."""
    left = list(options)
    some: list[Answer] = []
    while left and len(some) < most:
        some.append(left.pop(int(luck.random() * len(left))))
    return some


def searching(imagine: Imagine, budget: int, prior: Prior = Prior()) -> Bot:  # noqa: B008 (frozen)
    """A bot that searches with so many playouts an answer."""

    def play(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
        if len(question.options) == 1:
            return question.options[0]
        return Search(rules, imagine, luck, prior).think(state, budget)[0].answer

    return play
