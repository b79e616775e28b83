"""Games of bots: who sits where, how the games end, and how long they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tablekeeper.engines import core
from tablekeeper.engines.catalogue import load_game
from tablekeeper.engines.core.bots.playout import play_out
from tablekeeper.engines.core.game import WEAKEST_FIRST, Game
from tablekeeper.firmware.batches.task import Task, luck_of, make_task
from tablekeeper.firmware.errors import BadInput

PLAY = f"{__name__}:play_games"


class Table(NamedTuple):
    """One way to sit down to a game."""

    package: str
    """Of the game: workers know no name that was added to this program's catalogue."""
    bots: tuple[str, ...]
    """By seat."""
    edition: str
    """Its text: workers on other machines have not got the file."""
    edition_name: str = "reconstructed"
    table: str = "virtual"
    options: tuple[tuple[str, str], ...] = ()
    rotate: bool = False
    """Whether each bot moves on by one seat from game to game."""


class Tally(NamedTuple):
    """What games showed."""

    games: int
    answers: int
    squares: int
    """The squares of the games' answers, added up: for an interval of their length."""
    won: int
    """Games that somebody won."""
    outcomes: Mapping[str, int]
    wins: Mapping[str, int]
    """By `bot seat sharers`, such as `0 1 1`: the first bot won alone in the second seat."""
    scores: Mapping[str, int]
    """The scores added up, by bot; empty where the game counts none."""
    score_squares: Mapping[str, int]

    def by_seat(self) -> dict[int, int]:
        """Games won or shared, by seat."""
        return _sorted(self.wins, lambda bot, seat, sharers: (seat, 1))

    def by_bot(self) -> dict[int, float]:
        """Games won, by bot; one that several share is split among them."""
        return _sorted(self.wins, lambda bot, seat, sharers: (bot, 1 / sharers))

    def shares_by_seat(self) -> dict[int, float]:
        """Games won, by seat; one that several share is split among them."""
        return _sorted(self.wins, lambda bot, seat, sharers: (seat, 1 / sharers))


def _sorted(wins: Mapping[str, int], look: Callable[[int, int, int], tuple[int, Any]]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for words, count in wins.items():
        key, weight = look(*map(int, words.split()))
        found[key] = found.get(key, 0) + count * weight
    return dict(sorted(found.items()))


def prepare_table(what: str, table: Table) -> tuple[Game, Any]:
    """The game of a table and its setup, or a sentence about what is wrong."""
    game = load_game(table.package)
    for bot in table.bots:
        if bot not in WEAKEST_FIRST:
            raise BadInput(
                "Cannot {what}: there is no bot {bot!r}; expected one of {known}",
                what=what,
                bot=bot,
                known=", ".join(WEAKEST_FIRST),
            )
    fewest, most = game.seats
    if not fewest <= len(table.bots) <= most:
        raise BadInput(
            "Cannot {what}: found {count} players; expected {fewest} to {most}",
            what=what,
            count=len(table.bots),
            fewest=fewest,
            most=most,
        )
    edition = game.read_edition(table.edition, table.edition_name)
    names = [f"P{i + 1}" for i in range(len(table.bots))]
    return game, game.prepare(names, edition, table=table.table, options=dict(table.options))


def games_task(what: str, table: Table, *, games: int, seed: int) -> Task:
    """The task of playing so many games at a table; refused here if it could not be set up."""
    prepare_table(what, table)
    quick = set(table.bots) == {"random"}
    packages = (core.__name__, table.package, __package__ or "")
    return make_task(
        what, PLAY, table._asdict(), games=games, seed=seed, packages=packages, first_piece=8 if quick else 1
    )


def play_games(about: Mapping[str, Any], numbers: range, seed: int) -> Any:
    """Play these games at a table; a Tally as JSON."""
    table = Table(**{**about, "bots": tuple(about["bots"]), "options": tuple(map(tuple, about["options"]))})
    game, setup = _prepared(table)
    lengths: list[int] = []
    won = 0
    outcomes, wins, scores, squares = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for number in numbers:
        order = _order(len(table.bots), number if table.rotate else 0)
        state, _ = game.rules.start(setup)
        state, count = play_out(game.rules, state, luck_of(seed, number), [game.bot(table.bots[i]) for i in order])
        outcome = game.rules.outcome(state)
        assert outcome is not None
        lengths.append(count)
        outcomes[outcome.cause] += 1
        wins.update(f"{order[seat]} {seat} {len(outcome.winners)}" for seat in outcome.winners)
        won += bool(outcome.winners)
        for seat, score in enumerate(outcome.scores):
            scores[str(order[seat])] += score
            squares[str(order[seat])] += score * score
    lengths_squared = sum(length * length for length in lengths)
    return Tally(len(numbers), sum(lengths), lengths_squared, won, outcomes, wins, scores, squares)._asdict()


def _order(seats: int, moved: int) -> list[int]:
    """Which bot sits where."""
    return [(seat + moved) % seats for seat in range(seats)]


@lru_cache(maxsize=8)
def _prepared(table: Table) -> tuple[Game, Any]:
    """The same table is asked for piece after piece."""
    return prepare_table("play", table)
