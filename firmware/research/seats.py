"""A game between researchers' programs: who decides, between what, what each seat sees, and what it is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.question import CHANCE, Question
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.settings.copies import load_edition

FEATURES = 512
"""Numbers of an observation."""
MOST_OPTIONS = 128
"""Options of a decision; no decision at a virtual table is known to have half as many."""
LARGEST = 1000.0
"""No score is larger, nor smaller than its opposite."""


class Seats:
    """One game at a virtual table. Chance is somebody else's to answer, as is every seat."""

    def __init__(self, name: str, players: int, options: Mapping[str, str]) -> None:
        self.game: Game = find_game(name)
        names = [f"P{number + 1}" for number in range(players)]
        self.setup = self.game.prepare(names, load_edition(self.game), table="virtual", options=dict(options))
        self.players = players
        self.state, _ = self.game.rules.start(self.setup)
        self._about = (name, players, dict(options))

    def __copy__(self) -> Seats:
        other = Seats.__new__(Seats)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, memo: object) -> Seats:
        return self.__copy__()  # a state is frozen

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (*self._about, self.game.rules.to_plain(self.state))

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.game.rules.is_over(self.state)

    @property
    def question(self) -> Question:
        """What is to be decided."""
        return self.game.rules.question(self.state)

    @property
    def seat(self) -> int:
        """Who decides: a seat or CHANCE. Where several are asked at once, the first that has not answered."""
        return self.question.speaker

    def options(self) -> Sequence[Answer]:
        """What the one who decides may answer; chance's options stand as often as they are likely."""
        question = self.question
        if question.asked == CHANCE:
            return question.options
        return list(dict.fromkeys(o for o in question.options if o.giver in (None, question.speaker)))

    def answer(self, answer: Answer) -> None:
        """Go on after one of the options."""
        self.state = self.game.rules.follow(self.state, answer)

    def pass_chance(self, luck: Luck) -> None:
        """Let chance fall until a seat decides, or the game is over."""
        while not self.is_over and self.seat == CHANCE:
            self.answer(choose_randomly(self.game.rules, self.state, self.question, luck))

    def sees(self, seat: int) -> dict[str, Any]:
        """What a seat may know of the table and of the open question, as JSON could hold it."""
        seen = {"table": to_plain(self.game.rules.view(self.state, seat)), "asks": ""}
        if not self.is_over:
            question = self.question.seen_by(seat)
            seen |= {"asks": question.kind, "of": question.asked, "about": to_plain(dict(question.about))}
        return seen

    def returns(self) -> list[float]:
        """What the end is worth to each seat: 1 to winners and -1 to others; alone with a score, the score."""
        outcome = self.game.rules.outcome(self.state)
        if outcome is None:
            return [0.0] * self.players
        if self.players == 1 and outcome.scores:
            return [float(outcome.scores[0])]
        return [1.0 if seat in outcome.winners else -1.0 for seat in range(self.players)]


def _again(name: str, players: int, options: Mapping[str, str], plain: object) -> Seats:
    seats = Seats(name, players, options)
    seats.state = seats.game.rules.from_plain(plain)
    return seats


def spell_seen(seen: Mapping[str, Any]) -> str:
    """What a seat sees, as one line of JSON."""
    return json.dumps(seen, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def features_of(seen: Mapping[str, Any]) -> list[float]:
    """What a seat sees as numbers from -1 to 1: each number and word at a place that its name is hashed to.

    Places may coincide; whoever wants an encoding without that makes one from what the seat sees.
    """
    found = [0.0] * FEATURES
    _collect(seen, "", found)
    return [value / (1.0 + abs(value)) for value in found]


def _collect(value: Any, name: str, found: list[float]) -> None:
    if isinstance(value, Mapping):
        for key, item in value.items():
            _collect(item, f"{name}.{key}", found)
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            _collect(item, f"{name}.{number}", found)
    elif isinstance(value, (int, float)):
        found[crc32(name.encode()) % FEATURES] += value
    elif value is not None:
        found[crc32(f"{name}={value}".encode()) % FEATURES] += 1.0
