"""Why an answer is refused: reason codes, from what everybody may see before what only the asked seat knows."""

from __future__ import annotations

from typing import cast

from tablekeeper.engines.cocoon_world.answers import (
    Begin,
    Bet,
    Change,
    Draw,
    Fetch,
    Keep,
    Lay,
    Place,
    Return,
    Reveal,
    Rob,
    Take,
    Wish,
)
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.setup import COLOURS
from tablekeeper.engines.cocoon_world.state import State
from tablekeeper.engines.cocoon_world.tiles import EMPTY, KINDS
from tablekeeper.engines.core import Answer, Roll

FACES = range(1, 7)


@FLOW.refusal("opening_roll")
def refuse_opening(state: State, answer: Answer, extra: bool, change: bool, reverse: bool) -> str | None:
    """Too few or too many dice, or a face that no die has."""
    return _refuse_roll(answer, 4 if extra else 3)


@FLOW.refusal("reroll")
def refuse_reroll(state: State, answer: Answer, why: str) -> str | None:
    """Only the two own dice are rolled again."""
    return _refuse_roll(answer, 2)


@FLOW.refusal("dungeon")
def refuse_dungeon(state: State, answer: Answer, made: tuple[str, ...], ep: int) -> str | None:
    """The dungeon takes four dice."""
    return _refuse_roll(answer, 4)


def _refuse_roll(answer: Answer, dice: int) -> str | None:
    if not isinstance(answer, Roll):
        return None
    return "wrong_number_of_dice" if len(answer.values) != dice else "no_such_face"


@FLOW.refusal("change_die")
def refuse_change(state: State, answer: Answer, values: tuple[int, ...], reverse: bool) -> str | None:
    """A die that was not rolled, a face that no die has, or the face that it shows already."""
    if not isinstance(answer, Change):
        return None
    if not 0 <= answer.die < len(values):
        return "no_such_die"
    return "no_such_face" if answer.value not in FACES else "shows_that_already"


@FLOW.refusal("wish")
def refuse_wish(state: State, answer: Answer, made: tuple[str, ...], ep: int) -> str | None:
    """The EP circle has no such number."""
    return "not_on_the_circle" if isinstance(answer, Wish) else None


@FLOW.refusal("first")
def refuse_first(state: State, answer: Answer) -> str | None:
    """A colour that nobody plays."""
    return _refuse_colour(state, answer.colour) if isinstance(answer, Begin) else None


def _refuse_colour(state: State, colour: str) -> str | None:
    if colour not in COLOURS:
        return "no_such_colour"
    if colour not in state.setup.colours:
        return "nobody_plays_it"
    return "own_colour" if state.setup.colours.index(colour) == state.seat else None


@FLOW.refusal("bet")
def refuse_bet(state: State, answer: Answer) -> str | None:
    """The own colour, or one that is bet on already."""
    return (_refuse_colour(state, answer.colour) or "bet_on_already") if isinstance(answer, Bet) else None


@FLOW.refusal("rob_whom")
def refuse_rob(state: State, answer: Answer) -> str | None:
    """Nobody robs themselves, nor an empty hand."""
    return (_refuse_colour(state, answer.colour) or "empty_hand") if isinstance(answer, Rob) else None


@FLOW.refusal("reveal")
def refuse_reveal(state: State, answer: Answer, space: int) -> str | None:
    """A kind that does not exist, or all of whose tiles have been told of."""
    return _refuse_kind(answer.tile, "none_left") if isinstance(answer, Reveal) else None


@FLOW.refusal("draw")
def refuse_draw(state: State, answer: Answer, seat: int) -> str | None:
    """The same of a tile from the pile."""
    return _refuse_kind(answer.tile, "none_left") if isinstance(answer, Draw) else None


@FLOW.refusal("look_next")
def refuse_look(state: State, answer: Answer, *of: object) -> str | None:
    """The same of a tile that is only looked at."""
    return _refuse_kind(answer.tile, "none_left") if isinstance(answer, Draw) else None


@FLOW.refusal("keep")
def refuse_keep(state: State, answer: Answer, *of: object) -> str | None:
    """One of the tiles looked at."""
    return _refuse_kind(answer.tile, "not_looked_at") if isinstance(answer, Keep) else None


@FLOW.refusal("return")
def refuse_return(state: State, answer: Answer, *of: object) -> str | None:
    """One of the tiles that are left."""
    return _refuse_kind(answer.tile, "not_looked_at") if isinstance(answer, Return) else None


@FLOW.refusal("take")
def refuse_take(state: State, answer: Answer, victim: int) -> str | None:
    """One of the robbed hand."""
    return _refuse_kind(answer.tile, "not_in_hand") if isinstance(answer, Take) else None


def _refuse_kind(tile: str, otherwise: str) -> str:
    return otherwise if tile in KINDS else "no_such_tile"


@FLOW.refusal("place_here")
def refuse_place_here(state: State, answer: Answer) -> str | None:
    """The tile goes under the pawn."""
    return _refuse_place(state, answer, "not_your_space")


@FLOW.refusal("lay_nearest")
def refuse_nearest(state: State, answer: Answer) -> str | None:
    """The tile goes on the nearest empty space."""
    return _refuse_place(state, answer, "not_the_nearest")


@FLOW.refusal("lay_anywhere")
def refuse_anywhere(state: State, answer: Answer) -> str | None:
    """The tile goes on an empty space."""
    return _refuse_place(state, answer, "not_empty")


def _refuse_place(state: State, answer: Answer, elsewhere: str) -> str | None:
    """The space first: it is for all to see, and a hand is not."""
    if not isinstance(answer, Place):
        return None
    fault = _refuse_space(state, answer.space)
    if fault is not None:
        return fault
    offered = cast("tuple[Place, ...]", FLOW.questions[state.agenda[0][0]](state).options)
    allowed = {option.space for option in offered}
    return elsewhere if answer.space not in allowed else _refuse_kind(answer.tile, "not_in_hand")


def _refuse_space(state: State, space: int) -> str | None:
    """Why no tile can lie there."""
    if not 0 <= space < state.setup.board.size:
        return "no_such_space"
    if state.setup.board.event_at[space]:
        return "event_space"
    return "not_empty" if state.tiles[space] != EMPTY else None


@FLOW.refusal("use_taken")
def refuse_use(state: State, answer: Answer, tile: str) -> str | None:
    """The taken tile goes on an empty space."""
    return _refuse_space(state, answer.space) if isinstance(answer, Lay) else None


@FLOW.refusal("fetch_which")
def refuse_fetch(state: State, answer: Answer) -> str | None:
    """Any other tile on the board."""
    if not isinstance(answer, Fetch):
        return None
    if not 0 <= answer.space < state.setup.board.size:
        return "no_such_space"
    return "this_tile" if answer.space == state.at[state.seat] else "no_tile_there"
