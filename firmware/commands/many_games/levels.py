"""Judging a level of one's own: can it be won at all, and how hard is it?"""

from __future__ import annotations

import json
from pathlib import Path

from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.engines.core.bots.tournament import interval
from tablekeeper.firmware.batches.games import Table, Tally, games_task
from tablekeeper.firmware.batches.run import Where
from tablekeeper.firmware.commands.many_games.simulate import run_and_show
from tablekeeper.firmware.commands.shown import echo
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.copies import SHIPPED, Copies, read_text


def judge_and_print(name: str, path: Path, *, games: int, seed: int, where: Where, as_json: bool) -> None:
    """`tablekeeper simulate GAME --level FILE`."""
    game = find_game(name)
    if game.study_level is None:
        able = " or ".join(known for known in names() if find_game(known).study_level is not None)
        raise BadInput(
            "Cannot judge a level of {title}: it has no levels of one's own; expected simulate {able}",
            title=game.title,
            able=able,
        )
    text = Copies().text(game, SHIPPED)
    level = game.study_level(read_text(path, "a level"), path.name, game.read_edition(text, SHIPPED))
    seats = Table(game.package, (level.judge,) * level.players, text, options=tuple(level.options.items()))
    task = games_task(f"judge the level {path.name}", seats, games=games, seed=seed)
    won = Tally(**run_and_show(path.name, task, where, quiet=as_json).found).won
    low, high = interval(won, games)
    if as_json:
        counts = {"games": games, "won": won, "low": low, "high": high, "hardness": level.grade(won / games)}
        found = {"possible": level.possible, "slides": level.slides, "tokens": level.tokens, "exact": level.exact}
        echo(json.dumps({**found, **counts}))
        return
    if not level.possible:
        echo(f"{path.name}: this level cannot be won")
        return
    bound = "" if level.exact else " or more"
    hardness = level.grade(won / games)
    echo(f"{path.name}: {hardness}; at best {level.slides} slides{bound} for {level.tokens} tokens")
    share = f"{100 * won / games:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})"
    echo(f"  the {level.judge} bot won {won} of {games} games: {share}")
