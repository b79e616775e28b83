"""Who plays Cocoon World, with which copy, at which kind of table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tablekeeper.engines.cocoon_world.board import Board
from tablekeeper.engines.cocoon_world.edition import Edition
from tablekeeper.engines.core import SetupFault
from tablekeeper.engines.core.game import Option, check_choice, check_different, check_options, check_players

COLOURS = ("red", "blue", "green", "yellow", "purple")
PLAYERS = (1, len(COLOURS))
"""The fewest and the most."""


@dataclass(frozen=True)
class Setup:
    """What is settled before the first roll."""

    players: tuple[str, ...]
    colours: tuple[str, ...]
    edition: Edition
    known_hands: bool
    """True at a virtual table; at a real one hands stay in the players' hands."""
    absolute_ep_tiles: bool = True
    """Ruling 1: tiles that say gain or lose move the marker by that word, not by the pawn's side."""

    @cached_property
    def board(self) -> Board:
        """The loop of this copy."""
        return _board(self.edition)

    @property
    def virtual(self) -> bool:
        """Whether the companion deals everything itself."""
        return self.known_hands

    @property
    def tiles_guessed(self) -> bool:
        """Whether a tile may turn up that this edition does not count: at a real table with guessed counts."""
        return self.edition.guessed and not self.known_hands

    @property
    def turns(self) -> int:
        """How many turns each player has."""
        return 10 if len(self.players) <= 2 else 5


_board = lru_cache(8)(Board)
"""Games with one copy share its board: a journal of many games is folded."""

OPTIONS = {
    "colours": Option("the players' colours in their order, for instance blue,red"),
    "ep_tiles": Option(
        "what 'gain' and 'lose' on a tile mean for a black pawn: absolute (ruling 1) or by_side",
        ("absolute", "by_side"),
    ),
}


def summarise(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The options as they stand."""
    return (("ep_tiles", "absolute" if setup.absolute_ep_tiles else "by_side"),)


def prepare(
    players: Sequence[str], edition: Edition, table: str = "virtual", options: Mapping[str, str] | None = None
) -> Setup:
    """A checked setup; each fault is a sentence that names what would be right."""
    options = options or {}
    check_options("Cocoon World", options, OPTIONS)
    names = check_players("Cocoon World", players, PLAYERS)
    colours = tuple(options["colours"].split(",")) if "colours" in options else COLOURS[: len(names)]
    if len(colours) != len(names):
        raise SetupFault(
            "Cannot set up Cocoon World: found {count} colours for {players} players; expected one each",
            count=len(colours),
            players=len(names),
        )
    strange = next((colour for colour in colours if colour not in COLOURS), None)
    if strange is not None:
        raise SetupFault(
            "Cannot set up Cocoon World: found the colour {strange!r}; expected one of {known}",
            strange=strange,
            known=", ".join(COLOURS),
        )
    check_different("Cocoon World", "colour", colours)
    check_choice("Cocoon World", "table", table, ("virtual", "real"))
    ep_tiles = check_choice("Cocoon World", "ep_tiles", options.get("ep_tiles", "absolute"), ("absolute", "by_side"))
    return Setup(names, colours, edition, table == "virtual", ep_tiles == "absolute")
