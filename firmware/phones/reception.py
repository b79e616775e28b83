"""Where phones are received: admission, one window for each, and the sheets that they are sent."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tablekeeper.display import intents
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import TablePage
from tablekeeper.display.words.speech import asked_seat, speech_of
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed.ledger import Clause
from tablekeeper.firmware.pages.advice_desk import AdviceDesk, Think, at_once
from tablekeeper.firmware.phones.admission import Admission, Client, NotAdmitted
from tablekeeper.firmware.phones.client_window import ClientWindow, Drawings, Shown
from tablekeeper.firmware.phones.desk import Desk, Sent
from tablekeeper.firmware.phones.roll_shelf import Rolls
from tablekeeper.firmware.phones.visible import DiceMoment, Moment, seats_page, table_page_for

NO_NOTE = (0, "")
MOST_STREAMS = 3
"""So many tabs of one phone are served."""
GONE_S = 60.0
"""A phone that has not listened for so long is gone: its seat is played on the big screen until it is back."""
TALKING = 3
"""So many of the latest events are said."""


class Message(NamedTuple):
    """A sheet on its way to one phone."""

    id: str
    """The question that it shows: the number of the game and of its answers."""
    data: str


class Reception:
    """Everything the server needs of the table. The server's thread calls it; admission is shared with the loop's."""

    def __init__(
        self,
        admission: Admission,
        desk: Desk,
        ledger_of: Callable[[Game], Mapping[str, Clause]],
        look: Look,
        now: Callable[[], float] = time.monotonic,
        think: Think = at_once,
    ) -> None:
        """`think` works hints out."""
        self.admission, self.desk, self.look = admission, desk, look
        self.lock = threading.Lock()
        self._ledger_of, self._now = ledger_of, now
        self._opened_s = now()
        self._left_s: dict[int, float] = {}
        self._windows: dict[int, ClientWindow] = {}
        self._streams: dict[int, list[Callable[[], None]]] = {}
        self._notes: dict[int, tuple[int, str]] = {}
        """The last line for each phone, until it touches something again. It is numbered, so that a page shows it once,
        and sent with every sheet, because nobody knows of a stream whether the phone still hears it."""
        self._drawings = Drawings()
        self._hints = AdviceDesk(think, desk.bell.ring)
        self.rolls = Rolls()
        """Those that are read while no game is played, for other programs."""

    @property
    def language(self) -> str:
        """The language of the table."""
        return self.look.language

    def join(self, code: str) -> str:
        """A secret for whoever brings the code."""
        with self.lock:
            _, secret = self.admission.join(code)
        self.desk.stir()
        return secret

    def find(self, secret: str) -> Client:
        """Who brings this secret."""
        with self.lock:
            return self.admission.find(secret)

    def resize(self, client: Client, wide: int, high: int) -> None:
        """The size of somebody's phone."""
        self._window(client).resize(wide, high)

    def listen(self, client: Client, wake: Callable[[], None]) -> None:
        """A phone wants the news; the oldest of too many streams of one phone ends."""
        streams = self._streams.setdefault(client.number, [])
        streams.append(wake)
        self.desk.bell.listen(wake)
        while len(streams) > MOST_STREAMS:
            oldest = streams.pop(0)
            self.desk.bell.leave(oldest)
            oldest()

    def listens(self, client: Client, wake: Callable[[], None]) -> bool:
        """Whether this stream is still one of its phone's."""
        return wake in self._streams.get(client.number, ())

    def leave(self, client: Client, wake: Callable[[], None]) -> None:
        """It listens no more."""
        self.desk.bell.leave(wake)
        streams = self._streams.get(client.number, [])
        if wake in streams:
            streams.remove(wake)
            self._left_s[client.number] = self._now()

    def is_gone(self, number: int) -> bool:
        """Whether a phone has not listened for long; the loop's thread may ask."""
        return not self._streams.get(number) and self._now() - self._left_s.get(number, self._opened_s) > GONE_S

    def notify(self, number: int, note: str) -> None:
        """One line (a key of the texts) for one phone, with its next sheets."""
        number_of_note, _ = self._notes.get(number, NO_NOTE)
        self._notes[number] = (number_of_note + 1, self._say(note))
        self.desk.stir()

    def sheet(self, number: int) -> Message | None:
        """What a phone sees now; None: it is not known any more."""
        with self.lock:
            client = next((client for client in self.admission.clients if client.number == number), None)
        if client is None:
            self._windows.pop(number, None)
            return None
        window = self._window(client)
        (_, moment), dice = self.desk.news, self.desk.dice
        shown = window.draw(moment, lambda: seats_page(moment, client, self._taken(client)), dice)
        story = self._story(window, moment) if dice is None else self._say_dice(dice)
        return Message(f"{shown.asked.game}.{shown.asked.number}", self._spell(window, shown, moment, story))

    def press(self, client: Client, pressed: Mapping[str, object]) -> str:
        """A button was touched; returns a line for whoever touched it, mostly empty."""
        window = self._window(client)
        key, place = pressed.get("key"), pressed.get("at")
        noted, _ = self._notes.get(client.number, NO_NOTE)
        self._notes[client.number] = (noted, "")
        shown = window.shown
        if not isinstance(key, str) or shown is None:
            return ""
        if place != list(shown.asked):
            return self._say("phones.stale")
        intent = window.press(key, held=pressed.get("held") is True)
        if intent is None:
            self._wake(client.number)
            return ""
        if isinstance(intent, intents.TakeSeat):
            return self._take_seat(client, intent)
        watches = window.seat is None and shown.asked.game
        if watches or not self.desk.send(Sent(client.number, window.seat, shown.asked, intent)):
            return self._say("phones.busy")
        return ""

    def _take_seat(self, client: Client, intent: intents.TakeSeat) -> str:
        _, moment = self.desk.news
        seats = len(moment.history.setup.players) if moment is not None else 0
        try:
            with self.lock:
                self.admission.ask_for(client.number, intent.seat, seats)
        except NotAdmitted as fault:
            return self._say(f"phones.{fault.why.value}")
        self._window(client).settled = intent.seat is None
        self.desk.stir()
        return ""

    def _taken(self, client: Client) -> frozenset[int]:
        with self.lock:
            others = [other.seat for other in self.admission.clients if other.number != client.number]
        return frozenset(seat for seat in others if seat is not None)

    def _window(self, client: Client) -> ClientWindow:
        window = self._windows.setdefault(
            client.number,
            ClientWindow(client.number, self._ledger_of, look=self.look, drawings=self._drawings, hints=self._hints),
        )
        window.sit(client.seat)
        return window

    def _wake(self, number: int) -> None:
        for wake in tuple(self._streams.get(number, ())):
            wake()

    def _say(self, key: str, **facts: object) -> str:
        return shipped_texts(self.language).say(key, **facts)

    def _spell(self, window: ClientWindow, shown: Shown, moment: Moment | None, story: str) -> str:
        sheet = shown.sheet
        noted, note = self._notes.get(window.client, NO_NOTE)
        message = {
            "at": list(shown.asked), "language": self.language, "size": list(sheet.size),
            "svg": sheet.svg, "now": sheet.now, "words": list(sheet.words), "lost": self._say("phones.lost"),
            "buttons": [button._asdict() for button in sheet.buttons], "story": story,
            "note": note, "noted": noted, "aloud": (self._aloud(moment) or story) if window.aloud else "",
        }  # fmt: skip
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    def _say_dice(self, dice: DiceMoment) -> str:
        """The latest roll in words, for who does not see it."""
        page = dice.page
        if not isinstance(page, DicePage) or not page.dice:
            return ""
        each = ", ".join(f"{self._say(f'die.{die.body}')} {die.value}" for die in page.dice)
        return f"{each}. {self._say('dice.sum', sum=sum(die.value for die in page.dice))}."

    def _aloud(self, moment: Moment | None) -> str:
        """What everybody in the room may hear: what happened, and what is asked of whom."""
        if moment is None:
            return ""
        page = table_page_for(moment, None)
        speech = speech_of(shipped_texts(self.language), page)
        asked = (
            "" if page.question is None else f"{speech.name(asked_seat(page.question))}: {speech.ask(page.question)}"
        )
        return f"{self._happened(page)} {asked}".strip()

    def _story(self, window: ClientWindow, moment: Moment | None) -> str:
        """The latest events in sentences, as this seat may know them."""
        if moment is None:
            return ""
        return self._happened(table_page_for(moment, window.seat))

    def _happened(self, page: TablePage) -> str:
        speech = speech_of(shipped_texts(self.language), page)
        return " ".join(words for event in page.happened[-TALKING:] if (words := speech.event(event)))
