"""Options that are made only when somebody looks: products of choices, and the faces of dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Any, overload

from tablekeeper.engines.core.answer import Answer, Roll


@lru_cache(1 << 14)
def made(kind: Callable[..., Answer], *values: object) -> Answer:
    """This answer; one made before serves again, for answers are frozen."""
    return kind(*values)


class Product(Sequence[Answer]):
    """Every combination of one value from each axis. An axis may name a value twice: then it is twice as likely."""

    __slots__ = ("axes", "make", "size")

    def __init__(self, make: Callable[..., Answer], *axes: Sequence[object]) -> None:
        self.make = make
        self.axes = axes
        self.size = len(axes[0]) if len(axes) == 1 else prod(map(len, axes))

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.size))]
        if len(self.axes) == 1:
            return made(self.make, self.axes[0][index])
        if not -self.size <= index < self.size:
            raise IndexError(index)
        values = []
        for axis in reversed(self.axes):
            index, i = divmod(index, len(axis))
            values.append(axis[i])
        return made(self.make, *reversed(values))

    def __contains__(self, answer: object) -> bool:
        if answer.__class__ is not self.make:
            return False
        for name, axis in zip(_names(self.make), self.axes, strict=True):  # noqa: SIM110 (asked for every answer: no generator)
            if getattr(answer, name) not in axis:
                return False
        return True


def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


_names: Callable[[object], tuple[str, ...]] = cache(_field_names)


@cache
def _faces(dice: int, sides: int) -> tuple[Roll, ...]:
    return tuple(Roll(values) for values in product(range(1, sides + 1), repeat=dice))


class Rolls(Sequence[Answer]):
    """Every way in which so many dice can come to rest."""

    __slots__ = ("dice", "sides", "size")

    def __init__(self, dice: int, sides: int = 6) -> None:
        self.dice = dice
        self.sides = sides
        self.size: int = sides**dice

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        return _faces(self.dice, self.sides)[index]

    def __contains__(self, answer: object) -> bool:
        if not isinstance(answer, Roll):
            return False
        values = answer.values
        return len(values) == self.dice and min(values) >= 1 and max(values) <= self.sides
