"""What the options promise in Kokoro: the mean score of the games that the strong bot plays on in its mind."""

from __future__ import annotations

from tablekeeper.engines.core import Question
from tablekeeper.engines.core.bots.redeal import changed
from tablekeeper.engines.core.bots.search import Finding
from tablekeeper.engines.core.bots.weighing import Weigh, Weighed, rank_findings
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.bots import Option, Planner, answer_of, golden_to_come, play_strongly
from tablekeeper.engines.kokoro.mind.playing_on import Game
from tablekeeper.engines.kokoro.state import State

POINTS = "points"
BETTER = 1.14
"""How many points more the good bot makes for each golden card to come than the games in its mind, which are played
without much thought: measured at 162 positions of 38 games alone, none of them among those of the figures."""


def weighing(planner: Planner) -> Weigh:
    """The same with the effort of this bot."""

    def weigh_options(rules: AnyRules, state: State, question: Question, luck: Luck) -> Weighed | None:
        if question.kind != "act" or not state.setup.virtual_mats:
            return None
        game = Game(state, question.speaker)
        options = planner.options(game)
        if len(options) < 2:
            return None
        for _ in planner.try_out(game, options, luck):
            pass
        return rank_findings((_find(game, option) for option in options), POINTS)

    return weigh_options


def _find(game: Game, option: Option) -> Finding:
    mean = option.points / option.games + BETTER * golden_to_come(game.state)
    return Finding(answer_of(game, option), mean, option.games)


def without_looks(weigh: Weigh) -> Weigh:
    """The same by those who have not looked at the next sanctuary."""

    def weigh_options(rules: AnyRules, state: State, question: Question, luck: Luck) -> Weighed | None:
        return weigh(rules, changed(state, seers=()), question, luck)

    return weigh_options


weigh = weighing(play_strongly)
weigh_openly = without_looks(weigh)
