"""The worker that speaks with the broker, in its own thread; the loop lays news into its mailbox and never waits."""

from __future__ import annotations

import logging
import random
import secrets
import time
from collections import deque
from collections.abc import Callable

from tablekeeper.firmware.errors import FirmwareError
from tablekeeper.firmware.mqtt import discovery, topics
from tablekeeper.firmware.mqtt.broker import Broker, spell, spell_batch
from tablekeeper.firmware.mqtt.comeback import Comeback
from tablekeeper.firmware.mqtt.connection import Heard
from tablekeeper.firmware.mqtt.entries import Plain
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.journal_reader import JournalReader
from tablekeeper.firmware.mqtt.news import Identity, News, Signal
from tablekeeper.firmware.mqtt.requests import Allowance, Ask, read_ask, read_button, read_run
from tablekeeper.firmware.mqtt.state import spell_state
from tablekeeper.firmware.mqtt.topics import ASK, DO, ENTRIES, ENTRY, GAMES, SIGNAL, STATE, read_topic, topic

LOG = logging.getLogger(__name__)
WAIT_S = 0.1
OTHER_TABLE_PAUSE_S = 300.0
"""Two tables under one name would throw each other out for ever: the one that was there first stays away."""
THROWN_OUT = 2
"""Once may be chance: a broker that was killed can hold what an earlier run of this table said."""
WHOSE_S = 2.0
"""After a break one first hears who spoke last under this name."""
LOOK_S = 5.0
"""Where another table was meanwhile, one is silent for so long: if that table lives, it comes back and throws one out.
Not every broker gives the reason when it throws somebody out (Mosquitto 2.0 does not)."""
ANSWER_S = 30.0
"""A broker that leaves something unanswered for longer is left."""
MOST_IN_BATCH = 100
MOST_ASKS = 20
"""So many questions of a club wait; the rest are asked again later."""
ASKS_PER_S = 10.0


class Worker:
    """Serves one table; `step` ends within moments, whatever the broker does."""

    def __init__(
        self,
        me: Identity,
        broker: Broker,
        journal: JournalReader,
        report: Callable[[str, str, str], None],
        press: Callable[[str], None],
        *,
        now: Callable[[], float] = time.monotonic,
        luck: random.Random | None = None,
        run: str = "",
        wait_s: float = WAIT_S,
    ) -> None:
        self.me, self.broker, self.journal = me, broker, journal
        self.connected = False
        self._run = run or secrets.token_hex(4)
        """Distinguishes this run of the program from another table's."""
        self._greeted = False
        self._newest: str | None = None
        """The release that was said to be the newest one."""
        self._silent_until_s = 0.0
        self._ready = self._met_another = False
        self._thrown_out = 0
        """How often in a row the connection broke just after another table had spoken under this name."""
        self._report, self._press, self._now, self._wait_s = report, press, now, wait_s
        self._letters: deque[News | Signal] = deque(maxlen=64)
        self._news = News(None, {})
        self._stale = True
        """Whether the retained state is older than the news."""
        self._due: deque[tuple[str, bytes, bool]] = deque(maxlen=200)
        """What is to be said as soon as there is room: single messages, none of them a state."""
        self._asks: deque[Ask] = deque(maxlen=MOST_ASKS)
        self._allowed = Allowance(MOST_ASKS, ASKS_PER_S)
        self._published = (0, 0)
        """The game and the entry up to which the entries were passed on."""
        self._comeback = Comeback(luck or random.Random())
        self._quiet_since_s = 0.0

    def post(self, letter: News | Signal) -> None:
        """Lay something down for the worker; never waits."""
        self._letters.append(letter)

    def step(self) -> None:
        """Hear, say what is due, and come back after a break."""
        try:
            if not self.connected and not self._come_back():
                return
            self.broker.step(self._wait_s)
            self._hear()
            if self._now() >= self._silent_until_s:
                self._speak()
                self._watch()
        except BrokerFault as fault:
            self._lose(fault)

    def close(self) -> None:
        """Go, and say so."""
        try:
            if self.connected:
                self.broker.publish(topic(self.me.table, topics.STATUS), topics.OFFLINE, retain=True)
                self.broker.step(0.0)
        except BrokerFault:
            LOG.debug("the broker was gone already")
        finally:
            self.broker.close()
            self.connected = False

    def forget(self) -> None:
        """Take away what the broker keeps of this table: it was switched off for good."""
        if self.connected:
            for name in (topics.STATE, topics.ABOUT):
                self.broker.publish(topic(self.me.table, name), b"", retain=True)
            if self.me.discovery:
                self.broker.publish(discovery.config_topic(self.me.table), b"", retain=True)

    def _come_back(self) -> bool:
        self._sort_letters()
        if not self._comeback.is_due(self._now()):
            time.sleep(self._wait_s)
            return False
        self.broker.open()
        self.connected = True
        self._ready = self._met_another = False
        self._quiet_since_s = self._now()
        self._silent_until_s = self._now() + (WHOSE_S if self._greeted else 0.0)
        moment = self._news.moment
        self._published = (0, 0) if moment is None else (moment.asked.game, moment.asked.number)
        self._due.clear()
        self._asks.clear()
        self._greet()
        return True

    def _lose(self, fault: BrokerFault) -> None:
        """Gone: said once; tried again later and later, not in step with other tables."""
        if self.connected and self._now() < self._silent_until_s and self._met_another:
            self._thrown_out += 1
        if self._thrown_out >= THROWN_OUT:
            self._thrown_out = 0
            fault = BrokerFault("broker_other_table", "another table uses the name of this one")
        if self._comeback.fresh:
            LOG.warning("the broker is gone: %s", fault)
        self.connected = False
        self.broker.close()
        self._comeback.failed(self._now(), OTHER_TABLE_PAUSE_S if fault.code == "broker_other_table" else 0.0)
        self._report("house", "lost", fault.code)

    def _greet(self) -> None:
        self._due.append((topic(self.me.table, topics.STATUS), topics.ONLINE, True))
        self._newest = None
        self._introduce()
        self._discover()
        self._stale = True

    def _introduce(self) -> None:
        """Say who the table is; again when a newer release has been put on it."""
        me, newest = self.me, self.me.newest() or discovery.release()
        if self._newest == newest:
            return
        self._newest = newest
        about = {
            "table": me.table, "name": me.name, "release": discovery.release(), "newest": newest, "format": 1,
            "run": self._run,
        }  # fmt: skip
        self._due.append((topic(me.table, topics.ABOUT), spell(about), True))

    def _discover(self) -> None:
        if self.me.discovery:
            described = discovery.describe(self.me.table, self.me.name, self.me.texts)
            self._due.append((discovery.config_topic(self.me.table), spell(described), True))

    def _hear(self) -> None:
        for heard in self.broker.take():
            self._hear_one(heard)
        self._sort_letters()

    def _hear_one(self, heard: Heard) -> None:
        """A retained question or button is an old one, or a stranger's: nobody presses now."""
        if heard.topic == discovery.BIRTH:
            if heard.payload == topics.ONLINE:
                self._discover()
                self._stale = True
            return
        place = read_topic(heard.topic)
        if place is not None and place == (self.me.table, topics.ABOUT):
            self._meet(heard)
            return
        if place is None or place.table != self.me.table or heard.retained or not self._allowed.take(self._now()):
            return
        if place.name == DO and (button := read_button(heard.payload)):
            self._press(button)
        elif place.name == ASK and (asked := read_ask(heard.payload)) is not None:
            self._asks.append(asked)

    def _meet(self, heard: Heard) -> None:
        """Whether another table came under this one's name since this one last spoke; a liar sends none away."""
        another = heard.retained and self._greeted and read_run(heard.payload) not in ("", self._run)
        if another and self.broker.may_be_own(heard):
            self._met_another = True
            self._silent_until_s = self._now() + LOOK_S

    def _sort_letters(self) -> None:
        while self._letters:
            letter = self._letters.popleft()
            if isinstance(letter, News):
                self._news, self._stale = letter, True
            else:
                said = {"signal": letter.name, "table": self.me.table, "game": letter.game, "entry": letter.entry}
                self._due.append((topic(self.me.table, SIGNAL), spell(said), False))

    def _speak(self) -> None:
        """The entries first, then the state that they led to, so that nobody sees a state before its entries."""
        if not self._ready:
            self._ready = self._greeted = True
            self._met_another = False
            self._thrown_out = 0
            self._comeback.worked()
            self._report("house", "ready", "")
        self._pass_on_entries()
        while self._due and self.broker.has_room:
            where, payload, retain = self._due.popleft()
            self.broker.publish(where, payload, retain=retain)
        if self._stale and not self._due and self.broker.has_room:
            self._stale = False
            self._introduce()
            state = spell_state(self.me.table, self._news.moment, self.me.texts, self._news.health)
            self.broker.publish(topic(self.me.table, STATE), spell(state), retain=True)
        if self._asks and not self._due and self.broker.has_room:
            self._answer(self._asks.popleft())

    def _pass_on_entries(self) -> None:
        """What the journal holds beyond what was passed on; after a break nothing is sent late, who misses it asks."""
        moment = self._news.moment
        if moment is None or self._published == moment.asked:
            return
        game, number = moment.asked
        known = self._published[1] + 1 if self._published[0] == game else 0
        self._published = (game, number)
        for record in self._read(game, known):
            self._due.append((topic(self.me.table, ENTRY), spell(record), False))

    def _answer(self, asked: Ask) -> None:
        if asked.game == 0:
            games = self._list()
            said: object = {"table": self.me.table, "journal": self.journal.journal, "games": games}
            self._due.append((topic(self.me.table, GAMES), spell(said), False))
            return
        records = self._read(asked.game, asked.since, asked=True)
        wanted = [record for record in records if asked.to is None or record["entry"] <= asked.to]
        self._due.append((topic(self.me.table, ENTRIES), spell_batch(wanted[:MOST_IN_BATCH]), False))

    def _list(self) -> list[tuple[int, int, float]]:
        try:
            return self.journal.list_games()
        except FirmwareError as fault:
            LOG.warning("the journal cannot be read for the house: %s", fault)
            return []

    def _read(self, game: int, since: int, *, asked: bool = False) -> list[Plain]:
        try:
            return self.journal.read(game, since, asked=asked)
        except FirmwareError as fault:
            LOG.warning("the journal cannot be read for the house: %s", fault)
            return []

    def _watch(self) -> None:
        """A broker that takes everything and answers nothing is left, as one that is gone."""
        if self.broker.is_quiet:
            self._quiet_since_s = self._now()
        elif self._now() - self._quiet_since_s > ANSWER_S:
            raise BrokerFault("broker_silent", f"nothing was answered for {ANSWER_S:g} s")
