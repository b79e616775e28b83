"""Kokoro on paper."""

from __future__ import annotations

from typing import Any

from tests.engines.referee.watching import Asking

STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


class Kokoro:
    """Mats of paper: by player, which path lies in which space."""

    def __init__(self, setup: Any) -> None:
        self.mat, self.shapes, self.side = setup.mat, setup.edition.shapes, setup.side
        self.players = range(len(setup.players))
        self.mats: list[dict[int, int]] = [{} for _ in self.players]
        self.boxes: list[list[int]] = [[] for _ in self.players]
        self.favours: list[list[int]] = [[] for _ in self.players]
        self.guardians = list(self.mat.guardians)
        self.letters: list[str] = []

    def play(self) -> Asking:
        """Five rounds, each until the fourth golden card; then the guardians."""
        while len(self.guardians) < 2:
            space = self.mat.spots[int((yield "spot")[1]) - 1]
            self.guardians += [] if space in self.guardians else [space]
        for _ in range(5):
            self.letters.append((yield "sanctuary")[1])
            golden = 0
            while golden < 4:
                _, shape, kind = yield "path"
                golden += kind == "golden"
                yield from self.turn(int(shape))
            self.score(self.mat.sanctuaries.index(self.letters[-1]))
        for guardian, values in zip(self.guardians, (self.mat.caterpillars, self.mat.flowers), strict=True):
            for player in self.players:
                self.favours[player].append(sum(values[space] for space in self.joined(player, guardian)))

    def turn(self, shape: int) -> Asking:
        """Everybody draws the path or looks at the next sanctuary."""
        waiting = set(self.players)
        while waiting:
            verb, *words = yield "act"
            waiting.remove(int(words[0]))
            if verb == "draw":
                assert int(words[2]) == shape
                assert int(words[1]) not in self.mats[int(words[0])]
                self.mats[int(words[0])][int(words[1])] = shape
            else:
                yield "top"
                yield "look"

    def score(self, sanctuary: int) -> None:
        """More features than the number above, or a zero."""
        for player in self.players:
            values = [self.mat.caterpillars[s] + self.mat.flowers[s] for s in self.joined(player, sanctuary)]
            above = self.boxes[player][-1] if self.boxes[player] else 0
            self.boxes[player].append(sum(values) if sum(values) > above else 0)

    def joined(self, player: int, start: int) -> set[int]:
        """Every space whose path hangs together with the one in this space."""
        mat = self.mats[player]
        reached, border = set(), [start] if start in mat else []
        while border:
            space = border.pop()
            reached.add(space)
            for side in self.shapes[mat[space] - 1]:
                row, column = space // self.mat.columns + STEP[side][0], space % self.mat.columns + STEP[side][1]
                if not (0 <= row < self.mat.rows and 0 <= column < self.mat.columns):
                    continue
                beyond = row * self.mat.columns + column
                if beyond in mat and OPPOSITE[side] in self.shapes[mat[beyond] - 1] and beyond not in reached:
                    border.append(beyond)
        return reached

    def compare(self, state: Any) -> None:
        """The same drawings and the same right columns."""
        size = self.mat.columns * self.mat.rows
        assert state.mats == tuple("".join(str(mat.get(space, 0)) for space in range(size)) for mat in self.mats)
        assert state.letters == tuple(self.letters)
        assert state.boxes == tuple(map(tuple, self.boxes))
        if not state.agenda:
            assert state.favours == tuple(map(tuple, self.favours))
