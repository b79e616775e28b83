"""What is to be played: a function by its name, what it needs as JSON, how many games, and a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from importlib import import_module
from typing import Any, NamedTuple

from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.origin import fingerprint_packages, release

MOST_GAMES = 100_000_000
MOST_SEED = 1 << 63

Play = Callable[[Mapping[str, Any], range, int], Any]
"""play(about, numbers, seed) -> what came out of these games, as JSON: numbers, lists and mappings of them."""


class Task(NamedTuple):
    """Games to play. Only `play`, `about` and `seed` decide what happens in each."""

    what: str
    """For sentences: `simulate Pig`."""
    play: str
    """The function that plays, as `package.module:name`."""
    about: str
    """What it needs, as JSON."""
    games: int
    seed: int
    packages: tuple[str, ...]
    """Whose files decide how the games go: a worker must have the same ones."""
    first_piece: int = 1
    """Games in the first pieces, before it is known how long one takes."""

    @property
    def release(self) -> str:
        """The program that plays, as every worker has to have it."""
        return spell_release(self.packages)


class Piece(NamedTuple):
    """Some games of a task, to be played by one worker one after the other."""

    play: str
    about: str
    seed: int
    packages: tuple[str, ...]
    release: str
    first: int
    games: int

    def spell(self) -> str:
        """Which games these are."""
        return f"{self.first} to {self.first + self.games - 1}"


def make_task(
    what: str, play: str, about: Mapping[str, Any], *, games: int, seed: int, packages: tuple[str, ...],
    first_piece: int = 1,
) -> Task:  # fmt: skip
    """A task within its bounds."""
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(
            "Cannot {what}: found {games} games; expected 1 to {most_games:,}",
            what=what,
            games=games,
            most_games=MOST_GAMES,
        )
    if not -MOST_SEED <= seed < MOST_SEED:
        raise BadInput(
            "Cannot {what}: found a seed of {bits} bits; expected at most 63",
            what=what,
            bits=seed.bit_length(),
        )
    text = json.dumps(about, ensure_ascii=False, sort_keys=True)
    return Task(what, play, text, games, seed, packages, first_piece)


def cut(task: Task, first: int, games: int) -> Piece:
    """These games of a task."""
    return Piece(task.play, task.about, task.seed, task.packages, task.release, first, games)


def luck_of(seed: int, number: int) -> random.Random:
    """The luck of one game, whoever plays it and after which others."""
    digest = blake2b(f"{seed} {number}".encode(), digest_size=16).digest()
    return random.Random(int.from_bytes(digest, "big"))


def find_play(name: str) -> Play:
    """The function of this name."""
    module, _, function = name.partition(":")
    found: Play = getattr(import_module(module), function)
    return found


@cache
def spell_release(packages: tuple[str, ...]) -> str:
    """The release, and a digest of the files of these packages."""
    return f"{release() or 'unreleased'} {fingerprint_packages(packages)}"
