"""What the screen can show: one frozen page for each screen, made of views, questions and events only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tablekeeper.display.intents import FixReading, Rewind, TakeBack
from tablekeeper.engines.core import PUBLIC, Answer, Event, Outcome, Question
from tablekeeper.engines.core.bots.weighing import Weighed
from tablekeeper.engines.core.question import Facts
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.record.giver import QuestionId

if TYPE_CHECKING:
    from tablekeeper.display.drawing.sprites import Pixels

Code = tuple[tuple[bool, ...], ...]
"""A QR code with its quiet border, as rows of dark and light."""
OK, DOUBT, BAD, OFF = "ok", "doubt", "bad", "off"
"""How a device is: fine, worth a look, gone, not used."""


@dataclass(frozen=True, slots=True)
class Light:
    """One health dot. Names: `camera`, `box`, `saving`."""

    name: str
    state: str = OK
    says: str = ""
    """What there is to say about it, in one sentence."""


ALL_WELL = (Light("camera"), Light("box"), Light("saving"))


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """A camera picture as rows of RGB bytes (an array of height x width x 3); the same object is the same picture."""

    pixels: Pixels


@dataclass(frozen=True, slots=True)
class DieCrop:
    """One die as the camera saw it. `value` 0 means: not read."""

    value: int
    body: str
    """`red`, `blue`, `green`, `yellow`, `purple`, `black`, `white`."""
    confidence: float = 1.0
    doubt: str | None = None
    """Why the reader is not sure: a key of the texts (`glare`, `faint`, `tilted`, `stacked`, `edge`) or None."""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Secret:
    """What only one seat may see, at a virtual table where everybody shares the screen: shown behind "hold to look"."""

    seat: int
    question: Question
    view: Any


class Entered(NamedTuple):
    """Something that people entered or a sensor read: a touch on the thing itself puts it right."""

    at: int
    """The number of its answer."""
    kind: str
    """The kind of the question."""
    answer: Answer
    about: Facts
    events: tuple[Event, ...]
    """What it did."""


class Rolled(NamedTuple):
    """A roll that happened."""

    event: Event
    bodies: tuple[str, ...]
    """The colours of its dice, in the order of the values."""

    @property
    def values(self) -> tuple[int, ...]:
        """What they show."""
        return tuple(self.event.facts["values"])


def bodies_in(about: Facts) -> tuple[str, ...]:
    """The colours of the dice that a question names, in the order of the values."""
    return tuple(colour for colour, count in about.get("dice", ()) for _ in range(count))


@dataclass(frozen=True, slots=True)
class TablePage:
    """The game: the table as everybody may see it, and what to do now."""

    game: str
    view: Any
    question: Question | None
    """As the public may see it (`seen_by`)."""
    names: Mapping[int, str]
    """Who sits where; TEAM may be named too."""
    happened: tuple[Event, ...] = ()
    """What the last answer did, oldest first."""
    done: tuple[Event, ...] = ()
    """What has happened since people answered last, oldest first: with that answer, and with those of bots and luck."""
    rolled: Rolled | None = None
    """The last roll of this turn, as long as there was one."""
    hands: bool = False
    """Whether people move the pieces themselves: then what to do with them lies open after every answer."""
    colours: Mapping[int, str] = field(default_factory=dict)
    """The seats' colours, where the view does not hold them; else red, blue, green... in the order of the seats."""
    companions: frozenset[int] = frozenset()
    """The seats that the companion plays."""
    health: tuple[Light, ...] = ALL_WELL
    can_take_back: bool = False
    can_fix: bool = False
    entered: tuple[Entered, ...] = ()
    """What can be put right by touching it, the oldest first."""
    claim: tuple[DieCrop, ...] | None = None
    """What the camera sees now but cannot use yet (dice still settling, or not those that were asked for)."""
    note: str = ""
    """Why things are not as usual: `settling`, `wrong_dice`, `nothing_moved`, `camera_lost`, `paused`, `thinking`,
    `disk_late`, `refused`, `other_seat`, `too_late`, `choose`, `box_differs`, or nothing."""
    secret: Secret | None = None
    touch: bool = False
    """Whether dice are entered by touch: then a roll opens the keypad at once."""
    menu: bool = True
    """Whether the menu can be opened here. A phone has one of its own."""
    asked: QuestionId | None = None
    """Which question is open: what is answered on this page names it."""


@dataclass(frozen=True, slots=True)
class DoubtPage:
    """Crops beside digits, the doubtful one framed; one tap fixes it."""

    game: str
    dice: tuple[DieCrop, ...]
    """In the order in which the roll is spelled."""
    names: Mapping[int, str]
    seat: int = PUBLIC
    """Whose roll it is."""
    colours: Mapping[int, str] = field(default_factory=dict)
    at: int = -1
    """The answer that is fixed; -1: the claim that is open now."""
    health: tuple[Light, ...] = ALL_WELL
    asked: QuestionId | None = None
    """Which question is open meanwhile."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the ledger."""

    id: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class WhyPage:
    """Why did this happen? The clauses, with the numbers of this case."""

    game: str
    event: Event
    clauses: tuple[Clause, ...]
    """The event's own clause first, then those that it leans on."""
    names: Mapping[int, str]
    colours: Mapping[int, str] = field(default_factory=dict)
    rolled: Rolled | None = None
    """The roll just before it, if there was one."""
    back: int = 0
    """How far back this event lies: 0 is the latest one."""
    can_fix: bool = False
    earlier: bool = True
    """Whether there is an event before it."""
    chosen: Answer | None = None
    """The choice of the companion that led to it."""
    reason: Reason | None = None
    """What spoke for it."""
    weighed: Weighed | None = None
    """What the options of that choice promised."""
    thinking: bool = False
    """Whether that is being worked out."""
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of the game and what it did."""

    at: int
    seat: int
    kind: str
    """The kind of the question."""
    text: str
    """The spelled answer."""
    events: tuple[Event, ...]
    was: str = ""
    """The spelled answer before it was fixed."""
    undone: bool = False
    fixable: bool = False
    """Whether people entered it or a sensor read it, so that it can be put right."""


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """What happened so far, and the three ways back."""

    game: str
    steps: tuple[Step, ...]
    names: Mapping[int, str]
    colours: Mapping[int, str] = field(default_factory=dict)
    can_take_back: int | None = None
    """The answer that its giver may still take back."""
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class FixPage:
    """What was entered is asked once more, at the table as it was then."""

    table: TablePage
    at: int
    was: str
    """The answer that stands there, as it is spelled."""
    asked: QuestionId
    """Which question is open meanwhile."""


@dataclass(frozen=True, slots=True)
class WayBackPage:
    """What a way back would undo, before it is taken."""

    game: str
    way: FixReading | TakeBack | Rewind
    steps: tuple[Step, ...]
    """What would be undone, oldest first."""
    names: Mapping[int, str]
    colours: Mapping[int, str] = field(default_factory=dict)
    agree: tuple[int, ...] = ()
    """The seats that have to agree, each with a touch of its own."""
    health: tuple[Light, ...] = ALL_WELL
    asked: QuestionId | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that waits to be continued."""

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...] = ()
    turn: int = 0
    number: int = 0
    """Its number in the journal."""
    answers: int = 0
    """How far it is."""
    left_at: str = ""
    """When it was played last: date and time."""
    view: Any = None
    """Where it stands, as everybody may see it; None where that is not known."""


@dataclass(frozen=True, slots=True)
class UnfinishedPage:
    """All games that wait to be continued; the one that was played last comes first."""

    games: tuple[Unfinished, ...]
    fault: str = ""
    """Why one of them cannot be gone on with, in one sentence."""
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class MenuPage:
    """Which game?"""

    games: tuple[tuple[str, int, int], ...]
    """Each game with its fewest and most players."""
    unfinished: Unfinished | None = None
    others: tuple[Unfinished, ...] = ()
    """The next games that wait, as many as the menu may have room for."""
    more: int = 0
    """How many games wait besides the first one."""
    health: tuple[Light, ...] = ALL_WELL
    safe: bool = False
    """Whether this start leaves out devices and owner's editions, because earlier ones did not last."""
    can_switch_off: bool = False
    """Whether this is a Pi that can be switched off from here."""
    says: str = ""
    """What became of something that was just done, such as a backup."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a game's setup: its name, the values it takes, which one stands."""

    name: str
    values: tuple[str, ...]
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class SetupPage:
    """Who plays, in which colours and seats, with which copy and options."""

    game: str
    fewest: int
    most: int
    names: tuple[str, ...]
    """Known names; the first ones are proposed."""
    colours: tuple[str, ...] = ("red", "blue", "green", "yellow", "purple")
    players: int = 0
    """How many are proposed; 0: the fewest, or two."""
    editions: tuple[str, ...] = ("reconstructed",)
    """The usual copy of the virtual table first, that of the real one last."""
    options: tuple[Choice, ...] = ()
    tables: tuple[str, ...] = ("virtual", "real")
    fault: str = ""
    """Why the game could not begin like that, in one sentence."""
    lesson: bool = True
    """Whether there is a lesson that teaches the game."""
    kept: str = ""
    """The unfinished game that goes on waiting when this one begins, or nothing."""
    companions: tuple[str, ...] = ("virtual",)
    """The tables at which the companion may take seats."""
    strengths: tuple[str, ...] = ("good",)
    """How well it may play, the weakest first."""
    health: tuple[Light, ...] = ALL_WELL


@dataclass(frozen=True, slots=True)
class ResumePage:
    """After a power cut: does the table look like this?"""

    game: str
    view: Any
    question: Question | None
    names: Mapping[int, str]
    colours: Mapping[int, str] = field(default_factory=dict)
    stopped_at: str = ""
    """The time of the day, as people write it."""
    health: tuple[Light, ...] = ALL_WELL
    number: int = 0
    """The number of the game in the journal."""
    misfit: str = ""
    """What of it no longer fits the rules of today, in one sentence; then it goes on from where it fits."""
    changed: bool = False
    """Whether the rules have been corrected since it was begun."""
    others: int = 0
    """How many other games wait."""


@dataclass(frozen=True, slots=True)
class LessonPage:
    """Learn a game while playing it: one thing at a time, beside the table that it speaks of."""

    table: TablePage
    number: int
    """From 1."""
    whole: int
    chapter: str
    """A key of the texts below `lesson.chapter`, or words as they are."""
    says: str
    """What to say and do, in the table's language."""
    by_reading: bool = False
    """Whether the next lesson follows at once; else it waits for something to happen at the table."""


@dataclass(frozen=True, slots=True)
class EndPage:
    """How it ended, its story in pictures, and the numbers."""

    game: str
    view: Any
    outcome: Outcome
    names: Mapping[int, str]
    colours: Mapping[int, str] = field(default_factory=dict)
    points: tuple[tuple[int, ...], ...] = ()
    """For each seat its points after every turn."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """How often each face of the dice of a colour was read."""
    story: tuple[Event, ...] = ()
    """The moments worth a picture, oldest first."""
    fixed: int = 0
    """How many readings were fixed."""
    turns: int = 0
    health: tuple[Light, ...] = ALL_WELL
    code: Code = ()
    """What a phone reads to put the game into its play log."""


@dataclass(frozen=True, slots=True)
class GameCount:
    """One game over all evenings."""

    game: str
    begun: int
    finished: int
    wins: tuple[tuple[str, int], ...] = ()
    """Who won how often, the most first."""


@dataclass(frozen=True, slots=True)
class EveningsPage:
    """Statistics over all evenings."""

    games: tuple[GameCount, ...]
    dice: Mapping[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)
    """For each colour how often each face came, and what can be said of it: `few`, `fair` or `odd`."""
    fixed: int = 0
    health: tuple[Light, ...] = ALL_WELL
