"""How even a game is: what is played to find out, and what the games showed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any, NamedTuple

from tablekeeper.engines.core.bots.tournament import interval
from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed.edition import Sheet
from tablekeeper.firmware.batches.games import Table, Tally, prepare_table
from tablekeeper.firmware.errors import BadInput

SURE = 1.96
"""So many standard errors to each side hold 95 %."""
MOST_VALUES = 40
"""Values of an edition that are changed, one at a time; of more, some from everywhere."""

Range = tuple[float, float, float]
"""A figure and its 95 % interval."""


class Trial(NamedTuple):
    """One way to sit down, and what is asked of it."""

    kind: str
    """`seats`, `strength`, `option` or `value`."""
    name: str
    table: Table


class Finding(NamedTuple):
    """What the games of one trial showed."""

    kind: str
    name: str
    games: int
    together: bool
    """Whether nobody ever won without all the others."""
    won: Range
    """The share of games that somebody won: less than 1 where a team can lose."""
    seats: tuple[Range, ...]
    """What each seat won, of the games that somebody won."""
    first: Range
    """What the first bot won, wherever it sat."""
    answers: Range
    score: Range | None
    """The mean score a seat, where the game counts one."""

    @property
    def uneven(self) -> tuple[int, ...]:
        """The seats whose interval does not hold an equal share."""
        if self.together or not self.won[0]:
            return ()
        equal = 1 / len(self.seats)
        return tuple(seat for seat, (_, low, high) in enumerate(self.seats) if not low <= equal <= high)


def plan(game: Game, text: str, edition: str, players: tuple[int, ...]) -> Iterator[Trial]:
    """Each number of players, the good bot among random ones, and each value of each option."""
    base = Table(game.package, (), text, edition)
    for count in players:
        yield Trial("seats", f"{count} players" if count > 1 else "alone", _seated(base, ("good",) * count))
    count = min((count for count in players if count > 1), default=players[0])
    bots = ("good", *["random"] * (count - 1))
    yield Trial("strength", f"good among random, {count} players", _seated(base, bots)._replace(rotate=True))
    yield Trial("strength", f"random alone, {count} players", _seated(base, ("random",) * count))
    for name, option in game.options.items():
        for value in option.values[1:]:
            table = _seated(base, ("good",) * count)._replace(options=((name, value),))
            if _can_be_played(table):
                yield Trial("option", f"{name} {value}, {count} players", table)


def plan_values(game: Game, text: str, edition: str, count: int) -> Iterator[Trial]:
    """The same game with one number of the edition one larger, one number after the other."""
    sheet = Sheet.read(text, game.name, edition)
    numbers = [place for place, value in sheet.values.items() if type(value) is int]
    step = max(1, -(-len(numbers) // MOST_VALUES))
    for place in numbers[::step]:
        changed = sheet.with_values({place: sheet.values[place] + 1}, provenance=sheet.provenances[place])
        table = _seated(Table(game.package, (), changed.write(game.name), edition), ("good",) * count)
        if _can_be_played(table):
            yield Trial("value", f"{place} {sheet.values[place] + 1}", table)


def find(trial: Trial, tally: Tally) -> Finding:
    """The figures of a trial."""
    games, seats = tally.games, len(trial.table.bots)
    shares, bots = tally.shares_by_seat(), tally.by_bot()
    won = _share(tally.won, games)
    by_seat = tuple(_share(shares.get(seat, 0.0), tally.won) for seat in range(seats)) if tally.won else ()
    score = (
        _mean(sum(tally.scores.values()), sum(tally.score_squares.values()), games * seats) if tally.scores else None
    )
    answers = _mean(tally.answers, tally.squares, games)
    together = all(int(key.split()[2]) == seats for key in tally.wins)
    return Finding(
        trial.kind, trial.name, games, together, won, by_seat, _share(bots.get(0, 0.0), games), answers, score
    )


def headline(base: Finding, other: Finding) -> tuple[str, float, float]:
    """What can be compared between two trials: its name, the difference, and what chance alone may make of it."""
    if base.won[0] < 1.0 or other.won[0] < 1.0:
        name, one, two = "games won", base.won, other.won
    elif base.score is not None and other.score is not None:
        name, one, two = "mean score", base.score, other.score
    else:
        name, one, two = "answers", base.answers, other.answers
    return name, two[0] - one[0], sqrt(_half(one) ** 2 + _half(two) ** 2)


def matters_most(base: Finding, tried: list[Finding]) -> list[tuple[Finding, str, float, float]]:
    """The values by how much they change, those that change most first."""
    found = [(one, *headline(base, one)) for one in tried]
    return sorted(found, key=lambda each: -abs(each[2]))


def check_players(game: Game, players: int | None) -> tuple[int, ...]:
    """The numbers of players to try."""
    fewest, most = game.seats
    if players is None:
        return tuple(range(fewest, most + 1))
    if not fewest <= players <= most:
        raise BadInput(
            "Cannot {what}: found {count} players; expected {fewest} to {most}",
            what=f"balance {game.title}", count=players, fewest=fewest, most=most,
        )  # fmt: skip
    return (players,)


def to_plain(finding: Finding) -> Mapping[str, Any]:
    """The finding as JSON."""
    return {**finding._asdict(), "uneven": finding.uneven}


def _seated(base: Table, bots: tuple[str, ...]) -> Table:
    return base._replace(bots=bots)


def _can_be_played(table: Table) -> bool:
    """Whether the game accepts this option or value with so many players."""
    try:
        prepare_table("balance", table)
    except EngineError:
        return False
    return True


def _share(won: float, games: int) -> Range:
    low, high = interval(min(won, games), games)
    return won / games, low, high


def _mean(total: float, squares: float, count: int) -> Range:
    mean = total / count
    half = SURE * sqrt(max(0.0, squares / count - mean * mean) / max(1, count - 1))
    return mean, mean - half, mean + half


def _half(found: Range) -> float:
    return (found[2] - found[1]) / 2
