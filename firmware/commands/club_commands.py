"""`tablekeeper club`: an evening of several tables on this computer."""

from __future__ import annotations

import random
import secrets
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablekeeper.faults import Words
from tablekeeper.firmware.commands import care_commands
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.errors import BadInput

if TYPE_CHECKING:
    from tablekeeper.display.words.texts import Texts
    from tablekeeper.firmware.club.app import Links
    from tablekeeper.firmware.mqtt.connection import Address
    from tablekeeper.firmware.settings.config import Settings

LINKS = "links"
OWN = "own"
BROKER = "broker"
"""The folder with what the club's tables share with it, and with the club's own broker if there is one."""
USUAL_TABLES = 10
"""So many tables get their files where nobody says how many there are."""


@click.command()
@click.option("--broker", default="", metavar="HOST[:PORT]|own", help="Where the tables meet; own: start one here.")
@click.option("--tables", type=click.IntRange(1, 1000), help="Write the files of so many tables; own broker: 10.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the evening is kept, if not in HOME/club.")
@click.option("--port", type=click.IntRange(1024, 65535), help="Of the evening's page.")
@click.option("--new", is_flag=True, help="A new evening: games that began before do not count.")
@click.option("--export", "out", type=click.Path(path_type=Path), help="Write the evening's files here, and stop.")
@click.pass_context
def club(
    ctx: click.Context,
    broker: str,
    tables: int | None,
    folder: Path | None,
    port: int | None,
    new: bool,
    out: Path | None,
) -> None:
    """Host an evening of several tables: who plays where, rounds, results by themselves, standings."""
    from tablekeeper.firmware.settings.config import load_config

    home = care_commands.find_home(ctx)
    settings = load_config(home, care_commands.wished_settings(ctx)).settings
    folder = folder or home / "club"
    if out is not None:
        export(settings, folder, out)
        return
    with ExitStack() as stack:
        address = stack.enter_context(open_broker(broker, tables, folder, settings, home))
        host(settings, folder, address, port or settings.club.port, new=new)


def export(settings: Settings, folder: Path, out: Path) -> None:
    """Results, standings and everything as files; the tables are not needed for it."""
    from tablekeeper.firmware.club.board import Scores
    from tablekeeper.firmware.club.export import evening_json, results_csv, standings_csv
    from tablekeeper.firmware.club.ledger import Ledger
    from tablekeeper.firmware.club.stores import open_store
    from tablekeeper.firmware.settings.folder import make_folder

    make_folder(out, Words("the evening"))
    ledger = Ledger(open_store(settings.club.store, folder))
    results, standings = Scores(ledger).look()
    ledger.close()
    files = {
        "results.csv": results_csv(results), "standings.csv": standings_csv(standings),
        "evening.json": evening_json(results, standings),
    }  # fmt: skip
    for name, content in files.items():
        (out / name).write_text(content, encoding="utf-8", newline="")
    echo(_texts(settings).say("club.exported", count=len(results), folder=out))


def _texts(settings: Settings) -> Texts:
    from tablekeeper.display.words.texts import shipped_texts

    return shipped_texts(settings.table.language)


@contextmanager
def open_broker(wanted: str, tables: int | None, folder: Path, settings: Settings, home: Path) -> Iterator[Address]:
    """The broker of the settings, one that was named, or one of the club's own for as long as the club runs."""
    from tablekeeper.firmware.club.table_files import table_names, write_tables
    from tablekeeper.firmware.mqtt.connection import Address
    from tablekeeper.firmware.mqtt.credentials import read_credentials
    from tablekeeper.firmware.mqtt.serving import check_library

    check_library()
    if wanted != OWN:
        address = named_address(wanted, settings, home)
        if tables is not None:
            write_tables(folder / BROKER, table_names(tables), address.host, address.port, passwords=False)
            echo(_texts(settings).say("club.copy_files", folder=folder / BROKER))
        yield address
        return
    from tablekeeper.firmware.club.own_broker import OwnBroker
    from tablekeeper.firmware.web.server import find_address

    port = settings.club.broker_port
    own = OwnBroker(folder / BROKER, port, table_names(tables or USUAL_TABLES), find_address())
    own.start()
    try:
        texts = _texts(settings)
        echo(texts.say("club.own_broker", host=own.host, port=port))
        echo(texts.say("club.copy_files", folder=own.folder))
        yield Address("127.0.0.1", port, credentials=read_credentials(own.credentials))
    finally:
        own.stop()


def named_address(wanted: str, settings: Settings, home: Path) -> Address:
    """The broker that --broker names, else that of the settings."""
    import msgspec

    from tablekeeper.firmware.mqtt.serving import read_address

    mqtt = settings.mqtt
    if wanted:
        name, _, port = wanted.partition(":")
        if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise BadInput(
                "Cannot find the club's broker: found {wanted!r}; expected HOST, HOST:1883 or own", wanted=wanted
            )
        mqtt = msgspec.structs.replace(mqtt, host=name, port=int(port) if port else mqtt.port)
    if not mqtt.host:
        raise BadInput("Cannot find the club's broker: found none; expected --broker own, or --broker HOST")
    return read_address(mqtt, home)


def host(settings: Settings, folder: Path, address: Address, port: int, *, new: bool) -> None:
    """Until somebody stops it."""
    from tablekeeper.firmware.club.app import make_app
    from tablekeeper.firmware.club.club import SUBSCRIPTIONS, Club
    from tablekeeper.firmware.club.evening import FILE, read_evening, write_evening
    from tablekeeper.firmware.club.hosting import Hosting
    from tablekeeper.firmware.club.ledger import Ledger
    from tablekeeper.firmware.club.stores import open_store
    from tablekeeper.firmware.club.table_files import read_secrets
    from tablekeeper.firmware.mqtt.connection import Connection
    from tablekeeper.firmware.web.server import Server

    texts = _texts(settings)

    def report(table: str, code: str) -> None:
        echo(f"{table}: {texts.say(code)}" if table else texts.say(code))

    folder.mkdir(parents=True, exist_ok=True)
    if new:
        (folder / FILE).unlink(missing_ok=True)
    evening = read_evening(folder, time.time(), settings.club.minutes)
    write_evening(folder, evening)
    ledger = Ledger(open_store(settings.club.store, folder))
    connection = Connection(
        address, f"tablekeeper-club-{secrets.token_hex(4)}", SUBSCRIPTIONS, most_heard=20_000, quality=0
    )
    club = Club(
        connection, ledger, evening.began_at, report, luck=random.Random(), secrets=read_secrets(folder / BROKER)
    )
    links = find_links(folder)
    hosting = Hosting(club, evening, folder, links, texts, echo)
    server = Server(partial(make_app, hosting.pages), port)
    echo(texts.say("club.board_at", link=server.join_link(links.board)))
    echo(texts.say("club.organiser_at", link=server.join_link(links.organiser)))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that a broker of our own ends too
    try:
        while True:
            hosting.step()
    except KeyboardInterrupt:
        echo(texts.say("club.kept"))
    finally:
        server.close()
        hosting.close()


def find_links(folder: Path) -> Links:
    """The secrets of the two links; they stay when the club is started again."""
    from tablekeeper.firmware.club.app import Links
    from tablekeeper.firmware.club.table_files import write_private

    path = folder / LINKS
    words = path.read_text(encoding="ascii", errors="replace").split() if path.exists() else []
    if len(words) != 2 or min(map(len, words)) < 16:
        words = [secrets.token_urlsafe(16), secrets.token_urlsafe(16)]
        write_private(path, "\n".join(words))
    return Links(*words)


COMMANDS = (club,)
"""What the command line gets of this module."""
