"""The places of an edition, and what can be printed at each of them.

A value that a rule needs and the copy's edition lacks is asked of the table by its place: `cards.37`, `dial.3`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from tablekeeper.faults import Words

ACTIONS = ("move", "attack", "eat", "reaper")
ICONS = (
    "nothing", "vegetable", "book", "heal_1", "trap_1", "trap_2", "trap_3", "reaper_1", "reaper_2", "reaper_3",
)  # fmt: skip
"""What a space can show, besides the entrance and the exit."""
STRIKES = (
    "nothing", "damage_1", "damage_2", "damage_3", "damage_4", "damage_5", "bolt_1", "bolt_2", "bolt_3",
    "hidden_bonus",
)  # fmt: skip
"""What a space of a boss tile can show."""
FLOORS = ("1F", "2F", "2F_star", "3F", "3F_star")
BOSSES = ("behemoth", "omega")
DECKS = ("basic", "elite")
CARDS = range(1, 101)
MONSTERS = range(1, 16)
"""Each deck of Monsters has fifteen cards."""
BOOKS = {"heal_1": 3, "heal_2": 2, "move_1": 3, "move_2": 2, "attack_3": 2, "attack_4": 1, "blast_2": 2}
"""The fifteen Book tokens: effect and strength, and how often each exists in the printed list of contents."""
VEGETABLE_TOKENS = 21
LARGEST_RING = 40


class Family(NamedTuple):
    """Places of one shape, such as `cards.*`."""

    name: str
    """What is printed there, in a word."""
    shape: tuple[str, ...]
    allowed: tuple[Any, ...]
    """Every value that may be printed there."""
    right: str
    """The same in words, for refusals."""
    reason: str
    """The reason code when another value is told."""


def _touches() -> tuple[tuple[int, ...], ...]:
    ring = range(LARGEST_RING)
    return ((), *((i,) for i in ring), *combinations(ring, 2))


FAMILIES = (
    Family("card", ("cards", "*"), tuple(range(1, 6)), Words("a strength from 1 to 5"), "strength_out_of_range"),
    Family("dial_size", ("dial", "size"), tuple(range(5, 13)), Words("5 to 12 positions"), "size_out_of_range"),
    Family(
        "dial",
        ("dial", "*"),
        (*((action,) for action in ACTIONS), *combinations(ACTIONS, 2)),
        Words("one or two of {known}, in this order", known=", ".join(ACTIONS)),
        "no_such_action",
    ),
    Family(
        "reaper",
        ("floors", "*", "reaper"),
        tuple(range(3, 31)),
        Words("3 to 30 steps to the right end"),
        "length_out_of_range",
    ),
    Family(
        "encounter",
        ("floors", "*", "encounter"),
        tuple(product(range(4), repeat=2)),
        Words("so many Basic and so many Elite Monsters, 0 to 3 each"),
        "number_out_of_range",
    ),
    Family(
        "ring_outer", ("ring", "outer"), tuple(range(8, LARGEST_RING + 1)), Words("8 to 40 spaces"), "size_out_of_range"
    ),
    Family(
        "ring_inner", ("ring", "inner"), tuple(range(4, LARGEST_RING + 1)), Words("4 to 40 spaces"), "size_out_of_range"
    ),
    Family(
        "ring_icon", ("ring", "spaces", "*"), ICONS, Words("one of {known}", known=", ".join(ICONS)), "no_such_icon"
    ),
    Family(
        "ring_touches",
        ("ring", "touches", "*"),
        _touches(),
        Words("at most two spaces of the inner ring"),
        "no_such_space",
    ),
    Family(
        "boss_hp", ("bosses", "*", "hp"), tuple(range(1, 61)), Words("1 to 60 Health Points"), "number_out_of_range"
    ),
    Family(
        "strike", ("bosses", "*", "*"), STRIKES, Words("one of {known}", known=", ".join(STRIKES)), "no_such_strike"
    ),
    Family(
        "monster",
        ("monsters", "*", "*"),
        tuple(product(range(1, 16), range(7), range(4), range(3), range(6))),
        Words("Health 1 to 15, attack 0 to 6, then the reward: heal 0 to 3, books 0 to 2, vegetables 0 to 5"),
        "number_out_of_range",
    ),
)
NAMES = {"floors": FLOORS, "bosses": BOSSES, "monsters": DECKS}
"""The words that the second part of a place may be."""


@cache
def find_family(place: str) -> Family | None:
    """What may be printed at a place, or None where the rules never ask."""
    parts = place.split(".")
    for family in FAMILIES:
        if len(family.shape) == len(parts) and all(
            s in ("*", part) for s, part in zip(family.shape, parts, strict=True)
        ):
            return family if _names_something(parts) else None
    return None


def _names_something(parts: list[str]) -> bool:
    head, *middle, last = parts
    if middle and head in NAMES and middle[0] not in NAMES[head]:
        return False
    if not last.isdigit():
        return last in ("size", "reaper", "encounter", "outer", "inner", "hp")
    first, end = {"cards": (1, 101), "monsters": (1, 16)}.get(head, (0, LARGEST_RING))
    return first <= int(last) < end and last == str(int(last))


def spell_value(value: Any) -> tuple[str, ...]:
    """A value in words, as an answer tells it."""
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def spelled(place: str) -> Mapping[tuple[str, ...], Any]:
    """Every value that may be printed at a place, by its words."""
    family = find_family(place)
    return {} if family is None else _words_of(family.shape)


@cache
def _words_of(shape: tuple[str, ...]) -> Mapping[tuple[str, ...], Any]:
    family = next(family for family in FAMILIES if family.shape == shape)
    return {spell_value(value): value for value in family.allowed}
