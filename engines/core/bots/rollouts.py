"""The search's second way: the options of the open decision, each played on many times from there.

Each rollout deals the hidden components anew and is played on by a bot of the game, up to a horizon or to the end. All
options meet the same deals and the same luck, so that their difference is their own. After each pass the worse half of
the options is dropped (sequential halving). The budget is a number of rollouts, and more can be asked for at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from math import ceil, log2
from typing import Any, NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.bots.playout import Bot, choose_randomly
from tablekeeper.engines.core.bots.redeal import Imagine
from tablekeeper.engines.core.bots.search import Finding, Worth
from tablekeeper.engines.core.bots.weighing import Weighed, rank_findings
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.question import CHANCE, Question
from tablekeeper.engines.core.rules import ENDLESS, AnyRules
from tablekeeper.engines.core.state import State

Rank = Callable[[AnyRules, Any, Question, Luck], Sequence[Answer]]
"""rank(rules, state, question, luck) -> its options, the most promising first."""


def as_offered(rules: AnyRules, state: State, question: Question, luck: Luck) -> Sequence[Answer]:
    """The options in the order in which the game names them."""
    return question.options


class Plan(NamedTuple):
    """How a game is played on from an option."""

    policy: Bot
    """Who plays on for all seats."""
    reward: Callable[[Any, Outcome, int], float] = lambda state, outcome, seat: float(seat in outcome.winners)
    """reward(state, outcome, seat) -> what an end is worth to a seat, from 0 to 1."""
    worth: Worth | None = None
    """What a state at the horizon promises; needed where there is a horizon."""
    turn: Callable[[Any], int] = lambda state: 0
    """turn(state) -> the number of the turn now; the horizon is counted in it."""
    ahead: int = ENDLESS
    """After how many turns the worth is asked."""
    rank: Rank = as_offered
    """Which options are promising, at a first look."""
    width: int = 8
    """How many options are considered."""
    decides: Callable[[Question], bool] = lambda question: True
    """Whether the game may hang on such a question; the policy answers the others, which promise nothing."""


class Tapes:
    """Luck that can be heard again: one tape for each kind of event, so that one roll more moves no other one."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self._tapes: dict[Hashable, list[float]] = {}
        self._heard: dict[Hashable, int] = {}
        self._key: Hashable = None

    def rewind(self) -> None:
        """From here on every tape is heard from its beginning."""
        self._heard = {}

    def turn_to(self, key: Hashable) -> Luck:
        """The luck of this kind of event."""
        self._key = key
        return self

    def random(self) -> float:
        """The next number of the tape."""
        at = self._heard.get(self._key, 0)
        self._heard[self._key] = at + 1
        tape = self._tapes.setdefault(self._key, [])
        if at == len(tape):
            tape.append(self._luck.random())
        return tape[at]


class Candidate:
    """An option, and how its rollouts have ended."""

    __slots__ = ("answer", "tried", "won")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.tried = 0
        self.won = 0.0

    def mean(self) -> float:
        """What it may expect; nothing while it has not been tried."""
        return self.won / self.tried if self.tried else 0.0


class Rollouts:
    """What one seat thinks of one decision; it remembers all its rollouts."""

    def __init__(self, rules: AnyRules, imagine: Imagine, luck: Luck, plan: Plan) -> None:
        self._rules = rules
        self._imagine = imagine
        self._luck = luck
        self._plan = plan
        self._decision: tuple[State | None, list[Candidate]] = None, []

    def think(self, state: State, budget: int) -> list[Finding]:
        """The options of the open decision after at most so many more rollouts, the most tried first."""
        for _ in self.ponder(state, budget):
            pass
        return self.findings()

    def findings(self) -> list[Finding]:
        """What is known of the options so far, the most tried first."""
        found = [Finding(each.answer, each.mean(), each.tried) for each in self._decision[1] if each.tried]
        return sorted(found, key=lambda finding: (-finding.tried, -finding.expects))

    def ponder(self, state: State, budget: int) -> Iterator[None]:
        """The same, a rollout at a time, for those who have something else to do meanwhile."""
        seat = self._rules.question(state).speaker
        live = sorted(self._candidates(state, seat), key=Candidate.mean, reverse=True)
        for passes in range(max(1, ceil(log2(len(live)))), 0, -1):
            live = live[:budget]
            for _ in range(max(budget // passes // len(live), 1) if live else 0):
                yield from self._deal(state, seat, live)
                budget -= len(live)
            live.sort(key=Candidate.mean, reverse=True)
            live = live[: (len(live) + 1) // 2]

    def _candidates(self, state: State, seat: int) -> list[Candidate]:
        if self._decision[0] != state:
            deal = self._imagine(state, seat, self._luck)
            ranked = self._plan.rank(self._rules, deal, self._rules.question(deal), self._luck)
            best = islice(dict.fromkeys(ranked), self._plan.width)
            self._decision = state, [Candidate(answer) for answer in best]
        return self._decision[1]

    def _deal(self, state: State, seat: int, live: Sequence[Candidate]) -> Iterator[None]:
        """One rollout of each of these options, with the same deal and luck."""
        deal, tapes = self._imagine(state, seat, self._luck), Tapes(self._luck)
        for candidate in live:
            tapes.rewind()
            candidate.won += self._play_on(deal, candidate.answer, seat, tapes)
            candidate.tried += 1
            yield

    def _play_on(self, state: Any, answer: Answer, seat: int, tapes: Tapes) -> float:
        rules, plan = self._rules, self._plan
        horizon = plan.turn(state) + plan.ahead
        state = rules.follow(state, answer)
        while not rules.is_over(state):
            if plan.worth is not None and plan.turn(state) >= horizon:
                return plan.worth(state, seat)
            question = rules.question(state)
            luck = tapes.turn_to((state.agenda[0][0], question.asked, question.about.get("seat")))
            bot = choose_randomly if question.asked == CHANCE else plan.policy
            state = rules.follow(state, bot(rules, state, question, luck))
        outcome = rules.outcome(state)
        assert outcome is not None
        return plan.reward(state, outcome, seat)


class Thinker:
    """A bot that answers by so many rollouts at most: at once, or a rollout at a time."""

    def __init__(self, imagine: Imagine, budget: int, plan: Plan) -> None:
        self._imagine = imagine
        self._budget = budget
        self._plan = plan

    def __call__(self, rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
        """Its answer."""
        *_, answer = self.ponder(rules, state, question, luck)
        return answer

    def ponder(self, rules: AnyRules, state: State, question: Question, luck: Luck) -> Iterator[Answer]:
        """The best answer so far after each rollout; the last one is its answer."""
        if len(question.options) == 1:
            yield question.options[0]
            return
        if not self._plan.decides(question):
            yield self._plan.policy(rules, state, question, luck)
            return
        rollouts = Rollouts(rules, self._imagine, luck, self._plan)
        for _ in rollouts.ponder(state, self._budget):
            yield rollouts.findings()[0].answer


class Weigher:
    """Weighs the options of a question by so many rollouts at most."""

    def __init__(self, imagine: Imagine, budget: int, plan: Plan) -> None:
        self._imagine = imagine
        self._budget = budget
        self._plan = plan

    def __call__(self, rules: AnyRules, state: State, question: Question, luck: Luck) -> Weighed | None:
        """How often they win; None where a look would be peeping, or nothing is left to choose."""
        if question.final or len(question.options) < 2 or not self._plan.decides(question):
            return None
        return rank_findings(Rollouts(rules, self._imagine, luck, self._plan).think(state, self._budget))
