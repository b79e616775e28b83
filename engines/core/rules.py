"""The rules of one game as the rest of the program knows them: start, question, answer, view, outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from tablekeeper.engines.core.answer import Answer, Reader, Roll
from tablekeeper.engines.core.errors import PositionFault, Refused
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.question import CHANCE, PUBLIC, TEAM, Facts, Question
from tablekeeper.engines.core.setup import P, Setup
from tablekeeper.engines.core.state import Quiet, State, Step, Table, freeze, from_plain, thaw, to_plain
from tablekeeper.engines.core.toml_text import Tree

ENDLESS = 1 << 60
"""More answers than any game has."""

T = TypeVar("T", bound=Table)
S = TypeVar("S", bound=State)
V = TypeVar("V")
"""What a seat may see."""
D = TypeVar("D")
Do = TypeVar("Do", bound=Callable[..., None])
Ask = TypeVar("Ask", bound=Callable[..., Question])
Refuse = TypeVar("Refuse", bound=Callable[..., str | None])


class Flow:
    """What a game's steps do, by name: some happen by themselves, the others ask and wait for an answer.

    The agenda of a state names steps with plain arguments; these tables say what the names mean. So a state can be
    saved, compared and searched in the middle of any chain of effects.
    """

    def __init__(self) -> None:
        self.steps: dict[str, Callable[..., None]] = {}
        self.questions: dict[str, Callable[..., Question]] = {}
        self.answers: dict[str, Callable[..., None]] = {}
        self.refusals: dict[str, Callable[..., str | None]] = {}

    def step(self, name: str) -> Callable[[Do], Do]:
        """A step that happens by itself: do(table, *arguments)."""
        return _enter(self.steps, name)

    def question(self, name: str) -> Callable[[Ask], Ask]:
        """A step that waits: ask(state, *arguments) says for what."""
        return _enter(self.questions, name)

    def answer(self, name: str) -> Callable[[Do], Do]:
        """What an answer to that question does: do(table, answer, *arguments)."""
        return _enter(self.answers, name)

    def refusal(self, name: str) -> Callable[[Refuse], Refuse]:
        """Why an answer to that question is refused, where more can be said than `not_offered`."""
        return _enter(self.refusals, name)


def _enter(table: Tree, name: str) -> Callable[[D], D]:
    def enter(function: D) -> D:
        if name in table:
            raise ValueError(f"the step {name!r} is defined twice")
        table[name] = function
        return function

    return enter


class Rules(Generic[P, T, S, V]):
    """One game. Pure: the same state and answer always give the same state and events."""

    def __init__(
        self,
        *,
        name: str,
        setup: type[P],
        table: type[T],
        state: type[S],
        flow: Flow,
        answers: Iterable[type[Answer]],
        lay_out: Callable[[P], T],
        view: Callable[[S, int], V],
        outcome: Callable[[S], Outcome],
        find_fault: Callable[[S], str | None] = lambda state: None,
    ) -> None:
        self.name = name
        self.setup = setup
        self.state = state
        self.reader = Reader((Roll, *answers))
        self._table = table
        self._quiet: Any = type(f"Quiet{table.__name__}", (Quiet, table), {})
        self._flow = flow
        self._lay_out = lay_out
        self._view = view
        self._outcome = outcome
        self._find_fault = find_fault
        """What of a position that somebody laid out cannot be; None where nothing is wrong."""
        self._asked: tuple[S | None, Question] = (None, Question("", PUBLIC, ()))
        """The last state looked at and its question: who asks is mostly who answers next."""

        self._begun: tuple[P, S, list[Event]] | None = None
        """The last setup and its first state: who plays one game mostly plays another."""

    def start(self, setup: P) -> tuple[S, list[Event]]:
        """The first state of a game, at its first question."""
        if self._begun is None or self._begun[0] is not setup:
            table = self._lay_out(setup)
            table.events = []
            self._run(table)
            self._begun = (setup, *freeze(table, self.state))
        _, state, events = self._begun
        return state, events.copy()

    def is_over(self, state: S) -> bool:
        """Whether nothing is asked any more."""
        return not state.__dict__["agenda"]

    def question(self, state: S, seat: int | None = None) -> Question:
        """What is awaited now; with a seat (or PUBLIC), only as that seat may see it."""
        agenda = state.__dict__["agenda"]
        if not agenda:
            raise Refused("game.over", "no further answer, the game is over", "a wish for a question")
        asked, question = self._asked
        if asked is not state:
            step = agenda[0]
            question = self._flow.questions[step[0]](state, *step[1:])
            self._asked = (state, question)
        return question if seat is None else question.seen_by(seat)

    def answer(self, state: S, answer: Answer) -> tuple[S, list[Event]]:
        """The next state and what happened; Refused where the answer is none of the options."""
        agenda = state.__dict__["agenda"]
        if not agenda:
            raise Refused("game.over", "no further answer, the game is over", answer.spell())
        step = agenda[0]
        question = self.question(state)
        if answer not in question.options:
            raise self._refused(state, step, question, answer)
        table = thaw(state, self._table)
        table.agenda = agenda[1:]
        self._flow.answers[step[0]](table, answer, *step[1:])
        self._run(table)
        return freeze(table, self.state)

    def follow(self, state: S, answer: Answer) -> S:
        """The same next state, for an answer taken from the question's own options: it is not looked up there again.

        Nor is it noted what happened. Millions of answers are played out like this.
        """
        agenda = state.__dict__["agenda"]
        step = agenda[0]
        table = thaw(state, self._quiet)
        table.agenda = agenda[1:]
        self._flow.answers[step[0]](table, answer, *step[1:])
        self._run(table)
        return freeze(table, self.state)[0]

    def play_randomly(self, state: S, luck: Luck, most: int = ENDLESS) -> tuple[S, int]:
        """The state after random answers to the end of the game, or so many, and how many they were.

        All of them on one table: nobody looks at the states between.
        """
        questions, answers, random = self._flow.questions, self._flow.answers, luck.random
        table = thaw(state, self._quiet)
        count = 0
        while count < most and (agenda := table.agenda):
            step = agenda[0]
            arguments = step[1:]
            options = questions[step[0]](table, *arguments).options
            table.agenda = agenda[1:]
            answers[step[0]](table, options[int(random() * len(options))], *arguments)
            self._run(table)
            count += 1
        return freeze(table, self.state)[0], count

    def view(self, state: S, seat: int = PUBLIC) -> V:
        """What a seat, or everybody, may see of the table."""
        return self._view(state, seat)

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._outcome(state) if self.is_over(state) else None

    def seat_names(self, setup: Setup) -> dict[int, str]:
        """Who can be asked, by name: the players, the team, chance."""
        return {TEAM: "the team", CHANCE: "chance", PUBLIC: "everybody", **dict(enumerate(setup.players))}

    def read(self, text: str) -> Answer:
        """The answer that spells itself like this text."""
        return self.reader.read(text)

    def to_plain(self, state: S) -> Tree:
        """The state as JSON can hold it."""
        plain: Tree = to_plain(state)
        return plain

    def from_plain(self, plain: object) -> S:
        """The state that `to_plain` was given."""
        state: S = from_plain(self.state, plain)
        return state

    def position(self, setup: P, answers: Iterable[str] = (), fields: Facts | None = None) -> S:
        """Any position of a game from plain data: what stands after these answers, with these fields otherwise.

        The answers bring the game to the question that is wanted; the fields are as `to_plain` gives them. A position
        that cannot be read, shown or gone on with is a PositionFault.
        """
        state, _ = self.start(setup)
        for text in answers:
            state, _ = self.answer(state, self.read(text))
        return self._changed(state, fields or {})

    def _changed(self, state: S, fields: Facts) -> S:
        plain = self.to_plain(state)
        strange = next((name for name in fields if name not in plain or name == "setup"), None)
        if strange is not None:
            right = ", ".join(name for name in plain if name != "setup")
            raise PositionFault(
                "Cannot lay out a position of {name}: found the field {strange!r}; expected one of {right}",
                name=self.name,
                strange=strange,
                right=right,
            )
        try:
            changed = self.from_plain({**plain, **fields})
            self._look_over(changed, len(changed.__dict__["setup"].players))
        except PositionFault:
            raise
        except Exception as fault:  # noqa: BLE001 (rules may do anything with what cannot be)
            raise PositionFault(
                "Cannot lay out a position of {name} with {known}: {fault}; expected a position that can be "
                "shown and gone on with",
                name=self.name,
                known=", ".join(fields),
                fault=fault or type(fault).__name__,
            ) from None
        return changed

    def _look_over(self, state: S, seats: int) -> None:
        """Fail where a position cannot be gone on with, or where the game's own count does not add up."""
        wrong = self._find_fault(state)
        if wrong:
            raise PositionFault("Cannot lay out a position of {name}: {wrong}", name=self.name, wrong=wrong)
        for seat in (PUBLIC, *range(seats)):
            self.view(state, seat)
        if self.is_over(state):
            self.outcome(state)
            return
        options = self.question(state).options
        for i in {0, len(options) // 2, len(options) - 1}:
            self.answer(state, options[i])

    def _run(self, table: T) -> None:
        steps = self._flow.steps
        while agenda := table.agenda:
            step = agenda[0]
            do = steps.get(step[0])
            if do is None:
                return
            table.agenda = agenda[1:]
            do(table, *step[1:])

    def _refused(self, state: S, step: Step, question: Question, answer: Answer) -> Refused:
        name = step[0]
        why = self._flow.refusals.get(name)
        reason = why(state, answer, *step[1:]) if why else None
        expected = describe_options(question)
        return Refused(f"{question.kind}.{reason or 'not_offered'}", expected, answer.spell(), answer.parts())


def describe_options(question: Question) -> str:
    """The options in few words, for a refusal; secret ones are not spelled out, for a refusal may be read by all."""
    if question.only_for != PUBLIC:
        return f"one of the choices for {question.kind!r}, which are not for everybody to see"
    options = question.options
    some = dict.fromkeys(options[i].spell() for i in range(min(len(options), 8)))
    rest = ", ..." if len(options) > 8 else ""
    return ", ".join(some) + rest


AnyRules = Rules[Any, Any, Any, Any]
"""Some game's rules, where its types do not matter: whoever plays, measures or keeps any game."""
