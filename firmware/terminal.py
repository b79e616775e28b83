"""A game at a terminal: the plain and accessible front end, one question after the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from display.speech import Speech
from display.texts import Texts, printed
from engines.core import CHANCE, Answer, Event, Question, Refused, Roll, Unreadable
from engines.core.ledger import Clause
from engines.core.playout import Bot
from engines.core.question import TELL
from firmware.pages import tell_story
from firmware.session import Session
from firmware.tutor import Tutor

FEW = 12
MANY = 40
HELP = """\
Type the number of an option, or the answer itself. At dice, type what you rolled: 3 5 6.
An empty line lets me roll or draw.
?      why did that happen (the clauses behind the last events)
undo   take the last decision back          fix ANSWER   the last roll was read wrong, this is right
log    the answers so far                   fix #N ANSWER the same for answer number N
more   all options                          rewind #N     all agree to go back to before answer N
hint   what a good bot would answer         next          read on in the lesson (--lesson)
quit   leave; the game is kept"""


class Quit(Exception):
    """The people at the table have had enough for now; the game is kept."""


def name_cause(texts: Texts, game: str, cause: str) -> str:
    """Why a game ended so, in words."""
    return texts.first(f"{game}.end.{cause}", f"{game}.cause.{cause}") or cause.replace("_", " ")


class Terminal:
    """Asks, listens and tells; the session decides and keeps."""

    def __init__(
        self,
        session: Session,
        ledger: Mapping[str, Clause],
        speech: Speech,
        *,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        luck: random.Random,
        bots: Mapping[int, Bot] | None = None,
        tutor: Tutor | None = None,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self.session = session
        self.ledger = ledger
        self.speech = speech
        self.ask = ask
        self.tell = tell
        self.luck = luck
        self.bots = bots or {}
        self.tutor = tutor
        self.alive = alive
        """Told at every turn; says whether to go on."""
        self.last: Sequence[Event] = session.history.opening

    def play(self) -> None:
        """Play until the game is over, or Quit."""
        self._tell_events(self.last)
        self._teach(self.last)
        while not self.session.is_over:
            if not self.alive():
                raise Quit
            question = self.session.history.question
            bot = self.bots.get(question.asked)
            if bot is not None:
                rules, state = self.session.game.rules, self.session.history.state
                self._give(bot(rules, state, question, self.luck), "bot")
            else:
                self._listen(question)
        self._tell_outcome()

    def _listen(self, question: Question) -> None:
        self.tell("")
        lesson = self.tutor.say() if self.tutor is not None else None
        if lesson is not None:
            self.tell(lesson)
        self._describe(question)
        line = self.ask("> ").strip()
        verb, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "?": lambda _: self._tell_why(),
            "help": lambda _: self.tell(HELP),
            "undo": lambda _: self._undo(),
            "fix": self._fix,
            "rewind": self._rewind,
            "log": lambda _: self._tell_log(),
            "next": lambda _: self._read_on(),
            "hint": lambda _: self._tell_hint(question),
            "more": lambda _: self._list_options(question.options),
        }
        try:
            if verb in ("quit", "q"):
                raise Quit
            if verb in commands:
                commands[verb](rest)
            elif line or (question.asked == CHANCE and question.kind != TELL):
                answer, source = self._read(line, question)
                self._give(answer, source)
            elif question.kind == TELL:
                self.tell("Only you can see what your copy prints: type it, and I shall not ask again.")
        except Refused as refusal:
            self.tell(f"That does not fit now ({refusal.reason}). Expected: {refusal.expected}")
        except Unreadable as fault:
            self.tell(f"I could not read that: {fault}. Type help for what I understand.")

    def _read(self, line: str, question: Question) -> tuple[Answer, str]:
        options = question.options
        if not line:
            return options[self.luck.randrange(len(options))], "luck"
        if question.kind == TELL and not line.startswith(TELL):
            values = ",".join(line.replace(",", " ").split())
            line = f"{TELL} {question.about['place']} {values}"  # a number here is a value, not an option's
        return self._parse(line, options), "keyboard"

    def _parse(self, line: str, options: Sequence[Answer]) -> Answer:
        words = line.replace(",", " ").split()
        if all(word.isdigit() for word in words):
            if isinstance(options[0], Roll):
                return Roll(tuple(map(int, words)))
            if len(words) == 1 and 1 <= int(words[0]) <= len(options):
                return options[int(words[0]) - 1]
        return self.session.game.rules.read(line)

    def _give(self, answer: Answer, source: str) -> None:
        asked = self.session.history.question.asked
        events = self.session.answer(answer, source)
        if source != "keyboard" and not self._is_hidden(events):
            self.tell(f"{self.speech.name(asked)}: {self._spell(answer)}")
        if self.session.notice:
            self.tell(self.session.notice)
        self.last = events
        self._tell_events(events)
        self._teach(events)

    def _teach(self, events: Sequence[Event]) -> None:
        if self.tutor is not None:
            self.tutor.hear(events, None if self.session.is_over else self.session.history.question.kind)

    def _read_on(self) -> None:
        if self.tutor is not None:
            self.tutor.read_on()

    def _undo(self) -> None:
        undone = self.session.take_back("keyboard")
        self.tell(f"Taken back: {undone.answer.spell()}")

    def _fix(self, rest: str) -> None:
        played = self.session.history.played
        number, _, text = rest.partition(" ")
        if number.startswith("#") and number[1:].isdigit():
            at = int(number[1:])
        else:
            at = next((i for i in reversed(range(len(played))) if played[i].asked == CHANCE), -1)
            text = rest
        if at < 0 or at >= len(played):
            self.tell("There is no such answer to fix; log shows them.")
            return
        dropped = self.session.fix(at, self._parse(text, [played[at].answer]), "keyboard")
        self.tell(f"Fixed answer {at}: {self.session.history.played[at].answer.spell()}")
        if dropped:
            self.tell("No longer fits and is dropped: " + "; ".join(played.answer.spell() for played in dropped))

    def _rewind(self, rest: str) -> None:
        number = rest.removeprefix("#")
        if not number.isdigit():
            self.tell("Rewind to which answer? log shows their numbers.")
            return
        undone = self.session.rewind(int(number), "keyboard")
        self.tell(f"Back to before {undone.answer.spell()}")

    def _tell_events(self, events: Sequence[Event]) -> None:
        for event in events:
            if not self._is_hidden((event,)):
                self.tell(f"  {self.speech.event(event)} [{event.clause}]")

    def _is_hidden(self, events: Sequence[Event]) -> bool:
        """Whether only a bot may know what happened; people at one terminal see one another's hands anyway."""
        return any(event.only_for in self.bots for event in events)

    def _tell_why(self) -> None:
        for clause in dict.fromkeys(event.clause for event in self.last):
            found = self.ledger[clause]
            self.tell(f"  {clause}: {found.says} ({found.source})")

    def _tell_hint(self, question: Question) -> None:
        """What the good bot would do; in Cocoons also whether it can still be won."""
        game, state = self.session.game, self.session.history.state
        if question.asked == CHANCE:
            self.tell("  Dice, cards and tiles are told as they fall; there is nothing to choose.")
            return
        if game.name == "cocoons":
            from engines.cocoons.solver import tokens_to_spare

            spare = tokens_to_spare(state)
            self.tell(f"  At best with {spare} tokens to spare." if spare >= 0 else "  This can no longer be won.")
        bot = game.bots["good"]
        self.tell(f"  A good bot would answer: {bot(game.rules, state, question, self.luck).spell()}")

    def _tell_log(self) -> None:
        for number, (played, events) in enumerate(tell_story(self.session)):
            text = "..." if self._is_hidden(events) else played.answer.spell()
            self.tell(f"  #{number:<4} {self.session.names[played.asked]}: {text} ({played.source})")

    def _describe(self, question: Question) -> None:
        """What is asked, in words, and how it can be answered."""
        for words in (self.speech.ask(question), self.speech.second(question)):
            if words:
                self.tell(words)
        if isinstance(question.options[0], Roll):
            order = " ".join(colour for colour, count in question.about["dice"] for _ in range(count))
            self.tell(f"  (type what they show: {order})")
        elif question.kind == TELL:
            values = [option.spell().rpartition(" ")[2].replace(",", " ") for option in question.options]
            shown = ", ".join(values) if len(values) <= MANY else f"for instance {values[len(values) // 2]}"
            self.tell(f"  (type what is printed: {shown})")
        elif len(question.options) <= FEW:
            self._list_options(question.options)
        else:
            self.tell(
                f"  ({len(question.options)} options, for instance {question.options[0].spell()}; more lists them)"
            )

    def _list_options(self, options: Sequence[Answer]) -> None:
        for number, option in enumerate(options, 1):
            self.tell(f"  {number:3} {self._spell(option)}")

    def _spell(self, answer: Answer) -> str:
        """In words, and as it is typed."""
        words, typed = self.speech.option(answer), answer.spell()
        return typed if words == typed else f"{words} ({typed})"

    def _tell_outcome(self) -> None:
        outcome = self.session.game.rules.outcome(self.session.history.state)
        if outcome is not None:
            winners = " and ".join(self.session.names[seat] for seat in outcome.winners)
            self.tell("")
            scores = ", ".join(str(printed(score)) for score in outcome.scores) or "none"
            game = self.session.game.name
            cause = name_cause(self.speech.texts, game, outcome.cause)
            self.tell(f"Over: {winners or 'nobody'} won ({cause}); scores {scores}.")
