"""A club with real tables at a real Mosquitto: everybody may be away, and every game counts once."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablekeeper.firmware.club.club import SUBSCRIPTIONS, Club
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.own_broker import OwnBroker
from tablekeeper.firmware.club.standings import count
from tablekeeper.firmware.club.stores import open_store
from tablekeeper.firmware.mqtt.connection import Address, Connection, Heard
from tablekeeper.firmware.mqtt.credentials import Credentials, read_credentials
from tests.club.folding import club_results, fold_results
from tests.services.broker import Mosquitto, Wire, find_mosquitto, free_port
from tests.services.evening import Gossip
from tests.services.playing import PlayingTable, until
from tests.services.test_mosquitto import Hurry, Tables

pytestmark = pytest.mark.services
Clubs = Callable[..., Club]


@pytest.fixture
def make_club(tmp_path: Path) -> Iterator[Clubs]:
    made: list[Club] = []

    def make(address: Address, folder: Path | None = None, began_at_s: float = 0.0, **how: object) -> Club:
        told: list[tuple[str, str]] = []
        connection = Connection(address, f"club{random.random()}", SUBSCRIPTIONS, most_heard=20_000, quality=0)
        ledger = Ledger(open_store("", folder or tmp_path / "club"))
        club = Club(connection, ledger, began_at_s, lambda table, code: told.append((table, code)), **how)  # type: ignore[arg-type]
        made.append(club)
        return club

    yield make
    for club in made:
        club.close()


def local(port: int) -> Address:
    return Address("127.0.0.1", port)


def whole(club: Club, tables: list[PlayingTable]) -> bool:
    """Whether the club knows every entry of every table."""
    known = {key.table: game.whole for key, game in club.ledger.games.items()}
    return all(
        club.ledger.games.get(key) is not None and club.ledger.games[key].whole == entries
        for table in tables
        for key, entries in table.written()
    ) and len(known) == len(tables)


def test_results_come_by_themselves(broker: Mosquitto, make_table: Tables, make_club: Clubs) -> None:
    club = make_club(local(broker.port))
    tables = [make_table(f"table-{n}", broker.port, seed=n) for n in range(3)]
    for table in tables:
        table.play_games(2)
    until(lambda: whole(club, tables), club.step, *(table.step for table in tables), patience_s=40)
    assert club_results(club.ledger) == fold_results(tables)
    assert count(club_results(club.ledger))


def test_a_deleted_ledger_is_rebuilt(broker: Mosquitto, make_table: Tables, make_club: Clubs, tmp_path: Path) -> None:
    tables = [make_table(f"table-{n}", broker.port, seed=n) for n in range(2)]
    for table in tables:
        table.play_games(1)
    steps = [table.step for table in tables]
    first = make_club(local(broker.port), tmp_path / "first")
    until(lambda: whole(first, tables), first.step, *steps, patience_s=30)
    before = club_results(first.ledger)
    first.close()
    shutil.rmtree(tmp_path / "first")
    second = make_club(local(broker.port), tmp_path / "first")
    until(lambda: whole(second, tables), second.step, *steps, patience_s=30)
    assert club_results(second.ledger) == before == fold_results(tables)


def test_a_club_that_starts_again_asks_only_for_what_it_missed(
    broker: Mosquitto, make_table: Tables, make_club: Clubs, tmp_path: Path
) -> None:
    table = make_table("table-1", broker.port, seed=4)
    table.play(30)
    first = make_club(local(broker.port))
    until(lambda: whole(first, [table]), first.step, table.step)
    first.close()
    table.play(30)
    table.step()
    second = make_club(local(broker.port))
    asked: list[bytes] = []
    publish = second.broker.publish

    def note(where: str, payload: bytes, *, retain: bool = False) -> None:
        asked.append(payload)
        publish(where, payload, retain=retain)

    second.broker.publish = note  # type: ignore[method-assign]
    until(lambda: whole(second, [table]), second.step, table.step)
    once = list(dict.fromkeys(asked))  # a question may be put again before its answer comes
    assert once == [b'{"game":0,"since":0,"to":null}', b'{"game":1,"since":31,"to":null}']


def test_tables_play_on_while_everything_is_gone(
    broker: Mosquitto, wire: Wire, make_table: Tables, make_club: Clubs
) -> None:
    hurry = Hurry()
    table, club = make_table("table-1", wire.port, seed=2, clock=hurry), make_club(local(broker.port), now=hurry)
    table.play(10)
    until(lambda: whole(club, [table]), club.step, table.step)
    wire.cut()
    table.play(25)
    for _ in range(5):
        table.step()
        club.step()
    broker.kill()
    table.play(25)
    until(lambda: not club.connected, club.step)
    broker.start()
    wire.mend()
    hurry.ahead_s += 100
    until(lambda: club.connected and table.worker.connected, club.step, table.step)
    until(lambda: whole(club, [table]), club.step, table.step, lambda: hurry.wait(1.0))
    assert club_results(club.ledger) == fold_results([table])


def test_at_an_open_broker_a_table_that_signs_is_spoken_for_by_nobody(
    broker: Mosquitto, make_table: Tables, make_club: Clubs
) -> None:
    """The liar plays a game of its own under the name of the table, and gives answers to the club in its name."""
    signs = Credentials("", "", "shared")
    honest = make_table("table-1", broker.port, seed=1, credentials=signs)
    liar = make_table("table-1", broker.port, seed=9, credentials=Credentials("", "", "a guess"))
    liar.worker.broker.name = "liar"  # type: ignore[attr-defined]
    club = make_club(local(broker.port), secrets={"table-1": "shared"})
    liar.play_games(1)
    for _ in range(20):
        liar.step()
        club.step()
    assert not club.ledger.games
    honest.play_games(1)
    until(lambda: whole(club, [honest]), club.step, honest.step, liar.step, patience_s=30)
    assert club_results(club.ledger) == fold_results([honest])
    assert list(club.notices) == [("table-1", "club.unsigned")]


def test_a_stranger_who_repeats_what_was_signed_changes_no_standings(
    broker: Mosquitto, make_table: Tables, make_club: Clubs
) -> None:
    """All that the table said, with its signatures, twice and in any order, while it plays and afterwards."""
    table = make_table("table-1", broker.port, seed=1, credentials=Credentials("", "", "shared"))
    gossip = Gossip(local(broker.port), "gossip", ("tablekeeper/#",))
    gossip.open()
    club = make_club(local(broker.port), secrets={"table-1": "shared"})
    overheard: list[Heard] = []

    def repeat() -> None:
        gossip.step(0.0)
        overheard.extend(gossip.take())
        for heard in random.sample(overheard, min(3, len(overheard))):
            gossip.repeat(heard)

    table.play_games(1)
    until(lambda: whole(club, [table]), club.step, table.step, repeat, patience_s=40)
    before = club_results(club.ledger)
    for heard in random.sample(overheard * 2, min(400, 2 * len(overheard))):
        gossip.repeat(heard)
    until(lambda: gossip.is_quiet, lambda: gossip.step(0.01))
    for _ in range(30):
        club.step(0.02)
    assert before == club_results(club.ledger) == fold_results([table])
    assert "club.unsigned" not in {code for _, code in club.notices}
    gossip.close()


def test_under_its_own_broker_no_table_speaks_for_another(tmp_path: Path, make_table: Tables, make_club: Clubs) -> None:
    if find_mosquitto() is None:
        pytest.skip("no Mosquitto here")
    port = free_port()
    own = OwnBroker(tmp_path / "own", port, ("table-1", "table-2"), "127.0.0.1", address="127.0.0.1")
    own.start()
    try:
        time.sleep(0.5)
        club = make_club(Address("127.0.0.1", port, credentials=read_credentials(own.credentials)))
        known = {
            name: read_credentials(tmp_path / "own" / "tables" / name / "broker.toml")
            for name in ("table-1", "table-2")
        }
        honest = make_table("table-1", port, seed=1, credentials=known["table-1"])
        liar = make_table("table-1", port, seed=9, credentials=known["table-2"])
        liar.worker.broker.name = "liar"  # type: ignore[attr-defined]
        honest.play(20)
        liar.play(40)
        until(lambda: whole(club, [honest]), club.step, honest.step, liar.step)
        for _ in range(5):
            club.step()
            liar.step()
        assert [key.table for key in club.ledger.games] == ["table-1"]
        assert club.ledger.games[next(iter(club.ledger.games))].begun.players == honest.session.history.setup.players  # type: ignore[union-attr]
        stranger = Connection(Address("127.0.0.1", port), "stranger", ("#",))
        with pytest.raises(Exception, match="not authori"):
            stranger.open()
    finally:
        own.stop()
    assert not (tmp_path / "own" / "passwords").stat().st_mode & 0o077
    assert known["table-1"].password not in (tmp_path / "own" / "passwords").read_text()
