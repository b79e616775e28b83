"""A table with phones at it: the whole program, the phones' server left out or in-process."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

from tablekeeper.display import intents
from tablekeeper.display.browser.sheet import Button
from tablekeeper.display.drawing.look import Look
from tablekeeper.firmware.pages.advice_desk import Think, at_once
from tablekeeper.firmware.phones.admission import Client
from tablekeeper.firmware.phones.client_window import ClientWindow, Shown
from tablekeeper.firmware.phones.phones import Phones
from tablekeeper.firmware.phones.reception import Reception
from tablekeeper.firmware.settings.copies import load_ledger
from tests.firmware.sitting import Sitting

PLAYERS = ("Ann", "Ben")
HOST = "10.0.0.7:8570"


class Door:
    """Serves nobody; a test calls the reception itself."""

    def __init__(self, reception: Reception) -> None:
        self.reception = reception
        self.closed = False
        self.alive = True

    def join_link(self, code: str) -> str:
        return f"http://{HOST}/join/{code}"

    def close(self) -> None:
        self.closed = True


class Phone:
    """One phone: what it sees, and buttons by what they say."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.secret = room.reception.join(room.reception.admission.code())
        self.notes: list[str] = []

    @property
    def client(self) -> Client:
        return self.room.reception.find(self.secret)

    @property
    def window(self) -> ClientWindow:
        return self.room.reception._window(self.client)

    def look(self) -> Shown:
        assert self.room.reception.sheet(self.client.number) is not None
        shown = self.window.shown
        assert shown is not None
        return shown

    @property
    def buttons(self) -> tuple[Button, ...]:
        return self.look().sheet.buttons

    @property
    def data(self) -> str:
        """All that leaves the server for it."""
        message = self.room.reception.sheet(self.client.number)
        return "" if message is None else message.data

    def press(self, key: str, at: tuple[int, int] | None = None, *, held: bool = False) -> str:
        place = list(at or self.look().asked)
        note = self.room.reception.press(self.client, {"at": place, "key": key, "held": held})
        self.room.step()
        return note


class Room:
    """A program at which phones are switched on."""

    def __init__(
        self,
        home: Path,
        game: str,
        players: tuple[str, ...] = ("Ann", "Ben"),
        table: str = "virtual",
        think: Think = at_once,
    ) -> None:
        self.sitting = Sitting(home)
        self.doors: list[Door] = []
        self.at_s = 0.0
        tokens = itertools.count()
        self.program.phones = Phones(
            home,
            self._open,
            load_ledger,
            Look,
            make_token=lambda size: f"token-{next(tokens)}-{size}",
            now=lambda: self.at_s,
            think=think,
        )
        self.program.luck = random.Random(5)
        self.program.phones.switch(True)
        if game:
            self.sitting.intent(intents.StartGame(game, players, ("blue", "red", "green")[: len(players)], table=table))
        self.step()

    def _open(self, reception: Reception) -> Door:
        self.doors.append(Door(reception))
        return self.doors[-1]

    @property
    def program(self) -> Any:
        return self.sitting.program

    @property
    def reception(self) -> Reception:
        return self.doors[-1].reception

    @property
    def session(self) -> Any:
        return self.program.loop.session

    def step(self) -> Any:
        self.sitting.step()
        return self.sitting.step()

    def seat(self, seat: int) -> Phone:
        """A phone that the table lets play this seat."""
        phone = Phone(self)
        phone.press(f"seat.{seat}")
        self.sitting.intent(intents.GrantSeat(phone.client.number))
        self.step()
        return phone

    def watcher(self) -> Phone:
        phone = Phone(self)
        phone.press("watch")
        return phone

    def close(self) -> None:
        self.sitting.close()
