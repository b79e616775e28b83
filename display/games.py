"""How each game looks, found by its name. A game's package holds all of it: `look.py` with its LOOK (screen and
emblem), `palette.toml`, and `text/` with its words in every language. What a game lacks, it gets from the plain screen,
the colours of home, and the words that every game shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.question import Facts

if TYPE_CHECKING:
    from tablekeeper.display.drawing.pen import Pen
    from tablekeeper.display.drawing.shapes import Shapes
    from tablekeeper.display.pages import TablePage
    from tablekeeper.display.rulebook import GuideStep, Topic
    from tablekeeper.display.words.instructions import Instruction
    from tablekeeper.display.words.speech import Speech

_packages = {name: f"tablekeeper.display.{name}" for name in NAMES}


class GameScreen(Protocol):
    """What a game draws on the table's page."""

    def side_of(self, page: TablePage) -> str:
        """The side shown beside the name, or nothing."""

    def seat_side(self, view: object, seat: int) -> str:
        """The side that this seat's pawn shows, in a game with such pawns; else nothing."""

    def second_line(self, pen: Pen, page: TablePage) -> str:
        """A softer line below what is asked, or nothing."""

    def draw_stage(self, pen: Pen, page: TablePage, ui: Ui) -> None:
        """Draw the square."""

    def draw_content(self, pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
        """Draw the page between the one line and the rail."""


def nothing_said(speech: Speech, view: object) -> Iterable[str]:
    """A game that nobody has put into sentences."""
    return ()


def no_path(event: Event) -> tuple[int, ...]:
    """Of a game whose markers follow no numbers."""
    return ()


@dataclass(frozen=True, kw_only=True)
class GameLook:
    """What the code of a game's look consists of; its colours and words are files beside it."""

    screen: GameScreen
    emblem: Callable[[Shapes], None]
    reached: Callable[[Any], tuple[tuple[str, Facts], ...]] = lambda view: ()
    """reached(view) -> what there is to say of a game that was lost together: keys of the game's texts, with facts."""
    from_one: frozenset[str] = frozenset()
    """Parts of answers and facts of questions that hold a place which the rules count from 0 and people from 1."""
    instructions: Mapping[str, Instruction] = field(default_factory=dict)
    """What hands do at a real table, by kind of event; the words are the game's texts `do`."""
    topics: tuple[Topic, ...] = ()
    """The rules by topic; the words are the game's texts `rules`."""
    guide: tuple[GuideStep, ...] = ()
    """How a real table is laid out, step by step; the words are the game's texts `guide`."""
    board: Callable[[Speech, Any], Iterable[str]] = nothing_said
    """board(speech, view) -> the whole table in sentences."""
    score: Callable[[Speech, Any], Iterable[str]] = nothing_said
    """score(speech, view) -> how everybody stands, in sentences."""

    path_of: Callable[[Event], tuple[int, ...]] = no_path
    """The numbers that a marker went through in an event, drawn beside its reasons."""


def look_of(game: str) -> GameLook:
    """The look of a game; one that nobody has drawn gets the plain screen and a question mark."""
    return _load(_packages.get(game))


@cache
def _load(package: str | None) -> GameLook:
    drawn = package is not None and find_spec(f"{package}.look") is not None
    look: GameLook = import_module(f"{package}.look" if drawn else "tablekeeper.display.plain_look").LOOK
    return look


def packages() -> tuple[tuple[str, str], ...]:
    """The games that have a look of their own, each with its package."""
    return tuple(_packages.items())


def read_beside(package: str, *path: str) -> str | None:
    """The text of a file in a game's package; None where there is none."""
    place = files(package).joinpath(*path)
    return place.read_text(encoding="utf-8") if place.is_file() else None


@contextmanager
def also(game: str, package: str) -> Iterator[None]:
    """While this lasts, one more game has a look of its own."""
    _packages[game] = package
    try:
        yield
    finally:
        del _packages[game]
