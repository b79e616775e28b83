"""The club's ledger in a real PostgreSQL holds what it holds in SQLite."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.records import PublicRecord
from tablekeeper.firmware.club.stores import open_store
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.mqtt.entries import publish_game
from tests.club.folding import club_results, fold_results
from tests.services.broker import free_port
from tests.services.playing import PlayingTable

pytestmark = pytest.mark.services
PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A cluster of its own, run by nobody important: PostgreSQL refuses root."""
    pytest.importorskip("psycopg", reason="no psycopg here: pip install -r requirements/postgres.txt")
    program = shutil.which("initdb") or next((str(place / "initdb") for place in PLACES), None)
    if program is None:
        pytest.skip("no PostgreSQL here: sudo apt install postgresql")
    place = Path(program).resolve().parent
    folder = Path(tempfile.mkdtemp(prefix="tablekeeper-pg-"))
    user = "postgres" if os.geteuid() == 0 else getpass.getuser()
    shutil.chown(folder, user)
    who = ["runuser", "-u", user, "--"] if os.geteuid() == 0 else []
    port = free_port()

    def call(*words: str) -> None:
        subprocess.run([*who, *words], check=True, capture_output=True, cwd=folder)

    data = str(folder / "data")
    call(str(place / "initdb"), "-D", data, "-U", "club", "-A", "trust", "--no-sync")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    call(str(place / "pg_ctl"), "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
    yield f"postgresql://club:s3cret@127.0.0.1:{port}/postgres"
    call(str(place / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def test_the_same_records_give_the_same_results(database: str, tmp_path: Path) -> None:
    table = PlayingTable(tmp_path / "table", "table-1", 1, seed=5)
    table.play_games(3)
    records = [
        msgspec.convert(plain, PublicRecord)
        for record in table.journal.records()
        for plain in publish_game("table-1", "0123abcd", record, table.journal.entries(record.id))
    ]
    table.journal.close()
    expected = [result._replace(key=result.key._replace(journal="0123abcd")) for result in fold_results([table])]
    for where in (database, ""):
        ledger = Ledger(open_store(where, tmp_path))
        assert set(ledger.add(reversed([r for r in records if r.entry]))) == {"early"}
        ledger.add([r for r in records if not r.entry])
        assert set(ledger.add(reversed([r for r in records if r.entry]))) == {"new"}
        assert set(ledger.add(records)) == {"known"}
        assert club_results(ledger) == expected
        ledger.close()
        again = Ledger(open_store(where, tmp_path))
        assert club_results(again) == expected
        assert set(again.add(records)) == {"known"}
        again.close()


def test_two_clubs_at_one_database_count_a_record_once(database: str, tmp_path: Path) -> None:
    record = PublicRecord("table-9", "0123abcd", 1, 0, "begun", name="kokoro", players=("Ann", "Ben"), begun_at=1.0)
    first, second = (Ledger(open_store(database, tmp_path)) for _ in range(2))
    assert first.add([record]) == second.add([record]) == ["new"]
    third = Ledger(open_store(database, tmp_path))
    assert sum(key.table == "table-9" for key in third.games) == 1
    for ledger in (first, second, third):
        ledger.close()


def test_a_database_that_is_not_there_is_one_sentence_without_the_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(BadInput, match="Cannot open the club's ledger in PostgreSQL") as refused:
        open_store(f"postgresql://club:s3cret@127.0.0.1:{free_port()}/evening", tmp_path)
    assert "s3cret" not in str(refused.value)
