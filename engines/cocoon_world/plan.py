"""How rollouts play Cocoon World on: who plays, and which options are promising at a first look."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.cocoon_world.bots import LOOKS, LOOKS_AHEAD, play_quickly, value_of
from tablekeeper.engines.cocoon_world.forecast import chance_to_win
from tablekeeper.engines.cocoon_world.imagining import imagine
from tablekeeper.engines.cocoon_world.state import POSITIONS, State
from tablekeeper.engines.core import PUBLIC, Answer, Question
from tablekeeper.engines.core.bots.redeal import Imagine
from tablekeeper.engines.core.bots.rollouts import Plan, Weigher
from tablekeeper.engines.core.bots.weighing import Weigh, Weighed
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.rules import AnyRules

TURNS_AHEAD = 3
"""The rest of this turn, the next player's, and with two players the next one of one's own."""
ROLLOUTS = 300
"""For an answer of the strong bot."""
HINT_ROLLOUTS = 75
POINTS = "ep"
"""What options promise alone, where there is nobody to win against."""


def reward(state: State, outcome: Outcome, seat: int) -> float:
    """Whether a seat won; alone, its EP of ten."""
    return float(seat in outcome.winners) if len(state.ep) > 1 else state.ep[seat] / (POSITIONS - 1)


def turns_begun(state: State) -> int:
    """How many turns of all players have begun."""
    seats = len(state.ep)
    return state.turn * seats + (state.seat - state.first) % seats


def rank(rules: AnyRules, state: State, question: Question, luck: Luck) -> Sequence[Answer]:
    """The options by what the good bot thinks of them; of many, some."""
    options, seat = list(dict.fromkeys(question.options)), question.speaker
    if question.final:
        return options
    while len(options) > LOOKS:
        options.pop(int(luck.random() * len(options)))
    values = {option: value_of(rules, rules.follow(state, option), seat, LOOKS_AHEAD) for option in options}
    return sorted(options, key=lambda option: -values[option])


def worth(state: State, seat: int) -> float:
    """How likely a seat wins, by the forecast."""
    return min(1.0, chance_to_win(state, seat))


PLAN = Plan(policy=play_quickly, reward=reward, worth=worth, turn=turns_begun, ahead=TURNS_AHEAD, rank=rank)


def imagine_openly(state: State, seat: int, luck: Luck) -> State:
    """The table as everybody may imagine it: the seat's own tiles are dealt anew, too."""
    return imagine(state, PUBLIC, luck)


def weighing(rollouts: int, imagine: Imagine = imagine) -> Weigh:
    """How often the options win, by so many rollouts; alone, how many EP they end with."""
    roll_out = Weigher(imagine, rollouts, PLAN)

    def weigh_options(rules: AnyRules, state: State, question: Question, luck: Luck) -> Weighed | None:
        weighed = roll_out(rules, state, question, luck)
        return weighed if weighed is None or len(state.ep) > 1 else _in_points(weighed)

    return weigh_options


def _in_points(weighed: Weighed) -> Weighed:
    highest = POSITIONS - 1
    return Weighed(tuple(each._replace(expects=highest * each.expects) for each in weighed.findings), POINTS)


weigh = weighing(HINT_ROLLOUTS)
weigh_openly = weighing(HINT_ROLLOUTS, imagine_openly)
