"""Phones at one table: switched on and off, shown the game, heard, let in and sent away. The loop calls this."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tablekeeper.display.any_page import Page
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.intents import Intent, Sender
from tablekeeper.display.pages import DoubtPage
from tablekeeper.display.phone_pages import Phone, PhonesPage
from tablekeeper.engines.core import Refused
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed.ledger import Clause
from tablekeeper.engines.core.record.giver import Giver, check_current
from tablekeeper.faults import words_of
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.journal.playlog import draw_code
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.pages.advice_desk import Think, at_once
from tablekeeper.firmware.phones.admission import Admission, NotAdmitted
from tablekeeper.firmware.phones.desk import Desk, Sent
from tablekeeper.firmware.phones.kept import forget_clients, read_clients, write_clients
from tablekeeper.firmware.phones.reception import Reception
from tablekeeper.firmware.phones.visible import DiceMoment, catch
from tablekeeper.firmware.senses.inbox import Message

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


LOG = logging.getLogger(__name__)

REOPEN_S = 10.0
"""A server that dies again and again is opened this often at most."""


class Served(Protocol):
    """An open door for phones."""

    @property
    def alive(self) -> bool:
        """Whether it still serves."""

    def join_link(self, code: str) -> str:
        """What a phone scans."""

    def close(self) -> None:
        """Serve nobody any more."""


class DiceTable(Protocol):
    """Who reads dice while no game is played."""

    @property
    def page(self) -> Page:
        """What the big screen shows of them."""

    @property
    def latest(self) -> DiceRoll | None:
        """The roll that came last."""

    def hear(self, message: Message) -> None:
        """What the eye sees."""

    def handle(self, intent: Intent) -> bool:
        """Do what somebody wants."""


class Phones:
    """Off until switched on; then one more window for each phone."""

    def __init__(
        self,
        folder: Path,
        open_server: Callable[[Reception], Served],
        ledger_of: Callable[[Game], Mapping[str, Clause]],
        look: Callable[[], Look],
        *,
        make_token: Callable[[int], str] = secrets.token_urlsafe,
        now: Callable[[], float] = time.monotonic,
        think: Think = at_once,
    ) -> None:
        """`think` works hints out."""
        self.folder = folder
        self.fault = ""
        """Why phones cannot be let in."""
        self.hints = False
        """Whether phones may show hints."""
        self._open_server, self._ledger_of, self._look = open_server, ledger_of, look
        self._make_token, self._now, self._think = make_token, now, think
        self._server: Served | None = None
        self._desk = Desk()
        self._reception: Reception | None = None
        self._record = 0
        self._played: frozenset[int] = frozenset()
        self._seen: object = None
        self._opens_again_s = 0.0
        self._dice: DiceMoment | None = None
        self._roll: DiceRoll | None = None
        self._names: Mapping[int, str] = {}
        self._colours: Mapping[int, str] = {}

    @property
    def on(self) -> bool:
        """Whether phones may come in."""
        return self._server is not None

    def switch(self, on: bool) -> None:
        """Open the door for those who were here before and for new ones, or send everybody away."""
        self.fault = ""
        if on and self._server is None:
            self._record, clients = read_clients(self.folder)
            admission = Admission(self._make_token, self._now, clients)
            self._reception = Reception(admission, self._desk, self._ledger_of, self._look(), self._now, self._think)
            try:
                self._server = self._open_server(self._reception)
            except BadInput as fault:
                self.fault = words_of(fault)
        elif not on:
            self.close()
            forget_clients(self.folder)

    def _look_after_server(self, reception: Reception) -> None:
        """A server that has died is opened again; phones come back by themselves with the secrets that they have."""
        server = self._server
        if server is None or server.alive or self._now() < self._opens_again_s:
            return
        self._opens_again_s = self._now() + REOPEN_S
        server.close()
        try:
            self._server = self._open_server(reception)
        except BadInput as fault:
            self.fault = words_of(fault)
            LOG.warning("%s", self.fault)

    def let_in(self) -> str:
        """Switch on, or say in one sentence why that cannot be; returns the link that lets the first phone in."""
        self.switch(True)
        if self.fault:
            raise BadInput(self.fault)
        return self.page().address

    def close(self) -> None:
        """Close the door; who was here may come back with the next start."""
        if self._server is not None:
            self._server.close()
        self._server = self._reception = self._seen = None

    @property
    def requests(self) -> tuple[int, ...]:
        """The phones that ask for a seat."""
        if self._reception is None:
            return ()
        with self._reception.lock:
            return tuple(client.number for client in self._reception.admission.requests)

    def seats(self) -> frozenset[int]:
        """The seats that phones play: their secrets are theirs, unless the phone is gone."""
        reception = self._reception
        if reception is None:
            return frozenset()
        with reception.lock:
            seated = {client.number: client.seat for client in reception.admission.clients if client.seat is not None}
        return frozenset(seat for number, seat in seated.items() if not reception.is_gone(number))

    def grant(self, number: int, granted: bool) -> None:
        """The table says yes or no."""
        try:
            self._change(lambda door: door.grant(number) if granted else door.refuse(number))
        except NotAdmitted as fault:
            if self._reception is not None:
                self._reception.notify(number, f"phones.{fault.why.value}")

    def revoke(self, number: int) -> None:
        """This phone is out, at once."""
        self._change(lambda door: door.revoke(number))

    def _change(self, do: Callable[[Admission], object]) -> None:
        reception = self._reception
        if reception is None:
            return
        with reception.lock:
            do(reception.admission)
        self._keep()
        self._desk.stir()

    def _keep(self) -> None:
        if self._reception is None:
            return
        with self._reception.lock:
            clients = self._reception.admission.clients
        try:
            write_clients(self.folder, self._record, clients)
        except OSError as fault:
            self.fault = why_of(fault)

    def step(self, loop: Loop | None, *, paused: bool = False, dice: DiceTable | None = None) -> None:
        """Let the loop hear phones, or who reads dice; while it is paused touches wait."""
        if self._reception is None:
            return
        self._look_after_server(self._reception)
        if dice is not None:
            self._serve_dice(dice)
            return
        self._dice = None
        if loop is not None and not paused:
            for sent in self._desk.take():
                self._hear(loop, sent)
        if loop is not None and self.seats() != self._played:
            self._played = self.seats()
            loop.cover.touch()

    def _serve_dice(self, dice: DiceTable) -> None:
        """Everybody who has joined sees the dice, and may say what a doubtful one shows."""
        assert self._reception is not None
        page, shown, taken = dice.page, self._dice, False
        for sent in self._desk.take():
            if taken or shown is None or page is not shown.page or sent.to != shown.asked:
                self._reception.notify(sent.client, "phones.stale")
            else:
                taken = dice.handle(sent.intent)
        roll = dice.latest if isinstance(page, DicePage | DoubtPage) else None
        if roll is not None and roll is not self._roll:
            self._roll = roll
            self._reception.rolls.add(roll)
        if isinstance(page, DicePage | DoubtPage) and (shown is None or page is not shown.page):
            self._dice = (shown or DiceMoment(1, page)).followed_by(page)
            self._seen = None
            self._desk.publish(None, self._dice)

    def _hear(self, loop: Loop, sent: Sent) -> None:
        """A touch counts for the question that it was meant for, and for no other."""
        assert self._reception is not None
        try:
            check_current(Giver(sent.seat, sent.to), loop.session.history.asked)
        except Refused:
            self._reception.notify(sent.client, "phones.stale")
            return
        before = loop.counts.refused
        loop.handle(sent.intent, Sender(f"phone {sent.client}", sent.seat))
        if loop.counts.refused > before:
            self._reception.notify(sent.client, "phones.refused")

    def show(self, loop: Loop | None) -> None:
        """Show phones what is new in the game. The big screen comes first: their server needs the same processor."""
        if self._reception is None:
            return
        news = (_news_of(loop), self.hints)
        if news == self._seen:
            return
        self._seen = news
        if loop is None:
            self._desk.publish(None)
            return
        self._sit(loop)
        page, lights = loop.cover.page, loop.health.lights()
        doubt = page if isinstance(page, DoubtPage) else None
        by_touch = loop.by_touch or loop.health["camera"] in ("lost", "closed", "off")
        self._desk.publish(
            catch(
                loop.session,
                lights,
                note=loop.cover.note,
                doubt=doubt,
                by_touch=by_touch,
                fixed=loop.counts.fixed,
                hints=self.hints,
            )
        )

    def _sit(self, loop: Loop) -> None:
        """Another game: the seats are given anew."""
        session = loop.session
        self._names, self._colours = session.names, table_pages.colours_of(session.history.setup)
        if session.record != self._record:
            self._record = session.record
            self._change(lambda door: door.leave_seats())

    def page(self) -> PhonesPage:
        """What the big screen shows of them."""
        if self._reception is None or self._server is None:
            return PhonesPage(fault=self.fault)
        with self._reception.lock:
            code, clients = self._reception.admission.code(), self._reception.admission.clients
        link = self._server.join_link(code)
        phones = tuple(Phone(client.number, client.seat, client.wants) for client in clients)
        names = {seat: name for seat, name in self._names.items() if seat >= 0}
        drawn = tuple(tuple(row) for row in draw_code(link))
        return PhonesPage(link, drawn, phones, names, self._colours, self.fault, self.hints)


def open_server(reception: Reception, port: int) -> Served:
    """A real door; what serves is loaded when it is opened, so that tables without phones start as fast as ever."""
    from tablekeeper.firmware.phones.app import make_app
    from tablekeeper.firmware.web.server import Server

    return Server(partial(make_app, reception), port)


def refuse_phones(reception: Reception) -> Served:
    """A program without a network lets no phones in."""
    raise BadInput("Cannot let phones in: this program was started without them; expected a start in a window")


def _news_of(loop: Loop | None) -> object:
    """Whatever phones show; equal as long as nothing of it has changed."""
    if loop is None:
        return ()
    session = loop.session
    return (
        session.record, len(session.history.played), id(session.history.state), loop.cover.note,
        id(loop.cover.page) if isinstance(loop.cover.page, DoubtPage) else 0, loop.health.lights(), loop.by_touch,
    )  # fmt: skip
