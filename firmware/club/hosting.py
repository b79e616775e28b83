"""One evening, hosted: the club at the broker, what the organiser arranges, and the page that shows both."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from tablekeeper.display.words.texts import Texts
from tablekeeper.firmware.club import evening as arranging
from tablekeeper.firmware.club.app import Evenings, Links
from tablekeeper.firmware.club.board import Scores, draw_board, name_of, title_of
from tablekeeper.firmware.club.club import Club
from tablekeeper.firmware.club.export import evening_json, results_csv, standings_csv
from tablekeeper.firmware.club.records import Plain
from tablekeeper.firmware.club.standings import Result
from tablekeeper.firmware.errors import BadInput

DRAW_S = 0.3
"""The board is drawn anew at most so often."""
ROOM = 100
WORDS = (
    "title", "round", "standings", "seats", "tables", "results", "name", "games", "wins", "rating", "away", "free",
    "finished", "who", "arrive", "minutes", "pair", "open", "end", "broker_gone", "page_gone", "flood", "too_many",
    "garbage", "speaks_for_another", "old_evening", "differs", "unsigned",
)  # fmt: skip


class Hosting:
    """`step` does what is due; the page's thread reads `pages` and leaves orders."""

    def __init__(
        self, club: Club, evening: arranging.Evening, folder: Path, links: Links, texts: Texts,
        show: Callable[[str], None], *,
        now: Callable[[], float] = time.time, clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.club, self.evening, self.scores = club, evening, Scores(club.ledger)
        self.pages = Evenings(links, self._order, self._export)
        self.pages.language = texts.language
        self._folder, self._texts, self._show = folder, texts, show
        self._now, self._clock = now, clock
        self._orders: queue.Queue[Plain] = queue.Queue(ROOM)
        self._words = {f"club.{word}": texts.texts[f"club.{word}"] for word in WORDS}
        self._drawn: object = None
        self._drawn_at_s = -DRAW_S
        self._results: set[Result] = set(self.scores.look()[0])
        self._draw()

    def step(self) -> None:
        """Hear the tables and the organiser, and draw the board if it has changed."""
        self.club.step()
        while True:
            try:
                self._arrange(self._orders.get_nowait())
            except queue.Empty:
                break
        news = (self.club.version, self.evening)
        if news != self._drawn and self._clock() - self._drawn_at_s >= DRAW_S:
            self._draw()

    def close(self) -> None:
        """The evening is kept as it is."""
        self.club.close()

    def _draw(self) -> None:
        self._drawn, self._drawn_at_s = (self.club.version, self.evening), self._clock()
        board = draw_board(self.club, self.evening, self.scores, self._words)
        data = json.dumps(board, ensure_ascii=False, separators=(",", ":"))
        self.pages.show(data)
        for result in self.scores.seen[0]:
            if result not in self._results:
                self._results.add(result)
                self._report(result)

    def _report(self, result: Result) -> None:
        names = ", ".join(
            f"{name} {result.scores[seat]}" if result.scores else name for seat, name in enumerate(result.players)
        )
        table = name_of(self.club, result.key.table)
        self._show(self._texts.say("club.over", table=table, game=title_of(result.name), names=names))

    def _order(self, order: Plain) -> None:
        """From the page's thread: whoever orders faster than the club hears is not heard."""
        try:
            self._orders.put_nowait(order)
        except queue.Full:
            return

    def _arrange(self, order: Plain) -> None:
        """What the organiser wants; anything else changes nothing."""
        before, now_s = self.evening, self._now()
        name, minutes = order.get("name"), order.get("minutes")
        if isinstance(minutes, int) and 1 <= minutes <= 600:
            self.evening = msgspec.structs.replace(self.evening, minutes=minutes)
        do = order.get("do")
        if do == "arrive" and isinstance(name, str):
            self.evening = arranging.arrive(self.evening, name)
        elif do == "leave" and isinstance(name, str):
            self.evening = arranging.leave(self.evening, name)
        elif do in ("pair", "open"):
            tables = tuple(table.id for table in self.club.tables.values() if table.online)
            self.evening = arranging.begin_round(self.evening, tables, now_s, free=do == "open")
        elif do == "end":
            self.evening = arranging.end_round(self.evening, now_s)
        if self.evening != before:
            try:
                arranging.write_evening(self._folder, self.evening)
            except BadInput as fault:
                self._show(self._texts.translate(fault))

    def _export(self, name: str) -> str:
        """From the page's thread: a file, made of the scores as they were counted last."""
        results, standings = self.scores.seen
        if name == "results.csv":
            return results_csv(results)
        if name == "standings.csv":
            return standings_csv(standings)
        return evening_json(results, standings) if name == "evening.json" else ""
