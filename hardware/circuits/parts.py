"""Kinds of parts with their legs and their ratings, as parts.toml has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.hardware.errors import ConfigError

Table = dict[str, Any]
"""From TOML."""
FILE = Path(__file__).with_name("parts.toml")
CHIP_ROLES = ("supply", "ground", "open-drain", "push-pull", "three-state", "analog", "input")
SWITCH_ROLES = ("gate", "drain", "source", "base", "collector", "emitter")
OTHER_ROLES = ("anode", "cathode", "contact", "end", "plus", "minus")
ROLES = frozenset((*CHIP_ROLES, *SWITCH_ROLES, *OTHER_ROLES))
UNITS = {"ohm": 1.0, "kohm": 1e3, "nF": 1e-9}


class Rating(NamedTuple):
    """What a part bears or needs, and who says so."""

    least: float | None
    most: float | None
    source: str
    guess: bool = False

    def holds(self, value: float) -> bool:
        """Whether a value lies within it."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def spell(self) -> str:
        """The bounds in words."""
        if self.least is not None and self.most is not None:
            return f"{self.least:g} to {self.most:g}"
        return f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}"


@dataclass(frozen=True)
class Kind:
    """One kind of part."""

    name: str
    what: str
    case: str
    front: str
    legs: tuple[tuple[str, str], ...]
    """Name and role of each, in their order seen from the front."""
    legs_source: str
    code: str
    price_eur: float
    legs_guess: bool = False
    ratings: Mapping[str, Rating] = field(default_factory=dict)

    def role(self, leg: str) -> str:
        """What a leg does; empty for one that the part has not got."""
        return dict(self.legs).get(leg, "")

    def most(self, rating: str) -> float:
        """The upper bound of a rating that must be there."""
        return self._bound(rating, "most")

    def least(self, rating: str) -> float:
        """The lower bound of a rating that must be there."""
        return self._bound(rating, "least")

    def _bound(self, rating: str, which: str) -> float:
        found: float | None = getattr(self.ratings.get(rating), which, None)
        if found is None:
            raise ConfigError(
                "Cannot read the part {name}: found no {which} of {rating}; expected it in parts.toml",
                name=self.name,
                which=which,
                rating=rating,
            )
        return found


@dataclass(frozen=True)
class Part:
    """One part of a circuit."""

    name: str
    kind: Kind
    value: str = ""

    @property
    def amount(self) -> float:
        """Its value in ohms or farads."""
        number, _, unit = self.value.partition(" ")
        if unit not in UNITS:
            raise ConfigError(
                "Cannot read the part {name}: found the value {value!r}; expected 100 ohm",
                name=self.name,
                value=self.value,
            )
        return float(number) * UNITS[unit]


@cache
def load_kinds(path: Path = FILE) -> Mapping[str, Kind]:
    """All kinds of parts by name."""
    return {name: _read_kind(name, found) for name, found in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def _read_kind(name: str, found: Table) -> Kind:
    ratings = {what: read_rating(values) for what, values in found.pop("ratings", {}).items()}
    legs = tuple((leg, role) for leg, role in found.pop("legs"))
    for leg, role in legs:
        if role not in ROLES:
            raise ConfigError(
                "Cannot read the part {name}: found the role {role!r} of {leg}; expected {roles}",
                name=name,
                role=role,
                leg=leg,
                roles=sorted(ROLES),
            )
    return Kind(name=name, legs=legs, ratings=ratings, **found)


def read_rating(values: Table) -> Rating:
    """A rating from its table."""
    return Rating(values.get("least"), values.get("most"), values["source"], values.get("guess", False))
