"""A game played on in the mind for one seat, to its final score."""

from __future__ import annotations

from tablekeeper.engines.kokoro.decrees import CODED, Finished
from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND, ROUNDS
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.mind.ends import (
    FIRST_GUARDIAN,
    GUARDIANS,
    LATER,
    NEXT,
    NOW,
    PLAIN,
    Ends,
    Way,
    features_of,
    ways_of,
)
from tablekeeper.engines.kokoro.mind.promise import Promise, Stage
from tablekeeper.engines.kokoro.mind.promising import LOOKED, choose
from tablekeeper.engines.kokoro.mind.rest import Rest, seen_next
from tablekeeper.engines.kokoro.scoring import tally_boxes
from tablekeeper.engines.kokoro.setup import NO_LIMIT
from tablekeeper.engines.kokoro.state import State, shape_of


class Game:
    """What one seat knows of the table, so that it can play on, and the promises that it has worked out."""

    def __init__(self, state: State, seat: int) -> None:
        setup, boxes, seen = state.setup, state.boxes[seat], seen_next(state, seat)
        self.state, self.seat = state, seat
        self.ways = ways_of(setup.edition.shapes, setup.paths.size)
        self.stage = Stage(state.round, state.golden, boxes[-1] if boxes else 0, bool(seen))
        self.ends = Ends(setup.mat, setup.paths, state.guardians)
        self.ends.mark(LETTERS.index(state.letters[-1]), NOW)
        for letter in state.left:
            self.ends.mark(LETTERS.index(letter), NEXT if letter == seen else LATER)
        for place, guardian in enumerate(GUARDIANS[: len(state.guardians)], FIRST_GUARDIAN):
            self.ends.mark(place, guardian)
        self.ends.fill(state.mats[seat], self.ways)
        self._promises: dict[Stage, Promise] = {}

    @property
    def way(self) -> Way:
        """The path that is to be drawn now."""
        return self.ways[shape_of(self.state.card) - 1]

    def promise(self, stage: Stage) -> Promise:
        """What paths promise at a stage."""
        found = self._promises.get(stage)
        if found is None:
            found = self._promises[stage] = Promise(stage)
        return found

    def expect(self, space: int, rest: Rest) -> int:
        """The final score after a drawing in this space, or after a look, if the rest comes like this."""
        walk = Walk(self, rest)
        walk.answer(space, shape_of(self.state.card))
        return walk.finish()


class Walk:
    """One way in which the game may go on."""

    def __init__(self, game: Game, rest: Rest) -> None:
        state, seat = game.state, game.seat
        self.game = game
        self.ends = game.ends.copy()
        self.drawn = list(state.mats[seat])
        self.cards, self.letters = iter(rest.cards), (*state.letters, *rest.letters)
        self.round, self.golden, self.bar, self.known = game.stage
        self.boxes = list(state.boxes[seat])
        self.looks, self.all_looks = state.peeks[seat], state.all_peeks[seat]

    def finish(self) -> int:
        """Play to the end and score."""
        while True:
            self._finish_round()
            self._write()
            if self.round == ROUNDS:
                return self._score()
            self._begin_round()

    def answer(self, space: int, shape: int) -> None:
        """Draw in this space, or look."""
        if space == LOOKED:
            self._look()
        else:
            self.ends.put(space, self.game.ways[shape - 1])
            self.drawn[space] = str(shape)

    def _finish_round(self) -> None:
        game, limit = self.game, self.game.state.setup.peek_limit
        while self.golden < GOLDEN_A_ROUND:
            card = next(self.cards)
            self.golden += card % 2
            promise = game.promise(Stage(self.round, self.golden, self.bar, self.known))
            shape = shape_of(card)
            may_look = limit == NO_LIMIT or self.looks < limit
            self.answer(choose(promise, self.ends, game.ways[shape - 1], may_look), shape)

    def _look(self) -> None:
        """Of a real deck the companion is not told what was seen."""
        self.looks += 1
        self.all_looks += 1
        if not self.known and self.game.state.setup.own_decks and self.round < ROUNDS:
            self.known = True
            self.ends.mark(self._place(self.round + 1), NEXT - LATER)

    def _place(self, number: int) -> int:
        """The sanctuary of a round."""
        return LETTERS.index(self.letters[number - 1])

    def _write(self) -> None:
        joined = features_of(self.ends.joined[self._place(self.round)])
        self.bar = joined if joined > self.bar else 0
        self.boxes.append(self.bar)

    def _begin_round(self) -> None:
        self.ends.mark(self._place(self.round), -NOW, PLAIN)
        self.round += 1
        self.ends.mark(self._place(self.round), NOW - (NEXT if self.known else LATER))
        self.golden, self.looks, self.known = 0, 0, False

    def _score(self) -> int:
        state, joined = self.game.state, self.ends.joined
        favours = (joined[FIRST_GUARDIAN] >> 4 & 255, joined[FIRST_GUARDIAN + 1] >> 12 & 255)
        decree = CODED.get(state.decree)
        mat = Finished(
            state.setup.mat, state.setup.paths, "".join(self.drawn), state.guardians, tuple(self.boxes), favours,
            self.all_looks,
        )  # fmt: skip
        return tally_boxes(self.boxes, favours, decree(mat) if decree else 0).final
