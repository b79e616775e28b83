"""Some slides ahead: which first slide leads to the most places cleared and sides seen for the fewest tokens.

The cocoons and their marks are there for all to see, so what a slide will bring into sight is certain; what a side or a
trapdoor will turn out to be is not, and counts by its likelihood.
"""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.cocoons.box import LOOKS_IN, NEIGHBOURS
from tablekeeper.engines.cocoons.solver import DOWN, GUARD, QUIET, SPENT, least_slides, mark_places, visits_of
from tablekeeper.engines.cocoons.state import NONE, UNNAMED, State
from tablekeeper.engines.cocoons.trapdoors import FACE_DOWN, SLIDE, opens

DEPTH = 6
UNDONE_WORTH = 2.0
"""Tokens that each place costs in which something is still to be done at the end of a plan. What is hoped for there is
never too little, so without this a plan that puts everything off looks as good as one that has done it; found by
trying 0 to 2.5."""
SIDE_WORTH = 1.1
"""Tokens that an unseen side still costs, about; found by trying, as the next."""
MISS_WORTH = 1.6
"""Tokens lost when a guardian is uncovered too early and has to be left, about."""
SHORT_WORTH = 4.0
"""How bad it is to be short of a token."""


class Plan(NamedTuple):
    """A position on the way, as far as it is foreseen."""

    gap: int
    cocoons: tuple[int, ...]
    marks: str
    seen: frozenset[int]
    """The cocoons whose side is known, or will be by then."""
    spent: float
    missed: float
    """Guardians that are likely to have been left."""


class Planner:
    """Looks ahead from one state."""

    def __init__(self, state: State, todo_worth: float = 0.0, depth: int = DEPTH) -> None:
        self.state = state
        self.depth = depth
        self.todo_worth = todo_worth
        self.named = frozenset(cocoon for cocoon, owner in enumerate(state.owners) if owner != UNNAMED)
        self.unnamed = len(state.owners) - len(self.named)
        self.hidden = len(state.hidden)
        self.hidden_named = sum(guardian in state.owners for guardian in state.hidden)
        unseen = len(state.unseen)
        self.opening = sum(opens(trapdoor, state.out) for trapdoor in state.unseen) / unseen if unseen else 1.0
        self.sliding = sum(trapdoor == SLIDE for trapdoor in state.unseen) / unseen if unseen else 0.0
        self.extra = round(sum(trapdoor == SLIDE for trapdoor in state.unseen) / 2)
        self.spent = SPENT if state.setup.difficult else QUIET

    def value_slides(self, barred: int, paid: bool) -> dict[int, float]:
        """By place whose cocoon may slide, how good the best way that begins so is; more is better."""
        state = self.state
        here = Plan(state.gap, state.cocoons, mark_places(state, self.spent), self.named, 0.0, 0.0)
        return {
            place: self._value_first(here, self._slide(here, place, paid))
            for place in NEIGHBOURS[state.gap]
            if place != barred
        }

    def _value_first(self, here: Plan, plan: Plan) -> float:
        """A slide for nothing that finds nothing is worth the best slide after it, seen as far as from there.

        Else both ends of it could look better from the other, and the cocoon would go to and fro for ever.
        """
        if plan.spent or plan.marks != here.marks or plan.seen != here.seen:
            return self._best(plan, here.gap, self.depth - 1)
        return max(self._best_ahead(plan, here.gap, self.depth))

    def _best(self, plan: Plan, came_from: int, depth: int) -> float:
        value = self._value(plan)
        return max(value, *self._best_ahead(plan, came_from, depth)) if depth else value

    def _best_ahead(self, plan: Plan, came_from: int, depth: int) -> list[float]:
        return [
            self._best(self._slide(plan, place, True), plan.gap, depth - 1)
            for place in NEIGHBOURS[plan.gap]
            if place != came_from
        ]

    def _value(self, plan: Plan) -> float:
        slides = least_slides(plan.gap, self.state.start, plan.marks, 0)
        unseen = max(0, len(self.state.owners) - len(plan.seen) - 1)
        todo = self.todo_worth * visits_of(plan.marks).bit_count()
        cost = plan.spent + slides + MISS_WORTH * plan.missed + todo
        short = max(0.0, cost - self.state.reserve)
        return -cost - SIDE_WORTH * unseen - SHORT_WORTH * short

    def _slide(self, plan: Plan, place: int, paid: bool) -> Plan:
        gap, cocoons, marks, seen, spent, missed = plan
        moved = list(cocoons)
        cocoon = moved[gap] = moved[place]
        moved[place] = NONE
        if paid and cocoon != self.state.free:
            spent += 1
        faces = self.state.faces
        new = [moved[at] for at, side in LOOKS_IN[place] if faces[moved[at]] == side and moved[at] not in seen]
        if new:
            seen = seen.union(new)
        here = marks[place]
        if here == SPENT:
            spent += 1
            marks = marks[:place] + QUIET + marks[place + 1 :]
        elif here != QUIET:
            opening, known = self._odds(place, here, seen)
            if opening > 0:
                missed += 1 - opening * known
                marks = marks[:place] + self.spent + marks[place + 1 :]
        return Plan(place, tuple(moved), marks, seen, spent, missed)

    def _odds(self, place: int, mark: str, seen: frozenset[int]) -> tuple[float, float]:
        """How likely it is that the trapdoor opens, and that the guardian's cocoon is known by then."""
        state = self.state
        opening = 1.0
        if mark == DOWN:
            opening = self.opening - self.sliding
        elif mark != GUARD and not opens(state.traps[place], state.out):
            return 0.0, 0.0
        fresh = (len(seen) - len(self.named)) / self.unnamed if self.unnamed else 0.0
        if len(state.owners) - len(seen) <= 1:
            return max(opening, 0.1), 1.0
        guardian = state.tokens[place]
        if guardian == FACE_DOWN:
            known = (self.hidden_named + (self.hidden - self.hidden_named) * fresh) / self.hidden
        else:
            known = 1.0 if guardian in state.owners else fresh
            if not known:  # it would be left there again, as it was before
                return 0.0, 0.0
        return (opening, known) if mark != DOWN else (max(opening, 0.1), known)
