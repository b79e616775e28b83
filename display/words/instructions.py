"""What the table does with its hands: short lines made from events. A game says which of its events move something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tablekeeper.engines.core import Event

if TYPE_CHECKING:
    from tablekeeper.display.drawing.pen import Pen
    from tablekeeper.display.words.speech import Speech


class Phrase(NamedTuple):
    """Which text of the game's `do` says it, and what the text needs besides the event's facts."""

    key: str = ""
    """Empty: the text that is named after the event's kind."""
    facts: Mapping[str, object] = {}


Phrasing = Callable[["Speech", Event, Any], Phrase | None]
"""phrase(speech, event, view) -> which words; None: this time nothing moves."""
Drawing = Callable[["Pen", float, float, Event, Any, str], None]
"""drawing(pen, x, y, event, view, colour): the piece that moves, in a circle of `PIECE` around (x, y)."""
PIECE = 14.0
"""How far a drawn piece reaches from its middle, in units."""


def as_it_is(speech: Speech, event: Event, view: object) -> Phrase | None:
    """The event's own facts are all that the text needs."""
    return Phrase()


@dataclass(frozen=True, kw_only=True)
class Instruction:
    """What one kind of event asks the hands to do."""

    phrase: Phrasing = as_it_is
    draw: Drawing | None = None
    moves: bool = True
    """Whether a piece moves; else the line only says what happened, such as a roll."""
    due: bool = True
    """Whether that is still to be done; people who tell what they turned over have done it already."""
    adds: str = ""
    """The fact that adds up where one seat does the same several times in a row, as it draws one card after another."""


CHOSE = "chose"
"""What a bot did, as the page says it before what came of it: no event of any game."""
CHOICE = Instruction(moves=False)


class Line(NamedTuple):
    """One line, to one seat or to the whole table."""

    seat: int
    says: str
    event: Event
    instruction: Instruction


def lines_of(
    speech: Speech, instructions: Mapping[str, Instruction], view: object, events: Iterable[Event]
) -> list[Line]:
    """The lines for these events, oldest first."""
    found: list[Line] = []
    for event in _added_up(instructions, events):
        if event.kind == CHOSE:
            found.append(Line(event.seat, _say_choice(speech, event), event, CHOICE))
            continue
        instruction = instructions.get(event.kind)
        made = instruction.phrase(speech, event, view) if instruction is not None else None
        if instruction is not None and made is not None:
            found.append(Line(event.seat, _say(speech, event, made), event, instruction))
    return found


def _added_up(instructions: Mapping[str, Instruction], events: Iterable[Event]) -> Iterator[Event]:
    """The events; what adds up is one."""
    held: Event | None = None
    for event in events:
        fact = instructions[event.kind].adds if event.kind in instructions else ""
        if held is not None and fact and (held.kind, held.seat) == (event.kind, event.seat):
            held = event._replace(facts={**event.facts, fact: held.facts[fact] + event.facts[fact]})
            continue
        if held is not None:
            yield held
        held = event
    if held is not None:
        yield held


def _say_choice(speech: Speech, event: Event) -> str:
    """What a bot chose, and what speaks for it."""
    if "answer" not in event.facts:
        return speech.texts.say("do.chose_hidden")
    answer = event.facts["answer"]
    own = speech.texts.first(
        f"{speech.game}.do.mine.chose_{answer.verb}", **speech.facts(speech.counted(answer.parts()))
    )
    said = own or speech.texts.say("do.chose", answer=speech.option(answer))
    return f"{said} {speech.because(event.facts.get('reason'))}".rstrip()


def _say(speech: Speech, event: Event, made: Phrase) -> str:
    facts = speech.facts({**event.facts, **made.facts}) | {"name": speech.name(event.seat)}
    key = made.key or event.kind
    mine = speech.texts.first(f"{speech.game}.do.mine.{key}", **facts) if event.seat in speech.companions else None
    return mine or speech.texts.say(f"{speech.game}.do.{key}", **facts)


def addressed(speech: Speech, line: Line) -> str:
    """The line as it is read to the whole table: whose hands are meant comes first."""
    return speech.texts.say("do.line", name=speech.name(line.seat), says=line.says)
