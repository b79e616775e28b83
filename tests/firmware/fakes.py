"""A loop whose screen, camera and box are in the test's hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tablekeeper.display import intents
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.loop import Hooks, Loop
from tablekeeper.firmware.senses.camera.learning import Feedback
from tablekeeper.firmware.senses.inbox import Felt, Inbox, Seen
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.hardware.sliding_box.facts import Fact
from tablekeeper.vision.reading import Die, conclude
from tests.conftest import Clock


@contextmanager
def refusing(journal: Journal) -> Iterator[None]:
    """The disk takes nothing meanwhile: SQLite itself refuses, as on a card that has become read-only."""
    journal._db.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        journal._db.execute("PRAGMA query_only = OFF")


class FakeScreen:
    """Remembers the page; intents are put in by the test."""

    def __init__(self) -> None:
        self.page: Any = None
        self.shown = 0
        self.wanted: list[intents.Intent] = []
        self.signals: list[str] = []
        self.adjusted: list[tuple[str, str]] = []

    def show(self, page: Any) -> None:
        self.page, self.shown = page, self.shown + 1

    def intents(self, now_s: float) -> list[intents.Intent]:
        wanted, self.wanted = self.wanted, []
        return wanted

    def draw(self, now_s: float) -> None:
        return None

    def turn(self, steps: int) -> None:
        return None

    def press(self, now_s: float) -> None:
        return None

    def hold(self) -> None:
        return None

    def signal(self, name: str) -> None:
        self.signals.append(name)

    def adjust(self, name: str, value: str) -> None:
        self.adjusted.append((name, value))


class FakeEye:
    """Remembers which dice are awaited, and what became of readings."""

    awaited: Mapping[str, int] | None = None

    def __init__(self) -> None:
        self.heard: list[Feedback] = []

    def ask(self, dice: Mapping[str, int] | None) -> None:
        self.awaited = dice

    def confirm(self, feedback: Feedback) -> None:
        self.heard.append(feedback)


class Table:
    """A loop with everything around it in the test's hands."""

    def __init__(
        self, path: Path, clock: Clock, table: str = "real", eye: bool = True, game: str = "cocoon_world"
    ) -> None:
        self.clock = clock
        self.journal = Journal(path)
        record = self.journal.unfinished()
        if record is None:
            session = Session.begin(self.journal, game, ["Ann", "Ben"], table=table, now=clock)
        else:
            session = Session.resume(self.journal, record, clock)
        self.screen, self.inbox, self.eye = FakeScreen(), Inbox(), FakeEye()
        ledger = load_ledger(session.game)
        self.fixes: list[tuple[int, str]] = []
        self.loop = Loop(
            session, self.screen, self.inbox, ledger, luck=random.Random(1), eye=self.eye if eye else None,
            deals=table == "virtual", hooks=Hooks(on_fix=lambda at, answer: self.fixes.append((at, answer.spell()))),
        )  # fmt: skip

    def intent(self, *wanted: intents.Intent) -> Any:
        self.screen.wanted.extend(wanted)
        return self.step()

    def see(self, *dice: tuple[int, str, int] | tuple[int, str, int, str]) -> Any:
        found = tuple(Die(d[0], 0.9, d[1], "", (d[2], 50, 40, 40), d[3] if len(d) > 3 else None) for d in dice)
        self.inbox.put(Seen(conclude(found, ()), None, self.clock()))
        return self.step()

    def feel(self, *facts: Fact) -> Any:
        for fact in facts:
            self.inbox.put(Felt(fact))
        return self.step()

    def step(self) -> Any:
        self.loop.step(self.clock())
        return self.screen.page

    def answers(self) -> list[str]:
        return [played.answer.spell() for played in self.loop.session.history.played]
