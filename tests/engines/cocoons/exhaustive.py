"""Cocoons searched to the end: every slide, every trapdoor that may turn up, every choice; nothing in it is clever.

Written from the rulebook, to judge the solver by. `python -m tests.engines.cocoons.exhaustive 50000` compares so many
small positions of each level, half of them in difficult mode.
"""

from __future__ import annotations

import heapq
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from tablekeeper.engines.cocoons.levels import LEVELS
from tablekeeper.engines.cocoons.solver import solve
from tablekeeper.engines.core import put
from tests.engines.cocoons.play import GUARDIANS, begin

BESIDE = {p: [q for q in range(9) if abs(p // 3 - q // 3) + abs(p % 3 - q % 3) == 1] for p in range(9)}
NOWHERE = -1
OWN = (
    "lock_a,rune_a1,rune_a2,rune_a3,slide,slide,number_1,action",
    "lock_b,rune_b1,rune_b2,rune_b3,slide,number_1,number_2,number_3",
)
"""Own levels that mix what opens late with Slides, which the printed levels keep apart."""
TABLES = (*LEVELS, *OWN)


class Box(NamedTuple):
    """The box at the start of a turn."""

    gap: int
    traps: tuple[str, ...]
    """By place: `?` face down, a word face up, or nothing."""
    below: tuple[str, ...]
    """By place: `start`, `guardian`, `token`, or nothing."""
    unseen: tuple[str, ...]
    out: frozenset[str]
    free: int
    """Where the cocoon with the Action trapdoor stands."""


class Moment(NamedTuple):
    """A box in the middle of a turn: what is due, the place that the cocoon just moved went to."""

    due: str
    box: Box
    moved_to: int


End = tuple[Box, int, int]
"""The box at the end of a turn, with the slides and the tokens that it took from there."""


def opens(trapdoor: str, out: frozenset[str]) -> bool:
    """Niveau 3 and 5: a Lock needs its three Runes out, a number all lower ones."""
    kind, _, which = trapdoor.partition("_")
    if kind == "lock":
        return {f"rune_{which}{i}" for i in (1, 2, 3)} <= out
    return kind != "number" or {f"number_{i}" for i in range(1, int(which))} <= out


def turns(box: Box, difficult: bool) -> Iterator[tuple[End, Moment]]:
    """Every way that a turn can go, and the moment after its first slide."""
    for place in BESIDE[box.gap]:
        price = 0 if place == box.free else 1
        moment = slide(box, place)
        for after, slides, tokens in finish(moment, difficult):
            yield (after, slides + 1, tokens + price), moment


def slide(box: Box, place: int) -> Moment:
    """One cocoon goes into the gap."""
    return Moment("uncover", box._replace(gap=place, free=box.gap if place == box.free else box.free), box.gap)


def finish(moment: Moment, difficult: bool) -> Iterator[End]:
    """Every way in which a turn can go on from this moment."""
    due, box, moved_to = moment
    if due == "slide_on":
        for place in (place for place in BESIDE[box.gap] if place != moved_to):
            yield from [(after, n + 1, paid) for after, n, paid in finish(slide(box, place), difficult)]
    elif due == "lay":
        for place in (place for place in range(9) if place != box.gap):
            yield from finish(Moment("look", box._replace(free=place), moved_to), difficult)
    elif due == "look" or not box.traps[box.gap]:
        yield from look_below(box, difficult)
    else:
        for seen in turn_over(box):
            after = obey(seen, moved_to)
            yield from [(seen, 0, 0)] if after is None else finish(after, difficult)


def within(moment: Moment) -> Iterator[Moment]:
    """This moment of a turn, and those that may follow before it ends."""
    yield moment
    if moment.due == "uncover" and moment.box.traps[moment.box.gap]:
        after = [obey(seen, moment.moved_to) for seen in turn_over(moment.box)]
        yield from [later for later in after if later is not None and later.due != "look"]


def turn_over(box: Box) -> Iterator[Box]:
    """The trapdoor in the gap, if it lies face down, as any of those that nobody has seen."""
    if box.traps[box.gap] != "?":
        yield box
        return
    for trapdoor in set(box.unseen):
        rest = list(box.unseen)
        rest.remove(trapdoor)
        yield box._replace(traps=put(box.traps, box.gap, trapdoor), unseen=tuple(rest))


def obey(box: Box, moved_to: int) -> Moment | None:
    """What the trapdoor in the gap leads to; None where it holds, which ends the turn."""
    trapdoor = box.traps[box.gap]
    if not opens(trapdoor, box.out):
        return None
    after = box._replace(traps=put(box.traps, box.gap, ""), out=box.out | {trapdoor})
    due = {"slide": "slide_on", "action": "lay"}.get(trapdoor, "look")
    return Moment(due, after, moved_to)


def look_below(box: Box, difficult: bool) -> Iterator[End]:
    """A guardian is taken or left; an empty place costs a token in difficult mode, once."""
    token = box.below[box.gap]
    if token == "guardian":
        yield box._replace(below=put(box.below, box.gap, "")), 0, 0
        if difficult:
            yield box, 0, 0
    elif token == "" and difficult:
        yield box._replace(below=put(box.below, box.gap, "token")), 0, 1
    else:
        yield box, 0, 0


def is_home(box: Box) -> bool:
    """Every guardian is taken and the start token visible."""
    return box.below[box.gap] == "start" and "guardian" not in box.below


class Region:
    """All boxes that can be reached from one, with the least slides and tokens to the end of each."""

    def __init__(self, first: Box, difficult: bool, most: int) -> None:
        self.difficult = difficult
        self.slides: dict[Box, int] = {}
        self.tokens: dict[Box, int] = {}
        self.before: dict[Box, list[tuple[Box, int, int]]] = defaultdict(list)
        self.moments: dict[Moment, None] = {}
        self.boxes = {first: None}
        self.whole = self._explore(most)
        if self.whole:
            self.slides = self._settle(lambda after, slides, tokens: slides)
            self.tokens = self._settle(lambda after, slides, tokens: self._price(after, tokens))

    def _price(self, after: Box, tokens: int) -> int:
        """A turn can only begin with a token in the reserve; so the last one takes one, if only to be there."""
        return max(tokens, 1) if is_home(after) else tokens

    def _explore(self, most: int) -> bool:
        waiting = list(self.boxes)
        while waiting:
            box = waiting.pop()
            for (after, slides, tokens), moment in turns(box, self.difficult):
                self.moments.update(dict.fromkeys(within(moment)))
                self.before[after].append((box, slides, tokens))
                if after not in self.boxes:
                    if len(self.boxes) == most:
                        return False
                    self.boxes[after] = None
                    waiting.append(after)
        return True

    def _settle(self, price: Any) -> dict[Box, int]:
        """Dijkstra, backwards from every box in which all is home."""
        best: dict[Box, int] = {}
        heap = [(0, number, box) for number, box in enumerate(self.boxes) if is_home(box)]
        number = len(self.boxes)
        while heap:
            cost, _, box = heapq.heappop(heap)
            if best.setdefault(box, cost) < cost:
                continue
            for earlier, slides, tokens in self.before[box]:
                if earlier not in best:
                    number += 1
                    heapq.heappush(heap, (cost + price(box, slides, tokens), number, earlier))
        return best

    def least(self, moment: Moment) -> tuple[int, int]:
        """The least slides and tokens from the middle of a turn."""
        ends = list(finish(moment, self.difficult))
        return (
            min(slides + self.slides[box] for box, slides, _ in ends if box in self.slides),
            min(tokens + self.tokens[box] for box, _, tokens in ends if box in self.tokens),
        )


def small_box(level: str, difficult: bool, luck: random.Random) -> Box:
    """A box in which two to five trapdoors are left, some of them face up."""
    places = luck.sample(range(9), 9)
    start, gap = places[0], luck.randrange(9)
    trapdoors = list(LEVELS.get(level) or level.split(","))
    luck.shuffle(trapdoors)
    left = trapdoors[: luck.randint(1, 3 if difficult else 4)]
    out = frozenset(trapdoors[len(left) :])
    traps, below = [""] * 9, [luck.choice(("", "token")) if difficult else "" for _ in range(9)]
    below[start] = "start"
    unseen = []
    for place, trapdoor in zip(places[1:], left, strict=False):
        may_lie_open = trapdoor.startswith(("lock", "number")) and luck.random() < 0.5
        traps[place] = trapdoor if may_lie_open else "?"
        below[place] = "guardian"
        unseen += [] if may_lie_open else [trapdoor]
    for place in places[1 + len(left) : 1 + len(left) + luck.randrange(2)]:
        below[place] = "guardian"
    if difficult:
        most = [place for place in places[1:] if below[place] == ""][2:]
        below = ["token" if place in most else token for place, token in enumerate(below)]
    free = luck.choice([p for p in range(9) if p != gap]) if "action" in out else NOWHERE
    return Box(gap, tuple(traps), tuple(below), tuple(sorted(unseen)), out, free)


def state_of(moment: Moment, level: str, difficult: bool) -> Any:
    """The engine's state for a box, at the start of a turn or in the middle of one."""
    due, box, moved_to = moment
    state = begin({"level": level, "difficult": "yes" if difficult else "no"})
    cocoons = tuple(NOWHERE if p == box.gap else p - (p > box.gap) for p in range(9))
    loose = [place for place in range(9) if box.below[place] == "guardian"]
    names = {"start": "start", "token": "token", "": ""}
    tokens = tuple(
        ("?" if box.traps[p] else GUARDIANS[loose.index(p)]) if p in loose else names[box.below[p]] for p in range(9)
    )
    steps: dict[str, tuple[Any, ...]] = {
        "choose": (("choose",),),
        "uncover": (("name", 0), ("uncover", moved_to), ("end_turn",)),
        "slide_on": (("slide_on", moved_to), ("end_turn",)),
        "lay": (("lay",), ("look_below",), ("end_turn",)),
    }
    fields = {
        "start": box.below.index("start"),
        "gap": box.gap,
        "cocoons": cocoons,
        "faces": (0,) * 8,
        "owners": GUARDIANS,
        "homes": tuple(() if number < len(loose) else (GUARDIANS[number],) for number in range(8)),
        "traps": box.traps,
        "tokens": tokens,
        "unseen": box.unseen,
        "hidden": tuple(GUARDIANS[loose.index(p)] for p in loose if box.traps[p]),
        "out": tuple(sorted(box.out)),
        "free": cocoons[box.free] if box.free != NOWHERE else NOWHERE,
        "agenda": steps[due],
    }
    other = state.__class__.__new__(state.__class__)
    other.__dict__.update({**state.__dict__, **fields})
    return other


def compare(level: str, difficult: bool, positions: int, seed: int = 1, most: int = 6000) -> int:
    """How many positions were compared; a difference is an AssertionError that shows the box."""
    luck = random.Random(f"{level} {difficult} {seed}")
    compared = 0
    while compared < positions:
        region = Region(small_box(level, difficult, luck), difficult, most)
        found: list[Moment] = [Moment("choose", box, NOWHERE) for box in region.slides if not is_home(box)]
        found += [moment for moment in region.moments if region.whole]
        for moment in luck.sample(found, min(len(found), 50)):
            box = moment.box
            wanted = (region.slides[box], region.tokens[box]) if moment.due == "choose" else region.least(moment)
            best = solve(state_of(moment, level, difficult))
            right = (best.slides, best.tokens) == wanted if best.exact else False
            bound = best.slides <= wanted[0] and best.tokens <= wanted[1]
            assert right or (level in OWN and not best.exact and bound), (level, difficult, moment, wanted, best)
            compared += 1
    return compared


if __name__ == "__main__":
    for table in TABLES:
        for mode in (False, True):
            count = compare(table, mode, int(sys.argv[1]) // 2)
            print(f"level {table}, difficult {mode}: {count} positions, none different", flush=True)
