"""The fewest slides, and the fewest tokens, with which a game can still be won.

Exact for the luckiest case: every trapdoor that nobody has seen turns out to be the most convenient of those left,
and every guardian whose cocoon is unknown is put into the right one at once. So it is the true minimum once all
trapdoors have been seen, and a bound that is never too high before. Sides are left out: nobody needs to see them to be
right. It uses only what has been revealed, whether the table remembers it or not.

A trapdoor that nobody has seen may also be one that holds, and be a Lock or a number that opens at a later visit. Which
one is settled only then: what opens earlier than it had to never makes a way longer, so no more need be known of it
than that it was no Slide.
"""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise, starmap
from typing import NamedTuple

from tablekeeper.engines.cocoons.box import NEIGHBOURS, PLACES
from tablekeeper.engines.cocoons.state import EMPTY, NONE, START, TOKEN, UNNAMED, State, Table
from tablekeeper.engines.cocoons.tours import NOWHERE, tours_to
from tablekeeper.engines.cocoons.trapdoors import ACTION, FACE_DOWN, LOCK_OF, LOCKS, NUMBERS, SLIDE

DOWN, HELD, GUARD, SPENT, QUIET = "D", "H", "G", ".", "o"
"""A place with a trapdoor face down, with one that held when it was turned over (a Lock or a number not settled yet),
with a guardian to take, with nothing (pays in difficult mode), with no matter."""
UNSETTLED = (DOWN, HELD)
_PLAIN, _SLIDE, _ACTION = "r", "s", "x"
_KEYS = {"A": "a", "B": "b"}
"""By Lock, its Runes."""
_COLOUR = tuple((place // 3 + place % 3) % 2 for place in PLACES)


LOOKS, OWN_LOOKS = 8000, 1800
"""Positions hoped for in one search: printed levels need fewer (seen at most 44 ms), an own one stops before 50 ms."""


class Best(NamedTuple):
    """What a win takes at best."""

    slides: int
    tokens: int
    """Those of corrections that cannot be avoided included."""
    place: int
    """The cocoon of this place slides first, in one cheapest way; NONE where no slide is needed."""
    exact: bool = True
    """False where the search stopped early: then it takes at least as much."""


class Node(NamedTuple):
    """A position as far as the way matters."""

    gap: int
    came_from: int
    """After a Slide trapdoor, where the cocoon just moved went: it may not go back; else NONE."""
    marks: str
    """By place, what is still to do there; Locks and numbers that lie face up stand as themselves."""
    pool: str
    """The trapdoors that nobody has seen, by what matters of them."""
    free: int
    """Where the free cocoon is, or NOWHERE."""
    turn_free: bool
    """Whether the turn cost nothing: then a token must be left at its end."""


def solve(state: State) -> Best:
    """The best that can be hoped for from any position once the start token has been placed."""
    corrections = count_corrections(state)
    spare = 1 if corrections == 0 else 0
    slides, _, all_slides = _Search(state, False, 0).run()
    tokens, place, all_tokens = _Search(state, True, spare).run()
    return Best(slides, tokens + 3 * corrections, place, all_slides and all_tokens)


def tokens_to_spare(state: State) -> int:
    """How many tokens are left over at best; below zero the game cannot be won any more."""
    return state.reserve - solve(state).tokens


def hint_at(state: State) -> tuple[str, dict[str, int]]:
    """Whether the game can still be won, and how closely."""
    spare = tokens_to_spare(state)
    return ("spare", {"count": spare}) if spare >= 0 else ("too_late", {})


def count_corrections(state: State) -> int:
    """How many guardians must still be moved: known to be wrong, or sharing a cocoon."""
    moving = next((step[1] for step in state.agenda if step[0] == "rehome"), None)
    count = 0
    for cocoon, home in enumerate(state.homes):
        owner = state.owners[cocoon]
        inside = [guardian for guardian in home if guardian != moving]
        wrong = [g for g in inside if g != owner and (owner != UNNAMED or g in state.owners)]
        count += len(wrong) + max(0, len(inside) - len(wrong) - 1)
    return count


class _Search:
    """One search of the cheapest way by A*: in tokens, or in slides."""

    def __init__(self, state: State, in_tokens: bool, spare: int) -> None:
        self.in_tokens = in_tokens
        self.spare = spare
        self.looks = OWN_LOOKS if state.setup.level == "own" else LOOKS
        self.start = state.start
        self.spent = SPENT if in_tokens and state.setup.difficult else QUIET
        self.tours = tours_to(state.start)
        self.due = 0
        """What the present turn still has to pay."""
        self.first = self._first_nodes(state)

    def run(self) -> tuple[int, int, bool]:
        """The cost of the cheapest way, the place of its first slide, and whether that is certain.

        What the search hopes for is never too much, so what it hoped for last is a bound when it has to stop.
        """
        heap: list[tuple[int, int, int, Node, int]] = []
        best: dict[Node, int] = {}
        for node in self.first:
            heappush(heap, (self.due + self.hope(node), -self.due, len(heap), node, NONE))
            best[node] = self.due
        count = len(heap)
        while count < self.looks:
            hoped, minus_cost, _, node, first = heappop(heap)
            cost = -minus_cost
            if hoped == cost and self._is_home(node):
                if not (node.turn_free and self.spare):
                    return cost, first, True
                node, cost = node._replace(turn_free=False), cost + 1
                heappush(heap, (cost, -cost, -count, node, first))
                count += 1
                continue
            if cost > best.get(node, cost):
                continue
            for after, price, place in self.slides(node):
                total = cost + price
                if total < best.get(after, total + 1):
                    best[after] = total
                    count += 1
                    heappush(heap, (total + self.hope(after), -total, -count, after, place if first == NONE else first))
        return heap[0][0], heap[0][4], False

    def _is_home(self, node: Node) -> bool:
        return node.gap == self.start and node.came_from == NONE and not _visits(node.marks)[0]

    def hope(self, node: Node) -> int:
        """What is left of the way at least."""
        gap, came_from, marks, pool, free, _ = node
        extra = pool.count(_SLIDE)
        if not self.in_tokens:
            return least_slides(gap, self.start, marks, extra)
        gifts = extra + (came_from != NONE)
        if free == NOWHERE and _ACTION not in pool:
            return max(0, least_slides(gap, self.start, marks, extra) - gifts)
        frees = (free,) if free != NOWHERE else tuple(place for place in PLACES if place != gap)
        visits = _visits(marks)[0]
        return max(0, min(self.tours.fewest(gap, into, visits) for into in frees) - gifts)

    def slides(self, node: Node) -> list[tuple[Node, int, int]]:
        """Every next position, what it costs, and the place of the cocoon that slides."""
        found: list[tuple[Node, int, int]] = []
        gap, came_from, marks, pool, free, turn_free = node
        for place in NEIGHBOURS[gap]:
            if place == came_from:
                continue
            gift = self.in_tokens and (came_from != NONE or place == free)
            price = 0 if gift else 1
            if marks[place] == SPENT:
                price += 1
            now_free = gap if place == free else free
            for_nothing = turn_free if came_from != NONE else place == free
            found.extend((after, price, place) for after in self.arrive(place, gap, marks, pool, now_free, for_nothing))
        return found

    def arrive(self, place: int, origin: int, marks: str, pool: str, free: int, turn_free: bool) -> list[Node]:
        """What the place may turn out to be, as conveniently as it can."""
        here = marks[place]
        if here == QUIET:
            return [Node(place, NONE, marks, pool, free, turn_free)]
        before, after = marks[:place], marks[place + 1 :]
        if here == SPENT:
            return [Node(place, NONE, before + QUIET + after, pool, free, turn_free)]
        done = before + self.spent + after
        if here == GUARD or (here not in UNSETTLED and _opens(here, pool, _held(marks))):
            return self._clear(Node(place, NONE, done, pool, free, turn_free))
        if here not in UNSETTLED:
            return [Node(place, NONE, marks, pool, free, turn_free)]
        nodes = []
        held = _held(marks)
        for kind in _openings(pool, held, here == DOWN):
            rest = pool.replace(kind, "", 1)
            if kind == _SLIDE:
                nodes.append(Node(place, origin, before + GUARD + after, rest, free, turn_free))
            elif kind == _ACTION and self.in_tokens:
                for into in PLACES:
                    nodes.extend(self._clear(Node(place, NONE, done, rest, into, turn_free)) if into != place else ())
            else:
                nodes.extend(self._clear(Node(place, NONE, done, rest, free, turn_free)))
        if _may_hold(pool, held):
            left = HELD if _SLIDE in pool else here
            nodes.append(Node(place, NONE, before + left + after, pool, free, turn_free))
        return nodes

    def _clear(self, taken: Node) -> list[Node]:
        """The guardian is taken; or, where an empty place would cost a token later, perhaps left for now."""
        if self.spent == QUIET:
            return [taken]
        place, marks = taken.gap, taken.marks
        return [taken, taken._replace(marks=marks[:place] + GUARD + marks[place + 1 :])]

    def _first_nodes(self, state: State) -> list[Node]:
        marks = mark_places(state, self.spent)
        pool = "".join(sorted(_kind(trapdoor, state) for trapdoor in state.unseen))
        gap = state.gap
        free = state.cocoons.index(state.free) if self.in_tokens and state.free != NONE else NOWHERE
        due = {step[0]: step for step in state.agenda}
        if "slide_on" in due:
            return [Node(gap, due["slide_on"][1], marks, pool, free, False)]
        moved_to = next((due[name][1] for name in ("uncover", "flip") if name in due), NONE)
        if "lay" in due:
            marks = marks[:gap] + self.spent + marks[gap + 1 :]
            frees = [place for place in PLACES if place != gap] if self.in_tokens else [NOWHERE]
            return [node for into in frees for node in self._clear(Node(gap, NONE, marks, pool, into, False))]
        if due.keys() & {"uncover", "flip", "look_below", "find", "place"}:
            self.due = 1 if marks[gap] == SPENT else 0
            return self.arrive(gap, moved_to, marks, pool, free, False)
        return [Node(gap, NONE, marks, pool, free, False)]


def mark_places(state: Table, spent: str) -> str:
    """By place, what is still to do there."""
    return "".join(_mark(state, place, spent) for place in PLACES)


def visits_of(marks: str) -> int:
    """The places that something is still to be done in, as bits."""
    return _visits(marks)[0]


def _mark(state: Table, place: int, spent: str) -> str:
    trapdoor, token = state.traps[place], state.tokens[place]
    if trapdoor == FACE_DOWN:
        return DOWN
    if trapdoor != EMPTY:
        return _short(trapdoor)
    if token in (START, TOKEN):
        return QUIET
    return spent if token == EMPTY else GUARD


def _short(trapdoor: str) -> str:
    return trapdoor[-1] if trapdoor in NUMBERS else trapdoor[-1].upper()


def _kind(trapdoor: str, state: Table) -> str:
    if trapdoor in NUMBERS or trapdoor in LOCKS:
        return _short(trapdoor)
    if trapdoor in LOCK_OF and LOCK_OF[trapdoor] in state.setup.trapdoors:
        return _KEYS[_short(LOCK_OF[trapdoor])]
    return {SLIDE: _SLIDE, ACTION: _ACTION}.get(trapdoor, _PLAIN)


@cache
def _visits(marks: str) -> tuple[int, int]:
    """The places that something is still to be done in, as bits, and how many they are."""
    places = [place for place in PLACES if marks[place] not in (SPENT, QUIET)]
    return sum(1 << place for place in places), len(places)


@lru_cache(1 << 16)
def least_slides(gap: int, start: int, marks: str, extra: int) -> int:
    """The most of three bounds: a tour of the places, the number of arrivals with its parity, the numbers in order."""
    visits, places = _visits(marks)
    arrivals = places + extra + 1 if places + extra else 0
    arrivals += (arrivals + _COLOUR[gap] + _COLOUR[start]) % 2
    return max(tours_to(start).fewest(gap, NOWHERE, visits), arrivals, _walk_in_order(gap, start, marks))


def _walk_in_order(gap: int, start: int, marks: str) -> int:
    """The slides from number to number that lie face up, in their order, and on to the start token."""
    stops = [place for _, place in sorted((mark, place) for place, mark in enumerate(marks) if mark.isdigit())]
    return sum(starmap(_steps, pairwise((gap, *stops, start)))) if stops else 0


def _steps(place: int, other: int) -> int:
    """The fewest slides to a place; to come back to the same one takes two."""
    return abs(place // 3 - other // 3) + abs(place % 3 - other % 3) or 2


@cache
def _held(marks: str) -> str:
    """The trapdoors that lie face up."""
    return "".join(sorted(mark for mark in marks if mark in "AB12345678"))


@cache
def _opens(kind: str, pool: str, held: str) -> bool:
    if kind in _KEYS:
        return _KEYS[kind] not in pool
    return kind not in "12345678" or kind == min(digit for digit in pool + held if digit.isdigit())


@cache
def _openings(pool: str, held: str, unseen: bool) -> tuple[str, ...]:
    """Which of the unsettled trapdoors a place may turn out to bear that open at once; one that has held is no Slide.

    What others wait for comes before what only opens: to have it out earlier never makes a way longer.
    """
    opening = [kind for kind in dict.fromkeys(pool) if kind not in (_SLIDE, _ACTION) and _opens(kind, pool, held)]
    waited_for = [kind for kind in opening if kind not in "rAB"]
    special = [kind for kind in (_SLIDE, _ACTION) if kind in pool and (unseen or kind != _SLIDE)]
    return (*(waited_for or opening[:1]), *special)


@cache
def _may_hold(pool: str, held: str) -> bool:
    """Whether an unsettled trapdoor may be one that does not open yet."""
    return any(not _opens(kind, pool, held) for kind in pool if kind not in (_SLIDE, _ACTION))
