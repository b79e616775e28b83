"""Judging a level of one's own: can it be won at all, and how hard is it?"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.copies import load_edition, read_text


def judge_and_print(
    name: str, path: Path, show: Callable[[str], None], *, games: int, seed: int, as_json: bool
) -> None:
    """`tablekeeper simulate GAME --level FILE`."""
    game = find_game(name)
    if game.judge_level is None:
        able = " or ".join(known for known in names() if find_game(known).judge_level is not None)
        raise BadInput(f"Cannot judge a level of {game.title}: it has no levels of one's own; expected simulate {able}")
    text = read_text(path, "a level")
    judged = game.judge_level(text, path.name, load_edition(game), games, random.Random(seed))
    if as_json:
        show(json.dumps(judged._asdict()))
        return
    if not judged.possible:
        show(f"{path.name}: this level cannot be won")
        return
    bound = "" if judged.exact else " or more"
    show(f"{path.name}: {judged.hardness}; at best {judged.slides} slides{bound} for {judged.tokens} tokens")
    share, low, high = (100 * n for n in (judged.won / judged.games, judged.low, judged.high))
    show(f"  the bot won {judged.won} of {judged.games} games: {share:.1f} % (95 % interval {low:.1f} to {high:.1f})")
