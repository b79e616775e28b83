"""A game's rules by topic and the steps of laying it out: data of its look. The words are the game's texts `rules` and
`guide`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tablekeeper.engines.core import Question
from tablekeeper.engines.core.question import Facts

if TYPE_CHECKING:
    from tablekeeper.display.drawing.pen import Pen
    from tablekeeper.display.words.texts import Texts


@dataclass(frozen=True, kw_only=True)
class Topic:
    """One subject of the rules."""

    name: str
    clauses: tuple[str, ...]
    """The clauses it rests on: whole ids, or everything below `turn.`."""
    asked: tuple[str, ...] = ()
    """The questions at which it matters: a kind, or a kind with its reason such as `roll.dungeon`."""

    def covers(self, clause: str) -> bool:
        """Whether it rests on this clause."""
        return clause.startswith(tuple(c for c in self.clauses if c.endswith("."))) or clause in self.clauses


@dataclass(frozen=True)
class Layout:
    """What a table is laid out for."""

    players: int = 2
    options: Mapping[str, str] = field(default_factory=dict)

    def option(self, name: str, usual: str) -> str:
        """The value of an option, as far as it is known."""
        return self.options.get(name, usual)


def no_facts(texts: Texts, layout: Layout) -> Mapping[str, object]:
    """The words need nothing else."""
    return {}


def always(layout: Layout) -> bool:
    """For every table."""
    return True


@dataclass(frozen=True, kw_only=True)
class GuideStep:
    """One step of laying out a real game."""

    name: str
    draw: Callable[[Pen, Layout], None]
    """draw(pen, layout): the pieces, around (0, 0), at most 210 to each side and 100 up and down."""
    facts: Callable[[Texts, Layout], Facts] = no_facts
    """What the step's words need."""
    when: Callable[[Layout], bool] = always
    """Whether this table needs the step."""


def topics_now(topics: Sequence[Topic], question: Question | None) -> tuple[str, ...]:
    """The topics that matter at this question, the nearest first."""
    if question is None:
        return ()
    reason = f"{question.kind}.{question.about.get('why', '')}"
    exact = [topic.name for topic in topics if reason in topic.asked]
    return (*exact, *(topic.name for topic in topics if question.kind in topic.asked and topic.name not in exact))


def steps_for(guide: Sequence[GuideStep], layout: Layout) -> list[GuideStep]:
    """The steps that this table needs."""
    return [step for step in guide if step.when(layout)]
