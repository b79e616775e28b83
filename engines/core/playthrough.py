"""A playthrough: a game as a short text that people read and that folds again.

# What this story shows.
game: cocoon_world
players: Ann Ben
table: virtual
option difficulty: hard
> roll 3,5,3
  dice_rolled values=3,5,3 [turn.roll]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tablekeeper.engines.core.entries import Entry
from tablekeeper.engines.core.errors import Refused, Unreadable
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.history import History
from tablekeeper.engines.core.setup import Setup


@dataclass
class Playthrough:
    """The head of a playthrough and its answers."""

    story: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    table: str = "virtual"
    edition: str = "reconstructed"
    options: dict[str, str] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)

    def prepare(self, game: Game, edition: object) -> Setup:
        """The setup that the head describes."""
        setup: Setup = game.prepare(self.players, edition, table=self.table, options=self.options)
        return setup

    def entries(self, source: str = "script") -> list[Entry]:
        """The answers as journal entries."""
        return [Entry("answer", at, text, 0, source) for at, text in enumerate(self.answers)]


def read_playthrough(text: str, name: str = "playthrough") -> Playthrough:
    """A playthrough from its text; events are skipped, they come out again by folding."""
    play = Playthrough()
    story = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            story.append(line.lstrip("# "))
        elif line.startswith("> "):
            play.answers.append(line[2:].strip())
        elif line.strip() and not line.startswith((" ", "=")):
            _read_head(play, line, f"{name} line {number}")
    play.story = " ".join(story)
    if not play.game:
        raise Unreadable(f"Cannot read {name}: found no line 'game: NAME'; expected a playthrough like those in tests/")
    return play


def _read_head(play: Playthrough, line: str, where: str) -> None:
    key, colon, value = line.partition(":")
    value = value.strip()
    if key in ("game", "table", "edition") and colon:
        setattr(play, key, value)
    elif key == "players" and colon:
        play.players = tuple(value.split())
    elif key.startswith("option ") and colon:
        play.options[key.removeprefix("option ").strip()] = value
    else:
        raise Unreadable(
            f"Cannot read {where}: found {line!r}; expected '> ANSWER' or a head line such as 'players: Ann Ben'"
        )


def write_playthrough(play: Playthrough, game: Game, setup: Setup) -> str:
    """The playthrough with every event that its answers cause."""
    return "\n".join(_lines(play, game, setup)) + "\n"


def _lines(play: Playthrough, game: Game, setup: Setup) -> Iterator[str]:
    yield f"# {play.story}"
    yield f"game: {play.game}"
    yield f"players: {' '.join(play.players)}"
    yield f"table: {play.table}"
    if play.edition != "reconstructed":
        yield f"edition: {play.edition}"
    for name, value in play.options.items():
        yield f"option {name}: {value}"
    history = History.fold(game.rules, setup, play.entries())
    if history.misfit is not None:
        raise Refused(history.misfit.detail, f"an answer that fits as answer {history.misfit.at}", history.misfit.text)
    names = game.rules.seat_names(setup)
    yield from _spell_events(history.opening, names)
    for played in history.played:
        yield f"> {played.answer.spell()}"
        yield from _spell_events(played.events, names)
    outcome = game.rules.outcome(history.state)
    if outcome is None:
        question = history.question
        yield f"= asks {question.kind} of {names[question.asked]}, {len(question.options)} options"
    else:
        winners = ", ".join(names[seat] for seat in outcome.winners) or "nobody"
        yield f"= over: {winners} by {outcome.cause} [{outcome.clause}]"


def _spell_events(events: Iterable[Event], names: dict[int, str]) -> Iterator[str]:
    for event in events:
        secret = f" (only {names[event.only_for]})" if event.only_for in names and event.only_for >= 0 else ""
        yield f"  {names[event.seat]}: {event.spell()}{secret}"
