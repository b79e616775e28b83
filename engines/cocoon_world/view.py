"""What a seat, or everybody, may see of a game of Cocoon World."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.engines.cocoon_world.state import NOBODY, State, bets_now
from tablekeeper.engines.cocoon_world.tiles import FACE_DOWN


@dataclass(frozen=True)
class PlayerView:
    """One player, as the viewer may see them."""

    name: str
    colour: str
    ep: int
    side: str
    """The side that the pawn (or the spare pawn) shows."""
    space: int
    """Where the pawn or spare pawn is; -1 when only the pawn on the Gods' Bet track is there."""
    spare: bool
    """Whether the pawn on the loop is the spare one."""
    bet_on: str
    """The colour bet on, or empty."""
    bet_side: str
    """The side of the pawn on the track, or empty."""
    tiles: int
    hand: tuple[str, ...]
    """The hand by kind, where the viewer may see it."""
    promised: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """The whole table."""

    players: tuple[PlayerView, ...]
    turn: int
    turns: int
    seat: int
    first: int
    spaces: tuple[str, ...]
    """The printed event on each space, or empty."""
    tiles: tuple[str, ...]
    """What lies on each space: a kind, `?` face down, or empty."""
    stack: tuple[int, ...]
    """Seats by EP marker, the last moved last: it lies on top."""
    pile: int
    to_place: int
    over: bool


def look(state: State, seat: int) -> View:
    """The table as this seat, or PUBLIC, sees it."""
    setup = state.setup
    side = ("white", "black")
    players = tuple(
        PlayerView(
            name=setup.players[i],
            colour=setup.colours[i],
            ep=state.ep[i],
            side=side[state.sides[i]],
            space=state.at[i],
            spare=bets_now(state, i) and state.at[i] >= 0,
            bet_on=setup.colours[state.bets[i]] if state.bets[i] != NOBODY else "",
            bet_side=side[state.bet_sides[i]] if state.bets[i] != NOBODY else "",
            tiles=len(state.hands[i]),
            hand=state.hands[i] if i == seat and FACE_DOWN not in state.hands[i] else (),
            promised=state.promised[i],
        )
        for i in range(len(setup.players))
    )
    return View(
        players, state.turn, setup.turns, state.seat, state.first, setup.board.event_at, state.tiles, state.stack,
        state.pile, state.to_place, not state.agenda,
    )  # fmt: skip
