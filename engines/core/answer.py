"""An answer to the open question, with a one-line text form that reads back, as moves have in chess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

from tablekeeper.engines.core.errors import Unreadable
from tablekeeper.engines.core.toml_text import Tree

NOTHING = "-"
Check = Callable[[object], bool]
ReadWord = Callable[[str], object]


class Answer:
    """One answer; subclasses are frozen dataclasses whose fields are ints, single words, or tuples of them."""

    __slots__ = ()
    verb: ClassVar[str]
    given_by: ClassVar[str] = ""
    """The field with the seat that gives it, where several seats answer one question."""
    by_seat: ClassVar[str] = ""
    """The field with one number for each seat, if there is one."""

    @property
    def giver(self) -> int | None:
        """The seat that alone can give this answer, if the answer says so."""
        seat: int | None = getattr(self, self.given_by) if self.given_by else None
        return seat

    def parts(self) -> Tree:
        """Its values by name."""
        return {name: getattr(self, name) for name, _ in _readers(self.__class__)}

    def __post_init__(self) -> None:
        """Refuse a value that has no text form, where it is made and not deep in the rules."""
        for name, fits in _checks(self.__class__):
            if not fits(getattr(self, name)):
                raise Unreadable(
                    "Cannot make an answer: {name} of {verb!r} is {value!r}; expected whole numbers, single words, "
                    "or a tuple of them, as the field says",
                    name=name,
                    verb=self.verb,
                    value=getattr(self, name),
                )

    def spell(self) -> str:
        """The one line that reads back as this answer."""
        words = [self.verb]
        words.extend(_spell_field(getattr(self, name)) for name, _ in _readers(self.__class__))
        return " ".join(words)

    def __str__(self) -> str:
        return self.spell()


@dataclass(frozen=True, slots=True)
class Roll(Answer):
    """The dice at rest, in the order in which the question names them."""

    verb: ClassVar[str] = "roll"
    values: tuple[int, ...]


class Reader:
    """Reads the answers of one game back from their text."""

    def __init__(self, kinds: Iterable[type[Answer]]) -> None:
        self.kinds = {kind.verb: kind for kind in kinds}
        self._read = cache(self._read_line)

    def read(self, text: str) -> Answer:
        """The answer that spells itself like this, or Unreadable."""
        return self._read(text)

    def _read_line(self, text: str) -> Answer:
        verb, *words = text.split() or [""]
        kind = self.kinds.get(verb)
        if kind is None:
            raise Unreadable(
                "Cannot read an answer: {text!r} begins with no known verb; expected one of {known}",
                text=text,
                known=", ".join(self.kinds),
            )
        readers = _readers(kind)
        if len(words) != len(readers):
            names = " ".join(name.upper() for name, _ in readers)
            raise Unreadable(
                "Cannot read an answer: {text!r} has {count} values; expected '{verb} {names}'",
                text=text,
                count=len(words),
                verb=verb,
                names=names,
            )
        try:
            return kind(*(read(word) for (_, read), word in zip(readers, words, strict=True)))
        except (ValueError, KeyError):  # KeyError: neither yes nor no
            names = " ".join(name.upper() for name, _ in readers)
            raise Unreadable(
                "Cannot read an answer: {text!r} holds a wrong value; expected '{verb} {names}'",
                text=text,
                verb=verb,
                names=names,
            ) from None


def _find_readers(kind: Any) -> tuple[tuple[str, ReadWord], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, _reader_of(hints[field.name])) for field in fields(kind))


_readers: Callable[[Any], tuple[tuple[str, ReadWord], ...]] = cache(_find_readers)


def _reader_of(hint: object) -> ReadWord:
    origin = get_origin(hint)
    if origin is tuple:
        item = _reader_of(get_args(hint)[0])
        return lambda word: () if word == NOTHING else tuple(item(part) for part in word.split(","))
    if origin in (Union, UnionType):
        inner = _reader_of(next(arg for arg in get_args(hint) if arg is not type(None)))
        return lambda word: None if word == NOTHING else inner(word)
    if hint is bool:
        return {"yes": True, "no": False}.__getitem__
    if hint is int:
        return int
    if hint is str:
        return str
    raise TypeError(f"an answer's field cannot be {hint!r}; use int, str, bool, an optional or a tuple of them")


def _find_checks(kind: Any) -> tuple[tuple[str, Check], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, _check_of(hints[field.name])) for field in fields(kind))


_checks: Callable[[Any], tuple[tuple[str, Check], ...]] = cache(_find_checks)


def _check_of(hint: object) -> Check:
    """Whether a value is of the field's type and reads back from its own spelling."""
    origin = get_origin(hint)
    if origin is tuple:
        item = _check_of(get_args(hint)[0])
        return lambda value: type(value) is tuple and all("," not in str(part) and item(part) for part in value)
    if origin in (Union, UnionType):
        inner = _check_of(next(arg for arg in get_args(hint) if arg is not type(None)))
        return lambda value: value is None or inner(value)
    if hint is str:
        return lambda value: isinstance(value, str) and value != NOTHING and value.split() == [value]
    return lambda value: value.__class__ is hint


def _spell_field(value: object) -> str:
    if value is None or value == ():
        return NOTHING
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)
