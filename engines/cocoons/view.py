"""What a seat, or everybody, may see of the box.

Nobody has secrets in this game: who reads a side tells it. What must not leak is memory: what a cocoon has covered
again, or turned away, is in no view unless the memory aid is on, and then only what has been revealed.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.engines.cocoons.box import CORNERS, PLACES, SIDES, corners_of, readers, sides_seen
from tablekeeper.engines.cocoons.sides import in_sight
from tablekeeper.engines.cocoons.state import NONE, UNNAMED, State
from tablekeeper.engines.cocoons.trapdoors import FACE_DOWN, LOCKS, NUMBERS


@dataclass(frozen=True)
class PlayerView:
    """One player and the corners of the box that they sit at."""

    name: str
    corners: tuple[str, ...]
    """Corners of the box as it was laid out; they move on when the box is turned."""
    reads: tuple[str, ...]
    """The sides that this player reads when a mark looks that way into the gap."""


@dataclass(frozen=True)
class CocoonView:
    """One cocoon from above, and its marked side while that looks into the gap."""

    place: int
    mark: str
    """Where the pink mark points: N, E, S, W; empty before it has been told."""
    guardians: tuple[str, ...]
    free: bool
    """Whether the Action trapdoor lies in it."""
    in_sight: bool
    readers: tuple[int, ...]
    """The seats that can read the side now."""
    yours: bool
    """Whether the viewer is one of them."""
    shows: str
    """The guardian that the side in sight has been said to show, or empty."""


@dataclass(frozen=True)
class NoteView:
    """What the memory aid keeps; all empty while it is off."""

    owners: tuple[str, ...]
    """By cocoon, the guardian named on its side."""
    trapdoors: tuple[str, ...]
    """By place, the trapdoor left there face up; `?` face down, empty where none is."""
    tokens: tuple[str, ...]
    """By place, what lies there; `?` a guardian that nobody has seen."""


@dataclass(frozen=True)
class View:
    """The whole table."""

    level: str
    difficult: bool
    players: tuple[PlayerView, ...]
    seat: int
    gap: int
    """-1 before the start token has been placed."""
    trapdoor: str
    """What lies in the gap: a trapdoor face up, `?` face down, or empty."""
    token: str
    """And below it, once no trapdoor hides it: a guardian, `?`, `start`, `token`, or empty."""
    cocoons: tuple[CocoonView, ...]
    reserve: int
    tokens: int
    out: tuple[str, ...]
    """The trapdoors in the lid, in the order in which they went there."""
    locks: tuple[tuple[str, int], ...]
    """Each Lock of the level with how many of its Runes are out."""
    next_number: int
    """The number that opens next; 0 in a level without numbers or when all are out."""
    quarters: int
    memory: bool
    notes: NoteView
    ended: str


def look(state: State, seat: int) -> View:
    """The table as this seat, or PUBLIC, sees it."""
    setup, gap = state.setup, state.gap
    trapdoor = state.traps[gap] if gap != NONE else ""
    return View(
        level=setup.level,
        difficult=setup.difficult,
        players=tuple(_look_at_player(state, i) for i in range(len(setup.players))),
        seat=state.seat,
        gap=gap,
        trapdoor=trapdoor,
        token=state.tokens[gap] if gap != NONE and not trapdoor else "",
        cocoons=_look_at_cocoons(state, seat) if gap != NONE else (),
        reserve=state.reserve,
        tokens=setup.edition.tokens,
        out=state.out,
        locks=tuple(
            (lock, sum(rune in state.out for rune in runes)) for lock, runes in LOCKS.items() if lock in setup.trapdoors
        ),
        next_number=_next_number(state),
        quarters=state.quarters,
        memory=state.memory,
        notes=_notes(state),
        ended=state.ended,
    )


def _look_at_player(state: State, seat: int) -> PlayerView:
    players, quarters = len(state.setup.players), state.quarters
    return PlayerView(
        state.setup.players[seat],
        tuple(CORNERS[corner] for corner in corners_of(players, seat, quarters)),
        tuple(SIDES[side] for side in sides_seen(players, seat, quarters)),
    )


def _look_at_cocoons(state: State, seat: int) -> tuple[CocoonView, ...]:
    seen = in_sight(state) if NONE not in state.faces else ()
    opened = state.ended in ("all_home", "wrong_guardian")
    return tuple(_look_at_cocoon(state, seat, cocoon, cocoon in seen, opened) for cocoon in range(len(state.homes)))


def _look_at_cocoon(state: State, seat: int, cocoon: int, seen: bool, opened: bool) -> CocoonView:
    face = state.faces[cocoon]
    who = readers(len(state.setup.players), face, state.quarters) if seen else ()
    return CocoonView(
        place=state.cocoons.index(cocoon),
        mark=SIDES[face] if face != NONE else "",
        guardians=state.homes[cocoon],
        free=cocoon == state.free,
        in_sight=seen,
        readers=who,
        yours=seat in who,
        shows=state.owners[cocoon] if seen or opened else UNNAMED,
    )


def _next_number(state: State) -> int:
    numbers = sum(trapdoor in NUMBERS for trapdoor in state.setup.trapdoors)
    out = sum(trapdoor in NUMBERS for trapdoor in state.out)
    return out + 1 if out < numbers else 0


def _notes(state: State) -> NoteView:
    if not state.memory or state.gap == NONE:
        return NoteView((), (), ())
    tokens = tuple(FACE_DOWN if state.traps[place] else state.tokens[place] for place in PLACES)
    return NoteView(state.owners, state.traps, tokens)
