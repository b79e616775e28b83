"""What pieces found, added up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def add_up(found: Iterable[Any]) -> Any:
    """Numbers are added, lists put one behind the other, mappings added name by name."""
    total: Any = None
    for one in found:
        total = _copy(one) if total is None else _add(total, one)
    return total


def _add(total: Any, one: Any) -> Any:
    if isinstance(total, dict):
        for name, value in one.items():
            total[name] = _add(total[name], value) if name in total else _copy(value)
        return total
    if isinstance(total, list):
        total.extend(one)
        return total
    return total + one


def _copy(value: Any) -> Any:
    """Lists and mappings are added to in place, so that a million games are not copied over and over."""
    if isinstance(value, dict):
        return {name: _copy(item) for name, item in value.items()}
    return list(value) if isinstance(value, list) else value
