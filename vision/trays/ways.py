"""The ways of reading a known tray that must prove themselves on it (trust.py) before they decide anything."""

from typing import Final

BY_CHANGES: Final = "by-changes"  # tray_reader.py: pips where something changed, every change explained by flat dice
LEANING_CHECK: Final = "leaning-check"  # whether a die that could lean looks as flat ones do
FLOOR_SHOWS: Final = "floor-shows"  # the floor changes plainly where a die lies: what did not change is empty
MISSES_NONE: Final = "misses-none"  # a die that nobody reads is noticed by what it changes
WAYS: Final = frozenset({BY_CHANGES, LEANING_CHECK, FLOOR_SHOWS, MISSES_NONE})
