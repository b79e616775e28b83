"""Writes the journal of this release into tests/firmware/journals/: later releases prove with it that they read it.

One game of each kind, unfinished, as SQL (so that a difference can be read), and beside it what it folds to.
The file is named after the schema and the rules: a release that changes neither has its journal already.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.journal.journal import SCHEMA, Journal
from tablekeeper.firmware.journal.origin import fingerprint_plain, fingerprint_rules
from tablekeeper.firmware.journal.session import Session

ANSWERS = 30
BEGUN_AT_S = 1_000_000_000.0


def main(folder: Path) -> None:
    """Write the sample of this release, unless it is there."""
    rules = fingerprint_plain([fingerprint_rules(name) for name in NAMES])
    path = folder / f"schema{SCHEMA}-{rules}.sql"
    if path.exists():
        print(f"{path} is there already")
        return
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "journal.sqlite"
        noted = play(file)
        db = sqlite3.connect(file)
        head = (f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};" for name in PRAGMAS)
        path.write_text("\n".join([*db.iterdump(), *head]) + "\n", encoding="utf-8")
        db.close()
    path.with_suffix(".json").write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {path}")


PRAGMAS = ("application_id", "user_version")


def play(file: Path) -> dict[str, object]:
    """One unfinished game of each kind, with a fix and a rewind; returns what each folds to."""
    noted: dict[str, object] = {}
    with Journal(file) as journal:
        for name in NAMES:
            session = Session.begin(journal, name, ["Ann", "Ben"], table="virtual", now=lambda: BEGUN_AT_S)
            luck = random.Random(find_game(name).title)
            for _ in range(ANSWERS):
                history = session.history
                session.answer(choose_randomly(session.game.rules, history.state, history.question, luck), "touch")
            session.fix(ANSWERS // 2, session.history.played[ANSWERS // 2].answer, "touch")
            session.rewind(len(session.history.played) - 2, "touch")
            state = fingerprint_plain(to_plain(session.history.state))
            noted[name] = {"answers": len(session.history.played), "state": state}
    return noted


if __name__ == "__main__":
    main(Path(sys.argv[1]))
