"""One game at one table: its rules, its history, and the journal that keeps it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from tablekeeper.display.words.texts import Said
from tablekeeper.engines.catalogue import UnknownGame, find_game
from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game, check_players
from tablekeeper.engines.core.question import TEAM
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.record.giver import THE_TABLE, Giver
from tablekeeper.engines.core.record.history import History, Played
from tablekeeper.engines.core.setup import Setup
from tablekeeper.engines.core.state import from_plain, to_plain
from tablekeeper.faults import Words, words_of
from tablekeeper.firmware.errors import BadInput, GameUnreadable, JournalFault
from tablekeeper.firmware.journal.companions import bot_seats, check_seats, spell_seats, strength_of
from tablekeeper.firmware.journal.journal import Journal, Record
from tablekeeper.firmware.journal.misfits import shorten
from tablekeeper.firmware.journal.origin import BOTS, GOOD, PEOPLE, Origin, fingerprint_rules
from tablekeeper.firmware.settings.copies import Copies

LONGEST_NAME = 60
SHIPPED_ONLY = Copies()
LUCK = "luck"
"""The source of what the companion drew itself: it says nothing about anybody's copy."""


class Session:
    """A game that can be played, left and resumed."""

    def __init__(
        self, game: Game, journal: Journal, record: int, history: History, now: Callable[[], float], copies: Copies
    ) -> None:
        self.game = game
        self.journal = journal
        self.record = record
        self.history = history
        self.now = now
        self.copies = copies
        self.rules_changed = False
        """Whether the game was begun with other rules than today's: then the table is worth a look."""
        self.bot_seats: frozenset[int] = frozenset()
        """The seats that the companion plays itself; with TEAM in a game of bots alone."""
        self.strength = GOOD
        """How well it plays them."""
        self.notices: dict[str, str] = {}
        """What could not be written beside the answers, one sentence by what it concerns; the game goes on."""
        self._learned = dict(game.learned(history.state))
        history.game, history.keep = record, journal.writer(record)

    @classmethod
    def begin(
        cls,
        journal: Journal,
        name: str,
        players: Sequence[str],
        *,
        table: str,
        edition: str = "",
        options: Mapping[str, str] | None = None,
        copies: Copies = SHIPPED_ONLY,
        now: Callable[[], float] = time.time,
        by: str = PEOPLE,
        companions: Sequence[int] = (),
        strength: str = GOOD,
    ) -> Session:
        """A new game; unfinished ones go on waiting."""
        game = find_game(name)
        check_names(players)
        setup = game.prepare(players, copies.open(game, edition, table), table=table, options=options or {})
        check_seats(companions, players, game, setup)
        spelled = spell_seats(companions)
        record = journal.begin(game.name, to_plain(setup), now(), by, spelled, strength)
        session = cls(game, journal, record, History(game.rules, setup), now, copies)
        session.bot_seats = bot_seats(Origin(by=by, companions=spelled), len(players))
        session.strength = strength
        return session

    @classmethod
    def resume(
        cls, journal: Journal, record: Record, now: Callable[[], float] = time.time, copies: Copies = SHIPPED_ONLY
    ) -> Session:
        """The game from the journal, as far as it fits today's rules; GameUnreadable where nothing does."""
        entries = journal.entries(record.id)
        game, history = fold_game(record, entries)
        session = cls(game, journal, record.id, history, now, copies)
        session.bot_seats = bot_seats(record.origin, len(history.setup.players))
        session.strength = strength_of(record.origin)
        session.rules_changed = record.origin.rules not in ("", fingerprint_rules(game.name))
        return session

    def settle(self, source: str) -> None:
        """Go on from where the game still fits the rules of today."""
        self.history.settle(source, self.now())
        self._keep_learned(source)

    def leave(self) -> None:
        """The people put this game away: it is kept, and no longer waits for them."""
        self.journal.end(self.record, "left", (), self.now())

    def once_more(self) -> Session:
        """A new game with the same people and the same copy."""
        setup = self.history.setup
        by = BOTS if TEAM in self.bot_seats else PEOPLE
        companions = spell_seats(sorted(self.bot_seats - {TEAM}))
        record = self.journal.begin(self.game.name, to_plain(setup), self.now(), by, companions, self.strength)
        again = Session(self.game, self.journal, record, History(self.game.rules, setup), self.now, self.copies)
        again.bot_seats, again.strength = self.bot_seats, self.strength
        return again

    @property
    def bots(self) -> dict[int, Bot]:
        """Who plays the companion's seats."""
        return dict.fromkeys(self.bot_seats, self.game.bot(self.strength))

    @property
    def names(self) -> dict[int, str]:
        """Who can be asked, by name."""
        return self.game.rules.seat_names(self.history.setup)

    @property
    def held_in_hand(self) -> frozenset[str]:
        """The kinds of questions whose answers only people see, in their hands or in the companion's."""
        return frozenset() if self.history.setup.virtual else self.game.held

    @property
    def has_own_pieces(self) -> bool:
        """Whether the companion plays with pieces of its own beside the real ones."""
        return self.game.at_table is not None and not self.history.setup.virtual

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.game.rules.is_over(self.history.state)

    def answer(self, answer: Answer, source: str, giver: Giver = THE_TABLE) -> tuple[Event, ...]:
        """Answer the open question; what happened is returned once it is on disk."""
        events = self.history.answer(answer, source, self.now(), giver)
        self._keep_learned(source)
        self.note_end()
        return events

    def note_end(self) -> None:
        """Write down that the game is over and how, if it is: where that fails, the next who opens the game does it."""
        if not self.is_over or self.history.misfit is not None:
            return
        try:
            self.journal.end(self.record, "over", self.game.rules.outcome(self.history.state) or (), self.now())
        except JournalFault as fault:
            self.notices["journal"] = Said("trouble.saving_late", words_of(fault))

    def fix(self, at: int, answer: Answer, source: str, giver: Giver = THE_TABLE) -> list[Played]:
        """The sensor was wrong: put the right reading in its place; returns what no longer fits."""
        dropped = self.history.fix(at, answer, source, self.now(), giver)
        self._keep_learned(source)
        self.note_end()
        return dropped

    def take_back(self, source: str, giver: Giver = THE_TABLE) -> Played:
        """Take the last decision back."""
        taken = self.history.take_back(source, self.now(), giver)
        self._keep_learned(source)
        return taken

    def rewind(self, at: int, source: str, giver: Giver = THE_TABLE) -> Played:
        """All agree to go back to before an answer."""
        first = self.history.rewind(at, source, self.now(), giver)
        self._keep_learned(source)
        return first

    def _keep_learned(self, source: str) -> None:
        """What people tell about their copy goes into the owner's edition, and out again when they take it back."""
        before, self._learned = self._learned, dict(self.game.learned(self.history.state))
        new = {place: value for place, value in self._learned.items() if before.get(place) != value}
        gone = before.keys() - self._learned.keys()
        if not (new or gone) or source == LUCK:
            return
        try:
            self.copies.store(self.game, new, gone)
        except (EngineError, BadInput, OSError) as fault:
            self.notices["edition"] = Said(
                "trouble.edition_not_kept", Words("your edition was not kept: {fault}", fault=fault)
            )


def fold_game(record: Record, entries: Iterable[Entry]) -> tuple[Game, History]:
    """A game of the journal folded as far as it fits; GameUnreadable where it cannot even be set up."""
    try:
        game = find_game(record.name)
    except UnknownGame:
        raise GameUnreadable(Said("misfit.game", number=record.id, game=shorten(record.name))) from None
    setup = read_setup(game, record)
    try:
        history = History.fold(game.rules, setup, entries)
        game.learned(history.state)
    except Exception as fault:  # noqa: BLE001 (other rules may do anything with what a journal holds)
        raise _unreadable(record, fault) from None
    return game, history


def read_setup(game: Game, record: Record) -> Setup:
    """The setup that a record keeps."""
    try:
        setup = from_plain(game.rules.setup, record.setup)
        check_players(game.title, setup.players, game.seats)
        game.check(setup)
    except Exception as fault:  # noqa: BLE001 (other rules may do anything with what a journal holds)
        raise _unreadable(record, fault) from None
    named: Setup = replace(setup, players=tuple(map(shorten, setup.players)))
    return named


def check_names(players: Sequence[str]) -> None:
    """Names are shown everywhere: they fit into a line, and steer nothing."""
    for name in players:
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadInput(
                "Cannot name the players: found {name!r} ({count} letters); expected up to {most} printable letters",
                name=shorten(name),
                count=len(name),
                most=LONGEST_NAME,
            )


def _unreadable(record: Record, fault: Exception) -> GameUnreadable:
    return GameUnreadable(
        Said(
            "misfit.setup",
            number=record.id,
            why=shorten(str(fault) or type(fault).__name__),
        )
    )
