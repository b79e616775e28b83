"""TOML that somebody else wrote, read within bounds: its size, its nesting, and what Python makes of its numbers."""

from __future__ import annotations

import tomllib
from typing import Any

Tree = dict[str, Any]
"""Tables within tables, as TOML and JSON hold them."""
MOST_LETTERS = 400_000
"""The largest shipped edition has 30,000."""
MOST_DEPTH = 8


def parse_toml(text: str) -> Tree:
    """The tree of a TOML text; anything else is a ValueError that says why."""
    if len(text) > MOST_LETTERS:
        raise ValueError(f"{len(text)} letters, at most {MOST_LETTERS}")
    try:
        tree = tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    level: list[object] = [tree]
    for _ in range(MOST_DEPTH):
        level = [inner for outer in level for inner in _inner(outer)]
    if level:
        raise ValueError("it is nested too deep")
    return tree


def _inner(value: object) -> list[object]:
    found = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [inner for inner in found if isinstance(inner, dict | list)]
