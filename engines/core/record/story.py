"""A playthrough with every event that its answers cause: the golden stories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablekeeper.engines.core.errors import Refused
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.record.playthrough import Playthrough
from tablekeeper.engines.core.setup import Setup


def write_story(play: Playthrough, game: Game, setup: Setup) -> str:
    """The playthrough with every event that its answers cause."""
    return "\n".join(_lines(play, game, setup)) + "\n"


def _lines(play: Playthrough, game: Game, setup: Setup) -> Iterator[str]:
    yield f"# {play.story}"
    yield from play.head()
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
