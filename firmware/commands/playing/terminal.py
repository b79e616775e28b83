"""A game at a terminal: the plain and accessible front end, one question after the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tablekeeper.display.games import look_of
from tablekeeper.display.words.instructions import addressed, lines_of
from tablekeeper.display.words.speech import Speech, clause_words, source_words
from tablekeeper.display.words.texts import ENGLISH, Said, Texts, printed, shipped_texts
from tablekeeper.engines.core import CHANCE, PUBLIC, Answer, Event, Question, Refused, Roll, Unreadable
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.printed.ledger import Clause
from tablekeeper.engines.core.question import TELL
from tablekeeper.engines.core.reason import Reason
from tablekeeper.firmware.commands.playing.keyboard import Quit
from tablekeeper.firmware.journal.companions import giver_of, is_bot
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages.advice import advise
from tablekeeper.firmware.pages.choices import reason_at
from tablekeeper.firmware.pages.tutor import Tutor
from tablekeeper.firmware.program.bots import Bots

FEW = 12
MANY = 40
COMMANDS = ("help", "undo", "fix", "rewind", "log", "next", "hint", "more", "board", "score", "quit")
SHORT = {"?": "why", "q": "quit"}
LONGEST_NUMBER = 6
"""Digits; no game has answers or options by the million."""


Describe = Callable[[Speech, Any], Iterable[str]]


def name_cause(texts: Texts, game: str, cause: str) -> str:
    """Why a game ended so, in words."""
    return texts.first(*_keys_of(game, cause)) or cause.replace("_", " ")


def cause_of(game: str, cause: str) -> str:
    """The same before the language is known."""
    known = shipped_texts(ENGLISH)
    return next((Said(key) for key in _keys_of(game, cause) if key in known), cause.replace("_", " "))


def _keys_of(game: str, cause: str) -> tuple[str, str]:
    return f"{game}.end.{cause}", f"{game}.cause.{cause}"


class Terminal:
    """Asks, listens and prints; the session decides and stores."""

    def __init__(
        self,
        session: Session,
        ledger: Mapping[str, Clause],
        speech: Speech,
        *,
        ask: Callable[[str], str],
        show: Callable[[str], None],
        luck: random.Random,
        bots: Mapping[int, Bot] | None = None,
        tutor: Tutor | None = None,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self.session = session
        self.ledger = ledger
        self.speech = speech
        self.ask = ask
        self.show = show
        self.luck = luck
        self.bots = bots or {}
        self.reason: Reason | None = None
        """What spoke for the last answer, if a bot gave it."""
        deals = session.history.setup.virtual
        self.seats = Bots(
            self.bots,
            luck,
            deals=deals,
            observed=lambda asked: asked.about.get("seat") not in self.bots,
            obvious=session.game.obvious,
            held=session.held_in_hand,
            own_pieces=session.has_own_pieces,
        )
        self.tutor = tutor
        self.alive = alive
        """Called at every turn; returns whether to go on."""
        self.last: Sequence[Event] = session.history.opening
        self.words = {speech.texts.say(f"terminal.command.{name}"): name for name in COMMANDS} | SHORT
        """What may be typed beside the English words."""

    def say(self, key: str, **facts: object) -> None:
        """Print the terminal's own words in the language of the table."""
        self.show(self.speech.texts.say(f"terminal.{key}", **facts))

    def play(self) -> None:
        """Play until the game is over, or Quit."""
        self._show_events(self.last)
        if self.session.history.played and not self.session.is_over:
            self._show_table(look_of(self.session.game.name).board)
        self._teach(self.last)
        while not self.session.is_over:
            if not self.alive():
                raise Quit
            question = self.session.history.question
            chosen = self.seats.choose(self.session, question, 0.0)
            if chosen is not None:
                self._give(*chosen)
            else:
                self._listen(question)
        self._show_outcome()

    def _listen(self, question: Question) -> None:
        self.show("")
        self._show_lesson()
        self._describe(question)
        line = self.ask("> ").strip()
        word, _, rest = line.partition(" ")
        verb = word.lower()
        commands: dict[str, Callable[[str], None]] = {
            "why": lambda _: self._show_why(),
            "help": lambda _: self.say("help"),
            "undo": lambda _: self._undo(),
            "fix": self._fix,
            "rewind": self._rewind,
            "log": lambda _: self._show_log(),
            "next": lambda _: self._read_on(),
            "hint": lambda _: self._show_hint(question),
            "more": lambda rest: self._list_more(question.options, rest),
            "board": lambda _: self._show_table(look_of(self.session.game.name).board),
            "score": lambda _: self._show_table(look_of(self.session.game.name).score),
        }
        known = self.words.get(verb, verb)
        try:
            if known == "quit":
                raise Quit
            if known in commands:
                commands[known](rest)
            elif line or (question.asked == CHANCE and question.kind != TELL):
                read = self._read(line, question)
                if read is not None:
                    self._give(*read)
            elif question.kind == TELL:
                self.say("tell_only")
        except Refused as refusal:
            self.show(self.speech.refusal(refusal))
        except Unreadable as fault:
            spelled = verb in self.session.game.rules.reader.kinds
            self.say("unreadable" if spelled else "unknown_word", fault=fault, word=verb)

    def _read(self, line: str, question: Question) -> tuple[Answer, str] | None:
        """The answer that a line means; None where it is the number of no option."""
        options = question.options
        if not line:
            return options[self.luck.randrange(len(options))], "luck"
        if question.kind == TELL and not line.startswith(TELL):
            values = ",".join(line.replace(",", " ").split())
            line = f"{TELL} {question.about['place']} {values}"  # a number here is a value, not an option's
        if not isinstance(options[0], Roll) and is_number(line) and not 1 <= int(line) <= len(options):
            self.say("no_option", number=line, count=len(options))
            return None
        return self._parse(line, options), "keyboard"

    def _parse(self, line: str, options: Sequence[Answer]) -> Answer:
        words = line.replace(",", " ").split()
        if words and all(map(is_number, words)):
            if isinstance(options[0], Roll):
                return Roll(tuple(map(int, words)))
            if len(words) == 1 and 1 <= int(words[0]) <= len(options):
                return options[int(words[0]) - 1]
        return self.session.game.rules.read(line)

    def _give(self, answer: Answer, source: str) -> None:
        history, game = self.session.history, self.session.game
        question = history.question
        events = self.session.answer(answer, source)
        self.reason = None
        if source != "keyboard" and not self._is_hidden(events):
            self._show_said(self.speech.name(question.asked), self._spell(answer))
            self.reason = reason_at(game, history, len(history.played) - 1) if is_bot(source) else None
            self._show_reason(self.reason)
        for notice in self.session.notices.values():
            self.show(self.speech.texts.translate(notice))
        self.last = events
        self._show_events(events)
        self._teach(events)

    def _teach(self, events: Sequence[Event]) -> None:
        if self.tutor is not None:
            self.tutor.hear(events, None if self.session.is_over else self.session.history.question.kind)

    def _read_on(self) -> None:
        if self.tutor is not None:
            self.tutor.read_on()

    def _show_lesson(self) -> None:
        """The next step of the lesson, once."""
        taken = self.tutor.take() if self.tutor is not None else None
        if taken is None or self.tutor is None:
            return
        texts = self.speech.texts
        chapter = taken.step.chapter
        title = texts.first(f"lesson.chapter.{chapter.replace(' ', '_').replace('-', '_')}") or chapter
        place = texts.say("table.of", part=taken.number, whole=taken.whole)
        more = " " + texts.say("terminal.read_on") if taken.step.done.by_reading else ""
        self.show(f"[{place}, {title}] {taken.step.text(self.tutor.language)}{more}")

    def _undo(self) -> None:
        self.say("taken_back", answer=self._spell(self.session.take_back("keyboard").answer))

    def _fix(self, rest: str) -> None:
        played = self.session.history.played
        number, _, text = rest.partition(" ")
        if number.startswith("#") and is_number(number[1:]):
            at = int(number[1:])
        else:
            at = self._last_roll()
            text = rest
        if at < 0 or at >= len(played):
            self.show(self.speech.texts.say("refused.history.no_such_answer"))
            return
        if not text.strip():
            self.say("fix_what")
            return
        dropped = self.session.fix(at, self._parse(text, [played[at].answer]), "keyboard")
        self.say("fixed", number=at, answer=self._spell(self.session.history.played[at].answer))
        if dropped:
            self.say("dropped", answers="; ".join(self._spell(played.answer) for played in dropped))

    def _last_roll(self) -> int:
        """The last roll; in a game without dice the last that chance answered; -1 where there is none."""
        played = self.session.history.played
        from_chance = [number for number, answer in enumerate(played) if answer.asked == CHANCE]
        rolls = [number for number in from_chance if isinstance(played[number].answer, Roll)]
        return max(rolls or from_chance, default=-1)

    def _show_table(self, describe: Describe) -> None:
        """What lies where, or how everybody stands."""
        game, history = self.session.game, self.session.history
        lines = list(describe(self.speech, game.rules.view(history.state, PUBLIC)))
        for line in lines:
            self.show(f"  {line}")
        if not lines:
            self.say("no_board")

    def _rewind(self, rest: str) -> None:
        number = rest.removeprefix("#")
        if not is_number(number):
            self.say("rewind_which")
        else:
            self.say("rewound", answer=self._spell(self.session.rewind(int(number), "keyboard").answer))

    def _show_events(self, events: Sequence[Event]) -> None:
        for event in events:
            if not self._is_hidden((event,)):
                self.show(f"  {self.speech.event(event)} [{event.clause}]")
        self._show_hands(events)

    def _show_hands(self, events: Sequence[Event]) -> None:
        """What to do with the pieces."""
        game, history = self.session.game, self.session.history
        view = game.rules.view(history.state, PUBLIC)
        public = [event for event in events if event.only_for == PUBLIC]
        for line in lines_of(self.speech, look_of(game.name).instructions, view, public):
            if line.instruction.moves:
                self.show(f"  > {addressed(self.speech, line)}")

    def _is_hidden(self, events: Sequence[Event]) -> bool:
        """Whether only a bot may know what happened; people at one terminal see one another's hands anyway."""
        return any(event.only_for in self.bots for event in events)

    def _show_why(self) -> None:
        self._show_reason(self.reason)
        texts, game = self.speech.texts, self.session.game.name
        for clause in dict.fromkeys(event.clause for event in self.last):
            found = self.ledger[clause]
            says = clause_words(texts, game, clause) or found.says
            self.show(f"  {clause}: {says} ({source_words(texts, found.source)})")

    def _show_hint(self, question: Question) -> None:
        """What a good player would do, and what else can be said of its chances."""
        game, state = self.session.game, self.session.history.state
        if question.asked == CHANCE:
            self.say("no_hint")
            return
        if game.hint is not None:
            key, facts = game.hint(state)
            self.show(self.speech.texts.say(f"{game.name}.hint.{key}", **facts))
        if question.kind in game.held and not self.session.history.setup.virtual:
            self.say("hint_held")  # the companion does not know what is held, so it names no tile and no card
            hint = self.speech.texts.first(f"{game.name}.hint.held.{question.kind}")
            if hint is not None:
                self.show(hint)
            return
        if game.weigh is not None:
            self.say("thinking")
        advice = advise(game, state, question, self.luck)
        self.say("hint", answer=self._spell(advice.answer))
        self._show_reason(advice.reason)
        if expected := self.speech.expects(advice.weighed, advice.answer):
            self.show(f"  {expected}")

    def _show_reason(self, reason: Reason | None) -> None:
        """What speaks for an answer, where something does."""
        because = self.speech.because(reason)
        if because:
            self.show(f"  {because}")

    def _show_log(self) -> None:
        texts = self.speech.texts
        for number, played in enumerate(self.session.history.played):
            text = "..." if self._is_hidden(played.events) else self._spell(played.answer)
            source = texts.first(f"terminal.source.{giver_of(played.source)}") or giver_of(played.source)
            said = texts.say("do.line", name=self.speech.name(played.asked), says=text)
            self.show(f"  #{number:<4} {said} ({source})")

    def _describe(self, question: Question) -> None:
        """What is asked, in words, and how it can be answered."""
        for words in (self.speech.ask(question), self.speech.second(question), self._where(question)):
            if words:
                self.show(words)
        if isinstance(question.options[0], Roll):
            texts = self.speech.texts
            dice = [texts.say(f"colour.{colour}") for colour, count in question.about["dice"] for _ in range(count)]
            self._say_how("type_dice", colours=" ".join(dice))
        elif question.kind == TELL:
            self._ask_for_value([option.spell().rpartition(" ")[2].replace(",", " ") for option in question.options])
        elif len(question.options) <= FEW:
            self._list_options(question.options)
        else:
            self._say_how("many", count=len(question.options), option=question.options[0].spell())

    def _where(self, question: Question) -> str:
        """Which place is meant, where the screen would show it."""
        game, place = self.session.game.name, question.about.get("place")
        keys = [f"terminal.where.{game}_{question.kind}"]
        if isinstance(place, int):
            keys.append(f"terminal.where.{game}")
        return self.speech.texts.first(*keys, place=place + 1 if isinstance(place, int) else place) or ""

    def _ask_for_value(self, values: Sequence[str]) -> None:
        if len(values) > 2 and all(map(is_number, values)) and is_run(list(map(int, values))):
            run = self.speech.texts.say("terminal.to", least=values[0], most=values[-1])
            self._say_how("type_value", values=run)
        elif len(values) <= MANY:
            self._say_how("type_value", values=", ".join(values))
        else:
            self._say_how("type_such", value=values[len(values) // 2])

    def _say_how(self, key: str, **facts: object) -> None:
        self.show("  " + self.speech.texts.say(f"terminal.{key}", **facts))

    def _show_said(self, name: str, says: str) -> None:
        self.show(self.speech.texts.say("do.line", name=name, says=says))

    def _list_more(self, options: Sequence[Answer], rest: str) -> None:
        """The options from a number on, as many as are read at once."""
        first = min(int(rest), len(options)) if is_number(rest) and int(rest) else 1
        self._list_options(options[first - 1 : first - 1 + MANY], first)
        if first - 1 + MANY < len(options):
            self._say_how("more_from", number=first + MANY, count=len(options))

    def _list_options(self, options: Sequence[Answer], first: int = 1) -> None:
        for number, option in enumerate(options, first):
            self.show(f"  {number:3} {self._spell(option)}")

    def _spell(self, answer: Answer) -> str:
        """In words, and as it is typed."""
        words, typed = self.speech.option(answer), answer.spell()
        return typed if words == typed else f"{words} ({typed})"

    def _show_outcome(self) -> None:
        outcome = self.session.game.rules.outcome(self.session.history.state)
        if outcome is not None:
            texts = self.speech.texts
            names = texts.say("word.and").join(self.session.names[seat] for seat in outcome.winners)
            scores = ", ".join(printed(score) for score in outcome.scores) or texts.say("terminal.no_scores")
            cause = name_cause(texts, self.session.game.name, outcome.cause)
            self.show("")
            self.say("over" if names else "over_nobody", names=names, cause=cause, scores=scores)


def is_run(numbers: Sequence[int]) -> bool:
    """Whether these numbers rise one by one."""
    return list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def is_number(word: str) -> bool:
    """Whether a word is a number as people type one."""
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
