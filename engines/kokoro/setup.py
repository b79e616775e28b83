"""Who plays Kokoro, with which copy, on which mats and with whose decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tablekeeper.engines.core import SetupFault
from tablekeeper.engines.core.game import Option, check_choice, check_options, check_players
from tablekeeper.engines.kokoro.edition import DecreeCard, Edition
from tablekeeper.engines.kokoro.mat import Mat
from tablekeeper.engines.kokoro.paths import Paths

PLAYERS = (1, 8)
"""The fewest and the most."""
NO_LIMIT = 0
DRAWN_DECREE = "drawn"


@dataclass(frozen=True)
class Setup:
    """What is settled before the first card."""

    players: tuple[str, ...]
    edition: Edition
    side: str
    virtual_mats: bool
    """True where the companion holds the mats; at a real table players draw on theirs and tell what they count."""
    known_mats: bool
    """Whether the edition's mat is the one that is drawn on, so that the companion can count on it."""
    own_decks: bool
    """True where the companion deals the cards; else they are read off the real decks."""
    peek_limit: int
    """Looks a round that each player has, or NO_LIMIT."""
    decree: str
    """A decree's id, DRAWN_DECREE, or empty."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Nobody has a colour."""
        return ()

    @property
    def virtual(self) -> bool:
        """Whether the companion deals everything itself."""
        return self.virtual_mats

    @property
    def mat(self) -> Mat:
        """The side of the mat that is played on."""
        return self.edition.mat(self.side)

    @property
    def dealer(self) -> str:
        """Who deals and calls the cards: the companion, or the table from its real decks."""
        return "companion" if self.own_decks else "table"

    @cached_property
    def paths(self) -> Paths:
        """The ways over this mat."""
        return Paths(self.mat.columns, self.mat.rows, self.edition.shapes)

    @cached_property
    def features(self) -> tuple[int, ...]:
        """Caterpillars and flowers together, by space."""
        return self.mat.features

    @cached_property
    def fullest(self) -> dict[str, tuple[int, ...]]:
        """The numbers of features on single spaces, most first: of both kinds, caterpillars, flowers."""
        mat = self.mat
        kinds = {"feature": mat.features, "caterpillar": mat.caterpillars, "flower": mat.flowers}
        return {kind: tuple(sorted(counts, reverse=True)) for kind, counts in kinds.items()}

    def decree_card(self, decree: str) -> DecreeCard:
        """The card of a decree that this edition has."""
        return next(card for card in self.edition.decrees if card.id == decree)

    @property
    def usable_decrees(self) -> tuple[str, ...]:
        """Pink ones only on the pink side."""
        return tuple(card.id for card in self.edition.decrees if card.background in ("blue", self.side))


OPTIONS = {
    "side": Option("guardians printed (blue) or rolled with the ten-sided die (pink)", ("blue", "pink")),
    "decree": Option("none, drawn, or the name of a decree of the edition", ("none", "drawn")),
    "peek_limit": Option(
        "none, or how many looks at the next sanctuary a player has in a round; the older edition has 1", ("none", "1")
    ),
    "decks": Option("whether the companion deals the cards or they are read off the real decks", ("companion", "real")),
    "mats": Option("known (the mats on the table are those of the edition) or unknown, as the edition says"),
}


def summarise(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The options as they stand."""
    limit = str(setup.peek_limit) if setup.peek_limit else "none"
    decks = "companion" if setup.own_decks else "real"
    return ("side", setup.side), ("decree", setup.decree or "none"), ("peek_limit", limit), ("decks", decks)


def prepare(
    players: Sequence[str], edition: Edition, table: str = "virtual", options: Mapping[str, str] | None = None
) -> Setup:
    """A checked setup; each fault is a sentence that names what would be right."""
    options = options or {}
    check_options("Kokoro", options, OPTIONS)
    names = check_players("Kokoro", players, PLAYERS)
    virtual = check_choice("Kokoro", "table", table, ("virtual", "real")) == "virtual"
    side = check_choice("Kokoro", "side", options.get("side", "blue"), ("blue", "pink"))
    decks = check_choice("Kokoro", "decks", options.get("decks", "companion"), ("companion", "real"))
    stated = "known" if virtual or side in edition.known_sides else "unknown"
    mats = check_choice("Kokoro", "mats", options.get("mats", stated), ("known",) if virtual else ("known", "unknown"))
    return Setup(
        names, edition, side, virtual, mats == "known", decks == "companion",
        _read_limit(options.get("peek_limit", "none")), _check_decree(edition, side, options.get("decree", "none")),
    )  # fmt: skip


def _read_limit(word: str) -> int:
    if word == "none":
        return NO_LIMIT
    if not word.isdecimal() or not 1 <= int(word) <= 9:
        raise SetupFault(
            "Cannot set up Kokoro: found the peek_limit {word!r}; expected none or a number from 1 to 9", word=word
        )
    return int(word)


def _check_decree(edition: Edition, side: str, word: str) -> str:
    if word == "none":
        return ""
    backgrounds = {card.id: card.background for card in edition.decrees}
    usable = [name for name, background in backgrounds.items() if background in ("blue", side)]
    if word == DRAWN_DECREE and usable:
        return word
    if backgrounds.get(word) == "pink" and side == "blue":
        raise SetupFault(
            "Cannot set up Kokoro: found the decree {word!r} on the blue side; expected the pink side", word=word
        )
    return check_choice("Kokoro", "decree", word, ("none", *((DRAWN_DECREE, *usable) if usable else ())))
