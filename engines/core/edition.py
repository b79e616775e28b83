"""Component data with a provenance for each value, read from TOML text.

A value stands bare, and takes the provenance that its section (or a section above) states, or as
`{ value = 7, provenance = "rulebook" }`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, TypeVar

from engines.core.errors import EditionFault

PROVENANCES = ("rulebook", "source", "deduced", "reconstructed", "owner")
V = TypeVar("V")


class Sheet:
    """The values of one edition by dotted place, each with where it comes from."""

    def __init__(self, values: Mapping[str, Any], provenances: Mapping[str, str], name: str) -> None:
        self.values = dict(values)
        self.provenances = dict(provenances)
        self.name = name

    @classmethod
    def read(cls, text: str, game: str, name: str = "edition") -> Sheet:
        """The sheet of a game's edition from its TOML text; every fault names its place."""
        try:
            tree = tomllib.loads(text)
        except tomllib.TOMLDecodeError as fault:
            raise EditionFault(
                f"read the edition {name}: found no TOML ({fault}), right would be a text like the shipped edition's"
            ) from None
        found = tree.pop("game", None)
        tree.pop("name", None)
        if found != game:
            raise EditionFault(f"read the edition {name}: found game = {found!r}, right would be game = {game!r}")
        values: dict[str, Any] = {}
        provenances: dict[str, str] = {}
        _walk(tree, "", None, values, provenances, name)
        return cls(values, provenances, name)

    def take(self, place: str, kind: type[V]) -> V:
        """The value at a place, of a kind; a missing or strange one is a fault."""
        if place not in self.values:
            raise EditionFault(f"{self.name}: {place} is missing, right would be a value of type {kind.__name__}")
        value = self.values[place]
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise EditionFault(f"{self.name}: {place} is {value!r}, right would be a value of type {kind.__name__}")
        return value

    def section(self, place: str) -> dict[str, Any]:
        """All values below a place, by the last part of their name."""
        start = place + "."
        return {name.removeprefix(start): value for name, value in self.values.items() if name.startswith(start)}


def _walk(
    tree: Mapping[str, Any],
    place: str,
    above: str | None,
    values: dict[str, Any],
    provenances: dict[str, str],
    name: str,
) -> None:
    provenance = tree.get("provenance", above)
    if provenance is not None and provenance not in PROVENANCES:
        where = f"{place}.provenance".lstrip(".")
        raise EditionFault(f"{name}: {where} is {provenance!r}, right would be one of {', '.join(PROVENANCES)}")
    for key, value in tree.items():
        here = f"{place}.{key}".lstrip(".")
        if key == "provenance":
            continue
        if isinstance(value, dict) and "value" not in value:
            _walk(value, here, provenance, values, provenances, name)
            continue
        own = value.get("provenance", provenance) if isinstance(value, dict) else provenance
        if own not in PROVENANCES:
            raise EditionFault(f"{name}: {here} has no provenance, right would be one of {', '.join(PROVENANCES)}")
        values[here] = value["value"] if isinstance(value, dict) else value
        provenances[here] = own
