"""A floor of the dungeon as a graph: which spaces a Move can end on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from tablekeeper.engines.chocobo.answers import Move
from tablekeeper.engines.core import Answer


class Space(NamedTuple):
    """One printed space: where it lies on the board, what it shows, where one can go from it."""

    x: int
    y: int
    icon: str
    links: tuple[int, ...]


class Floor:
    """The spaces of one side of a board, by number."""

    def __init__(self, spaces: Mapping[int, Space]) -> None:
        self.spaces = dict(spaces)
        self._ways: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {}
        self._options: dict[tuple[int, int], Ways] = {}

    @cached_property
    def entrance(self) -> int:
        """Where the Chocobo begins."""
        return next(number for number, space in self.spaces.items() if space.icon == "entrance")

    @cached_property
    def exit(self) -> int:
        """Where the floor is left."""
        return next(number for number, space in self.spaces.items() if space.icon == "exit")

    @cached_property
    def distances(self) -> dict[int, int]:
        """From each space the fewest steps to the exit; spaces from which it cannot be reached are missing."""
        return self.distances_to(self.exit)

    def distances_to(self, goal: int) -> dict[int, int]:
        """From each space the fewest steps to a space; nobody walks on from the exit."""
        found = {goal: 0}
        edge = [goal]
        for here in edge:
            if here == self.exit != goal:
                continue
            for number, space in self.spaces.items():
                if here in space.links and number not in found:
                    found[number] = found[here] + 1
                    edge.append(number)
        return found

    def ways(self, start: int, steps: int) -> dict[int, tuple[int, ...]]:
        """Where a Move of so many steps can end, each with one path; every step on a new space, the exit stops.

        Where neither the full length nor the exit can be reached, one goes as far as possible (ruling 2).
        """
        key = (start, steps)
        if key not in self._ways:
            paths = list(self._paths((start,), steps))
            full = [path for path in paths if len(path) == steps + 1 or path[-1] == self.exit]
            longest = max(map(len, paths))
            some = full or [path for path in paths if len(path) == longest]
            self._ways[key] = {path[-1]: path[1:] for path in sorted(some, reverse=True)}
        return self._ways[key]

    def _paths(self, path: tuple[int, ...], steps: int) -> list[tuple[int, ...]]:
        """Every path on new spaces that cannot go on, because it is full, at the exit or in a dead end."""
        here = path[-1]
        new = [there for there in self.spaces[here].links if there not in path]
        if not steps or here == self.exit or not new:
            return [path]
        return [longer for there in new for longer in self._paths((*path, there), steps - 1)]

    def options(self, start: int, steps: int, also: tuple[Answer, ...] = ()) -> Ways:
        """The Moves that can be answered: by where they end, or by their whole path."""
        if also:
            return Ways(self, start, steps, also)
        key = (start, steps)
        if key not in self._options:
            self._options[key] = Ways(self, start, steps)
        return self._options[key]

    def fault(self, start: int, steps: int, path: Sequence[int]) -> str | None:
        """Why a Move is not allowed, as a reason code."""
        if any(space not in self.spaces for space in path) or not path:
            return "no_such_space"
        if len(path) == 1:
            return self._fault_of_end(start, steps, path[0])
        for here, there in zip((start, *path), path, strict=False):
            if there not in self.spaces[here].links:
                return "spaces_not_linked"
        if len({start, *path}) <= len(path):
            return "space_twice"
        if self.exit in path[:-1]:
            return "beyond_the_exit"
        if path[-1] in self.ways(start, steps) and len(path) == len(self.ways(start, steps)[path[-1]]):
            return None
        return self._fault_of_length(start, steps, path[-1], len(path))

    def _fault_of_length(self, start: int, steps: int, end: int, length: int) -> str | None:
        if length > steps:
            return "too_far"
        stops = end == self.exit or length == max(map(len, self.ways(start, steps).values()))
        return None if stops and end in self.ways(start, steps) else "too_short"

    def _fault_of_end(self, start: int, steps: int, end: int) -> str | None:
        if end in self.ways(start, steps):
            return None
        if end == start:
            return "space_twice"
        near = self.distances_to(end).get(start)
        if near is None:
            return "beyond_the_exit"
        if near > steps:
            return "too_far"
        return "too_short" if end not in self._strolls(start, steps) else "space_twice"

    def _strolls(self, start: int, steps: int) -> set[int]:
        """Where one could end if spaces might be entered twice, turning straight back excepted."""
        ends = {(start, start)}
        for _ in range(steps):
            ends = {(there, here) for here, before in ends for there in self.spaces[here].links if there != before}
        return {here for here, _ in ends}


class Ways(Sequence[Answer]):
    """The Moves of one length from one space, and what else may be answered there.

    Listed by their end; a full path that is allowed is in it too.
    """

    __slots__ = ("_also", "_floor", "_listed", "_start", "_steps")

    def __init__(self, floor: Floor, start: int, steps: int, also: tuple[Answer, ...] = ()) -> None:
        self._floor = floor
        self._start = start
        self._steps = steps
        self._also = also
        self._listed = (*(Move((end,)) for end in sorted(floor.ways(start, steps))), *also)

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        return self._listed[index]

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, Move):
            return self._floor.fault(self._start, self._steps, answer.path) is None
        return answer in self._also
