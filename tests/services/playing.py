"""A table that plays by itself and speaks with a real broker: real journal, real worker, real connection."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import CHANCE
from tablekeeper.firmware.club.records import GameKey
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.mqtt import discovery
from tablekeeper.firmware.mqtt.connection import Address, Connection, Will
from tablekeeper.firmware.mqtt.credentials import Credentials
from tablekeeper.firmware.mqtt.entries import name_journal
from tablekeeper.firmware.mqtt.journal_reader import JournalReader
from tablekeeper.firmware.mqtt.news import Identity, News
from tablekeeper.firmware.mqtt.topics import ABOUT, ASK, DO, OFFLINE, STATUS, topic
from tablekeeper.firmware.mqtt.worker import Worker
from tablekeeper.firmware.phones.visible import catch

PLAYERS = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gül", "Hugo")


class PlayingTable:
    """One table; `play` gives answers, `step` lets the worker work."""

    def __init__(
        self, folder: Path, name: str, port: int, seed: int = 0, *, game: str = "",
        now: Callable[[], float] = time.time, clock: Callable[[], float] = time.monotonic,
        credentials: Credentials | None = None, tls: str = "", wait_s: float = 0.1,
        settings: Address | None = None,
    ) -> None:  # fmt: skip
        self.folder, self.name, self.game = folder, name, game
        self.luck, self.now = random.Random(seed), now
        self.reports: list[tuple[str, str]] = []
        self.pressed: list[str] = []
        self.games = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(folder / JOURNAL)
        self.session: Session | None = None
        address = settings or Address("localhost" if tls else "127.0.0.1", port, bool(tls), tls, credentials)
        broker = Connection(
            address, f"tablekeeper-{name}", (topic(name, ASK), topic(name, DO), topic(name, ABOUT), discovery.BIRTH),
            Will(topic(name, STATUS), OFFLINE),
        )  # fmt: skip
        me = Identity(name, name.title(), shipped_texts("en"))
        reader = JournalReader(folder / JOURNAL, name, 30, now)
        self.worker = Worker(
            me, broker, reader, lambda _, state, code: self.reports.append((state, code)), self.pressed.append,
            now=clock, luck=random.Random(seed), wait_s=wait_s,
        )  # fmt: skip

    def play(self, answers: int = 1) -> None:
        """So many answers of bots and luck; after a game another begins."""
        for _ in range(answers):
            if self.session is None or self.session.is_over:
                self.session = self._begin()
            session = self.session
            question = session.history.question
            if question.asked == CHANCE or self.luck.random() < 0.5:
                answer = self.luck.choice(question.options)
            else:
                answer = session.game.bots["random"](session.game.rules, session.history.state, question, self.luck)
            session.answer(answer, "simulation")
        assert self.session is not None
        self.worker.post(News(catch(self.session, ()), {"saving": "ok"}))

    def play_games(self, games: int) -> None:
        """So many games to their end."""
        for _ in range(games):
            self.play(1)
            assert self.session is not None
            while not self.session.is_over:
                self.play(1)

    def written(self) -> list[tuple[GameKey, int]]:
        """The games of the journal, and how many entries each has."""
        records = self.journal.records()
        return [
            (GameKey(self.name, name_journal(records), record.id), len(self.journal.entries(record.id)))
            for record in records
        ]

    def resume(self) -> None:
        """Go on with the game that was played last, as after a restart."""
        record = self.journal.unfinished()
        self.games = len(self.journal.records())
        if record is not None:
            self.session = Session.resume(self.journal, record, now=self.now)
            self.worker.post(News(catch(self.session, ()), {"saving": "ok"}))

    def _begin(self) -> Session:
        name = self.game or NAMES[self.games % len(NAMES)]
        self.games += 1
        fewest, most = find_game(name).seats
        players = self.luck.sample(PLAYERS, self.luck.randint(max(2, fewest), min(most, 4)))
        return Session.begin(self.journal, name, players, table="virtual", now=self.now)

    def step(self) -> None:
        self.worker.step()

    def close(self) -> None:
        self.worker.close()
        self.journal.close()

    def die(self) -> None:
        """As if its plug were pulled: no goodbye."""
        client: Any = self.worker.broker
        if client._client is not None and client._client.socket() is not None:
            client._client.socket().close()
        self.journal.close()


def until(seen: Callable[[], Any], *step: Callable[[], None], patience_s: float = 60.0) -> Any:
    """Step all until something is seen."""
    end = time.monotonic() + patience_s
    while not (found := seen()):
        assert time.monotonic() < end, "it never came"
        for one in step:
            one()
    return found
