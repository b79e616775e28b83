"""Makes sentences: what is asked, what happened, what an option does, in the language of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tablekeeper.display.drawing.theme import PLAYERS
from tablekeeper.display.games import look_of
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.side_page import colour_of_seat, name_of
from tablekeeper.display.words.texts import Texts, printed
from tablekeeper.engines.core import CHANCE, Answer, Event, Question, Refused
from tablekeeper.engines.core.bots.weighing import WINS, Weighed
from tablekeeper.engines.core.question import Facts
from tablekeeper.engines.core.reason import Reason

SEAT_FACTS = ("seat", "victim", "giver", "caller", "player")
"""Facts that hold the number of a seat."""


class Speech:
    """Speaks of one game, to people with names and colours."""

    def __init__(
        self, texts: Texts, game: str, names: Mapping[int, str], colours: Mapping[int, str],
        companions: frozenset[int] = frozenset(),
    ) -> None:  # fmt: skip
        self.texts = texts
        self.game = game
        self.names = names
        self.companions = companions
        """The seats that the companion plays: there it speaks of itself."""
        self.who_wears = {colour_of_seat(colours, seat): name for seat, name in names.items() if seat >= 0}
        self.colours = colours

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return name_of(self.texts, self.names, seat)

    def word(self, fact: str, value: object) -> str:
        """One fact as people say it."""
        texts = self.texts
        if isinstance(value, bool):
            return texts.say("word.yes" if value else "word.no")
        if isinstance(value, tuple | list):
            return ", ".join(self.word(fact, item) for item in value) or "–"
        if isinstance(value, int):
            if fact in SEAT_FACTS or (fact == "of" and value in self.names):
                return self.name(value)
            return printed(value)
        if value is None or value == "":
            return "–"
        return self._plain_word(fact, str(value))

    def _plain_word(self, fact: str, value: str) -> str:
        texts = self.texts
        if value in PLAYERS and value in self.who_wears and fact not in ("die", "body", "side"):
            return self.who_wears[value]
        found = texts.first(f"{self.game}.{fact}.{value}", f"{self.game}.word.{value}", f"word.{value}",
                            f"colour.{value}")  # fmt: skip
        return found if found is not None else self._counted_word(fact, value)

    def _counted_word(self, fact: str, value: str) -> str:
        """A word with its number, such as `heal_2`."""
        base, _, number = value.rpartition("_")
        if base and number.isdigit():
            counted = self.texts.first(f"{self.game}.counted.{base}", count=number)
            if counted is not None:
                return counted
            return f"{self._plain_word(fact, base)}\N{NO-BREAK SPACE}{number}"
        return self.unknown(value)

    def unknown(self, value: str) -> str:
        """What the texts do not know is said as it is."""
        return value.replace("_", " ")

    def facts(self, facts: Facts) -> dict[str, str]:
        """All facts as people say them."""
        return {name: self.word(name, value) for name, value in facts.items()}

    def counted(self, facts: Facts) -> Facts:
        """Facts with the numbers that stand on the table: places that people count from 1."""
        from_one = look_of(self.game).from_one
        return {name: value + 1 if name in from_one and type(value) is int else value for name, value in facts.items()}

    def event(self, event: Event) -> str:
        """One sentence about what happened."""
        facts = self.facts(event.facts) | {"name": self.name(event.seat)}
        key = f"{self.game}.event.{event.kind}"
        keys = [f"{key}.{event.clause.rpartition('.')[2]}", key]
        backward = {name: printed(-value) for name, value in event.facts.items() if type(value) is int and value < 0}
        if backward and f"{key}_back" in self.texts:
            keys, facts = [f"{key}_back"], facts | backward
        said = self.texts.first(*keys, **facts)
        if said is not None:
            return said
        return self.texts.say("event.any", name=facts["name"], what=event.kind.replace("_", " "))

    def option(self, answer: Answer) -> str:
        """What an option does, in a few words."""
        found = answer.parts()
        values = "_".join(str(value) for value in found.values())
        if answer.by_seat:
            shares = [f"{self.name(seat)} {count}" for seat, count in enumerate(found[answer.by_seat]) if count]
            found[answer.by_seat] = ", ".join(shares) or self.texts.say("word.nobody")
        keys = [f"{self.game}.answer.{answer.verb}_{values}", f"{self.game}.answer.{answer.verb}"]
        return self.texts.first(*keys, **self.facts(self.counted(found))) or answer.spell()

    def refusal(self, refused: Refused) -> str:
        """Why an answer does not fit, and what to do: one sentence."""
        reason = refused.reason.rpartition(".")[2]
        facts = self.facts(self.counted(refused.values)) | {"came": refused.came}
        keys = (refused.reason, reason)
        places = (f"{self.game}.refused", "refused")
        said = self.texts.first(*(f"{place}.{key}" for place in places for key in keys), **facts)
        said = said or self.texts.say("refused.not_offered", **facts)
        return said[:1].upper() + said[1:]

    def because(self, reason: Reason | None) -> str:
        """What speaks for an answer; empty where nothing can be said."""
        return (
            self.texts.first(f"{self.game}.reason.{reason.key}", **self.facts(self.counted(reason.facts))) or ""
            if reason
            else ""
        )

    def expects(self, weighed: Weighed | None, answer: Answer) -> str:
        """What the two best options promise: games won of 100, or a score by the game's own name for it.

        The answer has been named before; where another one is the best, both are named. Empty where nothing is known.
        """
        if weighed is None or len(weighed.findings) < 2:
            return ""
        best, other, *_ = weighed.findings
        scale = 100 if weighed.unit == WINS else 1
        first, second = round(scale * best.expects), round(scale * other.expects)
        if first == second and answer == other.answer:
            best, other = other, best
        kind = "_named" if answer != best.answer else "_alike" if first == second else ""
        facts = {"first": printed(first), "second": printed(second), "best": self.option(best.answer),
                 "other": self.option(other.answer)}  # fmt: skip
        key = f"expects.{weighed.unit}{kind}"
        return self.texts.first(f"{self.game}.{key}", f"hint.{key}", **facts) or ""

    def second(self, question: Question) -> str:
        """The softer line below what is asked, if there is one."""
        facts = self._asked(question)
        why = question.about.get("why", "")
        if asked_seat(question) in self.companions:
            return self.texts.first(f"{self.game}.mine.second.{question.kind}") or ""
        return (
            self.texts.first(
                f"{self.game}.second.{question.kind}.{why}", f"{self.game}.second.{question.kind}", **facts
            )
            or ""
        )

    def ask(self, question: Question) -> str:
        """What is asked, in one line."""
        facts = self._asked(question)
        alone = sum(count for _, count in question.about.get("dice", ())) == 1
        variant = "one" if alone else question.about.get("why", "")
        mine = f"{self.game}.mine.ask.{question.kind}" if asked_seat(question) in self.companions else ""
        said = self.texts.first(
            f"{mine}.{variant}", mine, f"{self.game}.ask.{question.kind}.{variant}", f"{self.game}.ask.{question.kind}",
            f"{self.game}.ask.{question.kind}.any", f"ask.{question.kind}", **facts,
        )  # fmt: skip
        return said or self.texts.say("ask.any", name=facts["name"], what=question.kind.replace("_", " "))

    def _asked(self, question: Question) -> dict[str, str]:
        seat = asked_seat(question)
        about = self.counted(question.about)
        facts = self.facts({name: value for name, value in about.items() if name != "dice"})
        dice = question.about.get("dice", ())
        colour = next((body for body, _ in dice), colour_of_seat(self.colours, seat) if seat >= 0 else "white")
        facts |= {
            "name": self.name(seat),
            "dice": self.dice(dice),
            "colour": self.texts.first(f"colours.{colour}") or "",
        }
        made = question.about.get("made")
        if made:
            facts["hand"] = self.word("hand", made[-1])
        return facts

    def dice(self, dice: tuple[tuple[str, int], ...]) -> str:
        """Dice by colour and number, for instance `2 red, 1 black`."""
        kind = {True: "colour", False: "colours"}
        return ", ".join(f"{count} {self.texts.say(f'{kind[count == 1]}.{body}')}" for body, count in dice)


def clause_words(texts: Texts, game: str, clause: str) -> str:
    """A clause in the table's language; empty where the ledger's own words are to be taken."""
    return texts.first(f"{game}.clause.{clause}") or ""


def source_words(texts: Texts, source: str) -> str:
    """Where a clause comes from, with the ledger's abbreviations in the table's language."""
    for pattern, key in (
        (r"\bRB\b", "why.rulebook"),
        (r"\bour ruling\b", "why.our_ruling"),
        (r"\brulings?\b(?= \d)", "why.ruling"),
    ):
        source = re.sub(pattern, texts.say(key), source)
    return source


def asked_seat(question: Question) -> int:
    """Whose hands are needed: the seat asked, or for dice and tiles the one who rolls and draws."""
    if question.asked == CHANCE:
        seat = question.about.get("seat", CHANCE)
        return int(seat)
    return question.asked


def speech_of(texts: Texts, page: TablePage) -> Speech:
    """The speech of a table page."""
    return Speech(texts, page.game, page.names, page.colours, page.companions)
