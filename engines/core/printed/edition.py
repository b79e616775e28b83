"""Component data with a provenance for each value, read from TOML text and written back.

A value stands bare, and takes the provenance that its section (or a section above) states, or as
`{ value = 7, provenance = "rulebook" }`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from tablekeeper.engines.core.errors import EditionFault
from tablekeeper.engines.core.question import Facts
from tablekeeper.engines.core.toml_text import Tree, parse_toml

PROVENANCES = ("rulebook", "source", "deduced", "reconstructed", "owner")
V = TypeVar("V")


class Sheet:
    """The values of one edition by dotted place, each with where it comes from."""

    def __init__(self, values: Facts, provenances: Mapping[str, str], name: str) -> None:
        self.values = dict(values)
        self.provenances = dict(provenances)
        self.name = name

    @classmethod
    def read(cls, text: str, game: str, name: str = "edition") -> Sheet:
        """The sheet of a game's edition from its TOML text; every fault names its place."""
        try:
            tree = parse_toml(text)
        except ValueError as fault:
            raise EditionFault(
                "Cannot read the edition {name}: found no TOML ({fault}); expected a text like the shipped edition's",
                name=name,
                fault=fault,
            ) from None
        found = tree.pop("game", None)
        tree.pop("name", None)
        if found != game:
            raise EditionFault(
                "Cannot read the edition {name}: found game = {found!r}; expected game = {game!r}",
                name=name,
                found=found,
                game=game,
            )
        values: Tree = {}
        provenances: dict[str, str] = {}
        _walk(tree, "", None, values, provenances, name)
        return cls(values, provenances, name)

    def take(self, place: str, kind: type[V]) -> V:
        """The value at a place, of a kind; a missing or strange one is a fault."""
        if place not in self.values:
            raise EditionFault(
                "Cannot use {name}: {place} is missing; expected a value of type {kind}",
                name=self.name,
                place=place,
                kind=kind.__name__,
            )
        value = self.values[place]
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise EditionFault(
                "Cannot use {name}: {place} is {value!r}; expected a value of type {kind}",
                name=self.name,
                place=place,
                value=value,
                kind=kind.__name__,
            )
        return value

    def check_places(self, *known: str) -> None:
        """Every place is one of these, or lies below one that ends with a dot."""
        below = tuple(place for place in known if place.endswith("."))
        for place in self.values:
            if place not in known and not place.startswith(below):
                right = ", ".join(place + "..." if place in below else place for place in known)
                raise EditionFault(
                    "Cannot use {name}: {place} is no place of this game; expected {right}",
                    name=self.name,
                    place=place,
                    right=right,
                )

    def with_values(self, values: Facts, without: Iterable[str] = (), provenance: str = "owner") -> Sheet:
        """This sheet with the values that somebody entered for their copy, and without those that were withdrawn."""
        kept = {place: value for place, value in self.values.items() if place not in without}
        origins = self.provenances | dict.fromkeys(values, provenance)
        return Sheet(kept | dict(values), origins, self.name)

    def write(self, game: str) -> str:
        """The TOML text that reads back as this sheet."""
        sections: dict[str, list[str]] = {}
        for place in sorted(self.values, key=lambda place: "." in place):
            sections.setdefault(place.rpartition(".")[0], []).append(place)
        lines = [f"game = {_spell(game)}", f"name = {_spell(self.name)}"]
        for section, places in sections.items():
            usual = Counter(self.provenances[place] for place in places).most_common(1)[0][0] if section else ""
            lines += ["", f"[{section}]", f"provenance = {_spell(usual)}"] if section else []
            lines += [self._line(place, usual) for place in places]
        return "\n".join(lines) + "\n"

    def _line(self, place: str, usual: str) -> str:
        key, value, origin = place.rpartition(".")[2], _spell(self.values[place]), self.provenances[place]
        return (
            f"{key} = {value}" if origin == usual else f"{key} = {{ value = {value}, provenance = {_spell(origin)} }}"
        )

    def section(self, place: str) -> Tree:
        """All values below a place, by the rest of their name."""
        return below(self.values, place)


def below(values: Mapping[str, V], place: str) -> dict[str, V]:
    """Those of the values that stand below a dotted place, by the rest of their name."""
    start = place + "."
    return {name.removeprefix(start): value for name, value in values.items() if name.startswith(start)}


def _walk(
    tree: Facts,
    place: str,
    above: str | None,
    values: Tree,
    provenances: dict[str, str],
    name: str,
) -> None:
    provenance = tree.get("provenance", above)
    if provenance is not None and provenance not in PROVENANCES:
        where = f"{place}.provenance".lstrip(".")
        raise EditionFault(
            "Cannot use {name}: {where} is {provenance!r}; expected one of {known}",
            name=name,
            where=where,
            provenance=provenance,
            known=", ".join(PROVENANCES),
        )
    for key, value in tree.items():
        here = f"{place}.{key}".lstrip(".")
        if key == "provenance":
            continue
        if isinstance(value, dict) and "value" not in value:
            _walk(value, here, provenance, values, provenances, name)
            continue
        own = value.get("provenance", provenance) if isinstance(value, dict) else provenance
        if own not in PROVENANCES:
            raise EditionFault(
                "Cannot use {name}: {here} has no provenance; expected one of {known}",
                name=name,
                here=here,
                known=", ".join(PROVENANCES),
            )
        values[here] = value["value"] if isinstance(value, dict) else value
        provenances[here] = own


def _spell(value: object) -> str:
    """A value as TOML spells it; JSON spells numbers, words and lists alike."""
    return json.dumps(value, ensure_ascii=False)
