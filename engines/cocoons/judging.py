"""Studying a level of one's own: whether it can be won at all, and what a share of games won says of it."""

from __future__ import annotations

from tablekeeper.engines.cocoons.edition import Edition
from tablekeeper.engines.cocoons.levels import Level, read_level
from tablekeeper.engines.cocoons.rules import RULES
from tablekeeper.engines.cocoons.setup import prepare
from tablekeeper.engines.cocoons.solver import solve
from tablekeeper.engines.core.game import LevelStudy

PLAYERS = ("Ann", "Ben")
HARDNESS = ((0.8, "easy"), (0.5, "fair"), (0.2, "hard"), (0.02, "very_hard"), (0.0, "brutal"))
"""From this share of games won on."""
JUDGE = "gentle"
"""Its share tells levels apart; the good bot wins nearly every game of most levels."""


def study_level(level: Level, edition: Edition) -> LevelStudy:
    """Solve the first position from every start."""
    first, _ = RULES.start(prepare(PLAYERS, edition, options=level.options()))
    bests = [solve(RULES.answer(first, start)[0]) for start in RULES.question(first).options]
    best = min(bests, key=lambda found: (found.tokens, found.slides))
    possible = best.tokens <= edition.tokens
    return LevelStudy(level.options(), len(PLAYERS), possible, best.slides, best.tokens, best.exact, HARDNESS, JUDGE)


def study_text(text: str, name: str, edition: Edition) -> LevelStudy:
    """The same of a level in a TOML text."""
    return study_level(read_level(text, name), edition)
