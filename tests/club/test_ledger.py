"""The ledger alone: what becomes of each record, what it misses, and what stands after a restart."""

from __future__ import annotations

from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest

from tablekeeper.firmware.club import ledger as ledgers
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.records import Ending, PublicRecord
from tablekeeper.firmware.club.stores import open_store

TABLE, JOURNAL = "blue", "0123abcd"


def record(entry: int, game: int = 1, table: str = TABLE, ending: Ending | None = None) -> PublicRecord:
    kind = "answer" if entry else "begin"
    return PublicRecord(table, JOURNAL, game, entry, kind, name="kokoro", taken_at=float(entry), ending=ending)


END = record(2, ending=Ending((0,)))


def open_ledger(folder: Path) -> Ledger:
    return Ledger(open_store("", folder))


@pytest.mark.parametrize("order", [*permutations((record(1), END))], ids=("forth", "back"))
def test_what_came_before_its_turn_waits_and_stands_after_a_restart(
    order: tuple[PublicRecord, ...], tmp_path: Path
) -> None:
    with closing(open_ledger(tmp_path)) as ledger:
        assert ledger.add([record(1)]) == ["early"]
        assert ledger.missing(END.key, 2) == 0
        assert ledger.add([record(0), order[0]]) == ["new", "new"]
        assert ledger.gaps() == ({END.key: 1} if order[0] is END else {})
        assert list(ledger.results()) == []
        assert ledger.add(order) == ["known", "new"]
        assert (ledger.missing(END.key, 2), dict(ledger.gaps())) == (None, {})
    with closing(open_ledger(tmp_path)) as again:
        assert [key for key, _ in again.results()] == [END.key]
        assert again.add([record(2)]) == ["differs"]


def test_what_is_too_much_is_refused_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, most in (("MOST_TABLES", 1), ("MOST_GAMES", 2), ("MOST_ENTRIES", 5)):
        monkeypatch.setattr(ledgers, name, most)
    with closing(open_ledger(tmp_path)) as ledger:
        asked = [record(0), record(0, game=2), record(0, game=3), record(0, table="red"), record(6), record(5)]
        assert ledger.add(asked) == ["new", "new", "full", "full", "full", "new"]
