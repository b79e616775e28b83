"""Games of Kokoro with decks that are shuffled beforehand, so that one who is shown them can play, too."""

from __future__ import annotations

import random
from typing import NamedTuple

from tablekeeper.engines.core import CHANCE, Answer, Question
from tablekeeper.engines.core.bots.playout import Bot, choose_randomly
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.kokoro.answers import Sanctuary, Top
from tablekeeper.engines.kokoro.bots import Planner
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.mind.rest import Rest
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.engines.kokoro.state import State, lay_out
from tablekeeper.engines.kokoro.turn import card
from tests.engines.kokoro.evening import RULES


class Decks(NamedTuple):
    """Both decks, in their order."""

    cards: tuple[int, ...]
    letters: tuple[str, ...]

    def rest(self, state: State) -> Rest:
        """What is still to come."""
        return Rest(self.cards[state.turn :], self.letters[state.round :])

    def answer(self, state: State, question: Question, luck: Luck) -> Answer:
        """What lies on top; dice are rolled."""
        if question.kind == "path":
            return card(self.cards[state.turn])
        if question.kind == "sanctuary":
            return Sanctuary(self.letters[state.round - 1])
        if question.kind == "top":
            return Top(self.letters[state.round])
        return choose_randomly(RULES, state, question, luck)


def shuffle(setup: Setup, luck: random.Random) -> Decks:
    """Both decks of a set-up, shuffled."""
    cards, letters = list(lay_out(setup).pool), list(LETTERS)
    luck.shuffle(cards)
    luck.shuffle(letters)
    return Decks(tuple(cards), tuple(letters))


def all_seeing(setup: Setup, decks: Decks) -> Bot:
    """The companion whose imagined rest of the game is the true one; one game tells all of each possible answer."""
    every = setup.paths.size + 1
    return Planner(0, width=every, trust=0, foresee=lambda state, seat, luck: decks.rest(state))


def play(setup: Setup, decks: Decks, bots: list[Bot], luck: random.Random) -> State:
    """A whole game."""
    state, _ = RULES.start(setup)
    while not RULES.is_over(state):
        question = RULES.question(state)
        if question.asked == CHANCE:
            answer = decks.answer(state, question, luck)
        else:
            answer = bots[question.speaker](RULES, state, question, luck)
        state = RULES.follow(state, answer)
    return state
