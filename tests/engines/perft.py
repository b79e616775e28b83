"""Counts of what can happen from fixed positions, every outcome of chance expanded, as perft checks a chess program.

Two ways of counting that share no bookkeeping: `by_levels` merges equal states and carries how many ways lead to each,
`one_by_one` walks every way alone, writes each state down as JSON and reads it back, and never compares states.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.record.playthrough import read_playthrough
from tests.engines.tables import edition

HERE = Path(__file__).parent
HEAD = """# What can happen from a position of a golden story after one more answer, two, ...; made by `make golden`.
# story | after so many answers | ways | different states | why, where it was counted by hand too
"""


class Row(NamedTuple):
    """One position and its counts."""

    game: str
    story: str
    answers: int
    ways: tuple[int, ...]
    states: tuple[int, ...]
    why: str = ""

    def spell(self) -> str:
        """The line of the file."""
        numbers = (" ".join(map(str, counts)) for counts in (self.ways, self.states))
        return " | ".join((self.story, str(self.answers), *numbers, self.why)).rstrip(" |")


def read_rows(game: str) -> list[Row]:
    """The positions of a game."""
    rows = []
    for line in (HERE / game / "perft.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            story, answers, ways, states, *why = line.split(" | ")
            rows.append(Row(game, story, int(answers), _numbers(ways), _numbers(states), " | ".join(why)))
    return rows


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def position(row: Row) -> tuple[Any, Any]:
    """The rules and the state of a row."""
    path = HERE / row.game / "golden" / f"{row.story}.txt"
    play = read_playthrough(path.read_text(encoding="utf-8"), path.name)
    game = find_game(row.game)
    setup = play.prepare(game, edition(row.game, play.edition))
    return game.rules, History.fold(game.rules, setup, play.entries()[: row.answers]).state


def by_levels(rules: Any, state: Any, depth: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ways and different states after each answer, from level to level."""
    level = Counter({state: 1})
    ways, states = [], []
    for _ in range(depth):
        following: Counter[Any] = Counter()
        for at, count in level.items():
            for option in () if rules.is_over(at) else rules.question(at).options:
                following[rules.answer(at, option)[0]] += count
        level = following
        ways.append(level.total())
        states.append(len(level))
    return tuple(ways), tuple(states)


def one_by_one(rules: Any, state: Any, depth: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same, way by way."""
    ways = [0] * depth
    written: list[set[str]] = [set() for _ in range(depth)]

    def walk(plain: str, done: int) -> None:
        at = rules.from_plain(json.loads(plain))
        if done == depth or rules.is_over(at):
            return
        for option in rules.question(at).options:
            after = json.dumps(rules.to_plain(rules.answer(at, rules.read(option.spell()))[0]), sort_keys=True)
            ways[done] += 1
            written[done].add(after)
            walk(after, done + 1)

    walk(json.dumps(rules.to_plain(state)), 0)
    return tuple(ways), tuple(map(len, written))


def counted(row: Row) -> Row:
    """The row as the rules count it today."""
    ways, states = by_levels(*position(row), len(row.ways))
    return row._replace(ways=ways, states=states)


if __name__ == "__main__":
    for game in NAMES:
        lines = [counted(row).spell() for row in read_rows(game)]
        (HERE / game / "perft.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
