"""A game as the rest of the program finds it: its rules, how to set it up, its editions and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.bots.at_table import AtTable
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.bots.redeal import nothing_hidden
from tablekeeper.engines.core.bots.rollouts import Plan
from tablekeeper.engines.core.bots.weighing import Weigh
from tablekeeper.engines.core.errors import SetupFault
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.question import Facts, Question
from tablekeeper.engines.core.reason import Reason, no_reason
from tablekeeper.engines.core.rules import AnyRules, Rules
from tablekeeper.engines.core.setup import P, Setup
from tablekeeper.engines.core.state import State

STRENGTHS = ("gentle", "good", "strong")
"""How well the companion may play; not every game has a bot for each."""
WEAKEST_FIRST = ("random", *STRENGTHS)


class Option(NamedTuple):
    """Something about a game that can be chosen before it begins."""

    says: str
    """What it does, for whoever types it."""
    values: tuple[str, ...] = ()
    """The few values that a screen offers, the usual one first; none where it is typed or follows from the rest."""


class LevelStudy(NamedTuple):
    """What can be said of a level of one's own before anybody plays it."""

    options: Mapping[str, str]
    """The level as the options of a set-up."""
    players: int
    possible: bool
    """Whether, with all the luck there is, the reserve lasts; False is certain."""
    slides: int
    """At best, from the kindest beginning."""
    tokens: int
    exact: bool
    """Whether these two are exact, not only a bound."""
    grades: tuple[tuple[float, str], ...]
    """From this share of games won on, how hard the level is; the highest share first, the last one 0."""
    judge: str = "good"
    """The bot whose share of games won that is."""

    def grade(self, share: float) -> str:
        """How hard a level is of which its judge wins this share of its games."""
        return next(word for least, word in self.grades if share >= least)


S = TypeVar("S", bound=State)
E = TypeVar("E")
E_contra = TypeVar("E_contra", contravariant=True)
P_co = TypeVar("P_co", bound=Setup, covariant=True)


class Prepare(Protocol[E_contra, P_co]):
    """How a game makes a checked setup."""

    def __call__(
        self, players: Sequence[str], edition: E_contra, table: str = ..., options: Mapping[str, str] | None = ...
    ) -> P_co:
        """The setup of a `virtual` or a `real` table, or SetupFault."""
        ...


@dataclass(frozen=True, kw_only=True)
class SlidingBox:
    """How a game uses the sliding box. Places are numbered from 0."""

    gap: Callable[[Any], int]
    """gap(state) -> the place without a cocoon; negative while the game does not know it."""
    slid_from: Callable[[Answer], int | None]
    """slid_from(answer) -> the place that this answer slides into the gap, or None: it slides nothing."""
    start: str
    """The kind of the question that asks where the gap is."""
    laid_at: Callable[[Answer], int | None]
    """laid_at(answer) -> the place that an answer to that question names."""


@dataclass(frozen=True, kw_only=True)
class GameOf(Generic[P, S, E]):
    """Everything about one game that is not a state. What a shared room needs to know of a game stands here.

    P is the type of its setup, S of its states, E of its editions.
    """

    name: str
    """One word, with underscores; people type it with hyphens. Records and texts use it."""
    title: str
    package: str
    """The package with its RULES.md, its editions and its lesson."""
    rules: Rules[P, Any, S, Any]
    read_edition: Callable[[str, str], E]
    """read_edition(text, name) -> edition, or EditionFault."""
    prepare: Prepare[E, P]
    options: Mapping[str, Option]
    """What `options` may hold."""
    check: Callable[[P], object] = lambda setup: None
    """check(setup) raises EditionFault where the component data of a kept set-up could never have been read."""
    bots: Mapping[str, Callable[[AnyRules, S, Question, Luck], Answer]]
    """By strength: `random`, `good`, which plays visibly better, and where there are such `gentle` and `strong`."""
    plan: Plan | None = None
    """How options are judged by rollouts; None where nothing shows that it pays."""
    weigh: Weigh | None = None
    """What the options of a question promise, for hints; None: this game has no numbers for them."""
    weigh_openly: Weigh | None = None
    """The same by what everybody knows, for a screen that all look at; None where no seat makes such a choice alone."""
    seats: tuple[int, int]
    """The fewest and the most players."""
    colours: tuple[str, ...] = ()
    """The colours that players choose from, as the option `colours`; empty where they choose none."""
    own_dice: bool = False
    """Whether players have dice of their own colours."""
    dice: tuple[str, ...] = ()
    """The colours of the other dice in the box."""
    slides: SlidingBox | None = None
    """How the sliding box is used, if it is."""
    hidden_hands: bool = False
    """Whether a seat may see what others may not, such as a hand that a virtual table deals."""
    looks: frozenset[str] = frozenset()
    """The kinds of questions during which the asked seat looks at something that nobody else may see."""
    imagine: Callable[[S, int, Luck], S] = nothing_hidden
    """imagine(state, seat, luck) -> the state with everything dealt anew that this seat cannot know; for searching."""
    held: frozenset[str] = frozenset()
    """The kinds of questions that are answered out of a hand: at a real table only its owner knows it."""
    open_choices: bool = False
    """Whether the companion may sit at a real table: but for what is held, its choices lie open, and people move its
    pieces and turn over what it holds."""
    at_table: AtTable | None = None
    """How the companion plays at a real table with a piece of its own; None: it has none that others do not move."""
    obvious: frozenset[str] = frozenset()
    """The kinds of questions to chance that nobody is asked once a single answer is left."""
    told: frozenset[str] = frozenset()
    """The kinds of questions that a real table is asked because only its people can see the answer; never dice."""
    lesson: bool = True
    """Whether `lesson.toml` teaches it."""
    box: str = "reconstructed"
    """The shipped edition that an owner's edition begins as."""
    learned: Callable[[S], Facts] = lambda state: {}
    """learned(state) -> what the table entered tonight about its copy, by place."""
    moments: frozenset[str] = frozenset()
    """The kinds of events that the end tells of; empty where the numbers that changed most tell enough."""
    turn: Callable[[S], int] = lambda state: 0
    """turn(state) -> the number of the turn now; 0 where turns are not counted."""
    turns: Callable[[P], int] = lambda setup: 0
    """turns(setup) -> how many turns a whole game has; 0 where that is not fixed."""
    summary: Callable[[P], tuple[tuple[str, str], ...]] = lambda setup: ()
    """summary(setup) -> the options as they stand, as (option, value); the screen has words for both."""
    hint: Callable[[S], tuple[str, Mapping[str, int]]] | None = None
    """hint(state) -> what can be said of the game beside the best answer: a key of its texts, and numbers."""
    ranked: Callable[[P], Mapping[str, str]] | None = None
    """ranked(setup) -> what a solo score is listed with; None: solo scores are not ranked."""
    study_level: Callable[[str, str, E], LevelStudy] | None = None
    """study_level(text, name, edition) -> what can be said of a level of one's own; None: there are none."""
    reason: Callable[[AnyRules, S, Question, Answer], Reason | None] = no_reason
    """reason(rules, state, question, answer) -> what speaks for an answer, as a key of its texts."""

    @property
    def sits_at_table(self) -> bool:
        """Whether the companion may take a seat at a real table."""
        return self.open_choices or self.at_table is not None

    @property
    def strengths(self) -> tuple[str, ...]:
        """The strengths that this game has, the weakest first."""
        return tuple(strength for strength in STRENGTHS if strength in self.bots)

    def bot(self, strength: str) -> Bot:
        """The bot of this strength, or the nearest weaker one that the game has."""
        at_most = WEAKEST_FIRST[: WEAKEST_FIRST.index(strength) + 1]
        return self.bots[next(name for name in reversed(at_most) if name in self.bots)]

    def bodies(self, setup: Setup) -> tuple[str, ...]:
        """The colours of all dice that may be rolled."""
        return tuple(dict.fromkeys([*(setup.colours if self.own_dice else ()), *self.dice]))


Game = GameOf[Any, Any, Any]
"""Some game, in a room that serves all of them."""


def check_options(game: str, options: Mapping[str, str], known: Mapping[str, Option]) -> None:
    """Refuse an option that the game does not have."""
    for name in options:
        check_choice(game, "option", name, tuple(known))


def check_choice(game: str, what: str, found: str, right: Sequence[str]) -> str:
    """The value found, if it is one of the right ones."""
    if found not in right:
        raise SetupFault(
            "Cannot set up {game}: found the {what} {found!r}; expected one of: {known}",
            game=game,
            what=what,
            found=found,
            known=", ".join(right) or "none",
        )
    return found


def check_players(game: str, players: Sequence[str], seats: tuple[int, int]) -> tuple[str, ...]:
    """The players, if the game has a seat for each and each has a name of their own."""
    names = tuple(players)
    fewest, most = seats
    if not fewest <= len(names) <= most:
        raise SetupFault(
            "Cannot set up {game}: found {count} players; expected {fewest} to {most}",
            game=game,
            count=len(names),
            fewest=fewest,
            most=most,
        )
    if not all(name.strip() for name in names):
        raise SetupFault(
            "Cannot set up {game}: found a player without a name in {names!r}; expected a name each",
            game=game,
            names=names,
        )
    check_different(game, "player", names)
    return names


def check_different(game: str, what: str, words: Sequence[str]) -> None:
    """Refuse a player or colour that stands twice."""
    twice = next((word for i, word in enumerate(words) if word in words[:i]), None)
    if twice is not None:
        raise SetupFault(
            "Cannot set up {game}: the {what} {twice!r} stands twice; expected different ones",
            game=game,
            what=what,
            twice=twice,
        )
