"""An evening that touches everything a table keeps, told mark by mark; run with the shim preloaded.

A mark is written before a step and after it. It says which versions of each thing are right from then on.
"""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.care.backup import JOURNAL, newest_backup, restore_backup, write_backup
from tablekeeper.firmware.journal.care.repair import open_journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.senses.camera.known_tray import load_calibration, write_calibration
from tablekeeper.firmware.settings.config import load_config, write_setting
from tablekeeper.firmware.settings.copies import Copies
from tablekeeper.firmware.updates.install import install
from tablekeeper.firmware.updates.launch import STARTS_ALLOWED, hand_over
from tablekeeper.firmware.updates.package import ANY, Release
from tablekeeper.firmware.updates.shelf import Shelf
from tablekeeper.vision import Calibration, calibrate
from tests.firmware.releases import make_wheel

Story = dict[int, list[str]]
SCHEMA_2 = Path(__file__).parents[1] / "journals" / "schema2.sql"


class Evening:
    """Plays in a home and says what is right."""

    def __init__(self, home: Path, mark: Callable[[dict[str, Any]], None]) -> None:
        self.home = home
        self.mark = mark
        self.story: Story = {}
        self.sound = "on"
        self.told: list[str] = []
        self.tray = ""
        self.release = ""

    def say(self, **either: Any) -> None:
        """What is right now; of a thing under change either version is."""
        right: dict[str, Any] = {
            "story": [self.story], "sound": [self.sound], "dial": [self.told], "tray": [self.tray],
            "release": [self.release],
        }  # fmt: skip
        self.mark(right | either)

    def note(self, session: Session) -> None:
        """Everything that the table has been shown."""
        entries = session.journal.entries(session.record)
        self.story = {**self.story, session.record: [f"{entry.kind} {entry.at} {entry.text}" for entry in entries]}
        self.say()

    def play(self) -> None:
        """The first start, two games, and each way back."""
        journal, _ = open_journal(self.home / JOURNAL)
        with journal:
            self.say()
            luck = random.Random(4)
            for name in ("cocoon_world", "kokoro"):
                session = Session.begin(journal, name, ["Ann", "Ben"], table="virtual")
                self.note(session)
                for _ in range(7):
                    answer(session, luck)
                    self.note(session)
                session.fix(3, session.history.played[3].answer, "touch")
                self.note(session)
                session.rewind(len(session.history.played) - 2, "touch")
                self.note(session)
            session.leave()

    def set_up(self) -> None:
        """A setting, the tray, and the owner's copy."""
        self.say(sound=[self.sound, "off"])
        write_setting(self.home, "table.sound", "off")
        self.sound = "off"
        for known in trays():
            looks = known.to_toml()
            self.say(tray=[self.tray, spell_tray(looks)])
            write_calibration(self.home, known)
            self.tray = spell_tray(looks)
            self.say()
        game = find_game("chocobo")
        for value in (4, 3):
            told = [*self.told, str(value)]
            self.say(sound=[self.sound], dial=[self.told, told])
            Copies(self.home).store(game, {"cards.37": value})
            self.told = told
            self.say()

    def back_up_and_restore(self) -> None:
        """A backup, one more answer, and the way back to the backup."""
        write_backup(self.home)
        before = self.story
        journal, _ = open_journal(self.home / JOURNAL)
        with journal:
            session = Session.resume(journal, journal.records()[0])
            answer(session, random.Random(5))
            self.note(session)
        after = self.story
        self.say(story=[after, before])
        backup = newest_backup(self.home)
        assert backup is not None
        restore_backup(backup, self.home, force=True)
        self.story = before
        self.say()

    def repair(self) -> None:
        """Game 2 loses its end; what comes before stays."""
        self.story = {**self.story, 2: self.story[2][:4]}
        self.say(damaged=[True])
        try:
            with closing(sqlite3.connect(self.home / JOURNAL)) as db:
                db.execute("UPDATE entry SET text = 'roll 6,6' WHERE game = 2 AND number = 4")
                db.commit()
        except sqlite3.Error as fault:
            raise BadInput(f"damage the journal: {fault}") from None
        journal, _ = open_journal(self.home / JOURNAL)
        journal.close()
        self.say()

    def migrate(self) -> None:
        """A journal of an older release is opened."""
        db = sqlite3.connect(self.home / JOURNAL)
        db.executescript(SCHEMA_2.read_text(encoding="utf-8"))
        db.close()
        with sqlite3.connect(self.home / JOURNAL) as db:
            rows = db.execute("SELECT game, kind, at, text FROM entry ORDER BY game, number").fetchall()
        db.close()
        for game, kind, at, text in rows:
            self.story.setdefault(game, []).append(f"{kind} {at} {text}")
        self.say()
        journal, _ = open_journal(self.home / JOURNAL)
        with journal:
            session = Session.resume(journal, journal.records()[0])
            answer(session, random.Random(6))
            self.note(session)

    def update(self) -> None:
        """A release is installed, does not last in three starts, is left again, and is installed once more."""
        journal, _ = open_journal(self.home / JOURNAL)
        with journal:
            self.say()
            session = Session.begin(journal, "kokoro", ["Ann", "Ben"], table="virtual")
            self.note(session)
            answer(session, random.Random(7))
            self.note(session)
        for before in ("", VERSION):
            self.say(release=["", VERSION])
            install(Release(VERSION, ANY, {f"tablekeeper-{VERSION}.whl": WHEEL}), self.home, lambda place, home: "")
            self.release = VERSION
            self.say()
            for start in range(STARTS_ALLOWED + 1 if not before else 1):
                if start == STARTS_ALLOWED:
                    self.say(release=[VERSION, ""])
                hand_over(self.home, ["run"], "run", lambda *words: None)
            self.release = Shelf(self.home).current()
            self.say()


VERSION = "9.1.0"
WHEEL = make_wheel(VERSION)
PARTS: dict[str, Callable[[Evening], None]] = {
    "evening": lambda evening: (
        [  # type: ignore[func-returns-value]
            part() for part in (evening.play, evening.set_up, evening.back_up_and_restore, evening.repair)
        ]
        and None
    ),
    "migration": Evening.migrate,
    "update": Evening.update,
}


def answer(session: Session, luck: random.Random) -> None:
    """Any answer that fits."""
    history = session.history
    session.answer(choose_randomly(session.game.rules, history.state, history.question, luck), "touch")


def trays() -> Iterator[Calibration]:
    """An empty tray, learnt once and then anew in other light."""
    for brightness in (150, 120):
        empty = np.full((48, 64, 3), brightness, np.uint8)
        empty[:4] = empty[-4:] = 20
        yield calibrate([empty] * 6)


def spell_tray(text: str) -> str:
    """A short mark of a calibration."""
    return hashlib.sha256(text.encode()).hexdigest()[:8] if text else ""


def read_tray(home: Path) -> str:
    """The tray as the next start knows it; a calibration that is spoilt fits no mark."""
    known, fault = load_calibration(home)
    return fault or (spell_tray(known.to_toml()) if known else "")


def read_sound(home: Path) -> str:
    """The setting as the next start reads it."""
    return load_config(home, environment={}).settings.table.sound


def main(part: str, home: Path) -> None:
    """Play with marks in a file that the shim records in order with everything else."""
    home.mkdir(exist_ok=True)
    with (home / "marks").open("ab", buffering=0) as marks:
        PARTS[part](Evening(home, lambda right: marks.write(json.dumps(right).encode()) and None))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
