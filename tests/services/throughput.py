"""How much one club and one Mosquitto carry: tables that only publish, and the page as a browser gets it.

    python -m tests.services.throughput [--tables 10 100 1000] [--seconds 20]

At the pace of play each table says an entry and a state every eight seconds. Latency is from a table's publishing to
the club's ledger, and to the page in a browser. Flat out the tables publish as fast as the club takes it in.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.club import club as club_module
from tablekeeper.firmware.club.app import COOKIE, Links, make_app
from tablekeeper.firmware.club.club import SUBSCRIPTIONS, Club
from tablekeeper.firmware.club.evening import Evening
from tablekeeper.firmware.club.hosting import Hosting
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.stores import open_store
from tablekeeper.firmware.mqtt.connection import Address, Connection
from tablekeeper.firmware.mqtt.topics import topic
from tablekeeper.firmware.web.server import Server
from tests.services.broker import Mosquitto

PACE_S = 8.0
MOST_A_PROCESS = 250
"""A connection takes three files, and `select` knows 1,024."""
LINKS = Links("board-of-the-throughput", "organiser-of-the-throughput")
EVENTS = [{"kind": "pawn_moved", "clause": "move.walk", "seat": 0, "facts": {"from": 3, "to": 7}} for _ in range(3)]
Plain = dict[str, Any]


def publish(first: int, tables: int, port: int, seconds: float, *, flat_out: bool) -> None:
    """So many tables, in a process of their own."""
    links = [Connection(Address("127.0.0.1", port), f"t{n}", ()) for n in range(first, first + tables)]
    for number, link in enumerate(links, first):
        link.open()
        link.publish(topic(f"table-{number}", "status"), b"online", retain=True)
        _say(link, number, 0)
    entries = [0] * tables
    end, began = time.time() + seconds, time.time()
    at = 0
    while time.time() < end:
        number = at % tables
        wait_s = began + (at + 1) * PACE_S / tables - time.time()
        if not flat_out and wait_s > 0:
            time.sleep(min(0.005, wait_s))
            continue
        link = links[number]
        link.step(0.0)
        at += 1
        if link.has_room:
            entries[number] += 1
            _say(link, first + number, entries[number])
    for link in links:
        link.close()


def _say(link: Connection, number: int, entry: int) -> None:
    table, now_s = f"table-{number}", time.time()
    head = {"table": table, "journal": "0123abcd", "game": 1, "entry": entry, "taken_at": now_s, "events": EVENTS}
    begun = {"kind": "begun", "name": "kokoro", "players": ["Ann", "Ben"], "begun_at": now_s}
    record = {**head, **(begun if entry == 0 else {"kind": "answer", "answers": entry, "text": "go 7", "ending": None})}
    state = {
        "table": table,
        "game": 1,
        "entry": entry,
        "name": "kokoro",
        "players": ["Ann", "Ben"],
        "turn": repr(now_s),
    }
    link.publish(topic(table, "entry"), json.dumps(record).encode())
    link.publish(topic(table, "state"), json.dumps(state).encode(), retain=True)


class Reader:
    """A browser that follows the page, and notes how old each table's news is when it arrives."""

    def __init__(self, port: int) -> None:
        self.ages: list[float] = []
        self._open = True
        self._seen: dict[str, str] = {}
        self._thread = threading.Thread(target=self._follow, args=(port,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._open = False
        self._thread.join(5)

    def _follow(self, port: int) -> None:
        link = http.client.HTTPConnection("127.0.0.1", port)
        link.request("GET", "/events", headers={"Cookie": f"{COOKIE}={LINKS.board}"})
        answer = link.getresponse()
        with contextlib.closing(link):
            self._read(answer)

    def _read(self, answer: http.client.HTTPResponse) -> None:
        while self._open and (line := answer.readline()):
            if line.startswith(b"data: "):
                self._note(json.loads(line[6:]), time.time())

    def _note(self, board: Plain, now_s: float) -> None:
        for table in board.get("tables", ()):
            if table["turn"] and self._seen.get(table["id"]) != table["turn"]:
                self._seen[table["id"]] = table["turn"]
                self.ages.append(now_s - float(table["turn"]))


def measure(folder: Path, tables: int, seconds: float, *, flat_out: bool) -> Plain:
    """One run."""
    if flat_out:  # what the club would carry without its bound on each table
        club_module.BURST, club_module.PER_S = 10**9, 1e9
    broker = Mosquitto(folder / "broker", ("allow_anonymous true", "max_queued_messages 100000"))
    broker.start()
    late: list[float] = []
    ledger = Ledger(open_store("", folder / "club"))
    add = ledger.add

    def note(records: Any) -> Any:
        taken = add(records)
        late.extend(time.time() - record.taken_at for record in records)
        return taken

    ledger.add = note  # type: ignore[method-assign]
    club = Club(
        Connection(Address("127.0.0.1", broker.port), "club", SUBSCRIPTIONS, most_heard=200_000, quality=0),
        ledger, 0.0, lambda table, code: None,
    )  # fmt: skip
    club.asking.due = lambda now_s: []  # type: ignore[method-assign]  # tables that only publish answer nothing
    hosting = Hosting(club, Evening(0.0), folder, LINKS, shipped_texts("en"), lambda words: None)
    server = Server(partial(make_app, hosting.pages), 0, "127.0.0.1")
    reader = Reader(server.port)
    hosting.step()
    spawn = multiprocessing.get_context("spawn").Process
    children = [
        spawn(
            target=publish, args=(first, min(MOST_A_PROCESS, tables - first), broker.port, seconds),
            kwargs={"flat_out": flat_out},
        )
        for first in range(0, tables, MOST_A_PROCESS)
    ]  # fmt: skip
    for child in children:
        child.start()
    while len(club.tables) < tables:
        hosting.step()
    late.clear()
    reader.ages.clear()
    began, used, messages = time.time(), time.process_time(), 0
    while any(child.is_alive() for child in children) and time.time() - began < seconds + 30:
        hosting.step()
    took, used, messages = time.time() - began, time.process_time() - used, len(late)
    reader._open = False
    for child in children:
        child.join(5)
    club.version += 1  # one last page, so that the reader sees that it is to go
    time.sleep(0.5)
    hosting.step()
    reader.close()
    hosting.close()
    server.close()
    broker.kill()
    return {
        "tables": tables, "flat_out": flat_out, "entries_per_s": round(messages / took, 1),
        "ledger_ms": _ms(late), "page_ms": _ms(reader.ages), "club_cpu_percent": round(100 * used / took, 1),
        "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip


def _ms(found: list[float]) -> Plain:
    ranked = sorted(found) or [0.0]
    return {
        name: round(1000 * ranked[int(share * (len(ranked) - 1))], 1) for name, share in (("p50", 0.5), ("p99", 0.99))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=20)
    wanted = parser.parse_args()
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for tables in wanted.tables:
        for flat_out in (False, True):
            with tempfile.TemporaryDirectory(dir=place) as folder:
                print(json.dumps(measure(Path(folder), tables, wanted.seconds, flat_out=flat_out)), flush=True)


if __name__ == "__main__":
    main()
