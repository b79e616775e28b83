"""A frozen state, the table on which it is changed, and both as plain JSON values.

A game lists its fields once, in its Table; its State is the same fields, frozen. `thaw` copies a state into a table,
the rules move things about on the table, `freeze` takes the next picture. One copy an answer, whatever happens in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.question import PUBLIC
from tablekeeper.engines.core.toml_text import Tree

Step = tuple[Any, ...]


_event = tuple.__new__
"""Makes an Event from its fields without the detour through keyword arguments: four of them an answer add up."""


class Table:
    """A state being changed. Fields hold only ints, words, tuples of them, and the frozen setup."""

    agenda: tuple[Step, ...]
    """What is due, the next first. A step is a name and its plain arguments."""
    events: list[Event]

    def then(self, *steps: Step) -> None:
        """Put steps before everything that is due already, in this order."""
        self.agenda = steps + self.agenda

    def say(self, kind: str, clause: str, seat: int, **facts: object) -> None:
        """Note what happened, by which clause."""
        self.events.append(_event(Event, (kind, clause, seat, facts, PUBLIC, False)))

    def show(self, kind: str, clause: str, seat: int, **facts: object) -> None:
        """Note what brought something hidden into sight: the answer behind it cannot be taken back."""
        self.events.append(Event(kind, clause, seat, facts, PUBLIC, True))

    def whisper(self, kind: str, clause: str, seat: int, **facts: object) -> None:
        """Note what happened, for this seat's eyes only."""
        self.events.append(Event(kind, clause, seat, facts, seat))


class Quiet(Table):
    """A table on which nothing is noted, for those who only want to know how it stands in the end."""

    def say(self, kind: str, clause: str, seat: int, **facts: object) -> None:
        """Note nothing."""

    show = whisper = say


class State:
    """A frozen picture of a game: comparable, hashable, serialisable."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state is frozen, {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a state is frozen, {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        fields = self.__dict__
        return hash(tuple(fields[name] for name in sorted(fields)))

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items() if k != 'setup')})"


T = TypeVar("T", bound=Table)
S = TypeVar("S", bound=State)
V = TypeVar("V")


def thaw(state: State, kind: type[T]) -> T:
    """A table that holds what the state shows."""
    table = kind.__new__(kind)
    table.__dict__ = state.__dict__.copy()
    table.events = []
    return table


def freeze(table: Table, kind: type[S]) -> tuple[S, list[Event]]:
    """The table made its own picture, which nobody changes any more, and what happened since it was thawed."""
    events = table.events
    del table.events
    state: Any = table
    state.__class__ = kind
    return state, events


def put(values: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    """The same values with one of them changed."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def without(values: tuple[V, ...], value: V) -> tuple[V, ...]:
    """The same values with one occurrence of this one gone."""
    index = values.index(value)
    return values[:index] + values[index + 1 :]


def to_plain(value: object) -> Any:
    """A field's value as JSON can hold it."""
    if hasattr(value, "_asdict"):
        return {name: to_plain(item) for name, item in value._asdict().items()}
    if hasattr(value, "__dataclass_fields__"):
        return {name: to_plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, State):
        return {name: to_plain(item) for name, item in sorted(value.__dict__.items())}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    return value


def from_plain(hint: Any, plain: object) -> Any:
    """What `to_plain` was given, read back by its type; a missing or strange field is a ValueError."""
    if plain.__class__ is hint:
        return plain
    if hint is Any:
        return tuple(from_plain(Any, item) for item in plain) if isinstance(plain, list) else plain
    if isinstance(hint, type) and issubclass(hint, State):
        state = hint.__new__(hint)
        state.__dict__.update(_fields(hint, plain))
        return state
    if isinstance(hint, type) and (hasattr(hint, "_fields") or hasattr(hint, "__dataclass_fields__")):
        return hint(**_fields(hint, plain))
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        return None if plain is None else from_plain(inner[0] if len(inner) == 1 else Any, plain)
    if origin is tuple:
        args = get_args(hint)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(from_plain(args[0], item) for item in _items(plain))
        return tuple(from_plain(arg, item) for arg, item in zip(args, _items(plain), strict=True))
    if isinstance(hint, type) and not isinstance(plain, hint):
        raise ValueError(f"a field should be {hint.__name__}, found {plain!r}")
    return plain


def _items(plain: object) -> Sequence[object]:
    if not isinstance(plain, list | tuple):
        raise ValueError(f"a field should be a list, found {plain!r}")
    return plain


@cache
def _hints(kind: type) -> Tree:
    hints = get_type_hints(kind)
    if issubclass(kind, State):
        del hints["events"]
    return hints


def _fields(kind: type, plain: object) -> Tree:
    hints = _hints(kind)
    if not isinstance(plain, dict) or not hints.keys() - _defaults(kind) <= plain.keys() <= hints.keys():
        found = sorted(plain) if isinstance(plain, dict) else plain
        raise ValueError(f"Cannot read a {kind.__name__}: expected the fields {sorted(hints)}, found {found!r}")
    return {name: from_plain(hint, plain[name]) for name, hint in hints.items() if name in plain}


def _defaults(kind: type) -> frozenset[str]:
    """Fields that may be missing: what an older program wrote did not know them yet."""
    named = getattr(kind, "_field_defaults", {})
    fields = getattr(kind, "__dataclass_fields__", {})
    return frozenset(named) | {name for name, field in fields.items() if field.default is not MISSING}
