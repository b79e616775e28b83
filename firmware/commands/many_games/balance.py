"""How even a game is, by seats, strength, options and single values: `tablekeeper balance`."""

from __future__ import annotations

import json

from tablekeeper.engines.catalogue import find_game
from tablekeeper.firmware.batches.balance import (
    Finding,
    Range,
    Trial,
    check_players,
    find,
    headline,
    matters_most,
    plan,
    plan_values,
    to_plain,
)
from tablekeeper.firmware.batches.games import Tally, games_task
from tablekeeper.firmware.batches.run import Where
from tablekeeper.firmware.commands.many_games.simulate import run_and_show
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.settings.copies import Copies

MOST_SHOWN = 5
"""Values that are listed, those that matter most."""


def balance_and_print(
    name: str, *, players: int | None, edition: str, games: int, value_games: int, seed: int, where: Where,
    copies: Copies, as_json: bool,
) -> None:  # fmt: skip
    """Play all trials, then show what they found."""
    game = find_game(name)
    numbers = check_players(game, players)
    text = copies.text(game, edition)

    def play(trial: Trial, count: int) -> Finding:
        task = games_task(f"balance {game.title}", trial.table, games=count, seed=seed)
        found = run_and_show(f"{game.title}, {trial.name}", task, where, quiet=as_json).found
        return find(trial, Tally(**found))

    found = []
    for trial in plan(game, text, edition, numbers):
        found.append(play(trial, games))
        if not as_json:
            _show(found[-1])
    count = min((number for number in numbers if number > 1), default=numbers[0])
    tried: list[Finding] = []
    if value_games:
        tried = [play(trial, value_games) for trial in plan_values(game, text, edition, count)]
    base = next(one for trial, one in zip(plan(game, text, edition, numbers), found, strict=True)
                if trial.kind == "seats" and len(trial.table.bots) == count)  # fmt: skip
    if as_json:
        values = [{"value": one.name, "of": what, "by": by, "noise": noise}
                  for one, what, by, noise in matters_most(base, tried)]  # fmt: skip
        echo(json.dumps({"game": game.name, "trials": [to_plain(one) for one in found], "values": values}))
        return
    _show_options(base, found)
    _show_values(base, tried, count)


def _show(found: Finding) -> None:
    echo(f"{found.name}: {found.games} games, {_number(found.answers)} answers a game")
    if found.kind == "strength" and not found.together and found.name.startswith("good"):
        echo(f"  the good bot won {_percent(found.first)}")
    if found.together and (len(found.seats) > 1 or found.won[0] < 1.0):
        echo(f"  won {_percent(found.won)}")
    elif not found.together and found.kind == "seats":
        for seat, share in enumerate(found.seats):
            uneven = f", not {100 / len(found.seats):.0f} %" if seat in found.uneven else ""
            echo(f"  player {seat + 1} won {_percent(share)}{uneven}")
    if found.score is not None:
        echo(f"  score {_number(found.score)}")


def _show_options(base: Finding, found: list[Finding]) -> None:
    for one in found:
        if one.kind == "option":
            what, by, noise = headline(base, one)
            echo(f"{one.name}: {_change(what, by, noise)}")


def _show_values(base: Finding, tried: list[Finding], count: int) -> None:
    if not tried:
        return
    said = f"{len(tried)} of them, {tried[0].games} games each, {count} players"
    echo(f"One number of the edition changed at a time ({said}):")
    for one, what, by, noise in matters_most(base, tried)[:MOST_SHOWN]:
        echo(f"  {one.name}: {_change(what, by, noise)}")


def _change(what: str, by: float, noise: float) -> str:
    spelled = f"{100 * by:+.1f} points" if what == "games won" else f"{by:+.2f}"
    limit = f"{100 * noise:.1f}" if what == "games won" else f"{noise:.2f}"
    verdict = "more than chance" if abs(by) > noise else "within chance"
    return f"{what} {spelled} ({verdict}, which makes up to {limit})"


def _percent(found: Range) -> str:
    return f"{100 * found[0]:.1f} % ({100 * found[1]:.1f} to {100 * found[2]:.1f})"


def _number(found: Range) -> str:
    return f"{found[0]:.1f} ({found[1]:.1f} to {found[2]:.1f})"
