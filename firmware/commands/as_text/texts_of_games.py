"""Games and positions as text: printed from a journal, or read from what somebody pasted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.question import Question
from tablekeeper.engines.core.record.entries import standing
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.record.playthrough import Playthrough, describe, describe_position, read_playthrough
from tablekeeper.engines.core.rules import describe_options
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.misfits import spell_misfit
from tablekeeper.firmware.journal.origin import release
from tablekeeper.firmware.journal.replay import is_database, load
from tablekeeper.firmware.settings.bounded import MOST_BYTES
from tablekeeper.firmware.settings.copies import SHIPPED, load_edition, read_text

STDIN = Path("-")


class Found(NamedTuple):
    """A game, the text that describes it, and how it stands."""

    game: Game
    play: Playthrough
    state: Any
    misfit: str = ""
    """What of a journal no longer fits the rules."""


def print_text(
    path: Path, show: Callable[[str], None], *, number: int | None, after: int | None, position: bool
) -> None:
    """Print the game, or only the position after so many answers; then, as comments, what is asked there."""
    found = _read_journal(path, number, after) if path != STDIN and is_database(path) else _read_pasted(path, after)
    game, play, state, misfit = found
    if position:
        play = describe_position(play, game, state)
    play.story = play.story or f"Tablekeeper {release() or 'unreleased'}; what is hidden is shown, too."
    show(play.write().rstrip("\n"))
    for line in filter(None, (misfit, *_describe(game, state))):
        show(f"= {line}")


def _read_pasted(path: Path, after: int | None) -> Found:
    """What a text describes; anything wrong in it is an error, and nothing is printed."""
    pasted = _read_stdin() if path == STDIN else read_text(path, Words("a journal or a game as text"))
    play = read_playthrough(pasted, "what was pasted" if path == STDIN else path.name)
    if after is not None and after < len(play.answers):
        if play.fields:
            raise BadInput(
                "Cannot print {path}: found a position laid out after all answers; expected no --after", path=path
            )
        del play.answers[after:]
    game = find_game(play.game)
    return Found(game, play, play.lay_out(game, play.prepare(game, load_edition(game, play.edition))))


def _read_stdin() -> str:
    """A text on the standard input, within the bounds of a file."""
    found = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise BadInput(
            "Cannot read what was pasted: it is longer than {most_bytes} bytes; expected one game",
            most_bytes=MOST_BYTES,
        )
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("Cannot read what was pasted: that is no text; expected UTF-8") from None


def _read_journal(path: Path, number: int | None, after: int | None) -> Found:
    """A game of a journal as far as it fits, for what does not fit may be what the report is about."""
    game, setup, entries, _ = load(path, number)
    answers = standing(entries).answers[:after]
    play = describe(game, setup, {SHIPPED: load_edition(game)})
    play.answers = [text for text, _ in answers]
    history = History.fold(game.rules, setup, play.entries())
    return Found(game, play, history.state, str(spell_misfit(history.misfit)) if history.misfit else "")


def _describe(game: Game, state: Any) -> Iterator[str]:
    """Who is asked what, or how it ended."""
    names = game.rules.seat_names(state.setup)
    outcome = game.rules.outcome(state)
    if outcome is not None:
        winners = ", ".join(names[seat] for seat in outcome.winners) or "nobody"
        yield f"over: {winners} by {outcome.cause} [{outcome.clause}]"
        return
    question: Question = game.rules.question(state)
    asked, options = names[question.asked], describe_options(question)
    yield f"asks {question.kind} of {asked}, {len(question.options)} options: {options}"
