"""Playing a piece: what runs on a worker, wherever that is."""

from __future__ import annotations

import json
import threading
import time
from typing import Any, NamedTuple

from tablekeeper.firmware.batches.task import Piece, find_play, spell_release

_PLAYING = threading.Lock()
"""Rules remember the last state that they looked at, so a worker with several threads plays one piece at a time."""


class Played(NamedTuple):
    """A piece that has been played."""

    first: int
    games: int
    seconds: float
    found: Any


class OtherRelease(Exception):
    """This worker has another program than the one that asks it to play."""


def play_piece(piece: Piece) -> Played:
    """Play the games of a piece."""
    with _PLAYING:
        mine = spell_release(piece.packages)
        if mine != piece.release:
            raise OtherRelease(mine)
        began = time.perf_counter()
        numbers = range(piece.first, piece.first + piece.games)
        found = find_play(piece.play)(json.loads(piece.about), numbers, piece.seed)
        return Played(piece.first, piece.games, time.perf_counter() - began, found)
