"""People with phones around a table that really runs: who may answer, what everybody must see, and trouble."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tablekeeper.display.browser.sheet import Press, Sheet
from tablekeeper.firmware.phones.client_window import nearest_shape
from tablekeeper.firmware.phones.visible import may_answer, page_for
from tests.phones.browser.live_table import LiveTable
from tests.phones.browser.visitor import Visitor

PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gil", "Hana")
SIZES = ((390, 844), (844, 390))
ASIDE = frozenset({"why", "log", "fix", "undo", "health", "back", "hands_open", "menu", "rules"})
"""Buttons that look at the game and do not play it."""
LOOKS = frozenset({"why", "hands_open"})
"""What somebody touches who finds nothing to do; the menu would give the seat back."""


class Evening:
    """A table and the phones at it."""

    def __init__(self, chromium: Any, home: Path, game: str, seats: int, **how: Any) -> None:
        self.chromium, self.seats = chromium, seats
        self.table = LiveTable(home, game, PEOPLE[:seats], **how)
        self.visitors: list[Visitor] = []
        self.luck = random.Random(4)
        self._presses: dict[tuple[int, int], Press] = {}
        self._tried: tuple[list[int], set[tuple[int | None, str]]] = ([], set())

    def join(self, seat: int | None, **how: Any) -> Visitor:
        """One more phone, every other one held sideways."""
        size = SIZES[len(self.visitors) % 2]
        visitor = Visitor(self.chromium, self.table.link(), seat, size, **how)
        visitor.client = self.table.reception().admission.clients[-1].number
        self.visitors.append(visitor)
        return visitor

    def stand(self) -> list[int]:
        """Which question is open."""
        return self.table.ask(lambda: list(self.table.session.history.asked))

    def settle(self) -> None:
        """Let the table do what was touched, so that the next touch meets the question it is meant for."""
        self.table.ask(self.table._step)

    def ready(self) -> list[Visitor]:
        """Whoever may answer; nobody once the game is over."""
        question = self.table.ask(lambda: None if self.table.session.is_over else self.table.session.history.question)
        return [] if question is None else [one for one in self.visitors if may_answer(question, one.seat)]

    def expected(self, visitor: Visitor) -> Sheet:
        """What the fold of the journal gives for a seat, drawn here and not by the server."""
        shape = nearest_shape(*visitor.size)
        press = self._presses.setdefault(shape, Press(shape))
        return press.sheet(page_for(self.table.moment(), visitor.seat), {}, self.table.look)

    def check(self) -> None:
        """Every page that has a network shows what the fold gives for its seat."""
        place, over = self.stand(), self.table.moment().is_over
        for visitor in self.visitors:
            if not visitor.offline:
                visitor.check(place, self.expected(visitor), picture=not over)  # at the end a phone pales some buttons

    def choose(self, visitor: Visitor) -> str:
        """A button that leads on, and that this person has not tried at this question if there is one."""
        place = self.stand()
        visitor.wait_for(place)
        keys = list(visitor.look().buttons)
        onward = [key for key in keys if key not in ASIDE and not key.endswith(".back")]
        if self._tried[0] != place:
            self._tried = (place, set())
        fresh = [key for key in onward if (visitor.seat, key) not in self._tried[1]]
        key = "back" if "back" in keys else self.luck.choice(fresh or onward or sorted(LOOKS & {*keys}))
        self._tried[1].add((visitor.seat, key))
        return key

    def own_answers(self) -> int:
        """How many answers people have given."""
        return self.table.ask(lambda: sum(one.source != "luck" for one in self.table.session.history.played))

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.table.close()
