"""One copy of Cocoons: the names of its eight guardians, and how many action tokens it holds."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core.errors import EditionFault
from tablekeeper.engines.core.printed.edition import Sheet

GUARDIANS = 8
NOT_GUARDIANS = ("start", "token")
"""Words that mean something else below a cocoon."""


class Edition(NamedTuple):
    """The component data that the rules need."""

    guardians: tuple[str, ...]
    tokens: int


def read_edition(text: str, name: str = "edition") -> Edition:
    """The edition in a TOML text; each hole or contradiction is a sentence with its place."""
    sheet = Sheet.read(text, "cocoons", name)
    sheet.check_places("reserve.tokens", "guardians.")
    tokens = sheet.take("reserve.tokens", int)
    if tokens < 1:
        raise EditionFault(
            "Cannot use {name}: reserve.tokens is {tokens}; expected 25 as printed, or at least 1",
            name=name,
            tokens=tokens,
        )
    places = [f"guardians.g{n}" for n in range(1, GUARDIANS + 1)]
    guardians = tuple(sheet.take(place, str) for place in places)
    for i, (place, guardian) in enumerate(zip(places, guardians, strict=True)):
        if not guardian.isidentifier() or guardian in NOT_GUARDIANS:
            raise EditionFault(
                "Cannot use {name}: {place} is {guardian!r}; expected one word, such as 'fish' or 'sea_lion'",
                name=name,
                place=place,
                guardian=guardian,
            )
        if guardian in guardians[:i]:
            raise EditionFault(
                "Cannot use {name}: {place} is {guardian!r} once more; expected eight different guardians",
                name=name,
                place=place,
                guardian=guardian,
            )
    strange = sorted(sheet.section("guardians").keys() - {place.split(".")[1] for place in places})
    if strange:
        raise EditionFault(
            "Cannot use {name}: guardians.{strange} is one too many; expected g1 to g{guardians}",
            name=name,
            strange=strange[0],
            guardians=GUARDIANS,
        )
    return Edition(guardians, tokens)
