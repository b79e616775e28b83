"""A game as the rest of the program finds it: its rules, how to set it up, its editions and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablekeeper.engines.core.errors import SetupFault
from tablekeeper.engines.core.playout import Bot
from tablekeeper.engines.core.rules import Rules


class Option(NamedTuple):
    """Something about a game that can be chosen before it begins."""

    says: str
    """What it does, for whoever types it."""
    values: tuple[str, ...] = ()
    """The few values that a screen offers, the usual one first; none where it is typed or follows from the rest."""


@dataclass(frozen=True)
class Game:
    """Everything about one game that is not a state."""

    name: str
    """The package below engines/, with underscores; people type it with hyphens."""
    title: str
    rules: Rules[Any, Any]
    read_edition: Callable[[str, str], Any]
    """read_edition(text, name) -> edition, or EditionFault."""
    prepare: Callable[..., Any]
    """prepare(players, edition, table="virtual"|"real", options={...}) -> setup, or SetupFault."""
    options: Mapping[str, Option]
    """What `options` may hold."""
    bots: Mapping[str, Bot]
    """`random`, and at least one that plays visibly better."""
    seats: tuple[int, int]
    """The fewest and the most players."""
    box: str = "reconstructed"
    """The shipped edition that an owner's edition begins as."""
    learned: Callable[[Any], Mapping[str, Any]] = lambda state: {}
    """learned(state) -> what the table told tonight about its copy, by place."""


def check_options(game: str, options: Mapping[str, str], known: Mapping[str, Option]) -> None:
    """Refuse an option that the game does not have."""
    for name in options:
        check_choice(game, "option", name, tuple(known))


def check_choice(game: str, what: str, found: str, right: Sequence[str]) -> str:
    """The value found, if it is one of the right ones."""
    if found not in right:
        raise SetupFault(
            f"set up {game}: found the {what} {found!r}, right would be one of: {', '.join(right) or 'none'}"
        )
    return found


def check_players(game: str, players: Sequence[str], seats: tuple[int, int]) -> tuple[str, ...]:
    """The players, if the game has a seat for each and each has a name of their own."""
    names = tuple(players)
    fewest, most = seats
    if not fewest <= len(names) <= most:
        raise SetupFault(f"set up {game}: found {len(names)} players, right would be {fewest} to {most}")
    if not all(name.strip() for name in names):
        raise SetupFault(f"set up {game}: found a player without a name in {names!r}, right would be a name each")
    check_different(game, "player", names)
    return names


def check_different(game: str, what: str, words: Sequence[str]) -> None:
    """Refuse a player or colour that stands twice."""
    twice = next((word for i, word in enumerate(words) if word in words[:i]), None)
    if twice is not None:
        raise SetupFault(f"set up {game}: the {what} {twice!r} stands twice, right would be different ones")
