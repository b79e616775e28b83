"""What each action leads to, as a bot imagines it, on a floor and on the rings of 4F; what was imagined is kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from tablekeeper.engines.chocobo.floors import Floor
from tablekeeper.engines.chocobo.mind.chase import Chase
from tablekeeper.engines.chocobo.mind.imagined import VEGETABLES_A_TOKEN, Foe, Position
from tablekeeper.engines.chocobo.state import TOP_HP, TOP_VEGETABLES

LOST, WON = -30.0, 30.0
"""What a sure end is worth in log-odds; no forecast is as sure."""

Then = Position | float
"""Where an action leads: to a position, or to an end of the round that is worth so much."""
Leave = Callable[[Position, Sequence[str]], float]
"""leave(at, books) -> what it is worth to leave the floor and have used these Books for it."""
WAYS_OUT = (
    (("move_1",), 1), (("move_2",), 2), (("move_1", "move_1"), 2), (("move_1", "move_2"), 3), (("move_2", "move_2"), 4),
)  # fmt: skip
"""Books that lead to an exit at most so far away, the cheapest first."""
APPEAL = {"nothing": 1, "entrance": 1, "heal": 2, "vegetable": 3, "book": 4, "exit": 9}
"""How gladly one stops there; of two spaces that are as near to the exit the bot imagines the better one."""


class Ground(ABC):
    """Where the pieces run. `after` says what can become of a position by one action."""

    def __init__(self) -> None:
        self._after: dict[tuple[Position, str, int], tuple[Then, ...]] = {}

    def after(self, at: Position, icon: str, strength: int) -> tuple[Then, ...]:
        """Every way in which an action can be carried out that may be the best."""
        key = (at, icon, strength)
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = tuple(self._act(at, icon, strength))
        return found

    def escape(self, at: Position) -> float:
        """What it is worth to use the Books that end the round at once; LOST where none do."""
        return LOST

    def _act(self, at: Position, icon: str, strength: int) -> Sequence[Then]:
        if icon == "move":
            return self.move(at, strength)
        if icon == "reaper":
            return [self.reap(at, strength)]
        return [_eat(at, strength)] if icon == "eat" else self.attack(at, strength)

    @abstractmethod
    def move(self, at: Position, steps: int) -> Sequence[Then]:
        """The Chocobo runs, and the icon where it stops counts."""

    @abstractmethod
    def reap(self, at: Position, steps: int) -> Then:
        """The Reaper runs."""

    def attack(self, at: Position, strength: int) -> Sequence[Then]:
        """Each Monster that differs from the others may be the target."""
        return [_hit(at, foe, strength) for foe in dict.fromkeys(at.foes)] or [at]

    def _stop(self, at: Position, icon: str) -> Then:
        """What the space does on which a Move ended."""
        kind, _, number = icon.partition("_")
        if kind == "vegetable":
            return at._replace(vegetables=min(TOP_VEGETABLES, at.vegetables + VEGETABLES_A_TOKEN))
        if kind == "book":
            return at._replace(found=at.found + 1)
        if kind == "heal":
            return at._replace(hp=min(TOP_HP, at.hp + int(number)))
        if kind == "trap":
            return at._replace(hp=at.hp - int(number)) if at.hp > int(number) else LOST
        return self.reap(at, int(number)) if kind == "reaper" else at


class OnFloor(Ground):
    """1F to 3F: any way through the floor, the Reaper's track, and the exit."""

    def __init__(self, floor: Floor, track: int, books: Sequence[str], leave: Leave) -> None:
        super().__init__()
        self._floor, self._track, self._books, self._leave = floor, track, books, leave
        self._ends: dict[tuple[int, int], list[int]] = {}

    def move(self, at: Position, steps: int) -> Sequence[Then]:
        """To every end of which no other is better in each way."""
        key = (at.here, steps)
        if key not in self._ends:
            self._ends[key] = list(self._worthwhile(*key))
        return [self._arrive(at, there) for there in self._ends[key]]

    def _arrive(self, at: Position, there: int) -> Then:
        icon = self._floor.spaces[there].icon
        return self._leave(at, ()) if icon == "exit" else self._stop(at._replace(here=there), icon)

    def _worthwhile(self, here: int, steps: int) -> Iterator[int]:
        best = -1
        for there in sorted(self._floor.ways(here, steps), key=lambda end: (self._distance(end), -self._appeal(end))):
            if self._appeal(there) > best:
                best = self._appeal(there)
                yield there

    def _distance(self, space: int) -> int:
        return self._floor.distances.get(space, 99)

    def _appeal(self, space: int) -> int:
        return APPEAL.get(self._floor.spaces[space].icon.partition("_")[0], 0)

    def reap(self, at: Position, steps: int) -> Then:
        """At the end of its track the Reaper has won, unless Books lead out before."""
        reaper = at.reaper + steps
        return self.escape(at) if reaper >= self._track else at._replace(reaper=reaper)

    def escape(self, at: Position) -> float:
        """The best that the Books can do which lead to the exit from here."""
        distance = self._distance(at.here)
        books = next((books for books, steps in WAYS_OUT if distance <= steps and self._has(books)), None)
        return LOST if books is None else self._leave(at, books)

    def _has(self, books: Sequence[str]) -> bool:
        return all(self._books.count(book) >= books.count(book) for book in books)


class OnRing(Ground):
    """4F: both rings, and the boss as one more target."""

    def __init__(self, chase: Chase, icons: Sequence[str], books: int) -> None:
        """`books` is the damage that the Books of the team can still do at once."""
        super().__init__()
        self._chase, self._icons, self._books = chase, icons, books

    def move(self, at: Position, steps: int) -> Sequence[Then]:
        """Clockwise; to meet the Reaper loses the game."""
        if steps >= self._chase.room[at.here][at.reaper][0]:
            return [LOST]
        here = (at.here + steps) % self._chase.outer
        return [self._stop(at._replace(here=here), self._icons[here])]

    def reap(self, at: Position, steps: int) -> Then:
        """The same from the other side."""
        if steps >= self._chase.room[at.here][at.reaper][1]:
            return LOST
        return at._replace(reaper=(at.reaper + steps) % self._chase.inner)

    def attack(self, at: Position, strength: int) -> Sequence[Then]:
        """A Monster or the boss."""
        struck = at._replace(boss=at.boss - strength)
        end = struck_down(struck, self._books)
        return [*(_hit(at, foe, strength) for foe in dict.fromkeys(at.foes)), struck if end is None else end]


def struck_down(at: Position, books: int) -> float | None:
    """What it is worth that Books can do the rest: the less there is to do the surer; None while they cannot."""
    return WON - max(at.boss, 0) / 100 if at.boss <= books else None


def _eat(at: Position, strength: int) -> Position:
    eaten = min(strength, at.vegetables)
    return at._replace(vegetables=at.vegetables - eaten, eaten=at.eaten + eaten) if eaten else at


def _hit(at: Position, foe: Foe, damage: int) -> Position:
    """Its damage stays; one that falls gives its reward."""
    others = list(at.foes)
    others.remove(foe)
    if foe.left > damage:
        return at._replace(foes=tuple(sorted([*others, foe._replace(left=foe.left - damage)])))
    return at._replace(
        foes=tuple(others),
        hp=min(TOP_HP, at.hp + foe.heal),
        vegetables=min(TOP_VEGETABLES, at.vegetables + foe.vegetables),
        found=at.found + foe.books,
    )
