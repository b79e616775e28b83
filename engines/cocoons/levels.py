"""The five levels, own levels from TOML text, and what makes a level impossible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablekeeper.engines.cocoons.trapdoors import ACTION, LOCKS, NUMBERS, ROTATION, RUNE, SLIDE, SUPPLY
from tablekeeper.engines.core import EditionFault
from tablekeeper.engines.core.toml_text import parse_toml
from tablekeeper.faults import Words

COUNT = 8
"""One trapdoor over each guardian."""


class Level(NamedTuple):
    """Which trapdoors are in play."""

    name: str
    trapdoors: tuple[str, ...]
    difficult: bool = False

    def options(self) -> dict[str, str]:
        """The level as the options that `prepare` takes, so that a journal holds all of it."""
        chosen = self.name if LEVELS.get(self.name) == self.trapdoors else ",".join(self.trapdoors)
        return {"level": chosen, "difficult": "yes" if self.difficult else "no"}


LEVELS: dict[str, tuple[str, ...]] = {
    "1": (RUNE,) * 8,
    "2": (RUNE,) * 4 + (SLIDE,) * 4,
    "3": tuple(LOCKS) + tuple(rune for runes in LOCKS.values() for rune in runes),
    "4": (RUNE,) * 5 + (ROTATION,) * 2 + (ACTION,),
    "5": NUMBERS,
}
"""The printed levels [rulebook p. 12-14]."""


def find_fault(trapdoors: Sequence[str]) -> Words | None:
    """Why a level with these trapdoors cannot be played, or None: what was found, and what would be right."""
    for trapdoor in trapdoors:
        if trapdoor not in SUPPLY:
            return Words(
                "found the trapdoor {trapdoor!r}; expected one of {known}", trapdoor=trapdoor, known=", ".join(SUPPLY)
            )
    if len(trapdoors) != COUNT:
        return Words(
            "found {count} trapdoors; expected {right}, one over each guardian", count=len(trapdoors), right=COUNT
        )
    return _check_supply(trapdoors) or _check_locks(trapdoors) or _check_numbers(trapdoors)


def _check_supply(trapdoors: Sequence[str]) -> Words | None:
    for trapdoor, printed in SUPPLY.items():
        count = trapdoors.count(trapdoor)
        if count > printed:
            return Words(
                "found {trapdoor!r} {count} times; expected at most {most} as printed",
                trapdoor=trapdoor,
                count=count,
                most=printed,
            )
    return None


def _check_locks(trapdoors: Sequence[str]) -> Words | None:
    for lock, runes in LOCKS.items():
        if lock not in trapdoors:
            continue
        missing = [rune for rune in runes if rune not in trapdoors]
        if missing:
            return Words(
                "found {lock!r} without its Runes {missing}; expected all three: {runes}",
                lock=lock,
                missing=", ".join(missing),
                runes=", ".join(runes),
            )
    return None


def _check_numbers(trapdoors: Sequence[str]) -> Words | None:
    numbers = sorted(NUMBERS.index(trapdoor) + 1 for trapdoor in trapdoors if trapdoor in NUMBERS)
    if numbers == list(range(1, len(numbers) + 1)):
        return None
    found = ", ".join(map(str, numbers))
    return Words("found the numbers {found}; expected 1 to {last} with no hole", found=found, last=len(numbers))


def read_level(text: str, name: str = "level") -> Level:
    """An own level from its TOML text; every fault is one sentence with what would be right."""
    where = Words("Cannot read the level {name}", name=name)
    try:
        tree = parse_toml(text)
    except ValueError as fault:
        raise EditionFault(
            "{where}: found no TOML ({fault}); expected trapdoors = [eight words]", where=where, fault=fault
        ) from None
    strange = sorted(tree.keys() - {"game", "name", "trapdoors", "difficult"})
    if strange:
        raise EditionFault(
            "{where}: found {strange!r}; expected only game, name, trapdoors and difficult",
            where=where,
            strange=strange[0],
        )
    if tree.get("game") != "cocoons":
        raise EditionFault(
            "{where}: found game = {found!r}; expected game = 'cocoons'", where=where, found=tree.get("game")
        )
    called, difficult = tree.get("name", name), tree.get("difficult", False)
    if not isinstance(called, str) or not isinstance(difficult, bool):
        raise EditionFault(
            "{where}: found name = {called!r} and difficult = {difficult!r}; expected a text and true or false",
            where=where,
            called=called,
            difficult=difficult,
        )
    trapdoors = tree.get("trapdoors")
    if not isinstance(trapdoors, list) or not all(isinstance(word, str) for word in trapdoors):
        raise EditionFault(
            "{where}: found trapdoors = {trapdoors!r}; expected a list of eight words", where=where, trapdoors=trapdoors
        )
    why = find_fault(trapdoors)
    if why is not None:
        raise EditionFault("{where}: {why}", where=where, why=why)
    return Level(called, tuple(trapdoors), difficult)
