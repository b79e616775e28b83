"""One copy of Cocoon World: how long the gaps are, where the event spaces lie, how often each tile was printed."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.cocoon_world.tiles import TILES
from tablekeeper.engines.core.errors import EditionFault
from tablekeeper.engines.core.printed.edition import Sheet

EVENTS = {"start": 1, "experience": 2, "initiation": 1, "pit": 1, "gods_bet": 1}
"""The six printed event spaces [rulebook, last page]."""
BASIC, MARKED = 32, 12
"""Scenario 1 plays with 32 tiles without a mark and 12 with [rulebook]."""


class Edition(NamedTuple):
    """The component data that the rules need."""

    gap: int
    events: tuple[str, ...]
    """The event spaces clockwise, Start first."""
    tiles: tuple[tuple[str, int], ...]
    """Each kind of tile with its count, in all 44."""
    guessed: bool = True
    """Whether any of these counts is only reconstructed: then a real table may show another tile."""


def read_edition(text: str, name: str = "edition") -> Edition:
    """The edition in a TOML text; each hole or contradiction is a sentence with its place."""
    sheet = Sheet.read(text, "cocoon_world", name)
    _check_places(sheet)
    gap, events = sheet.take("board.gap", int), tuple(sheet.take("board.events", list))
    _check_board(gap, events, name)
    basic, marked = sheet.section("tiles.basic"), sheet.section("tiles.marked")
    for place, counts, want in (("tiles.basic", basic, BASIC), ("tiles.marked", marked, MARKED)):
        _check_counts(place, counts, want, name)
    kinds = sorted(basic.keys() | marked.keys())
    tiles = tuple((kind, basic.get(kind, 0) + marked.get(kind, 0)) for kind in kinds)
    guessed = any(sheet.provenances[place] == "reconstructed" for place in sheet.values if place.startswith("tiles."))
    return Edition(gap, events, tuple((kind, count) for kind, count in tiles if count), guessed)


def _check_places(sheet: Sheet) -> None:
    for place in sheet.values:
        if place not in ("board.gap", "board.events") and not place.startswith(("tiles.basic.", "tiles.marked.")):
            raise EditionFault(
                "Cannot use {name}: {place} is no known place; expected board.gap, board.events, "
                "tiles.basic.KIND or tiles.marked.KIND",
                name=sheet.name,
                place=place,
            )


def check_edition(edition: Edition) -> Edition:
    """The same edition, if a sheet could have given it."""
    _check_board(edition.gap, edition.events, "the edition")
    for kind, count in edition.tiles:
        _check_kind("tiles", kind, count, "the edition")
    return edition


def _check_board(gap: int, events: tuple[object, ...], name: str) -> None:
    if not 7 <= gap <= 12:
        raise EditionFault(
            "Cannot use {name}: board.gap is {gap}; expected 7 or more: the 7th space after an event gets a tile",
            name=name,
            gap=gap,
        )
    _check_events(events, name)


def _check_events(events: tuple[object, ...], name: str) -> None:
    for event in events:
        if not isinstance(event, str) or event not in EVENTS:
            raise EditionFault(
                "Cannot use {name}: board.events holds {event!r}; expected only {known}",
                name=name,
                event=event,
                known=", ".join(EVENTS),
            )
    for event, count in EVENTS.items():
        if events.count(event) != count:
            raise EditionFault(
                "Cannot use {name}: board.events holds {event!r} {count} times; expected {right}",
                name=name,
                event=event,
                count=events.count(event),
                right=count,
            )
    if events[0] != "start":
        raise EditionFault(
            "Cannot use {name}: board.events begins with {first!r}; expected 'start', then clockwise",
            name=name,
            first=events[0],
        )


def _check_counts(place: str, counts: dict[str, object], want: int, name: str) -> None:
    total = sum(_check_kind(place, kind, count, name) for kind, count in counts.items())
    if total != want:
        raise EditionFault(
            "Cannot use {name}: {place} adds up to {total} tiles; expected {want}",
            name=name,
            place=place,
            total=total,
            want=want,
        )


def _check_kind(place: str, kind: str, count: object, name: str) -> int:
    """How often a kind of tile was printed."""
    if kind not in TILES:
        raise EditionFault(
            "Cannot use {name}: {place}.{kind} is no known tile; expected one of {known}",
            name=name,
            place=place,
            kind=kind,
            known=", ".join(TILES),
        )
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise EditionFault(
            "Cannot use {name}: {place}.{kind} is {count!r}; expected a count of 0 or more",
            name=name,
            place=place,
            kind=kind,
            count=count,
        )
    return count
