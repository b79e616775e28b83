"""Journals that are whole, seal by seal, and hold what no release wrote: hostile, newer, or of other rules."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.record.entries import KINDS, Entry
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.state import from_plain, to_plain
from tablekeeper.firmware.journal.file.rows import seal_game
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.settings.copies import load_edition


def add_game(journal: Journal, name: str, setup: str, origin: str = "", begun_at_s: float = 0.0) -> int:
    """A game with any content and right seals."""
    game = journal._db.execute("SELECT coalesce(max(id), 0) + 1 FROM game").fetchone()[0]
    values = (game, name, setup, begun_at_s)
    mark = seal_game(*values, origin)
    journal._db.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)", (*values, mark, origin))
    return int(game)


def add_entries(journal: Journal, game: int, entries: Sequence[Entry]) -> None:
    """Any entries with right seals."""
    keep = journal.writer(game)
    for entry in entries:
        keep(entry)


def spoil_answer(path: Path, game: int, at: int, text: str) -> None:
    """The same journal as if answer `at` had been spelled like this."""
    with Journal(path) as journal:
        record = next(record for record in journal.records() if record.id == game)
        entries = journal.entries(game)
        entries[at] = entries[at]._replace(text=text)
        journal._db.execute("DELETE FROM entry WHERE game = ?", (game,))
        add_entries(journal, record.id, entries)


@cache
def plain_setup(name: str) -> Any:
    """A right setup of a game as plain values."""
    game = find_game(name)
    return to_plain(game.prepare(["Ann", "Ben"], load_edition(game), table="virtual", options={}))


@cache
def right_answers(name: str) -> list[str]:
    """Answers that fit the usual setup of a game; none for a name that no game has."""
    if name not in NAMES:
        return []
    rules, luck = find_game(name).rules, random.Random(4)
    history = History(rules, from_plain(rules.setup, json.loads(json.dumps(plain_setup(name)))))
    while len(history.played) < FITTING:
        history.answer(choose_randomly(rules, history.state, history.question, luck), "touch")
    return [played.answer.spell() for played in history.played]


FITTING = 8
LETTERS = st.characters(exclude_categories=("Cs",))
TEXTS = st.one_of(st.text(LETTERS, max_size=12), st.sampled_from(["", "\x1b[2J", "a\nb", "x" * 1000, "\0", "٣", "²"]))
NUMBERS = st.one_of(st.integers(-2, 40), st.sampled_from([2**31, 2**63 - 1, -(2**63)]))
MOMENTS = st.one_of(st.floats(0, 2e9), st.sampled_from([-1e300, 1e300, float("inf"), -1.0, 6e10]))
LEAVES = st.one_of(TEXTS, NUMBERS, st.none(), st.booleans(), st.floats(allow_nan=False), st.just([]), st.just({}))


@st.composite
def setups(draw: st.DrawFn, name: str) -> str:
    """A right setup, one with a few wrong values, or anything."""
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return json.dumps(draw(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3))))
    if kind == 1:
        return draw(st.one_of(TEXTS, st.sampled_from(["[" * 4000, "{", "1" * 5000])))
    plain = copy.deepcopy(plain_setup(name))
    for _ in range(draw(st.integers(0, 2))):
        _change(draw, plain)
    return json.dumps(plain)


def _change(draw: st.DrawFn, plain: Any) -> None:
    """Another value somewhere within."""
    places = list(_walk(plain))
    holder, key = draw(st.sampled_from(places))
    if draw(st.booleans()):
        holder[key] = draw(LEAVES)
    elif isinstance(holder, dict):
        del holder[key]
    else:
        holder.append(draw(LEAVES))


def _walk(plain: Any) -> list[tuple[Any, Any]]:
    inner = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    return [place for key, value in inner for place in [(plain, key), *_walk(value)]]


@st.composite
def entries(draw: st.DrawFn, right: Sequence[str]) -> list[Entry]:
    """Right answers, then anything."""
    told = [Entry("answer", at, text, 0, "touch") for at, text in enumerate(right[: draw(st.integers(0, len(right)))])]
    for _ in range(draw(st.integers(0, 4))):
        text = draw(st.one_of(TEXTS, st.sampled_from([*right, "roll 9,9,9", "roll -1"])))
        kind = draw(st.one_of(st.sampled_from(KINDS), TEXTS))
        at = draw(st.one_of(st.just(len(told)), NUMBERS))
        told.append(Entry(kind, at, text, draw(st.one_of(st.just(0), NUMBERS)), draw(TEXTS), draw(MOMENTS)))
    return told


def games() -> st.SearchStrategy[str]:
    """A name that there is, or any."""
    return st.one_of(st.sampled_from(NAMES), TEXTS)
