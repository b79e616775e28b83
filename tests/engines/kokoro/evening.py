"""Short evenings of Kokoro for tests: sit down, answer in text, look at what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tablekeeper.engines.core import Answer, Event, Refused
from tablekeeper.engines.kokoro import GAME
from tablekeeper.engines.kokoro.mat import Mat
from tablekeeper.engines.kokoro.paths import Paths
from tablekeeper.engines.kokoro.setup import Setup, prepare
from tablekeeper.engines.kokoro.state import State
from tests.engines.tables import edition

RULES = GAME.rules
NAMES = ("Ann", "Ben", "Chloe", "Dai", "Eva", "Finn", "Gil", "Hana")
SHAPES = ("NW", "NE", "SE", "SW", "WE", "NS")


def sit(players: int = 1, table: str = "virtual", **options: str) -> Setup:
    """A setup with the reconstructed edition."""
    return prepare(NAMES[:players], edition("kokoro"), table, options)


def fold(setup: Setup, *lines: str) -> tuple[State, list[Event]]:
    """The state after these answers (several a line, split at commas), and everything that happened."""
    state, events = RULES.start(setup)
    told = list(events)
    for line in lines:
        for text in line.split(", "):
            state, events = RULES.answer(state, RULES.read(text))
            told.extend(events)
    return state, told


def refused(setup: Setup, lines: Iterable[str], answer: str | Answer) -> str:
    """The reason for which an answer is refused after these; nothing has changed then."""
    state, _ = fold(setup, *lines)
    before = RULES.to_plain(state)
    with pytest.raises(Refused) as fault:
        RULES.answer(state, RULES.read(answer) if isinstance(answer, str) else answer)
    assert fault.value.expected
    assert RULES.to_plain(state) == before
    return fault.value.reason


def grid(picture: str) -> tuple[Paths, str]:
    """The paths of a drawing whose rows stand one below the other, a digit a space."""
    rows = picture.split()
    return Paths(len(rows[0]), len(rows), SHAPES), "".join(rows)


def plain_mat(columns: int, rows: int, **fields: Any) -> Mat:
    """A mat with nothing printed but what is given by space."""
    size = columns * rows
    caterpillars = tuple(fields.get("caterpillars", {}).get(i, 0) for i in range(size))
    flowers = tuple(fields.get("flowers", {}).get(i, 0) for i in range(size))
    letters = tuple(fields.get("sanctuaries", {}).get(i, "") for i in range(size))
    return Mat(columns, rows, caterpillars, flowers, letters, fields.get("guardians", ()), ())


def golden_round(shape: int, act: str = "all_drew") -> str:
    """Four golden cards of one path, each answered by all."""
    return ", ".join(f"path {shape} golden, {act}" for _ in range(4))


def whole_game(letters: str, boxes: Iterable[int], favours: Iterable[int]) -> list[str]:
    """A solo game on a real mat with the numbers that are told for five sanctuaries and two guardians."""
    paths = (1, 2, 3, 4)
    lines = [
        f"sanctuary {letter}, {golden_round(shape)}, count 0 {box}, agree"
        for letter, shape, box in zip(letters, paths, boxes, strict=False)
    ]
    last = "path 5 golden, all_drew, path 5 golden, all_drew, path 6 golden, all_drew, path 6 golden, all_drew"
    lines.append(f"sanctuary {letters[4]}, {last}, count 0 {tuple(boxes)[4]}, agree")
    return [*lines, *(f"count 0 {favour}, agree" for favour in favours)]
