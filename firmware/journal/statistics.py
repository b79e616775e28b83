"""Statistics over evenings, folded from the journal: games, wins, and whether the dice are fair.

Fairness is Pearson's chi-square with an exact p-value: how often fair dice are at least as uneven, found by throwing
fair dice many times with the luck that is handed in. Suspicion of dice is old and mostly wrong, so the usual answer is
"too few rolls to say".
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tablekeeper.engines.core.answer import Roll
from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.firmware.errors import FirmwareError, GameUnreadable
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.misfits import spell_misfit
from tablekeeper.firmware.journal.origin import PEOPLE
from tablekeeper.firmware.journal.records import Record
from tablekeeper.firmware.journal.session import fold_game

FACES = 6
REAL_SOURCES = frozenset({"camera", "touch", "keyboard"})
"""Sources whose dice are real; luck and bots throw none."""
FEWEST_ROLLS = 400
"""From here on a die that shows one face in 25 of 100 rolls (instead of 16.7) is found 8 times in 10; see the test."""
LEVEL = 0.01
THROWS = 20_000
TOO_FEW = "too few rolls to say"
FAIR = "as even as fair dice are"
UNEVEN = "more uneven than fair dice are"


class Fairness(NamedTuple):
    """How even the dice of one colour fell."""

    rolls: int
    counts: tuple[int, ...]
    """How often 1 to 6 came."""
    p: float | None
    """How often fair dice are at least as uneven; None where there are too few rolls."""
    verdict: str


@dataclass
class GameCount:
    """One game's evenings."""

    begun: int = 0
    finished: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)


@dataclass
class Statistics:
    """Everything that was counted."""

    games: dict[str, GameCount] = field(default_factory=dict)
    dice: dict[str, Fairness] = field(default_factory=dict)
    fixed: int = 0
    """Readings that people fixed."""
    unreadable: int = 0
    """Games that these rules cannot fold any more."""

    def to_plain(self) -> Tree:
        """As JSON holds it."""
        games = {
            name: {"begun": game.begun, "finished": game.finished, "wins": dict(game.wins), "causes": dict(game.causes)}
            for name, game in self.games.items()
        }
        dice = {
            colour: {**fairness._asdict(), "counts": list(fairness.counts)} for colour, fairness in self.dice.items()
        }
        return {"games": games, "dice": dice, "fixed": self.fixed, "unreadable": self.unreadable}


def count_journal(path: Path, luck: random.Random) -> Statistics:
    """Fold every game of a journal."""
    statistics = Statistics()
    faces: dict[str, Counter[int]] = defaultdict(Counter)
    db = open_for_reading(path)
    try:
        for record in read_records(db):
            if record.origin.by != PEOPLE:
                continue
            entries = read_entries(db, path, record.id)
            statistics.fixed += sum(entry.kind == "fix" for entry in entries)
            try:
                _count_game(statistics, faces, record, entries)
            except (EngineError, FirmwareError):
                statistics.unreadable += 1
    finally:
        db.close()
    tested = sum(counts.total() >= FEWEST_ROLLS for counts in faces.values())
    for colour in sorted(faces):
        counts = tuple(faces[colour][face] for face in range(1, FACES + 1))
        statistics.dice[colour] = judge_dice(counts, luck, tests=max(tested, 1))
    return statistics


def _count_game(
    statistics: Statistics, faces: Mapping[str, Counter[int]], record: Record, entries: Sequence[Entry]
) -> None:
    game, history = fold_game(record, entries)
    if history.misfit is not None:
        raise GameUnreadable(spell_misfit(history.misfit))
    setup = history.setup
    rolls = list_rolls(history)
    outcome = game.rules.outcome(history.state)
    counted = statistics.games.setdefault(record.name, GameCount())
    counted.begun += 1
    if outcome is not None:
        counted.finished += 1
        counted.causes[outcome.cause] += 1
        counted.wins.update(setup.players[seat] for seat in outcome.winners)
    if not setup.virtual:  # a virtual table's dice are thrown by the simulation
        for colour, value in rolls:
            faces[colour][value] += 1


def list_rolls(history: History) -> list[tuple[str, int]]:
    """Every real die that stands, as (colour, value)."""
    rolls: list[tuple[str, int]] = []
    for played in history.played:
        if isinstance(played.answer, Roll) and played.source in REAL_SOURCES:
            colours = [colour for colour, count in played.about.get("dice", ()) for _ in range(count)]
            rolls += zip(colours, played.answer.values, strict=False)
    return rolls


def judge_dice(counts: Sequence[int], luck: random.Random, tests: int = 1) -> Fairness:
    """Whether these counts are like those of fair dice; with several tests, each must be surer (Bonferroni)."""
    rolls = sum(counts)
    if rolls < FEWEST_ROLLS:
        return Fairness(rolls, tuple(counts), None, TOO_FEW)
    p = find_p(counts, luck)
    return Fairness(rolls, tuple(counts), p, UNEVEN if p < LEVEL / tests else FAIR)


def find_p(counts: Sequence[int], luck: random.Random) -> float:
    """How often fair dice are at least as uneven; never below 1 in THROWS, and exact as a test at that grain."""
    import numpy as np

    rolls = sum(counts)
    source = np.random.default_rng(luck.getrandbits(64))
    thrown = source.multinomial(rolls, [1 / FACES] * FACES, size=THROWS)
    # chi-square is this sum of squares, shifted and scaled: whole numbers compare exactly
    as_uneven = int(((thrown.astype(np.int64) ** 2).sum(axis=1) >= sum(count**2 for count in counts)).sum())
    return (1 + as_uneven) / (1 + THROWS)
