"""Cocoons on paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.engines.cocoons.exhaustive import opens
from tests.engines.referee.watching import Asking

COMPASS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


class Cocoons:
    """The box as it stands on the table; a cocoon is its number in the order of the first places."""

    def __init__(self, setup: Any) -> None:
        self.virtual, self.difficult = setup.virtual, setup.difficult
        self.players = len(setup.players)
        self.reserve = setup.edition.tokens
        self.guardians = setup.edition.guardians
        self.seat = self.quarters = 0
        self.start = self.gap = -1
        self.standing: dict[int, int] = {}
        """By place the cocoon."""
        self.marks: dict[int, str] = {}
        self.owners: dict[int, str] = {}
        """By cocoon, whose it is said to be."""
        self.homes: dict[int, list[str]] = {cocoon: [] for cocoon in range(8)}
        self.traps: dict[int, str] = {}
        self.below: dict[int, str] = {}
        self.lid: list[str] = []
        self.free: int | None = None
        self.ended = ""

    def play(self) -> Asking:
        """The set-up, turns until the end, and the look into the cocoons."""
        self.start = self.gap = int((yield "start")[1])
        for cocoon, place in enumerate(place for place in range(9) if place != self.start):
            self.standing[place] = cocoon
            self.traps[place] = self.below[place] = "?"
        self.below[self.start] = "start"
        for cocoon in range(8):
            self.marks[cocoon] = (yield "face")[1]
        yield from self.share()
        if self.players > 1:
            self.seat = int((yield "youngest")[1])
        while not self.ended:
            yield from self.turn()
        if self.ended == "open":
            yield from self.look_into_all()

    def turn(self) -> Asking:
        """A slide for a token, a correction for three, or the end."""
        verb, *words = yield "turn"
        if verb == "remember":
            return
        if verb == "end":
            assert self.is_complete()
            self.ended = "open"
            return
        if verb == "correct":
            self.reserve -= 3
            yield from self.rehome(words[0])
        else:
            self.reserve -= 0 if self.standing[int(words[0])] == self.free else 1
            yield from self.slide(int(words[0]))
        if self.reserve:
            self.seat = (self.seat + 1) % self.players
        else:
            self.ended = "open" if self.is_complete() else "out_of_tokens"

    def rehome(self, guardian: str) -> Asking:
        """Out of its cocoon and into another one."""
        old = next(cocoon for cocoon, home in self.homes.items() if guardian in home)
        new = self.standing[int((yield "rehome")[2])]
        assert new != old
        self.homes[old].remove(guardian)
        self.homes[new].append(guardian)

    def is_complete(self) -> bool:
        """The start token is visible and no cocoon is empty."""
        return self.gap == self.start and all(self.homes.values())

    def slide(self, place: int) -> Asking:
        """One cocoon goes into the gap; sides are read, and what lies in the freed place is dealt with."""
        before = self.gap
        assert abs(place // 3 - before // 3) + abs(place % 3 - before % 3) == 1
        self.standing[before] = self.standing.pop(place)
        self.gap = place
        yield from self.share()
        if place in self.traps:
            yield from self.trapdoor(before)
        else:
            yield from self.token()

    def share(self) -> Asking:
        """Each marked side that looks into the gap is read aloud, unless that has been done."""
        gap = (self.gap // 3, self.gap % 3)
        unread = []
        for place in sorted(self.standing):
            cocoon = self.standing[place]
            down, right = COMPASS[self.marks[cocoon]]
            if (place // 3 + down, place % 3 + right) == gap and cocoon not in self.owners:
                unread.append(cocoon)
        for cocoon in unread:
            verb, *words = yield "name"
            if verb == "name":
                self.owners = {c: owner for c, owner in self.owners.items() if owner != words[0]}
                self.owners[cocoon] = words[0]

    def trapdoor(self, moved_to: int) -> Asking:
        """It is turned over and obeyed, or it holds."""
        if self.traps[self.gap] == "?":
            found = (yield "flip")[1]
            if found in self.traps.values() and found not in ("rune", "slide", "rotation"):
                self.traps[next(place for place, trap in self.traps.items() if trap == found)] = "?"
            self.traps[self.gap] = found
        trap = self.traps[self.gap]
        if not opens(trap, frozenset(self.lid)):
            return
        del self.traps[self.gap]
        if trap == "action":
            self.free = self.standing[int((yield "lay")[1])]
        else:
            self.lid.append(trap)
        self.quarters += trap == "rotation"
        if trap == "slide":
            place = int((yield "slide_on")[1])
            assert place != moved_to
            yield from self.slide(place)
        else:
            yield from self.token()

    def token(self) -> Asking:
        """A guardian may go into a cocoon; nothing at all costs a token in difficult mode."""
        token = self.below.get(self.gap, "")
        if token == "?":
            found = (yield "find")[1]
            if found in self.below.values():
                self.below[next(place for place, token in self.below.items() if token == found)] = "?"
            token = self.below[self.gap] = found
        if token == "":
            if self.difficult and self.reserve:
                self.reserve -= 1
                self.below[self.gap] = "token"
        elif token not in ("start", "token"):
            verb, *words = yield "place"
            if verb == "put":
                self.homes[self.standing[int(words[1])]].append(self.below.pop(self.gap))

    def look_into_all(self) -> Asking:
        """Won if every guardian is at home, and nothing else."""
        if self.virtual:
            for cocoon in range(8):
                if cocoon not in self.owners:
                    self.owners[cocoon] = (yield "reveal")[1]
            right = all(self.homes[cocoon] == [self.owners[cocoon]] for cocoon in range(8))
        else:
            right = (yield "verdict")[1] == "yes"
        self.ended = "all_home" if right else "wrong_guardian"

    def compare(self, state: Any) -> None:
        """The same box."""
        assert (state.gap, state.reserve, state.quarters) == (self.gap, self.reserve, self.quarters)
        assert state.out == tuple(self.lid)
        assert sorted_homes(state.homes) == sorted_homes(self.homes.values())
        if self.gap >= 0:
            assert {p: c for p, c in enumerate(state.cocoons) if p != self.gap} == self.standing
            assert {p: t for p, t in enumerate(state.traps) if t} == self.traps
            assert {c: o for c, o in enumerate(state.owners) if o} == self.owners
        if state.agenda and state.agenda[0][0] == "choose":
            assert state.seat == self.seat
        if not state.agenda:
            assert state.ended == self.ended


def sorted_homes(homes: Iterable[Iterable[str]]) -> list[list[str]]:
    """By cocoon, who is in it, in whatever order they came."""
    return [sorted(home) for home in homes]
