"""Judging a level: whether it can be won at all, and how often the bot wins it."""

from __future__ import annotations

from tablekeeper.engines.cocoons.bots import play_well
from tablekeeper.engines.cocoons.edition import Edition
from tablekeeper.engines.cocoons.levels import Level, read_level
from tablekeeper.engines.cocoons.rules import RULES
from tablekeeper.engines.cocoons.setup import prepare
from tablekeeper.engines.cocoons.solver import solve
from tablekeeper.engines.core.game import Judgement
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.tournament import interval, tournament

PLAYERS = ("Ann", "Ben")
HARDNESS = ((0.8, "easy"), (0.5, "fair"), (0.2, "hard"), (0.02, "very_hard"), (0.0, "brutal"))
"""From this share of games won by the bot on."""


def judge_level(level: Level, edition: Edition, games: int, luck: Luck) -> Judgement:
    """Solve the first position from every start, and let the bot play."""
    setup = prepare(PLAYERS, edition, options=level.options())
    first, _ = RULES.start(setup)
    bests = [solve(RULES.answer(first, start)[0]) for start in RULES.question(first).options]
    best = min(bests, key=lambda found: (found.tokens, found.slides))
    tally = tournament(RULES, setup, [play_well] * len(PLAYERS), games, luck)
    won = round(sum(tally.wins))
    low, high = interval(won, games)
    hardness = next(word for share, word in HARDNESS if won / games >= share)
    return Judgement(
        best.tokens <= edition.tokens, best.slides, best.tokens, best.exact, games, won, low, high, hardness
    )


def judge_text(text: str, name: str, edition: Edition, games: int, luck: Luck) -> Judgement:
    """The same of a level in a TOML text."""
    return judge_level(read_level(text, name), edition, games, luck)
