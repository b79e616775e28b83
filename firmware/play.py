"""Playing at a terminal, and many games at once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engines.catalogue import find_game
from engines.core import TEAM
from firmware.copies import load_ledger
from firmware.journal import Journal
from firmware.session import Session
from firmware.simulate import Job, simulate
from firmware.terminal import HELP, Quit, Terminal

Tell = Callable[[str], None]
JOURNAL = "journal.sqlite"
NAMES = ("Ann", "Ben", "Chloé", "Dai", "Eva")
ENGINE_TABLE = {"real": "real", "touch": "real", "simulated": "virtual"}
"""A simulated table knows its components; at the others the people hold them."""


def open_session(
    journal: Journal,
    game: str,
    tell: Tell,
    *,
    players: str,
    table: str,
    edition: str,
    options: Mapping[str, str],
    new: bool,
) -> Session:
    """The unfinished game of this table, or a new one."""
    record = None if new else journal.unfinished()
    wanted = find_game(game).name
    if record is not None and record.name == wanted:
        session = Session.resume(journal, record)
        if not session.is_over:
            tell(f"Going on with game {record.id} after {len(session.history.played)} answers; --new begins another.")
            return session
        session.note_end()
    names = [name.strip() for name in players.split(",") if name.strip()] or list(NAMES[:2])
    return Session.begin(journal, game, names, table=ENGINE_TABLE[table], edition=edition, options=options)


def play_at_terminal(
    home: Path, game: str, tell: Tell, *, seed: int | None, bots: bool, headless: bool, **wanted: Any
) -> None:
    """One game at the terminal, kept in the journal of this table."""
    with Journal(home / JOURNAL) as journal:
        session = open_session(journal, game, tell, **wanted)
        luck = random.Random(seed)
        seats = range(TEAM, len(session.history.setup.players)) if bots else ()
        good = session.game.bots["good"]
        terminal = Terminal(
            session,
            load_ledger(session.game),
            ask=(lambda prompt: "") if bots else _ask,
            tell=tell,
            luck=luck,
            bots=dict.fromkeys(seats, good),
        )
        if not bots:
            tell(HELP)
        try:
            terminal.play()
        except Quit:
            tell("The game is kept; play it again to go on.")


def _ask(prompt: str) -> str:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        raise Quit from None


def simulate_and_tell(
    game: str,
    tell: Tell,
    *,
    players: int | None,
    options: Mapping[str, str],
    workers: int,
    as_json: bool,
    **wanted: Any,
) -> None:
    """`tablekeeper simulate`: progress while it runs, then how the games ended."""
    found = find_game(game)
    count = players if players is not None else min(max(2, found.seats[0]), found.seats[1])
    job = Job(found.name, players=count, options=tuple(options.items()), **wanted)
    if as_json:
        result = simulate(job, workers)
    else:
        from rich.progress import Progress

        with Progress(transient=True) as progress:
            task = progress.add_task(f"{found.title}", total=job.games)
            result = simulate(job, workers, lambda done: progress.update(task, completed=done))
    rate = result.answers / result.seconds
    if as_json:
        counted = {
            "game": found.name,
            "games": result.games,
            "answers": result.answers,
            "seconds": round(result.seconds, 3),
            "answers_per_second": round(rate, 1),
            "outcomes": result.outcomes,
            "wins": result.wins,
        }
        tell(json.dumps(counted))
        return
    tell(
        f"{found.title}: {result.games} games, {result.answers} answers in {result.seconds:.1f} s, {rate:.0f} a second"
    )
    for cause, number in result.outcomes.items():
        tell(f"  {number:6} {cause}")
    for seat, number in result.wins.items():
        tell(f"  {number:6} won by player {seat + 1}")


def run_table(home: Path, tell: Tell, *, at_terminal: bool) -> None:
    """What there is of the table so far: a game at the terminal, or one bot game told as it goes."""
    wanted: dict[str, Any] = {"players": "", "edition": "reconstructed", "options": {}}
    if at_terminal:
        play_at_terminal(
            home, "cocoon-world", tell, seed=None, bots=False, headless=True, table="touch", new=False, **wanted
        )
    else:
        play_at_terminal(
            home, "cocoon-world", tell, seed=1, bots=True, headless=True, table="simulated", new=True, **wanted
        )
