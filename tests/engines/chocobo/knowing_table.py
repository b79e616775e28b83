"""A table whose copy is the reconstructed edition. It answers a companion that knows nothing, and only what is asked.

What happens at the table is a game at a virtual table; the companion follows it on a real one, with the edition that
it has learned so far. After every answer both must agree on everything that lies open.
"""

from __future__ import annotations

import random
from typing import Any

from tablekeeper.engines.chocobo import GAME, edition_with, learned
from tablekeeper.engines.chocobo.answers import Attack, Begin, Reveal, Stop, Tell, Use
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.places import spell_value
from tablekeeper.engines.core import CHANCE, Answer, Question
from tests.engines.chocobo.tables import NAMES, RULES
from tests.engines.tables import edition

OPEN = ("floor", "reaper", "hp", "vegetables", "bonus", "books", "boss_damage", "discard", "round", "deck", "cause")


class KnowingTable:
    """People with a box, and what they have told their companion over the evenings."""

    def __init__(self, seed: int, players: int, start: str = "unknown", **options: str) -> None:
        self.luck = random.Random(seed)
        self.truth = edition("chocobo")
        self.learned = edition("chocobo", start)
        self.names, self.options = NAMES[:players], options
        self.first: int | None = None
        """The position of the dial that the companion counts as its first."""
        self.kept = self.passing = 0
        """Questions about the copy tonight: those whose answer is kept, and icons that are asked each time."""
        self.stops: list[str] = []

    def evening(self, bot: str = "good") -> tuple[int, int]:
        """Play one game to its end; how many questions about the copy were asked, kept and not kept."""
        self.kept = self.passing = 0
        self.stops = []
        self.game, _ = RULES.start(GAME.prepare(self.names, self.truth, "virtual", self.options))
        self.companion, _ = RULES.start(GAME.prepare(self.names, self.learned, "real", self.options))
        while self.game.agenda:
            self._catch_up()
            self._step(GAME.bots[bot])
        self._catch_up()
        assert not self.companion.agenda
        self.learned = edition_with(self.learned, learned(self.companion).items())
        return self.kept, self.passing

    def _step(self, bot: Any) -> None:
        question = RULES.question(self.game)
        chosen = GAME.bots["random"] if question.asked == CHANCE else bot
        before = self.game
        answer = chosen(RULES, before, question, self.luck)
        if isinstance(answer, Use) and question.kind == "play" and before.laid:
            answer = question.options[0]  # this companion is told the cards one by one, and then it is too late
        self.game, events = RULES.answer(before, answer)
        for event in events:
            if event.kind == "chocobo_moved" and "path" in event.facts:
                name = before.setup.floors[before.floor - 1]
                self.stops.append(self.truth.floors[name].spaces[event.facts["path"][-1]].icon)
        if question.kind == "draw" or (question.kind == "move" and not isinstance(answer, Use)):
            return
        self._tell(question, answer, before)
        self._catch_up()
        self._agree()

    def _tell(self, question: Question, answer: Answer, before: Any) -> None:
        """The same answer in the companion's words."""
        if isinstance(answer, Begin):
            if self.first is None:
                self.first = answer.position
                return
            answer = Begin((answer.position - self.first) % known(before, "dial.size"))
        asked = RULES.question(self.companion)
        assert asked.kind == {"move": "stop"}.get(question.kind, question.kind)
        if isinstance(answer, Reveal):
            answer = self._name(asked, answer)
        if isinstance(answer, Attack) and answer.target != "boss":
            i = [monster.word for monster in before.monsters].index(answer.target)
            answer = Attack(self.companion.monsters[i].word)
        self.companion, _ = RULES.answer(self.companion, answer)

    def _name(self, asked: Question, answer: Reveal) -> Reveal:
        """A Monster that was met before keeps its number; identical cards are not told apart."""
        values = self.truth.values[f"monsters.{answer.deck}.{answer.number}"]
        for option in asked.options:
            if known(self.companion, f"monsters.{answer.deck}.{option.number}") == values:
                return option
        return Reveal(answer.deck, asked.about["new"])

    def _catch_up(self) -> None:
        """Answer what the companion asks about the copy."""
        while self.companion.agenda:
            question = RULES.question(self.companion)
            if question.kind == "tell":
                place = question.about["place"]
                if place.startswith("dial.") and place != "dial.size" and self.first is None:
                    return
                self.kept += 1
                self.companion, _ = RULES.answer(self.companion, Tell(place, spell_value(self.true_value(place))))
            elif question.kind == "share" and len(self.names) == 1:
                self.companion, _ = RULES.answer(self.companion, question.options[0])
            elif question.kind == "stop" and self.stops:
                self.passing += 1
                icon = self.stops.pop(0)
                self.companion, _ = RULES.answer(self.companion, Stop("nothing" if icon == "entrance" else icon))
            else:
                return

    def true_value(self, place: str) -> Any:
        """What the box prints at a place of the companion's edition."""
        head, *_, last = place.split(".")
        if head == "dial" and last != "size":
            return self.truth.values[f"dial.{(int(last) + (self.first or 0)) % self.truth.values['dial.size']}"]
        if head == "monsters":
            i = [f"monsters.{monster.deck}.{monster.number}" for monster in self.companion.monsters].index(place)
            monster = self.game.monsters[i]
            return self.truth.values[f"monsters.{monster.deck}.{monster.number}"]
        return self.truth.values[place]

    def _agree(self) -> None:
        """Everything that lies open is the same on both tables."""
        if self.game.agenda and RULES.question(self.game).kind in ("draw", "dial"):
            return  # the companion is ahead: it is not told these
        for field in OPEN:
            assert getattr(self.game, field) == getattr(self.companion, field), field
        assert [len(hand) for hand in self.game.hands] == [len(hand) for hand in self.companion.hands]
        assert [monster.damage for monster in self.game.monsters] == [
            monster.damage for monster in self.companion.monsters
        ]
