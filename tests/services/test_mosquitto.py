"""A table and a real Mosquitto: killed, started again, cut off, slow, full, littered, and met by a namesake."""

from __future__ import annotations

import gc
import logging
import ssl
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tablekeeper.firmware.mqtt.connection import Address, Connection
from tablekeeper.firmware.mqtt.credentials import read_credentials
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tests.services.broker import Mosquitto, Wire, free_port
from tests.services.conftest import Listener
from tests.services.playing import PlayingTable, until

pytestmark = pytest.mark.services
Tables = Callable[..., PlayingTable]
Listen = Callable[[int], Listener]


class Hurry:
    """The worker's clock: real, but its breaks are a hundred times shorter."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s

    def wait(self, seconds: float) -> None:
        """Let so much more time pass: what was lost on the way is asked for again after a minute."""
        self.ahead_s += seconds


def entries(listener: Listener) -> list[int]:
    return [record["entry"] for record in listener.of("/entry")]


def test_what_a_table_says_arrives(broker: Mosquitto, make_table: Tables, listen: Listen) -> None:
    listener, table = listen(broker.port), make_table("kitchen", broker.port)
    table.step()
    table.play(20)
    until(lambda: len(entries(listener)) == 21, table.step, listener.step)
    assert entries(listener) == list(range(21))
    until(lambda: any(state["entry"] == 20 for state in listener.of("/state")), table.step, listener.step)
    late = listen(broker.port)
    until(lambda: late.of("/state"), late.step)
    assert late.of("/state")[-1]["entry"] == 20
    assert late.raw("/status") == [b"online"]
    assert not entries(late)


def test_a_table_that_dies_is_offline(broker: Mosquitto, make_table: Tables, listen: Listen) -> None:
    table = make_table("kitchen", broker.port)
    until(lambda: table.worker.connected, table.step)
    table.step()
    listener = listen(broker.port)
    table.worker.broker._client.socket().close()  # type: ignore[attr-defined]
    until(lambda: b"offline" in listener.raw("/status"), listener.step)
    assert listener.raw("/status")[-1] == b"offline"


def test_after_a_killed_broker_everything_is_there_again(broker: Mosquitto, make_table: Tables, listen: Listen) -> None:
    hurry = Hurry()
    table = make_table("kitchen", broker.port, clock=hurry)
    table.play(5)
    until(lambda: table.worker.connected and table.worker.broker.is_quiet, table.step)
    broker.kill()
    until(lambda: not table.worker.connected, table.step)
    table.play(5)
    table.step()
    broker.start()
    hurry.ahead_s += 100
    until(lambda: table.worker.connected, table.step)
    listener = listen(broker.port)
    until(lambda: listener.of("/state") and listener.of("/state")[-1]["entry"] == 10, table.step, listener.step)
    listener.say("tablekeeper/kitchen/ask", b'{"game": 1, "since": 5}')
    until(lambda: listener.of("/entries"), table.step, listener.step)
    assert [record["entry"] for record in listener.of("/entries")[0]] == [5, 6, 7, 8, 9, 10]


def test_a_cut_wire_is_noticed_and_mended(
    broker: Mosquitto, wire: Wire, make_table: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    hurry = Hurry()
    table = make_table("kitchen", wire.port, clock=hurry)
    until(lambda: table.worker.connected, table.step)
    with caplog.at_level(logging.WARNING):
        wire.cut()
        until(lambda: not table.worker.connected, table.step)
        for _ in range(5):
            hurry.ahead_s += 100
            table.step()
        assert len([record for record in caplog.records if "broker" in record.message]) == 1
    wire.mend()
    hurry.ahead_s += 100
    until(lambda: table.worker.connected, table.step)
    hurry.ahead_s += 3
    until(lambda: table.reports[-1] == ("ready", ""), table.step)


def test_a_broker_that_falls_silent_is_left(wire: Wire, make_table: Tables) -> None:
    hurry = Hurry()
    table = make_table("kitchen", wire.port, clock=hurry)
    until(lambda: table.worker.connected and table.worker.broker.is_quiet, table.step)
    wire.stalled = True
    table.play(1)
    table.step()
    hurry.ahead_s += 31
    table.step()
    assert not table.worker.connected
    assert table.reports[-1] == ("lost", "broker_silent")


def test_a_slow_wire_holds_up_nobody_and_loses_no_entry(wire: Wire, make_table: Tables, listen: Listen) -> None:
    table, listener = make_table("kitchen", wire.port), listen(wire.target)
    until(lambda: table.worker.connected, table.step)
    wire.delay_s = 0.05
    for _ in range(10):
        began = time.monotonic()
        table.play(3)
        table.step()
        assert time.monotonic() - began < 2.0
    until(lambda: len(entries(listener)) >= 31, table.step, listener.step, patience_s=30)
    assert entries(listener) == list(range(31))
    assert len(listener.of("/state")) < 30


def test_a_full_broker_is_tried_again_later(make_broker: Callable[..., Mosquitto], make_table: Tables) -> None:
    broker = make_broker("allow_anonymous true", "max_connections 1")
    hurry = Hurry()
    until(lambda: "closed its connection" in (broker.folder / "log").read_text())
    taken = [Connection(Address("127.0.0.1", broker.port), f"taken{i}", ()) for i in range(2)]
    for connection in taken:  # Mosquitto 2.0 lets in one more than it says
        connection.open()
    table = make_table("kitchen", broker.port, clock=hurry)
    table.step()
    assert table.reports[-1][0] == "lost"
    for connection in taken:
        connection.close()
    hurry.ahead_s += 100
    until(lambda: table.worker.connected, table.step)


def test_what_strangers_left_is_no_wish_and_is_overwritten(
    broker: Mosquitto, make_table: Tables, listen: Listen
) -> None:
    stranger = listen(broker.port)
    for name in ("do", "ask", "state", "status", "about"):
        stranger.say(f"tablekeeper/kitchen/{name}", b"quiet" if name == "do" else b'{"game": 1}', retain=True)
    stranger.say("homeassistant/device/kitchen/config", b"\xff\x00garbage", retain=True)
    until(lambda: stranger.connection.is_quiet, stranger.step)
    table = make_table("kitchen", broker.port)
    table.play(3)
    until(lambda: table.worker.connected and table.worker.broker.is_quiet, table.step)
    for _ in range(5):
        table.step()
    assert table.pressed == []
    late = listen(broker.port)
    until(lambda: late.of("/config"), late.step)
    assert late.of("/state")[-1]["table"] == "kitchen"
    assert late.raw("/status") == [b"online"]
    assert late.of("/config")[-1]["o"]["name"] == "Tablekeeper"
    assert not stranger.of("/entries")


def test_garbage_while_it_runs_breaks_nothing(broker: Mosquitto, make_table: Tables, listen: Listen) -> None:
    table, stranger = make_table("kitchen", broker.port), listen(broker.port)
    until(lambda: table.worker.connected, table.step)
    for payload in (b"", b"\xff" * 100, b"[" * 5000, b"x" * 400_000, b'{"game": 99999999999999999999}'):
        stranger.say("tablekeeper/kitchen/ask", payload)
        stranger.say("tablekeeper/kitchen/do", payload)
    until(lambda: stranger.connection.is_quiet, stranger.step)
    for _ in range(10):
        table.step()
    table.play(2)
    until(lambda: entries(stranger), table.step, stranger.step)
    assert table.worker.connected
    assert table.pressed == []


def test_of_two_tables_under_one_name_one_gives_way_and_says_so(broker: Mosquitto, make_table: Tables) -> None:
    first, second = make_table("kitchen", broker.port), make_table("kitchen", broker.port)
    until(lambda: first.worker.connected and first.worker.broker.is_quiet, first.step)
    until(lambda: second.worker.connected, second.step)
    both = (first, second)
    away = ("lost", "broker_other_table")
    until(lambda: [table.reports[-1] for table in both].count(away) == 1, first.step, second.step)
    gone, stays = sorted(both, key=lambda table: table.reports[-1] != away)
    until(lambda: stays.worker.connected and stays.reports[-1] == ("ready", ""), stays.step)
    for _ in range(20):
        first.step()
        second.step()
    assert stays.worker.connected
    assert not gone.worker.connected


def test_a_password_is_demanded_and_stays_secret(
    make_broker: Callable[..., Mosquitto], make_table: Tables, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "kitchen", "pa55-word"], check=True)
    broker = make_broker(f"password_file {passwords}")
    file = tmp_path / "broker.toml"
    for password, connects in (("wr0ng-word", False), ("pa55-word", True)):
        file.write_text(f"user = 'kitchen'\npassword = '{password}'\n")
        file.chmod(0o600)
        known = read_credentials(file)
        table = make_table("kitchen", broker.port, credentials=known)
        table.step()
        assert table.worker.connected == connects
        assert password not in repr((known, table.worker.broker.address))  # type: ignore[attr-defined]
        assert connects or table.reports[-1] == ("lost", "broker_password")
    assert "wr0ng-word" not in caplog.text


@pytest.mark.filterwarnings("ignore:.*SSLSocket", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_tls_speaks_only_with_a_broker_that_its_authority_has_signed(
    make_broker: Callable[..., Mosquitto], make_table: Tables, tmp_path: Path
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*words, *names], check=True, capture_output=True)
    broker = make_broker("allow_anonymous true", f"certfile {certificate}", f"keyfile {key}")
    table = make_table("kitchen", broker.port, tls=str(certificate))
    until(lambda: table.worker.connected, table.step)
    assert isinstance(table.worker.broker._client.socket(), ssl.SSLSocket)  # type: ignore[attr-defined]
    stranger = make_table("garden", broker.port, settings=Address("localhost", broker.port, tls=True))
    stranger.step()
    assert stranger.reports[-1] == ("lost", "broker_unreachable")
    gc.collect()  # paho leaves the socket of a refused certificate to the collector


def test_where_nobody_listens_the_fault_names_the_place() -> None:
    port = free_port()
    with pytest.raises(BrokerFault, match=f"reach the broker 127.0.0.1:{port}"):
        Connection(Address("127.0.0.1", port), "me", ()).open()
