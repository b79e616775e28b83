"""A lesson: a game taught while it is played, as data, and how far a table has come in it.

A step says what to do, what to show and which clauses it rests on. It is done when an event of some kind happens, when
a question of some kind is asked, when the game is over, or, with no condition, when somebody has read it. Progress is a
fold of what happens; a lesson never holds up the game: what completes a later step completes those before it, as far
as the next step that must not be missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.toml_text import Tree, parse_toml

LANGUAGES = ("en", "fr")
TABLES = ("virtual", "real")
STEP_KEYS = {"id", "chapter", "show", "clauses", "done", "table", "may_be_missed", *LANGUAGES}
DONE_KEYS = {"event", "facts", "times", "question", "over"}


class LessonFault(EngineError, ValueError):
    """A lesson with a hole; the sentence names the step."""


class Done(NamedTuple):
    """How the companion knows that a step was done. Nothing set means: when it was read."""

    event: str = ""
    facts: tuple[tuple[str, object], ...] = ()
    """What the event must say, by name."""
    times: int = 1
    question: str = ""
    over: bool = False

    @property
    def by_reading(self) -> bool:
        """Whether only the table can say that it is done."""
        return not (self.event or self.question or self.over)


class LessonStep(NamedTuple):
    """One step."""

    id: str
    chapter: str
    show: str
    """What a screen shows beside the text, in a word that it knows."""
    clauses: tuple[str, ...]
    done: Done
    table: str
    """The kind of table that it is for, or empty for both."""
    may_be_missed: bool
    """Whether the table may go on without it: always so for what is only read."""
    texts: tuple[tuple[str, str], ...]
    """What to say and do, by language."""

    def text(self, language: str) -> str:
        """What to say and do; in English where the language is missing."""
        texts = dict(self.texts)
        return texts.get(language, texts["en"])


class Lesson(NamedTuple):
    """The steps of one game in their order."""

    game: str
    steps: tuple[LessonStep, ...]

    def at(self, table: str) -> Lesson:
        """The lesson for one kind of table."""
        return self._replace(steps=tuple(step for step in self.steps if step.table in ("", table)))


class Progress(NamedTuple):
    """How far a table has come: the step that is shown, and how often the awaited event has happened."""

    step: int = 0
    seen: int = 0


def follow(lesson: Lesson, progress: Progress, events: Sequence[Event], question: str | None) -> Progress:
    """The progress after an answer: what happened, and the kind of the question then open (None: the game is over)."""
    for event in events:
        progress = _meet(lesson, progress, event, None, False)
    return _meet(lesson, progress, None, question, question is None)


def follow_all(lesson: Lesson, story: Iterable[tuple[Sequence[Event], str | None]]) -> Progress:
    """The progress after a whole game, or several: the fold of `follow`."""
    progress = Progress()
    for events, question in story:
        progress = follow(lesson, progress, events, question)
    return progress


def read_on(lesson: Lesson, progress: Progress) -> Progress:
    """The table has read the step, or wants to go on without it."""
    return Progress(min(progress.step + 1, len(lesson.steps)))


def current_step(lesson: Lesson, progress: Progress) -> LessonStep | None:
    """The step to show, or None where the lesson is through."""
    return lesson.steps[progress.step] if progress.step < len(lesson.steps) else None


def _meet(lesson: Lesson, progress: Progress, event: Event | None, question: str | None, over: bool) -> Progress:
    for number in range(progress.step, len(lesson.steps)):
        step = lesson.steps[number]
        if _is_met(step.done, event, question, over):
            seen = progress.seen + 1 if number == progress.step else 1
            if seen >= step.done.times:
                return Progress(number + 1)
            return Progress(number, seen)
        if not (step.may_be_missed or step.done.by_reading):
            break
    return progress


def _is_met(done: Done, event: Event | None, question: str | None, over: bool) -> bool:
    if done.by_reading:
        return False
    if event is not None:
        return event.kind == done.event and all(event.facts.get(name) == value for name, value in done.facts)
    return (done.over and over) or (question is not None and done.question == question)


def read_lesson(text: str, game: str, name: str = "lesson") -> Lesson:
    """The lesson in a TOML text; each hole is a sentence with its step."""
    try:
        tree = parse_toml(text)
    except ValueError as fault:
        raise LessonFault(
            "Cannot read {name}: found no TOML ({fault}); expected a text like the shipped lessons",
            name=name,
            fault=fault,
        ) from None
    if tree.get("game") != game:
        raise LessonFault(
            "Cannot read {name}: found game = {found!r}; expected game = {game!r}",
            name=name,
            found=tree.get("game"),
            game=game,
        )
    steps = tree.get("steps")
    if not isinstance(steps, list) or not steps:
        raise LessonFault(
            "Cannot read {name}: found steps = {steps!r}; expected one [[steps]] or more", name=name, steps=steps
        )
    read = tuple(_read_step(f"{name} step {number}", step) for number, step in enumerate(steps, 1))
    ids = [step.id for step in read]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise LessonFault(
                "Cannot read {name}: found the step {id!r} {count} times; expected once",
                name=name,
                id=id_,
                count=ids.count(id_),
            )
    return Lesson(game, read)


def _read_step(place: str, step: Tree) -> LessonStep:
    _check_keys(place, step, STEP_KEYS)
    for key in ("id", "chapter", "show", *LANGUAGES):
        if not isinstance(step.get(key), str) or not step[key]:
            raise LessonFault(
                "Cannot use {place}: {key} is {found!r}; expected a text", place=place, key=key, found=step.get(key)
            )
    clauses = step.get("clauses", [])
    if not isinstance(clauses, list) or not all(isinstance(clause, str) for clause in clauses):
        raise LessonFault(
            "Cannot use {place}: clauses is {clauses!r}; expected a list of clause ids", place=place, clauses=clauses
        )
    table = step.get("table", "")
    if table not in ("", *TABLES):
        raise LessonFault(
            "Cannot use {place}: table is {table!r}; expected one of {known}, or left out",
            place=place,
            table=table,
            known=", ".join(TABLES),
        )
    texts = tuple((language, step[language]) for language in LANGUAGES)
    done = _read_done(place, step.get("done", {}))
    missable = step.get("may_be_missed", False) is True
    return LessonStep(step["id"], step["chapter"], step["show"], tuple(clauses), done, table, missable, texts)


def _read_done(place: str, done: object) -> Done:
    if not isinstance(done, dict):
        raise LessonFault(
            'Cannot use {place}: done is {done!r}; expected for instance {{ event = "dice_rolled" }}',
            place=place,
            done=done,
        )
    _check_keys(f"{place}: done", done, DONE_KEYS)
    ways = [key for key in ("event", "question", "over") if key in done]
    if done and len(ways) != 1:
        raise LessonFault(
            "Cannot use {place}: done has {ways}; expected exactly one of event, question, over", place=place, ways=ways
        )
    times, facts = done.get("times", 1), done.get("facts", {})
    if type(times) is not int or times < 1 or not isinstance(facts, dict):
        raise LessonFault(
            "Cannot use {place}: done is {done!r}; expected times of 1 or more and facts = {{ name = value }}",
            place=place,
            done=done,
        )
    return Done(done.get("event", ""), tuple(facts.items()), times, done.get("question", ""), done.get("over", False))


def _check_keys(place: str, found: Tree, known: set[str]) -> None:
    for key in found:
        if key not in known:
            raise LessonFault(
                "Cannot use {place}: found {key!r}; expected only {known}",
                place=place,
                key=key,
                known=", ".join(sorted(known)),
            )
