"""One copy of Chocobo's Dungeon: what is printed at which place, as far as anybody has written it down.

A copy may be known in part. The rules ask for what is missing; `edition_with` adds what the table told, and
`write_edition` gives the text to keep.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tablekeeper.engines.chocobo.floors import Floor, Space
from tablekeeper.engines.chocobo.places import (
    BOOKS,
    FLOORS,
    ICONS,
    VEGETABLE_TOKENS,
    find_family,
    spell_value,
    spelled,
)
from tablekeeper.engines.core.errors import EditionFault
from tablekeeper.engines.core.printed.edition import PROVENANCES, Sheet, below
from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.faults import Words


class Printed(NamedTuple):
    """What stands at one place of a copy, and how it is known."""

    place: str
    value: Any
    provenance: str


@dataclass(frozen=True)
class Edition:
    """Everything that is known of a copy."""

    name: str
    printed: tuple[Printed, ...]

    @cached_property
    def values(self) -> Tree:
        """What stands at each place."""
        return {entry.place: entry.value for entry in self.printed}

    @cached_property
    def floors(self) -> dict[str, Floor]:
        """The floors that have a map."""
        spaces: dict[str, dict[int, Space]] = {}
        for place, value in self.values.items():
            if (name := map_of(place)) is not None:
                spaces.setdefault(name, {})[int(place.rsplit(".", 1)[1])] = Space(*value)
        return {name: Floor(found) for name, found in spaces.items()}

    def section(self, place: str) -> Tree:
        """All values below a place, by the rest of their name."""
        return below(self.values, place)


def map_of(place: str) -> str | None:
    """The floor whose map a place belongs to, if any."""
    parts = place.split(".")
    is_space = len(parts) == 4 and parts[0] == "floors" and parts[2] == "spaces" and parts[3].isdigit()
    return parts[1] if is_space and parts[1] in FLOORS else None


def read_edition(text: str, name: str = "edition") -> Edition:
    """The edition in a TOML text; each hole or contradiction is a sentence with its place."""
    sheet = Sheet.read(text, "chocobo", name)
    printed = tuple(Printed(place, _tuples(value), sheet.provenances[place]) for place, value in sheet.values.items())
    return check_edition(Edition(name, printed))


def edition_with(edition: Edition, learned: Iterable[tuple[str, Any]], provenance: str = "owner") -> Edition:
    """The edition with what the table told, or with what its owner corrects; checked as if it had been read."""
    if provenance not in PROVENANCES:
        raise EditionFault(
            "Cannot use {name}: provenance is {provenance!r}; expected one of {known}",
            name=edition.name,
            provenance=provenance,
            known=", ".join(PROVENANCES),
        )
    known = {entry.place: entry for entry in edition.printed}
    for place, value in learned:
        known[place] = Printed(place, _tuples(value), provenance)
    return check_edition(Edition(edition.name, tuple(known.values())))


def write_edition(edition: Edition) -> str:
    """The TOML text that reads back as this edition."""
    origins = {entry.place: entry.provenance for entry in edition.printed}
    return Sheet(edition.values, origins, edition.name).write("chocobo")


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def check_edition(edition: Edition) -> Edition:
    """The same edition, if nothing in it is wrong or contradicts."""
    for entry in edition.printed:
        _check_value(edition.name, entry)
    _check_dial(edition)
    _check_rings(edition)
    _check_tokens(edition)
    for floor, found in edition.floors.items():
        _check_map(edition.name, f"floors.{floor}.spaces", found)
    return edition


def _check_value(name: str, entry: Printed) -> None:
    place, value, _ = entry
    family = find_family(place)
    if family is not None:
        fits = spelled(place).get(spell_value(value)) == value and not isinstance(value, bool)
        right = family.right
    elif map_of(place) is not None:
        fits, right = _fits_space(value), Words("[x, y, icon, [numbers of the linked spaces]]")
    elif place.startswith("ring.at."):
        fits, right = _are_numbers(value) and len(value) == 2, "[x, y]"
    elif place.startswith(("tokens.books.", "tokens.vegetables.")):
        fits, right = _are_numbers((value,)) and value >= 0, Words("a count of tokens")
    else:
        raise EditionFault(
            "Cannot use {name}: {place} is no place of this game; expected one such as cards.37 or dial.3",
            name=name,
            place=place,
        )
    if not fits:
        raise EditionFault(
            "Cannot use {name}: {place} is {value!r}; expected {right}",
            name=name,
            place=place,
            value=value,
            right=right,
        )


def _are_numbers(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(part, int) and not isinstance(part, bool) for part in value)


def _fits_space(value: Any) -> bool:
    if not isinstance(value, tuple) or len(value) != 4 or not _are_numbers(value[:2]):
        return False
    return value[2] in (*ICONS, "entrance", "exit") and _are_numbers(value[3])


def _check_dial(edition: Edition) -> None:
    positions = {place: icons for place, icons in edition.section("dial").items() if place != "size"}
    size = edition.values.get("dial.size")
    if size is None:
        if positions:
            raise EditionFault(
                "Cannot use {name}: dial.size is missing; expected how many positions the dial has", name=edition.name
            )
        return
    beyond = next((place for place in positions if int(place) >= size), None)
    if beyond is not None:
        raise EditionFault(
            "Cannot use {name}: dial.{beyond} lies beyond the dial; expected 0 to {last}",
            name=edition.name,
            beyond=beyond,
            last=size - 1,
        )
    if len(positions) == size and not any("move" in icons for icons in positions.values()):
        raise EditionFault(
            "Cannot use {name}: dial shows no move; expected a dial with at least one", name=edition.name
        )


def _check_rings(edition: Edition) -> None:
    outer, inner = edition.values.get("ring.outer"), edition.values.get("ring.inner")
    rings = {"ring.spaces": outer, "ring.touches": outer, "bosses.behemoth": inner, "bosses.omega": inner}
    for ring, size in rings.items():
        numbers = [int(number) for number in edition.section(ring) if number.isdigit()]
        if numbers and (size is None or max(numbers) >= size):
            right = Words("a ring whose size is written down") if size is None else Words("0 to {last}", last=size - 1)
            raise EditionFault(
                "Cannot use {name}: {ring}.{number} lies beyond its ring; expected {right}",
                name=edition.name,
                ring=ring,
                number=max(numbers),
                right=right,
            )
    for number, touched in edition.section("ring.touches").items():
        if touched and (inner is None or max(touched) >= inner):
            raise EditionFault(
                "Cannot use {name}: ring.touches.{number} is {touched!r}; expected spaces of the inner ring",
                name=edition.name,
                number=number,
                touched=touched,
            )
        if number == "0" and 0 in touched:
            raise EditionFault(
                "Cannot use {name}: ring.touches.0 is {touched!r}; expected starting spaces that do not touch",
                name=edition.name,
                touched=touched,
            )


def _check_tokens(edition: Edition) -> None:
    books = edition.section("tokens.books")
    strange = next((book for book in books if book not in BOOKS), None)
    if strange is not None:
        raise EditionFault(
            "Cannot use {name}: tokens.books.{strange} is no known token; expected one of {known}",
            name=edition.name,
            strange=strange,
            known=", ".join(BOOKS),
        )
    if sum(books.values()) != sum(BOOKS.values()):
        raise EditionFault(
            "Cannot use {name}: tokens.books adds up to {sum}; expected 15", name=edition.name, sum=sum(books.values())
        )
    vegetables = edition.section("tokens.vegetables")
    if not all(kind.isdigit() for kind in vegetables):
        raise EditionFault(
            "Cannot use {name}: tokens.vegetables has {known}; expected numbers",
            name=edition.name,
            known=", ".join(vegetables),
        )
    if vegetables and sum(vegetables.values()) != VEGETABLE_TOKENS:
        raise EditionFault(
            "Cannot use {name}: tokens.vegetables adds up to {sum}; expected 21",
            name=edition.name,
            sum=sum(vegetables.values()),
        )


def _check_map(name: str, place: str, floor: Floor) -> None:
    for icon in ("entrance", "exit"):
        count = sum(space.icon == icon for space in floor.spaces.values())
        if count != 1:
            raise EditionFault(
                "Cannot use {name}: {place} shows {icon!r} {count} times; expected once",
                name=name,
                place=place,
                icon=icon,
                count=count,
            )
    for number, space in floor.spaces.items():
        for there in space.links:
            if there == number or there not in floor.spaces or number not in floor.spaces[there].links:
                raise EditionFault(
                    "Cannot use {name}: {place}.{number} is linked to {there}; expected another space that links back",
                    name=name,
                    place=place,
                    number=number,
                    there=there,
                )
    if floor.entrance not in floor.distances:
        raise EditionFault(
            "Cannot use {name}: the exit {place}.{exit} has no way; expected a way from {entrance}",
            name=name,
            place=place,
            exit=floor.exit,
            entrance=floor.entrance,
        )
    lost = next((number for number in floor.spaces if number not in floor.distances), None)
    if lost is not None:
        raise EditionFault(
            "Cannot use {name}: {place}.{lost} cannot be reached; expected a way from {entrance}",
            name=name,
            place=place,
            lost=lost,
            entrance=floor.entrance,
        )
