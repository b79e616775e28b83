"""What the games of an evening add up to: results, standings, ratings. All of it follows from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablekeeper.firmware.club.ledger import Game
from tablekeeper.firmware.club.records import GameKey, Plain


class Result(NamedTuple):
    """One finished game."""

    key: GameKey
    name: str
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    cause: str
    begun_at: float
    ended_at: float

    @property
    def together(self) -> bool:
        """Whether all have won, or all have lost: then nobody was better than anybody."""
        return len(self.winners) in (0, len(self.players))


@dataclass
class Standing:
    """One person's evening."""

    name: str
    games: int = 0
    wins: float = 0.0
    """A win that several share counts as a part for each; what a table wins together counts whole."""
    rating: float | None = None


def result_of(key: GameKey, game: Game) -> Result | None:
    """The result of a game as far as the ledger is whole; None while it is not over, or makes no sense."""
    last, players = game.last, game.begun.players
    if last is None or last.ending is None:
        return None
    ending = last.ending
    if any(seat >= len(players) for seat in ending.winners) or len(ending.scores) not in (0, len(players)):
        return None
    winners = tuple(sorted(set(ending.winners)))
    return Result(
        key, game.begun.name, players, winners, ending.scores, ending.cause, game.begun.begun_at, last.taken_at
    )


def count(results: Sequence[Result]) -> list[Standing]:
    """Everybody who finished a game, the best first: wins, then fewer games, then the name."""
    people: dict[str, Standing] = {}
    for result in results:
        for seat, name in enumerate(result.players):
            standing = people.setdefault(name, Standing(name))
            standing.games += 1
            if seat in result.winners:
                standing.wins += 1.0 if result.together else 1.0 / len(result.winners)
    for name, rating in rate(results).items():
        people[name].rating = rating
    return sorted(people.values(), key=lambda one: (-one.wins, one.games, one.name.casefold(), one.name))


def rank(result: Result) -> list[float]:
    """Each seat's place, the best lowest: the winners, then by points where the game counts points."""
    points = sorted(set(result.scores), reverse=True)
    places = [points.index(score) + 1.0 for score in result.scores] or [1.0] * len(result.players)
    return [0.0 if seat in result.winners else place for seat, place in enumerate(places)]


def rate(results: Iterable[Result]) -> dict[str, float]:
    """Ratings after these games in their order (openskill's Plackett-Luce); nobody is rated where it is missing.

    The number shown is what is almost certain of a player: the mean less three deviations. Everybody starts at 0.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    known: Plain = {}
    for result in results:
        if result.together or len(result.players) < 2 or len(set(result.players)) < len(result.players):
            continue
        teams = [[known.get(name) or model.rating(name=name)] for name in result.players]
        for [rated], name in zip(model.rate(teams, ranks=rank(result)), result.players, strict=True):
            known[name] = rated
    return {name: round(rated.ordinal(), 2) for name, rated in known.items()}
