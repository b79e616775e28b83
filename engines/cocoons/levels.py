"""The five levels, own levels from TOML text, and what makes a level impossible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablekeeper.engines.cocoons.trapdoors import ACTION, LOCKS, NUMBERS, ROTATION, RUNE, SLIDE, SUPPLY
from tablekeeper.engines.core import EditionFault
from tablekeeper.engines.core.toml_text import parse_toml

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


def find_fault(trapdoors: Sequence[str]) -> str | None:
    """Why a level with these trapdoors cannot be played, or None: what was found, and what would be right."""
    for trapdoor in trapdoors:
        if trapdoor not in SUPPLY:
            return f"found the trapdoor {trapdoor!r}; expected one of {', '.join(SUPPLY)}"
    if len(trapdoors) != COUNT:
        return f"found {len(trapdoors)} trapdoors; expected {COUNT}, one over each guardian"
    return _check_supply(trapdoors) or _check_locks(trapdoors) or _check_numbers(trapdoors)


def _check_supply(trapdoors: Sequence[str]) -> str | None:
    for trapdoor, printed in SUPPLY.items():
        if trapdoors.count(trapdoor) > printed:
            return f"found {trapdoor!r} {trapdoors.count(trapdoor)} times; expected at most {printed} as printed"
    return None


def _check_locks(trapdoors: Sequence[str]) -> str | None:
    for lock, runes in LOCKS.items():
        if lock not in trapdoors:
            continue
        missing = [rune for rune in runes if rune not in trapdoors]
        if missing:
            return f"found {lock!r} without its Runes {', '.join(missing)}; expected all three: {', '.join(runes)}"
    return None


def _check_numbers(trapdoors: Sequence[str]) -> str | None:
    numbers = sorted(NUMBERS.index(trapdoor) + 1 for trapdoor in trapdoors if trapdoor in NUMBERS)
    if numbers == list(range(1, len(numbers) + 1)):
        return None
    found = ", ".join(map(str, numbers))
    return f"found the numbers {found}; expected 1 to {len(numbers)} with no hole"


def read_level(text: str, name: str = "level") -> Level:
    """An own level from its TOML text; every fault is one sentence with what would be right."""
    where = f"Cannot read the level {name}"
    try:
        tree = parse_toml(text)
    except ValueError as fault:
        raise EditionFault(f"{where}: found no TOML ({fault}); expected trapdoors = [eight words]") from None
    strange = sorted(tree.keys() - {"game", "name", "trapdoors", "difficult"})
    if strange:
        raise EditionFault(f"{where}: found {strange[0]!r}; expected only game, name, trapdoors and difficult")
    if tree.get("game") != "cocoons":
        raise EditionFault(f"{where}: found game = {tree.get('game')!r}; expected game = 'cocoons'")
    called, difficult = tree.get("name", name), tree.get("difficult", False)
    if not isinstance(called, str) or not isinstance(difficult, bool):
        raise EditionFault(
            f"{where}: found name = {called!r} and difficult = {difficult!r}; expected a text and true or false"
        )
    trapdoors = tree.get("trapdoors")
    if not isinstance(trapdoors, list) or not all(isinstance(word, str) for word in trapdoors):
        raise EditionFault(f"{where}: found trapdoors = {trapdoors!r}; expected a list of eight words")
    why = find_fault(trapdoors)
    if why is not None:
        raise EditionFault(f"{where}: {why}")
    return Level(called, tuple(trapdoors), difficult)
