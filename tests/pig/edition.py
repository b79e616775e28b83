"""One copy of Pig: it has one die."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core.errors import EditionFault
from tablekeeper.engines.core.printed.edition import Sheet


class Edition(NamedTuple):
    """The component data that the rules need."""

    sides: int


def read_edition(text: str, name: str = "edition") -> Edition:
    """The edition in a TOML text; each fault is a sentence with its place."""
    sheet = Sheet.read(text, "pig", name)
    sheet.check_places("die.sides")
    sides = sheet.take("die.sides", int)
    if sides != 6:
        raise EditionFault(f"{name}: die.sides is {sides}; expected 6")
    return Edition(sides)
